"""Links: the address reproduces every page in another browser."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import pytest
from browser import Window, visiting
from playwright.sync_api import expect
from running import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.model]

NIGHTLY = pytest.mark.nightly


def _address_after(window: Window, **expected: str) -> str:
    """Wait until the address holds these parameters, and return it."""
    for name, value in expected.items():
        window.page.wait_for_function(
            "([name, value]) => new URLSearchParams(location.search).get(name) === value",
            arg=[name, value],
        )
    return str(window.page.url)


def test_a_link_holds_the_sample_and_every_setting_that_was_changed(
    browser: Browser, server: Server, window: Window
) -> None:
    window.tune("sample=guide.md")
    window.choose("Strategy", "paragraph")
    expect(window.control("Threshold")).to_have_count(0)
    window.type_value("Max tokens", "300")
    window.choose("Tokenizer", "cl100k")
    url = _address_after(
        window, sample="guide.md", strategy="paragraph", max_tokens="300", tokenizer="cl100k"
    )
    numbers = window.numbers.inner_text()
    with visiting(browser, server) as other:
        other.page.goto(url)
        expect(other.numbers).to_have_text(numbers, use_inner_text=True)
        assert other.value("Max tokens") == "300"


@pytest.mark.nightly
def test_a_link_holds_the_settings_of_a_recommendation_and_of_a_preset(window: Window) -> None:
    window.tune("sample=essay.md")
    window.page.get_by_role("button", name="Use the recommended settings").click()
    _address_after(window, strategy="structure", target_tokens="128")
    window.page.locator(".view.sidebar").get_by_label("Preset", exact=True).select_option(
        "Alexandria for philosophy"
    )
    _address_after(window, strategy="semantic", domain="philosophy")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("query", "strategy", "threshold"),
    [
        pytest.param("threshold=0.3", "semantic", "0.30", marks=NIGHTLY),
        pytest.param(
            "semantic.threshold=0.31&strategy=semantic", "semantic", "0.31", marks=NIGHTLY
        ),
        ("strategy=semantic&semantic.threshold=0.32", "semantic", "0.32"),
    ],
)
def test_short_and_long_names_of_settings_both_work(
    window: Window, query: str, strategy: str, threshold: str
) -> None:
    window.tune(query)
    expect(window.control("Strategy").locator("select")).to_have_value(strategy)
    assert window.value("Threshold") == threshold


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("query", "named"),
    [
        pytest.param("strategy=foo", "foo", marks=NIGHTLY),
        pytest.param("threshold=7", "threshold", marks=NIGHTLY),
        pytest.param("sample=none.md", "none.md", marks=NIGHTLY),
        ("strategy=structure&no_such=1", "no_such"),
    ],
)
def test_what_a_link_cannot_set_is_named_in_one_sentence(
    window: Window, query: str, named: str
) -> None:
    window.tune(query)
    notice = window.page.locator(".notice.problem")
    expect(notice).to_have_count(1)
    expect(notice).to_contain_text(named)
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)


@pytest.mark.nightly
def test_pages_keep_their_state_on_the_way_there_and_back(window: Window) -> None:
    window.tune("sample=guide.md&strategy=paragraph&max_tokens=300")
    numbers = window.numbers.inner_text()
    window.go_to("Compare")
    window.go_to("Sweep")
    window.go_to("Tune")
    expect(window.numbers).to_have_text(numbers, use_inner_text=True)
    _address_after(window, sample="guide.md", strategy="paragraph", max_tokens="300")
    window.page.go_back()
    window.page.locator(".chunkscope[data-page=sweep]").wait_for()


@pytest.mark.nightly
def test_a_reloaded_page_continues_its_session(window: Window) -> None:
    window.tune("sample=guide.md&strategy=paragraph")
    window.type_value("Max tokens", "310")
    _address_after(window, max_tokens="310")
    window.text.locator(".chunk .core").nth(1).click(position={"x": 20, "y": 8})
    window.page.reload()
    window.text.locator(".chunk").first.wait_for()
    assert window.value("Max tokens") == "310"
    window.page.get_by_role("button", name="Undo: max tokens").wait_for()


@pytest.mark.nightly
def test_a_link_waits_for_its_document_and_selects_its_chunk(window: Window) -> None:
    content = b"The pilot waits for rain. " * 200
    digest = hashlib.sha256(content).hexdigest()[:12]
    about = f"document={digest}&name=pilot.txt&bytes=5200"
    window.open(f"/?{about}&at=2610&strategy=fixed&max_tokens=100")
    awaited = window.page.locator(".page.awaited")
    expect(awaited).to_contain_text("pilot.txt, the document of this link, is not open")
    expect(window.text).to_have_count(0)
    awaited.get_by_role("button", name="Open pilot.txt (5.2 kB)").click()
    window.page.get_by_role("dialog").wait_for()
    window.page.keyboard.press("Escape")
    window.upload("pilot.txt", content)
    expect(window.page.locator(".notice")).to_have_text(re.compile("Same document as in the link"))
    window.text.locator(".chunk").first.wait_for()
    assert window.store("store.tune.place") == 2610
    _address_after(window, document=digest, at="2610", strategy="fixed", max_tokens="100")


def test_a_link_to_an_own_file_shows_question_and_answer_in_another_browser(
    browser: Browser, server: Server, window: Window
) -> None:
    window.tune("strategy=fixed&max_tokens=40")
    window.upload("pilot.txt", b"The pilot waits for rain. " * 40)
    window.text.locator(".chunk").first.wait_for()
    window.page.evaluate("__chunkscope.send('ask', 'Who waits for rain?')")
    window.page.evaluate("__chunkscope.send('add_question', 4, 24)")
    url = _address_after(window, name="pilot.txt", answer="4-24", question="Who waits for rain?")
    numbers = window.numbers.inner_text()
    with visiting(browser, server) as other:
        other.page.goto(url)
        expect(other.numbers).to_have_text(numbers, use_inner_text=True)
        _address_after(other, name="pilot.txt", answer="4-24")


@pytest.mark.nightly
def test_a_link_shows_its_chunk_far_down_in_short_lines(window: Window) -> None:
    entry = "## Tide {}\n\n* high\n\n* low\n\n" + "\n\n".join("abcdefgh") + "\n\n"
    content = "".join(entry.format(i) for i in range(300))
    digest = hashlib.sha256(content.encode()).hexdigest()[:12]
    offset = content.index("## Tide 12\n")
    window.open(f"/?document={digest}&at={offset + 2}&strategy=structure&target_tokens=10")
    window.upload("tides.md", content.encode())
    chosen = window.text.locator(".chunk.chosen")
    expect(chosen).to_contain_text("Tide 12")
    expect(chosen).to_be_in_viewport()

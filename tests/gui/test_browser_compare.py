"""Compare in a real Chromium, and what goes with a visitor from page to page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from harbour import MINE, NAME, PAGE, cores, show
from playwright.sync_api import expect
from running import Server, serving

from chunking import Chunking, chunk, get
from chunking.analysis.metrics import METRICS
from chunking.output.reason_styles import REASON_STYLES, readable_color
from chunking.types import Reason

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def lane(window: Window, column: int) -> list[str]:
    """The chunks of a lane as its cells show them, without blank space."""
    cells: list[list[str]] = window.lanes.locator(".row").evaluate_all(
        """(rows, column) => rows.map(row => {
             const cell = row.querySelectorAll('.cell')[column];
             return ['.number', '.core'].map(part => cell.querySelector(part).textContent);
           })""",
        column,
    )
    chunks: list[str] = []
    for number, text in cells:
        if number:
            assert number == str(len(chunks) + 1)
            chunks.append("")
        chunks[-1] += "".join(text.split())
    return chunks


def without_blanks(chunking: Chunking) -> list[str]:
    return ["".join(core.split()) for core in cores(chunking)]


def compared(window: Window, query: str = "", count: int = 3) -> None:
    """Open Compare on the page of this file."""
    window.open(f"/compare?{query}")
    window.lanes.locator(".row").first.wait_for()
    window.upload(NAME, PAGE.encode(), until=window.lanes.get_by_text("Four things"))
    expect(window.lanes.locator(".lane")).to_have_count(count, timeout=MODEL_PATIENCE)
    expect(window.lanes.locator(".row .core").first).to_contain_text("Four things")


@pytest.mark.nightly
@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_three_strategies_stand_side_by_side_aligned_by_position(window: Window) -> None:
    compared(window)
    three = [chunk(MINE, get(name)()) for name in ("paragraph", "structure", "semantic")]
    assert [lane(window, column) for column in range(3)] == list(map(without_blanks, three))
    tops = window.lanes.locator(".row").evaluate_all(
        """rows => rows.map(row => [...row.querySelectorAll('.core')]
             .map(core => core.getBoundingClientRect().top))"""
    )
    assert all(len(set(row)) == 1 for row in tops)

    differences = window.lanes.locator(".total")
    expect(differences).to_contain_text("differences")
    count = int(differences.inner_text().split()[0])
    assert count > 1
    window.lanes.get_by_role("button", name="Next difference").click()
    expect(window.lanes.get_by_text(f"1 of {count}", exact=True)).to_be_visible()
    expect(window.lanes.locator(".row.current").first).to_be_in_viewport()
    window.lanes.get_by_role("button", name="Previous difference").click()
    expect(window.lanes.get_by_text(f"{count} of {count}", exact=True)).to_be_visible()
    expect(window.lanes.locator(".row.current").first).to_be_in_viewport()

    measures = window.page.get_by_role("heading", name="Metrics")
    measures.wait_for()
    expect(measures).not_to_be_in_viewport()
    window.page.get_by_role("link", name="Metrics ↓").click()
    expect(measures).to_be_in_viewport()
    table = window.page.get_by_role("table", name="Metrics")
    expect(table.get_by_role("rowheader")).to_have_text(
        ["Tokenizer", *(each.title for each in METRICS)]
    )
    expect(table.get_by_role("columnheader")).to_have_count(3 + 2)
    figure = window.page.locator(".js-plotly-plot").first
    drawn = figure.evaluate(
        """figure => [figure.data.filter(each => each.yaxis !== 'y2').map(each => each.name),
                      figure.layout.yaxis2.ticktext]"""
    )
    titles = window.lanes.locator(".lane .title").all_inner_texts()
    assert set(titles) < set(drawn[0]), "the similarity across each lane's boundaries"
    assert len(drawn[0]) == 5, "and the signal they share, and what the dotted lines are"
    assert all(any(title in row for row in drawn[1]) for title in titles)


@pytest.mark.model
def test_a_setting_of_one_lane_changes_that_lane_alone(window: Window) -> None:
    compared(window)
    before = [lane(window, column) for column in range(3)]
    window.page.get_by_role("button", name="A: paragraph").click()
    window.press("Max tokens", "ArrowLeft", 30)
    heads = window.lanes.locator(".lane")
    expect(heads.first).not_to_contain_text("700")
    expect(heads.first).not_to_contain_text(f"{len(before[0])} chunks")
    after = [lane(window, column) for column in range(3)]
    assert after[0] != before[0]
    assert after[1:] == before[1:]


def test_the_document_and_the_settings_are_still_there_on_the_way_to_compare_and_back(
    window: Window,
) -> None:
    window.tune("strategy=sentence")
    window.upload(NAME, PAGE.encode())
    window.press("Max tokens", "ArrowLeft", 30)
    expect(window.slider("Max tokens")).not_to_have_value("510")
    window.page.wait_for_url("**sentence.max_tokens=*")
    value = window.slider("Max tokens").input_value()
    window.page.get_by_role("link", name="Compare").click()
    expect(window.lanes.locator(".core").first).to_contain_text("Four things")
    window.page.get_by_role("link", name="Tune").click()
    expect(window.text.locator(".core").first).to_contain_text("Four things")
    expect(window.slider("Max tokens")).to_have_value(value)


@pytest.mark.nightly
@pytest.mark.model
def test_two_and_four_strategies_are_compared(window: Window) -> None:
    compared(window, "lanes=2", 2)
    window.page.get_by_test_id("stButtonGroup").get_by_text("4", exact=True).click()
    expect(window.lanes.locator(".lane")).to_have_count(4)
    expect(window.page.get_by_role("button", name="D: sentence")).to_be_visible()
    assert lane(window, 3) == without_blanks(chunk(MINE, get("sentence")()))


def test_a_server_whose_first_visitor_asks_for_compare_gives_the_whole_window(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path) as fresh, visiting(browser, fresh) as window:
        window.open("/compare?lanes=2")
        window.lanes.locator(".row").first.wait_for()
        expect(window.page.get_by_role("link", name="Tune")).to_be_visible()
        expect(window.sidebar.get_by_text("Chunkscope")).to_be_visible()
        expect(window.sidebar.get_by_text("Document", exact=True)).to_be_visible()


@pytest.mark.nightly
@pytest.mark.model
def test_the_ticks_of_a_reason_are_lighter_on_a_dark_ground(
    browser: Browser, server: Server
) -> None:
    found = {}
    for scheme in ("light", "dark"):
        with visiting(browser, server, color_scheme=scheme) as window:
            window.open("/compare?lanes=2&b.strategy=semantic")
            figure = window.page.locator(".js-plotly-plot").first
            figure.get_by_text("boundary: similarity").wait_for(timeout=MODEL_PATIENCE)
            found[scheme] = figure.evaluate(
                "(figure, name) => figure.data.find(each => each.name === name).line.color",
                "boundary: similarity",
            )
    assert found["light"] == readable_color(REASON_STYLES[Reason.SIMILARITY].color, dark=False)
    assert found["dark"] == readable_color(REASON_STYLES[Reason.SIMILARITY].color, dark=True)


def test_the_link_carries_the_settings_and_never_the_text(
    window: Window, browser: Browser, server: Server
) -> None:
    words = "Zwiebelfisch quartermaster"
    window.tune("strategy=sentence")
    window.upload("private zander.md", f"# {words}\n\n{words} writes. {PAGE}".encode())
    window.press("Max tokens", "ArrowRight", 3)
    value = window.slider("Max tokens").input_value()
    assert int(value) > 512
    window.page.wait_for_url(f"**sentence.max_tokens={value}*")
    find = window.text.get_by_label("Find in the text")
    find.fill("quartermaster")
    expect(window.text.locator(".find .count")).to_contain_text("of 2")
    window.look_at(0)
    window.detail.wait_for()
    show(window, "Chunks")
    window.page.wait_for_url("**show=Chunks*")
    window.page.get_by_label("Text holds").fill("Zwiebelfisch")
    window.page.get_by_label("Text holds").press("Enter")
    expect(window.page.locator("[role=grid]")).to_have_count(1)
    link = window.page.url
    assert not re.search("zwiebel|fisch|quarter|private|zander|harbour", link, re.IGNORECASE)

    with visiting(browser, server) as other:
        other.page.goto(link)
        expect(other.slider("Max tokens")).to_have_value(value)
        expect(other.page.locator("[role=grid]")).to_have_count(1)


@pytest.mark.nightly
def test_going_back_leads_to_the_page_before_as_it_was_left(window: Window) -> None:
    """Not to the setting before, of which the address tells, too."""
    window.tune("strategy=sentence")
    window.press("Max tokens", "ArrowRight", 3)
    size = str(window.slider("Max tokens").get_attribute("aria-valuetext"))
    expect(window.page).to_have_url(re.compile(rf"sentence.max_tokens={size}"))
    window.page.get_by_role("link", name="Library").click()
    window.page.get_by_role("button", name="Use the samples").wait_for()
    window.page.get_by_role("link", name="Tune").click()
    expect(window.slider("Max tokens")).to_have_attribute("aria-valuetext", size)
    window.text.locator(".chunk").first.wait_for()
    idle = window.page.locator("[data-test-script-state=notRunning]")
    idle.wait_for()
    window.page.go_back()
    window.page.get_by_role("button", name="Use the samples").wait_for()
    idle.wait_for()
    window.page.go_back()
    window.text.locator(".chunk").first.wait_for()
    expect(window.slider("Max tokens")).to_have_attribute("aria-valuetext", size)


@pytest.mark.nightly
@pytest.mark.model
def test_going_back_leads_to_what_was_set_by_a_button(window: Window) -> None:
    """Of which the framework tells the address nothing."""
    window.tune("strategy=semantic&semantic.threshold=0.3")
    window.curve_says("gaps. Threshold", MODEL_PATIENCE)
    idle = window.page.locator("[data-test-script-state=notRunning]")
    window.page.get_by_role("button", name="as recommended").wait_for(timeout=MODEL_PATIENCE)
    window.page.get_by_role("button", name="as recommended").click()
    note = window.page.locator(".chunkscope.readout .note")
    expect(note).to_contain_text("Recommended settings in use")
    shown = str(window.page.get_by_test_id("readout").text_content())
    idle.wait_for()
    window.page.get_by_role("link", name="Library").click()
    window.page.get_by_role("button", name="Use the samples").wait_for()
    idle.wait_for()
    window.page.go_back()
    window.text.locator(".chunk").first.wait_for()
    expect(note).to_contain_text("Recommended settings in use")
    expect(window.page.get_by_test_id("readout")).to_have_text(shown)


@pytest.mark.nightly
def test_going_back_leads_to_the_lanes_as_they_were_left(window: Window) -> None:
    """Of what they were given by the program the framework tells the address nothing."""
    window.tune("strategy=sentence&sentence.max_tokens=150&sentence.tokenizer=MiniLM word pieces")
    window.text.locator(".chunk").first.wait_for()
    idle = window.page.locator("[data-test-script-state=notRunning]")
    idle.wait_for()
    window.page.get_by_role("link", name="Compare").click()
    given = window.lanes.locator(".lane").get_by_text("C · sentence 150 tokens")
    given.wait_for()
    idle.wait_for()
    chunks = window.lanes.locator(".lane").last.inner_text()
    window.page.get_by_role("link", name="Library").click()
    window.page.get_by_role("button", name="Use the samples").wait_for()
    idle.wait_for()
    window.page.go_back()
    window.lanes.locator(".lane").first.wait_for()
    idle.wait_for()
    expect(given).to_be_visible()
    assert window.lanes.locator(".lane").last.inner_text() == chunks


@pytest.mark.nightly
@pytest.mark.model
def test_what_was_set_in_a_menu_is_taken_back_step_by_step_once_it_is_closed(
    window: Window,
) -> None:
    """Its controls hear nothing then, and go on to send what they held."""
    compared(window)
    chunks = window.lanes.locator(".lane").last
    first = chunks.inner_text()
    menu = window.page.get_by_role("button", name="C: semantic")
    menu.click()
    window.press("Threshold", "Home")
    expect(chunks).to_contain_text("semantic 0 ")
    window.press("Min tokens", "End")
    expect(window.page).to_have_url(re.compile("c.semantic.min_tokens=1000"))
    window.press("Max tokens", "Home")
    wrong = window.page.get_by_role("alert")
    expect(wrong.first).to_contain_text("Max tokens must be at least Min tokens (1000), got 50")
    window.page.keyboard.press("Escape")
    expect(window.page.get_by_test_id("stSlider")).to_have_count(0)
    undo = window.sidebar.get_by_role("button", name="Undo")
    undo.click()
    expect(wrong).to_have_count(0)
    undo.click()
    expect(window.page).not_to_have_url(re.compile("min_tokens"))
    undo.click()
    expect(undo).to_be_disabled()
    expect(chunks).to_have_text(first, use_inner_text=True)
    # What is drawn again for another reason brings nothing back.
    window.choose("Differences", "A → B")
    window.page.get_by_test_id("stButtonGroup").get_by_text("4", exact=True).click()
    expect(window.lanes.locator(".lane")).to_have_count(4)
    expect(window.lanes.locator(".lane").nth(2)).to_have_text(first, use_inner_text=True)
    menu.click()
    for label, value in (("Threshold", "0.55"), ("Min tokens", "200"), ("Max tokens", "1200")):
        expect(window.slider(label)).to_have_value(value)

"""One document after another in one window, and ten windows at once: nothing is mixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from playwright.sync_api import expect

from chunking.loading.samples import sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from running import Server

pytestmark = pytest.mark.browser

# Note, in every frame, what the document is called and how its text begins, where both are there;
# and whether the views are still the ones from before.
WATCH = """() => {
  window.__seen = new Set();
  const find = (key, part) => {
    const host = [...document.querySelectorAll(`.st-key-${key} *`)].find(each => each.shadowRoot);
    return host?.shadowRoot.querySelector(part);
  };
  window.__views = ['tune-heading', 'tune-readout', 'tune-curve', 'tune-text']
    .map(key => find(key, '.chunkscope'));
  const look = () => {
    const title = find('tune-heading', '.title')?.textContent;
    const begins = find('tune-text', '.chunk .core')?.textContent.slice(0, 24) ?? '';
    window.__seen.add(`${title}|${begins}`);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_no_view_shows_one_document_under_the_name_of_another(window: Window) -> None:
    window.tune("strategy=paragraph")
    first, second = sample("essay.md"), sample("meeting.txt")
    window.curve_says("Similarity across", MODEL_PATIENCE)
    window.page.evaluate(WATCH)
    for title in (second.title, first.title, second.title):
        window.choose("Document", title)
        expect(window.page.locator(".chunkscope.heading .title")).to_have_text(title)
        expect(window.text.locator(".chunk").first).to_be_visible()
    window.curve_says("Similarity across", MODEL_PATIENCE)
    window.upload("mine.txt", b"Tides follow the moon and nothing else. So they say.\n")
    expect(window.text.locator(".core").first).to_contain_text("Tides follow")
    seen = set(window.page.evaluate("() => [...window.__seen]"))
    allowed = {f"{each.title}|{each.text[:24]}" for each in (first, second)}
    allowed |= {"mine|Tides follow the moon an"}
    assert {f"{each.title}|{each.text[:24]}" for each in (first, second)} <= seen
    assert seen <= allowed, seen - allowed
    # They are the ones of the beginning: none was made anew, so none flashed.
    assert window.page.evaluate("() => window.__views.every(view => view && view.isConnected)")


def test_what_suits_a_document_is_one_click_away_once_it_is_open(window: Window) -> None:
    window.tune()
    window.upload("contract.md", sample("contract.md").text.encode())
    window.page.get_by_text("Recommended: structure,").wait_for()
    window.sidebar.get_by_role("button", name="Use structure, as recommended").click()
    window.page.get_by_text("Recommended settings in use").wait_for()
    expect(window.readout).to_contain_text("0 longer than the model reads", timeout=MODEL_PATIENCE)
    used = window.sidebar.get_by_role("button", name="In use: structure, as recommended")
    expect(used).to_be_disabled()
    # A slider draws nothing else again, but leaves what is recommended, and comes back to it.
    window.press("Max tokens", "ArrowRight")
    expect(window.sidebar.get_by_role("button", name="Use structure, as")).to_be_enabled()
    window.sidebar.get_by_role("button", name="Undo").click()
    expect(used).to_be_disabled()
    window.sidebar.get_by_role("button", name="Undo").click()
    window.page.get_by_text("Recommended: structure,").wait_for()


@pytest.mark.nightly
def test_another_document_is_looked_at_from_its_beginning(window: Window) -> None:
    window.tune()
    main = window.page.get_by_test_id("stMain")
    main.evaluate("main => main.scrollTo({ top: 400 })")
    expect(window.named).not_to_be_in_viewport()
    window.choose("Document", sample("meeting.txt").title)
    expect(window.named).to_contain_text("meeting.txt · ")
    expect(window.named).to_be_in_viewport()


@pytest.mark.nightly
@pytest.mark.model
def test_why_it_suits_is_said_once_the_model_has_read_the_text(window: Window) -> None:
    window.tune()
    window.page.get_by_text("Recommended: optimal,").wait_for(timeout=MODEL_PATIENCE)
    expect(window.sidebar.get_by_role("button", name="Use optimal, as recommended")).to_be_visible()


def _text(number: int) -> str:
    """A text of its own for each tab; the last two have that of the first."""
    word = f"word{number % 8}"
    return "\n\n".join(
        " ".join(f"The {word} of day {day} was number {line}." for line in range(9))
        for day in range(12)
    )


@pytest.mark.nightly
@pytest.mark.model
def test_ten_tabs_at_once_keep_their_documents_apart(browser: Browser, server: Server) -> None:
    with visiting(browser, server) as first:
        windows = [first, *(_tab(first) for _ in range(9))]
        for number, window in enumerate(windows):
            # Half of them cut by the model, which reads for all of them at once.
            strategy = "semantic" if number % 2 else "paragraph"
            window.open(f"/?strategy={strategy}&semantic.min_tokens=20&paragraph.max_tokens=200")
        for window in windows:
            window.text.locator(".chunk").first.wait_for(timeout=MODEL_PATIENCE)
        for number, window in enumerate(windows):
            window.upload(f"tab{number}.txt", _text(number).encode())
        for window in windows:
            window.page.locator("[data-test-script-state=notRunning]").wait_for()
            label = "Threshold" if windows.index(window) % 2 else "Max tokens"
            window.slider(label).press("ArrowRight")
        for window in windows:
            window.curve_says("Similarity across", MODEL_PATIENCE)
            window.page.locator("[data-test-script-state=notRunning]").wait_for()
        for number, window in enumerate(windows):
            named = window.page.locator(".chunkscope.heading .about")
            expect(named).to_contain_text(f"tab{number}.txt · ")
            words = " ".join(window.blocks())
            assert words.split() == _text(number).split(), f"tab {number}"
            says = "semantic" if number % 2 else "paragraph"
            settings = window.page.evaluate("() => window.__chunkscope.groups.tune.chunking")
            assert (settings["threshold"] is not None) == (says == "semantic"), f"tab {number}"


def _tab(window: Window) -> Window:
    """One more tab of the same browser."""
    return Window(window.page.context, window.server)

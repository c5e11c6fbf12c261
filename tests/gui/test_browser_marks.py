"""Marks made by hand, undo and sessions in a real Chromium."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from harbour import show
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from running import Server

pytestmark = pytest.mark.browser

TEXT = "\n\n".join(
    " ".join(f"In place {i} there is thing {j}, which is there for a while." for j in range(6))
    for i in range(12)
)
NAME = "places & <b>things.txt"


def point_before(window: Window, words: str) -> None:
    """Rest the pointer at the beginning of these words in the text, until it is answered."""
    for _ in range(10):
        _rest_before(window, words)
        # The page may be drawn anew meanwhile, and the gaps come a moment after the text.
        window.page.wait_for_timeout(400)
        if window.text.locator(".marker .does").is_visible():
            return
    raise AssertionError(f"no gap is offered before {words!r}")


def _rest_before(window: Window, words: str, *, by: float = 0) -> None:
    x, y = _place_of(window, words)
    window.page.mouse.move(x + by + 5, y + 1)
    window.page.mouse.move(x + by, y)


def _click_before(window: Window, words: str, *, by: float) -> None:
    x, y = _place_of(window, words)
    window.page.mouse.click(x + by, y)


def _place_of(window: Window, words: str) -> tuple[float, float]:
    """The beginning of these words in the text, on the screen."""
    x, y = window.text.locator(".pane").evaluate(
        """(pane, words) => {
             for (const core of pane.querySelectorAll('.core'))
               for (const node of core.childNodes) {
                 const at = node.nodeType === Node.TEXT_NODE ? node.data.indexOf(words) : -1;
                 if (at < 0) continue;
                 const range = document.createRange();
                 range.setStart(node, at);
                 range.setEnd(node, at + 1);
                 pane.scrollIntoView({ block: 'end' });
                 const top = pane.getBoundingClientRect().top + 250;
                 pane.scrollTop += range.getBoundingClientRect().top - top;
                 const rect = range.getBoundingClientRect();
                 return [rect.left + 2, rect.top + rect.height / 2];
               }
           }""",
        words,
    )
    return x, y


def does(window: Window, name: str) -> None:
    window.text.get_by_role("button", name=name, exact=True).click()


def begins(window: Window, words: str) -> None:
    """Wait until a chunk begins with these words."""
    expect(window.text.locator(".core").filter(has_text=words).first).to_be_visible()
    window.page.wait_for_function(
        """words => [...document.querySelectorAll('*')].some(host => host.shadowRoot &&
             [...host.shadowRoot.querySelectorAll('.text .core')]
               .some(core => core.textContent.startsWith(words)))""",
        arg=words,
    )


def gold(window: Window) -> str:
    return window.page.get_by_test_id("gold").inner_text().replace("\n", " ")


@pytest.mark.model
def test_marks_are_made_by_mouse_and_by_keys_measured_and_fitted_to(window: Window) -> None:
    window.tune("strategy=semantic&semantic.threshold=0.2&semantic.min_tokens=100")
    window.upload(NAME, TEXT.encode())
    window.curve_says("gaps. Threshold", MODEL_PATIENCE)
    expect(window.page.get_by_test_id("gold")).to_be_hidden()

    # By mouse, between two sentences.
    point_before(window, "In place 1 there is thing 3")
    does(window, "Cut here")
    begins(window, "In place 1 there is thing 3")
    assert "manual" in window.reasons()
    expect(window.page.get_by_test_id("gold")).to_contain_text("B ")

    # It survives another threshold, and another strategy, of whose paragraphs it is no gap.
    window.press("Threshold", "ArrowRight", 20)
    window.curve_says("Threshold 0.4")
    assert "manual" in window.reasons()
    window.choose("Strategy", "paragraph")
    begins(window, "In place 1 there is thing 3")
    assert "manual" in window.reasons()
    window.choose("Strategy", "semantic")
    window.curve_says("gaps. Threshold", MODEL_PATIENCE)

    # By keys: the gap after the one that is marked, never to be cut; then another cut.
    window.text.locator(".pane").focus()
    window.page.keyboard.press("m")
    status = window.text.locator(".marker [role=status]")
    for _ in range(40):
        if "In place 3 there is thing 0" in status.inner_text():
            break
        window.page.keyboard.press("ArrowRight")
    window.page.keyboard.press("Enter")
    begins(window, "In place 3 there is thing 0")
    expect(status).to_contain_text("marked as a cut")
    window.page.keyboard.press("ArrowRight")
    window.page.keyboard.press("Delete")
    expect(window.text.locator(".mark.forbidden")).to_have_count(1)
    window.page.keyboard.press("Escape")
    expect(window.text.locator(".marker .does")).to_be_hidden()

    # The file of marks holds them, and the settings that agree best are set and said.
    name, content = window.download("Marks as JSON")
    assert name.endswith(".marks.json")
    marks = json.loads(content)
    starts = [TEXT.index(f"In place {i} there is thing {j}") for i, j in ((1, 3), (3, 0), (3, 1))]
    assert (marks["required"], marks["forbidden"]) == (starts[:2], starts[2:])
    window.page.keyboard.press("Escape")
    before = gold(window)
    window.page.get_by_role("button", name="Marks", exact=True).click()
    window.page.get_by_role("button", name="Fit the settings to my marks").click()
    expect(window.page.get_by_text("settings tried")).to_be_visible(timeout=MODEL_PATIENCE)
    said = window.page.get_by_text("settings tried").inner_text()
    assert said.startswith("B ")
    expect(window.page.get_by_test_id("gold")).not_to_have_text(before)

    # Cleared, nothing is measured any more; the switch and the fit went with the marks.
    window.page.get_by_role("button", name="Clear all marks").click()
    expect(window.page.get_by_test_id("gold")).to_be_hidden()
    assert "manual" not in window.reasons()


@pytest.mark.nightly
@pytest.mark.model
def test_marks_that_are_switched_off_cut_no_more_and_are_measured_still(window: Window) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=128")
    window.upload(NAME, TEXT.encode())
    before = window.blocks()
    point_before(window, "In place 2 there is thing 3")
    does(window, "Cut here")
    begins(window, "In place 2 there is thing 3")
    window.page.get_by_role("button", name="Marks", exact=True).click()
    switch = window.page.get_by_test_id("stCheckbox").filter(has_text="Apply the marks")
    expect(switch.locator("input")).to_be_checked()
    switch.click()
    expect(switch.locator("input")).not_to_be_checked()
    expect(window.readout).to_contain_text(f"{len(before)} chunks")
    assert window.blocks() == before
    window.page.get_by_test_id("gold").wait_for()
    switch.click()
    begins(window, "In place 2 there is thing 3")


@pytest.mark.nightly
def test_the_table_follows_what_the_marks_cut(window: Window) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=400")
    window.upload(NAME, TEXT.encode())
    for place in ("In place 2 there is thing 3", "In place 3 there is thing 1"):
        point_before(window, place)
        does(window, "Cut here")
        begins(window, place)
    show(window, "Chunks")
    table = window.page.get_by_test_id("stDataFrame").locator("[role=grid]")
    table.wait_for(state="attached")
    marked = int(table.get_attribute("aria-rowcount") or 0)
    window.page.get_by_role("button", name="Marks", exact=True).click()
    switch = window.page.get_by_test_id("stCheckbox").filter(has_text="Apply the marks")
    switch.click()
    expect(switch.locator("input")).not_to_be_checked()
    expect(table).not_to_have_attribute("aria-rowcount", str(marked))
    figures = window.readout.inner_text()
    rows = int(table.get_attribute("aria-rowcount") or 0)
    assert f"{rows - 1} chunks" in " ".join(figures.split())


@pytest.mark.nightly
def test_while_marking_is_on_a_click_cuts_at_the_nearest_gap(window: Window) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=200")
    window.upload(NAME, TEXT.encode())
    window.page.wait_for_function(  # they come a moment after the text
        """() => {
             const { gaps, groups } = window.__chunkscope;
             return gaps[groups.tune.chunking.document];
           }"""
    )
    toggle = window.text.get_by_role("button", name="Mark boundaries by hand")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    by_hand = window.text.locator(".cut .why", has_text="manual")
    # In the middle of a sentence, where the pointer alone would offer nothing.
    for before, offset in (
        ("In place 2 there is thing 3", 120),
        ("In place 6 there is thing 3", -60),
    ):
        caret = window.text.locator(".marker.pointed .caret")
        for _ in range(10):  # the text may be drawn anew meanwhile
            _rest_before(window, before, by=offset)
            window.page.wait_for_timeout(400)
            if caret.is_visible():
                break
        expect(caret).to_be_visible()
        expect(window.text.locator(".marker .does")).to_be_hidden()
        _click_before(window, before, by=offset)
        begins(window, before)
    expect(by_hand).to_have_count(2)
    # One more click there takes it back; the marks go on being made until Escape.
    window.page.keyboard.press("Backspace")
    expect(by_hand).to_have_count(1)
    window.page.keyboard.press("Escape")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    _click_before(window, "In place 5 there is thing 2", by=9)
    expect(window.text.locator("[aria-current=true]")).to_have_count(1)
    expect(by_hand).to_have_count(1)


@pytest.mark.nightly
def test_a_switch_that_was_taken_back_stays_so_with_its_menu_closed(window: Window) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=400")
    window.upload(NAME, TEXT.encode())
    point_before(window, "In place 2 there is thing 3")
    does(window, "Cut here")
    begins(window, "In place 2 there is thing 3")
    by_hand = window.text.locator(".cut .why", has_text="manual")
    window.page.get_by_role("button", name="Marks", exact=True).click()
    window.page.get_by_test_id("stCheckbox").filter(has_text="Apply the marks").click()
    expect(by_hand).to_have_count(0)
    window.page.keyboard.press("Escape")
    expect(window.page.get_by_test_id("stCheckbox")).to_have_count(0)
    window.sidebar.get_by_role("button", name="Undo").click()
    expect(by_hand).to_have_count(1)
    window.press("Overlap tokens", "ArrowRight")
    expect(window.page).to_have_url(re.compile("overlap"))
    window.page.wait_for_timeout(1000)
    expect(by_hand).to_have_count(1)
    window.page.get_by_role("button", name="Marks", exact=True).click()
    switch = window.page.get_by_test_id("stCheckbox").filter(has_text="Apply the marks")
    expect(switch.locator("input")).to_be_checked()


def test_undo_and_redo_take_a_drag_as_one_step_and_leave_fields_alone(window: Window) -> None:
    window.tune("paragraph.max_tokens=700")
    window.press("Overlap tokens", "ArrowRight", 5)
    value = window.page.get_by_test_id("stSlider").filter(has_text="Overlap tokens")
    expect(value).to_contain_text("105")
    window.page.wait_for_timeout(1500)  # longer than one drag
    point_before(window, "Look at what was put up")
    does(window, "Cut here")
    begins(window, "Look at what was put up")

    window.page.keyboard.press("Control+z")
    expect(window.text.locator(".cut .why", has_text="manual")).to_have_count(0)
    expect(value).to_contain_text("105")
    window.page.keyboard.press("Control+z")
    expect(value).to_contain_text("80")
    window.page.keyboard.press("Control+Shift+Z")
    expect(value).to_contain_text("105")
    window.sidebar.get_by_role("button", name="Redo").click()
    begins(window, "Look at what was put up")

    window.sidebar.get_by_text("About this document").click()
    field = window.sidebar.get_by_label("Title")
    field.click()
    field.press_sequentially("xyz")
    field.press("Control+z")
    expect(field).to_have_value("What Waiting Built")
    assert "manual" in window.reasons()


@pytest.mark.nightly
def test_a_page_that_is_loaded_again_goes_on_with_its_visit(window: Window) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=200")
    window.upload(NAME, TEXT.encode())
    point_before(window, "In place 2 there is thing 3")
    does(window, "Cut here")
    begins(window, "In place 2 there is thing 3")
    window.press("Max tokens", "ArrowRight")
    size = window.slider("Max tokens").get_attribute("aria-valuetext")
    assert size != "200"
    window.page.reload()
    expect(window.named.filter(has_text=f"{NAME} · ")).to_be_visible()
    begins(window, "In place 2 there is thing 3")
    expect(window.slider("Max tokens")).to_have_attribute("aria-valuetext", str(size))
    window.sidebar.get_by_role("button", name="Undo").click()
    expect(window.slider("Max tokens")).to_have_attribute("aria-valuetext", "200")
    begins(window, "In place 2 there is thing 3")
    # A mark that is made now is heard of, though the page counts its marks anew.
    point_before(window, "In place 3 there is thing 3")
    does(window, "Cut here")
    begins(window, "In place 3 there is thing 3")
    # Who follows a link sees what it says.
    window.tune("sample=contract.md")
    expect(window.named).to_contain_text("contract.md · ")
    window.page.wait_for_timeout(1000)
    expect(window.named).to_contain_text("contract.md · ")


def test_a_session_is_saved_and_taken_up_by_another_visitor(
    window: Window, browser: Browser, server: Server
) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=128")
    window.upload(NAME, TEXT.encode())
    point_before(window, "In place 2 there is thing 3")
    does(window, "Cut here")
    begins(window, "In place 2 there is thing 3")
    window.page.get_by_role("link", name="Compare").click()
    window.lanes.wait_for()
    window.page.get_by_role("button", name="A: paragraph").click()
    window.choose("Strategy", "fixed")
    expect(window.page.get_by_role("button", name="A: fixed")).to_be_visible()
    window.page.keyboard.press("Escape")
    window.sidebar.get_by_role("button", name="Session").click()
    with window.page.expect_download() as waiting:
        window.page.get_by_role("button", name="Save the session").click()
    content = Path(waiting.value.path()).read_bytes()
    assert b"there for a while" not in content

    with visiting(browser, server) as other:
        other.tune()
        take_up(other, b'{"kind": "chunkscope session", "version": 99}')
        expect(other.sidebar.get_by_role("alert")).to_contain_text(
            "the version of a workspace file must be 1, got 99"
        )
        take_up(other, content)
        brought = other.page.get_by_role("status").filter(has_text="Opened: ")
        expect(brought).to_have_text("Opened: 1 document, the settings and 1 mark.")
        expect(other.sidebar.get_by_role("status")).to_contain_text(f"{NAME} ({len(TEXT):,}")
        value = other.page.get_by_test_id("stSlider").filter(has_text="Max tokens")
        expect(value).to_contain_text("128")
        other.page.keyboard.press("Escape")
        other.upload(NAME, TEXT.encode())
        begins(other, "In place 2 there is thing 3")
        assert "manual" in other.reasons()
        expect(other.sidebar.get_by_role("status")).to_have_count(0)
        other.page.get_by_role("link", name="Compare").click()
        expect(other.page.get_by_role("button", name="A: fixed")).to_be_visible()


def take_up(window: Window, content: bytes) -> None:
    """Open a session from a file."""
    chosen = window.page.get_by_test_id("stFileUploader").locator("input[type=file]")
    if chosen.count() == 0:
        window.sidebar.get_by_role("button", name="Session").click()
    chosen.set_input_files({"name": "s.json", "mimeType": "application/json", "buffer": content})


@pytest.mark.nightly
@pytest.mark.model
def test_taking_back_a_mark_of_a_document_that_is_not_shown_is_said(window: Window) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=128")
    window.upload(NAME, TEXT.encode())
    point_before(window, "In place 2 there is thing 3")
    does(window, "Cut here")
    begins(window, "In place 2 there is thing 3")
    window.upload("another.txt", TEXT.replace("place", "room").encode())
    window.sidebar.get_by_role("button", name="Undo").click()
    expect(window.page.get_by_test_id("stToast")).to_contain_text("The marks of another document")
    window.sidebar.get_by_role("button", name="Redo").click()
    window.choose("Document", NAME)
    begins(window, "In place 2 there is thing 3")
    assert "manual" in window.reasons()

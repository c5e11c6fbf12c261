"""The command palette, the help, undo and presentation mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import Window, visiting
from harbour import LINK
from playwright.sync_api import expect
from running import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.model]


def _run(window: Window, words: str) -> None:
    """Run the first action of the palette that matches some words."""
    window.page.keyboard.press("Control+k")
    field = window.page.get_by_label("Action or setting")
    expect(field).to_be_focused()
    field.fill(words)
    field.press("Enter")
    expect(window.page.get_by_role("dialog", name="Actions")).to_be_hidden()


def test_the_palette_finds_and_runs_actions_and_settings(window: Window) -> None:
    window.tune(LINK)
    _run(window, "threshold")
    expect(window.control("Threshold").locator("input")).to_be_focused()
    window.page.keyboard.type("0.25")
    window.page.keyboard.press("Enter")
    window.curve_says("threshold 0.25")
    _run(window, "view tab")
    expect(window.page.locator(".view.table")).to_be_visible()
    _run(window, "strategy paragr")
    expect(window.control("Strategy").locator("select")).to_have_value("paragraph")
    _run(window, "preset alexandria")
    expect(window.control("Strategy").locator("select")).to_have_value("semantic")
    _run(window, "pin base")
    expect(window.page.get_by_test_id("baseline")).to_contain_text("kept")
    _run(window, "go to compare")
    window.page.locator(".chunkscope[data-page=compare]").wait_for()


@pytest.mark.nightly
def test_the_palette_is_moved_in_by_arrows_and_left_without_effect(window: Window) -> None:
    window.tune(LINK)
    window.page.keyboard.press("Control+k")
    dialog = window.page.get_by_role("dialog", name="Actions")
    options = dialog.get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")
    window.page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    dialog.get_by_label("Action or setting").fill("no such action")
    expect(options).to_have_count(0)
    window.page.keyboard.press("Enter")
    window.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    window.when("store.tune.chunking.count")
    window.page.keyboard.press("j")
    expect(window.text.locator(".chunk.chosen")).to_have_count(1)


@pytest.mark.nightly
def test_a_question_mark_lists_keys_and_terms_but_not_while_something_is_typed(
    window: Window,
) -> None:
    window.tune(LINK)
    help_ = window.page.get_by_role("dialog", name="Keys and terms")
    window.text.get_by_label("Find in the text").press("?")
    expect(help_).to_be_hidden()
    window.page.keyboard.press("Escape")
    window.page.keyboard.press("?")
    expect(help_).to_be_visible()
    for term in ("candidate boundary", "suppressed", "forced", "plateau", "borderline"):
        expect(help_.get_by_role("term").filter(has_text=term).first).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    window.page.get_by_role("button", name="Demonstration, keys and terms").click()
    help_.get_by_role("button", name="Close").click()
    expect(help_).to_be_hidden()


@pytest.mark.nightly
def test_a_drag_and_a_series_of_keys_are_one_step_of_undo(window: Window) -> None:
    window.tune(LINK)
    undo = window.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    window.press("Threshold", "ArrowRight", 5)
    window.curve_says("threshold 0.35")
    window.choose("Tokenizer", "words")
    window.when("store.tune.chunking.counted === 'words'")
    window.page.keyboard.press("Control+z")
    window.when("store.tune.chunking.counted !== 'words'")
    undo.click()
    window.curve_says("threshold 0.30")
    expect(undo).to_be_disabled()
    window.page.keyboard.press("Control+Shift+Z")
    window.curve_says("threshold 0.35")
    # In a field, it takes back what is typed.
    find = window.text.get_by_label("Find in the text")
    find.press_sequentially("tide")
    find.press("Control+z")
    expect(find).not_to_have_value("tide")
    window.settle()
    window.curve_says("threshold 0.35")


@pytest.mark.nightly
def test_presentation_mode_shows_large_text_and_curve_alone(
    browser: Browser, server: Server
) -> None:
    with visiting(browser, server) as window:
        window.tune(LINK)
        window.select_chunk(2)
        size = "element => parseFloat(getComputedStyle(element).fontSize)"
        core = window.text.locator(".core").first
        before = core.evaluate(size)
        window.page.locator(".view.text .pane").focus()
        window.page.keyboard.press("f")
        expect(window.page.locator(".view.sidebar")).to_be_hidden()
        expect(window.inspector).to_be_hidden()
        expect(window.numbers).to_be_visible()
        expect(window.page.get_by_label("Document", exact=True)).to_be_visible()
        expect(window.page.get_by_label("Question", exact=True)).to_be_visible()
        expect(window.page.get_by_role("button", name="Undo")).to_be_hidden()
        assert core.evaluate(size) >= max(20, before)
        assert window.share(".view.curve") > 0.3
        assert window.share(".view.text .pane") > 0.5
        window.page.keyboard.press("j")
        expect(window.text.locator(".chunk.chosen .number")).to_have_text("3")
        window.curve.press("ArrowUp")
        window.curve_says("threshold 0.31")
        # It ends wherever the focus is, and by a button.
        window.text.get_by_label("Find in the text").press("Escape")
        expect(window.page.locator(".view.sidebar")).to_be_visible()
        window.page.locator(".view.text .pane").focus()
        window.page.keyboard.press("f")
        expect(window.page.locator(".view.sidebar")).to_be_hidden()
        window.page.get_by_role("button", name="End the presentation (Esc)").click()
        expect(window.page.locator(".view.sidebar")).to_be_visible()

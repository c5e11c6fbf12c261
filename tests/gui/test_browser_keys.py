"""The list of what the keys do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser import Window

pytestmark = pytest.mark.browser


def test_a_question_mark_lists_the_keys_but_not_while_something_is_typed(window: Window) -> None:
    window.tune()
    keys = window.page.get_by_role("dialog", name="What the keys do")
    window.page.keyboard.press("?")
    expect(keys).to_be_visible()
    expect(keys).to_contain_text("move the threshold one step")
    assert keys.evaluate("dialog => dialog.scrollTop") == 0
    expect(keys.get_by_role("heading")).to_have_text("What the keys do, and what the words mean")
    for word in ("gap", "boundary", "threshold", "wanted, not cut", "fragile", "plateau", "token"):
        expect(keys.get_by_role("term").filter(has_text=word).first).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    window.page.get_by_placeholder("Find in the text").press("?")
    expect(keys).to_be_hidden()
    window.page.get_by_role("button", name="What the keys do").click()
    expect(keys).to_be_visible()
    window.page.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()
    window.open("/compare")
    window.lanes.locator(".row").first.wait_for()
    window.page.keyboard.press("?")
    expect(keys).to_be_visible()


@pytest.mark.nightly
def test_there_is_nothing_to_undo_until_something_is_set_though_the_page_stays(
    window: Window,
) -> None:
    window.tune()
    undo, redo = (window.page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    expect(redo).to_be_disabled()
    window.press("Max tokens", "ArrowRight")
    expect(undo).to_be_enabled()
    expect(redo).to_be_disabled()
    undo.click()
    expect(window.slider("Max tokens")).to_have_value("700")
    expect(undo).to_be_disabled()
    expect(redo).to_be_enabled()
    window.page.get_by_role("link", name="Compare").click()
    window.lanes.locator(".row").first.wait_for()
    expect(undo).to_be_disabled()
    expect(redo).to_be_disabled()
    window.page.get_by_test_id("stButtonGroup").get_by_text("2", exact=True).click()
    expect(window.lanes.locator(".lane")).to_have_count(2)
    expect(undo).to_be_disabled()
    window.page.get_by_role("button", name="A: paragraph").click()
    window.press("Max tokens", "ArrowRight")
    expect(undo).to_be_enabled()
    expect(redo).to_be_disabled()
    window.page.keyboard.press("Escape")
    undo.click()
    expect(window.lanes.locator(".lane").first).to_contain_text("700 tokens")
    expect(undo).to_be_disabled()
    expect(redo).to_be_enabled()


@pytest.mark.nightly
def test_what_was_chosen_in_a_list_is_taken_back_by_keys(window: Window) -> None:
    """The list keeps the focus, and what was chosen stands in it as if it had been typed."""
    window.tune()
    before = window.blocks()
    window.choose("Strategy", "sentence")
    expect(window.slider("Max tokens")).not_to_have_value("700")
    window.page.keyboard.press("Control+z")
    expect(window.slider("Max tokens")).to_have_value("700")
    assert window.blocks() == before
    # While the list is open the keys are its own.
    window.page.get_by_test_id("stSelectbox").filter(has_text="Strategy").locator("input").click()
    keys = window.page.get_by_role("dialog", name="What the keys do")
    window.page.keyboard.press("?")
    expect(keys).to_be_hidden()

"""Marks made one after the other, by keys and by the marker's own buttons, in a real Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser import Window

pytestmark = [pytest.mark.browser, pytest.mark.model]

MARKED = """count => {
  const { chunking, unanswered } = window.__chunkscope.groups.tune;
  return chunking.marks?.required.length === count && !unanswered?.length;
}"""


def open_with_gaps(window: Window) -> None:
    window.tune("paragraph.max_tokens=700")
    # Once the model has read the text, the page is drawn again.
    window.curve_says("Similarity across", MODEL_PATIENCE)
    window.page.wait_for_function("() => Object.keys(window.__chunkscope.gaps).length")


def test_marks_made_faster_than_they_are_answered_are_all_kept(window: Window) -> None:
    open_with_gaps(window)
    window.text.locator(".pane").evaluate(
        """pane => {
             for (const key of ['m', 'Enter', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter'])
               pane.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
           }"""
    )
    window.page.wait_for_function(MARKED, arg=3)
    # A mark of a text that nobody has opened, and one that was taken in before, change nothing.
    window.page.evaluate(
        """() => {
             const { tune } = window.__chunkscope.groups, now = Date.now() + 1000;
             tune.tell('marked', [[1, tune.chunking.document, 30, 'required'],
               [now, 'f'.repeat(64), 40, 'required'],
               [now + 1, tune.chunking.document, 50, 'forbidden']]);
           }"""
    )
    window.page.wait_for_function(
        "() => window.__chunkscope.groups.tune.chunking.marks.forbidden.length === 1"
    )
    window.page.wait_for_function(MARKED, arg=3)


def test_the_buttons_of_the_marker_work_by_mouse_and_by_keys(window: Window) -> None:
    open_with_gaps(window)
    window.text.get_by_role("button", name="Mark boundaries by hand (m)").click()
    window.text.get_by_role("button", name="Cut here", exact=True).click()
    window.page.wait_for_function(MARKED, arg=1)
    pane = window.text.locator(".pane")
    expect(pane).to_be_focused()
    marker = window.text.locator(".marker .does")
    expect(marker).to_be_visible()

    window.page.keyboard.press("ArrowRight")
    window.page.keyboard.press("Tab")
    expect(window.text.get_by_role("button", name="Cut here", exact=True)).to_be_focused()
    window.page.keyboard.press("Enter")
    window.page.wait_for_function(MARKED, arg=2)
    expect(pane).to_be_focused()
    window.page.keyboard.press("Tab")
    window.page.keyboard.press("Escape")
    expect(marker).to_be_hidden()
    expect(pane).to_be_focused()

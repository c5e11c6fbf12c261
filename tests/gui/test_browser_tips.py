"""The tip on a boundary in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser import Window

pytestmark = pytest.mark.browser

# Move over a boundary and off again, then onto it to stay, and note when the tip was there.
OVER = """([cut, words]) => new Promise(resolve => {
  const tip = cut.getRootNode().querySelector('.text > .tip, .tip');
  const move = (element) => element.dispatchEvent(
    new PointerEvent('pointermove', { bubbles: true, composed: true, clientX: 500, clientY: 500 }));
  move(cut);
  const atOnce = !tip.hidden;
  move(words);
  setTimeout(() => {
    const passed = !tip.hidden;
    move(cut);
    const look = () => {
      if (tip.hidden) setTimeout(look, 10); else resolve([atOnce, passed, tip.textContent]);
    };
    look();
  }, 400);
})"""


def test_who_passes_over_a_boundary_sees_no_tip_and_who_rests_on_it_does(window: Window) -> None:
    window.tune("strategy=paragraph&paragraph.max_tokens=300")
    chunk = window.text.locator(".chunk").first
    expect(chunk.locator(".cut")).to_be_visible()
    parts = [chunk.locator(f".{name}").element_handle() for name in ("cut", "words")]
    at_once, passed, said = window.page.evaluate(OVER, parts)
    assert not at_once
    assert not passed
    assert "chunk 2 starts here" in said

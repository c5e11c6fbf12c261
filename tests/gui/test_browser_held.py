"""A value that is held in a view until its cuts are drawn, in a real Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE
from harbour import alexandria
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser import Window

pytestmark = [pytest.mark.browser, pytest.mark.model]

NOTHING_HELD = """() => [...document.querySelectorAll('*')]
  .map(host => host.shadowRoot?.querySelector('.chunkscope.curve')?.__view).filter(Boolean)
  .every(({ line }) => line.held.asked === undefined)"""


def pull(window: Window, by: float) -> None:
    """Pull the line on the curve, and hold it until its cuts are drawn."""
    box = window.curve.bounding_box()
    assert box is not None
    at, to = window.curve.evaluate(
        """(canvas, by) => {
             const { plot } = canvas.getRootNode().querySelector('.chunkscope.curve').__view;
             return [plot.y(plot.scene.threshold), plot.y(plot.scene.threshold + by)];
           }""",
        by,
    )
    mouse = window.page.mouse
    mouse.move(box["x"] + 300, box["y"] + at)
    mouse.down()
    for part in range(1, 6):
        mouse.move(box["x"] + 300, box["y"] + at + (to - at) * part / 5)


@pytest.mark.nightly
def test_a_line_that_was_held_still_leaves_the_threshold_to_the_slider(window: Window) -> None:
    alexandria(window, min_tokens=0)
    pull(window, -0.1)
    window.curve_says("Threshold 0.45")
    window.page.wait_for_function(NOTHING_HELD)
    window.page.mouse.up()
    for value in ("0.44", "0.43"):
        window.press("Threshold", "ArrowLeft")
        window.curve_says(f"Threshold {value}")
    expect(window.slider("Threshold")).to_have_value("0.43")

    # Another strategy has other settings: what was pulled is none of them.
    window.choose("Strategy", "paragraph")
    no_line = '.chunkscope.curve canvas:not([aria-label*="Threshold"])'
    expect(window.page.locator(no_line)).to_have_count(1)
    # While the page is drawn anew, the slider of the strategy from before stands there as well.
    tokens = window.page.get_by_test_id("stSlider").filter(has_text="Max tokens").first
    expect(tokens).to_contain_text("700")
    tell = "said => window.__chunkscope.groups.tune.tell('setting', said)"
    window.page.evaluate(tell, ["semantic.max_tokens", 900, 1])
    window.page.evaluate(tell, ["paragraph.max_tokens", 600, 2])
    expect(tokens).to_contain_text("600")


@pytest.mark.nightly
def test_a_question_that_is_lost_is_asked_again(window: Window) -> None:
    alexandria(window, min_tokens=0)
    window.page.evaluate(
        """() => {
             const { tune } = window.__chunkscope.groups, { tell } = tune;
             tune.tell = () => { tune.tell = tell; };
           }"""
    )
    window.curve.press("ArrowUp")
    expect(window.slider("Threshold")).to_have_value("0.56")
    window.curve_says("Threshold 0.56")


@pytest.mark.nightly
def test_five_quick_keys_move_the_outcome_by_five_values(window: Window) -> None:
    window.open("/?strategy=semantic&semantic.threshold=0.3&semantic.min_tokens=100&show=Outcome")
    canvas = window.page.locator(".chunkscope.outcome canvas")
    expect(canvas).to_have_class("", timeout=MODEL_PATIENCE)
    canvas.evaluate(
        """canvas => {
             for (let i = 0; i < 5; i++)
               canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
           }"""
    )
    expect(window.slider("Threshold")).to_have_value("0.35")
    expect(window.page.locator(".chunkscope.outcome .said")).to_contain_text("Threshold 0.35")

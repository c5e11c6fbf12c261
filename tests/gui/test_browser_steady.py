"""Nothing jumps: what stands on a page stays where it is while something is updated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from browser import MODEL_PATIENCE
from harbour import long_text
from playwright.sync_api import expect

from chunking import get

if TYPE_CHECKING:
    from browser import Window

pytestmark = pytest.mark.browser

# What the browser itself reports as moved on the page, the text that is scrolled left out: what it
# is, and how far down it went, in pixels.
OBSERVED = """
window.__moved = [];
const named = (node) => {
  const element = node?.nodeType === 1 ? node : node?.parentElement;
  const place = element?.closest('[class*="st-key-"], [data-testid]') ?? element;
  return `${place?.className} ${place?.textContent.slice(0, 40)}`;
};
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries()) {
    for (const { node, previousRect: before, currentRect: after } of sources) {
      const there = before.height && after.height && node && document.contains(node);
      const element = node?.nodeType === 1 ? node : node?.parentElement;
      if (!there || !element?.closest('[data-testid="stMain"]')) continue;
      const by = Math.round(after.y - before.y);
      if (Math.abs(by) > 1) window.__moved.push([named(node), by]);
    }
  }
}).observe({ type: 'layout-shift', buffered: true });
"""


def moved(window: Window) -> list[list[Any]]:
    """What has moved since this was asked last, once what is drawn has been reported."""
    window.page.wait_for_timeout(700)
    found: list[list[Any]] = window.page.evaluate("window.__moved.splice(0)")
    return found


@pytest.mark.nightly
@pytest.mark.model
def test_nothing_moves_while_a_model_reads_and_settings_change_and_in_a_sweep(
    window: Window,
) -> None:
    page = window.page
    page.add_init_script(OBSERVED)
    window.tune()
    window.curve_says("Similarity across", MODEL_PATIENCE)
    page.get_by_role("button", name="as recommended").wait_for()
    moved(window)
    window.upload("long.txt", long_text(1500).encode())
    page.get_by_test_id("stProgress").wait_for()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_in_viewport(ratio=1)
    window.curve_says("Similarity across 1,499 gaps", MODEL_PATIENCE)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
    page.get_by_role("button", name="as recommended").wait_for(timeout=MODEL_PATIENCE)
    assert moved(window) == []
    for strategy in ("semantic", "sentence", "recursive", "optimal", "semantic"):
        window.choose("Strategy", strategy)
        expect(window.sidebar).to_contain_text(get(strategy).summary)
        assert moved(window) == [], strategy
    window.press("Threshold", "ArrowRight", 4)
    window.press("Min tokens", "ArrowLeft", 4)
    window.look_at(2)
    assert moved(window) == []
    page.get_by_role("button", name="as recommended").click()
    expect(page.locator(".chunkscope.readout .note")).to_contain_text("Recommended settings in use")
    assert moved(window) == []

    page.get_by_role("link", name="Sweep").click()
    window.choose("Strategy", "semantic")
    canvas = page.locator(".chunkscope.sweep canvas")
    page.get_by_test_id("stProgress").wait_for()
    canvas.wait_for()
    moved(window)
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=MODEL_PATIENCE)
    window.choose("Coloured by", "Chunks")
    assert moved(window) == []

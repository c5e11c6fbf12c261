"""Signals over the curve and the heat map, in a real Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from running import Server

pytestmark = pytest.mark.browser

OPENED = "sample=essay.md&strategy=semantic&semantic.threshold=0.3&semantic.min_tokens=60"


@pytest.fixture
def window(browser: Browser, server: Server) -> Iterator[Window]:
    with visiting(browser, server) as opened:
        opened.tune(OPENED)
        opened.curve_says("gaps. Threshold", MODEL_PATIENCE)
        yield opened


def test_signals_are_drawn_over_the_curve_and_go_again(window: Window) -> None:
    page = window.page
    entries = page.locator(".chunkscope.curve .legend .overlay")
    page.get_by_role("button", name="Signals").click()
    for count, name in enumerate(("windowed", "depth", "buffered"), 1):
        page.get_by_role("button", name=f"{name}:").click()
        expect(entries).to_have_count(count, timeout=MODEL_PATIENCE)
    assert [each.strip() for each in entries.all_text_contents()] == [
        "buffered",
        "windowed",
        "depth",
    ]
    drawn = "root => root.__view.plot.scene.overlays.map(each => each.signal.scores.length)"
    assert page.locator(".chunkscope.curve").evaluate(drawn) == [88, 88, 88]
    for count, name in ((2, "windowed"), (1, "depth"), (0, "buffered")):
        page.get_by_role("button", name=f"{name}:").click()
        expect(entries).to_have_count(count)


# Cuts the drawing into so many chunks, and gives which share of the pixels within four of the
# diagonal is neither black nor white: what the map says there.
SEEN = """(root, count) => {
  const view = root.__view, { length } = view.drawn;
  const edges = Int32Array.from({ length: count + 1 }, (_, i) => Math.round(i * length / count));
  view.drawn = { ...view.drawn, count, starts: edges.slice(0, -1), ends: edges.slice(1) };
  view.redraw();
  const { canvas } = view, scale = canvas.width / canvas.clientWidth;
  const side = Math.floor(view.side * scale);
  const { data } = canvas.getContext('2d').getImageData(0, 0, side, side);
  let seen = 0, all = 0;
  for (let y = 4; y < side - 4; y++) for (let x = y - 4; x <= y + 4; x++) {
    const at = 4 * (y * side + x), channels = data.slice(at, at + 3);
    all += 1;
    seen += Math.max(...channels) - Math.min(...channels) > 25;
  }
  return seen / all;
}"""
WRITTEN = """root => {
  const written = [], brush = new Proxy({ fillText: text => written.push(text) }, {
    get: (own, name) => own[name] ?? (() => {}),
  });
  root.__view.paint(brush);
  return written;
}"""


@pytest.mark.nightly
def test_the_chunks_of_a_long_text_do_not_hide_the_map_which_says_where_in_it_it_is(
    window: Window,
) -> None:
    window.page.get_by_text("Heat map", exact=True).click()
    heat = window.page.locator(".chunkscope.heat")
    expect(heat.locator(".scale")).to_be_visible()
    assert heat.evaluate(WRITTEN)[:2] == ["0", "0"]
    assert heat.evaluate(WRITTEN)[-1] == "chars"
    assert heat.evaluate(SEEN, 300) > 0.7
    assert heat.evaluate(SEEN, 6) > 0.5


def test_the_heat_map_follows_the_threshold_and_chooses_a_chunk(window: Window) -> None:
    page = window.page
    page.get_by_text("Heat map", exact=True).click()
    canvas = page.locator(".chunkscope.heat canvas")
    says = page.locator(".chunkscope.heat .says")
    expect(page.locator(".chunkscope.heat .scale")).to_be_visible()
    assert "25 chunks on its diagonal" in (canvas.get_attribute("aria-label") or "")
    window.press("Threshold", "ArrowLeft", times=10)
    window.curve_says("Threshold 0.20")
    expect(page.locator('.chunkscope.heat canvas[aria-label*=" 25 chunks"]')).to_have_count(0)
    canvas.hover(position={"x": 3, "y": 3})
    expect(says).to_contain_text("similarity")
    expect(says).to_contain_text("1 · # What Waiting Built")
    canvas.click(position={"x": 3, "y": 3})
    window.page.locator("[data-test-script-state=notRunning]").wait_for()
    looked = "root => root.__view.looked()"
    assert page.locator(".chunkscope.heat").evaluate(looked) == 0
    canvas.press("ArrowRight")
    window.page.locator("[data-test-script-state=notRunning]").wait_for()
    assert page.locator(".chunkscope.heat").evaluate(looked) == 1

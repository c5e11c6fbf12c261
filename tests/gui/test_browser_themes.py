"""Light and dark: everything written can be read, and figures follow the theme."""

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

# The lowest contrast of each kind of text with its background.
CONTRASTS = """root => {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = (color, below = [0, 0, 0]) => {
    brush.fillStyle = `rgb(${below})`;
    brush.clearRect(0, 0, 1, 1);
    brush.fillRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const clear = color => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    return brush.getImageData(0, 0, 1, 1).data[3] < 255;
  };
  const ground = element => {
    const color = getComputedStyle(element).backgroundColor;
    return clear(color) ? rgba(color, ground(element.parentElement)) : rgba(color);
  };
  const light = color => color.map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const found = {};
  for (const element of root.querySelectorAll('*')) {
    const own = [...element.childNodes].some(each => each.nodeType === 3 && each.data.trim());
    if (!own || element.closest(':disabled, .signs') || !element.checkVisibility()) continue;
    if (element.tagName === 'OPTION' || element.closest('.aside')) continue;
    const back = ground(element);
    const pair = [light(rgba(getComputedStyle(element).color, back)), light(back)];
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    const view = element.closest('.view')?.classList[1];
    const kind = `${view} ${element.tagName} ${element.className}`;
    found[kind] = Math.min(found[kind] ?? 99, ratio);
  }
  return found;
}"""

# The color of most of what a canvas shows.
DRAWN = """canvas => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] < 255) continue;
    const color = data.slice(at, at + 3).join();
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}"""


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.nightly), "dark"])
def test_everything_that_is_written_can_be_read(
    browser: Browser, server: Server, scheme: str
) -> None:
    with visiting(browser, server, color_scheme=scheme) as window:
        window.tune("sample=essay.md&threshold=0.3&min_tokens=200&overlap_tokens=40")
        root = window.page.locator(".chunkscope")
        expect(root).to_have_attribute("data-dark", {"light": "no", "dark": "yes"}[scheme])
        window.select_chunk(3)
        window.inspector.locator(".part").filter(has_text="Suppressed").wait_for()
        ratios: dict[str, float] = root.evaluate(CONTRASTS)
        kinds = " ".join(ratios).split()
        assert {"core", "overlap", "number", "tokens", "label", "entry", "verdict"} <= {*kinds}
        # 4.5 for text and 3 for a sign (WCAG 2.2, AA).
        poor = {kind: r for kind, r in ratios.items() if r < (3 if "glyph" in kind else 4.5)}
        assert poor == {}


@pytest.mark.nightly
def test_figures_follow_the_theme(window: Window) -> None:
    window.page.emulate_media(color_scheme="light")
    window.tune(LINK)
    window.curve_says("threshold 0.30")
    light = window.curve.evaluate(DRAWN)
    window.page.emulate_media(color_scheme="dark")
    expect(window.page.locator(".chunkscope")).to_have_attribute("data-dark", "yes")
    window.page.wait_for_function(
        f"([canvas, light]) => ({DRAWN})(canvas) !== light",
        arg=[window.curve.element_handle(), light],
    )


@pytest.mark.nightly
@pytest.mark.parametrize("title", ["Text", "Outcome", "Heat map"])
def test_canvases_are_sharp_on_a_screen_of_another_density(window: Window, title: str) -> None:
    window.tune(LINK)
    view = window.view(title)
    canvas = window.curve if title == "Text" else view.locator("canvas")
    tools = window.page.context.new_cdp_session(window.page)
    for density in (2, 1):
        # Chromium tells a page of another density only with another size.
        size = {"width": 1280, "height": 800 + density, "mobile": False}
        tools.send("Emulation.setDeviceMetricsOverride", {**size, "deviceScaleFactor": density})
        window.page.wait_for_function(
            "([canvas, density]) => Math.abs(canvas.width / canvas.clientWidth - density) < 0.02",
            arg=[canvas.element_handle(), density],
        )

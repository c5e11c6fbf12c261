"""The look of the window in a real Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import visiting
from harbour import alexandria
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from running import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


CONTRASTS = """root => {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = colour => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = element => {
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = {};
  const written = '.core, .why, .number, .tokens, .note, .repeated, .wanted, .cut .glyph';
  for (const element of root.querySelectorAll(written)) {
    if (!element.textContent.trim()) continue;
    const pair = [light(rgba(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    const kind = element.className;
    found[kind] = Math.min(found[kind] ?? 99, ratio);
  }
  return found;
}"""


@pytest.mark.model
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_that_is_written_on_the_tints_can_be_read(
    browser: Browser, server: Server, scheme: str
) -> None:
    with visiting(browser, server, color_scheme=scheme) as window:
        alexandria(window, overlap_tokens=40, min_tokens=100)
        window.look_at(1)
        window.text.locator(".wanted").first.wait_for()
        expect(window.text).to_have_attribute("data-dark", {"light": "no", "dark": "yes"}[scheme])
        ratios: dict[str, float] = window.text.evaluate(CONTRASTS)
        assert set(ratios) >= {"core", "why", "number", "tokens", "note", "repeated", "wanted"}
        # 4.5 for text and 3 for a sign (WCAG 2.2, AA).
        poor = {kind: r for kind, r in ratios.items() if r < (3 if kind == "glyph" else 4.5)}
        assert not poor

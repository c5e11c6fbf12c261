"""The look of the window in a real Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, visiting
from harbour import alexandria, show
from playwright.sync_api import expect

from chunking import available, get

if TYPE_CHECKING:
    from browser import Window
    from playwright.sync_api import Browser
    from running import Server

pytestmark = pytest.mark.browser


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
@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.nightly), "dark"])
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


# Where a view ends, once that is near the end of the window, or after ten seconds.
END = """view => new Promise(resolve => {
  const look = (left) => {
    const { bottom } = view.getBoundingClientRect(), away = innerHeight - bottom;
    if (left && (away < 0 || away > 60)) setTimeout(look, 50, left - 1); else resolve(bottom);
  };
  look(200);
})"""


def test_the_views_fill_a_large_window_and_the_outcome_fits_a_small_one(
    browser: Browser, server: Server
) -> None:
    with visiting(browser, server, viewport={"width": 2560, "height": 1440}) as window:
        window.tune()
        curve = window.page.locator(".chunkscope.curve").bounding_box()
        assert curve is not None
        assert curve["height"] > 300
        views = {"Text": window.text, "Chunks": window.page.get_by_test_id("stDataFrame")}
        for name, view in views.items():
            show(window, name)
            assert 1380 < view.evaluate(END) <= 1440, name
    with visiting(browser, server) as window:
        window.open("/?show=Outcome")
        view = window.page.locator(".chunkscope.outcome canvas:not(.away)")
        expect(view).to_be_visible()
        box = view.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800


@pytest.mark.parametrize(
    "path",
    [
        "/",
        pytest.param("/library", marks=pytest.mark.nightly),
        pytest.param("/sweep", marks=pytest.mark.nightly),
    ],
)
def test_what_each_strategy_does_can_be_read_whole_before_one_is_chosen(
    window: Window, path: str
) -> None:
    box = window.open(path).page.get_by_test_id("stSelectbox").filter(has_text="Strategy")
    box.get_by_test_id("stTooltipIcon").hover()
    said = window.page.get_by_test_id("stTooltipContent")
    expect(said.get_by_role("listitem")).to_have_text(
        [f"{name}: {get(name).summary}" for name in available()]
    )
    for each in said.get_by_role("listitem").all():
        expect(each).to_be_in_viewport(ratio=1)
    assert said.evaluate("said => said.scrollHeight <= said.clientHeight")


@pytest.mark.parametrize(
    "name",
    [
        "essay.md",
        pytest.param("contract.md", marks=pytest.mark.nightly),
        pytest.param("play.txt", marks=pytest.mark.nightly),
        pytest.param("inventory.py", marks=pytest.mark.nightly),
    ],
)
def test_nothing_below_the_readout_moves_when_what_it_says_changes(
    window: Window, name: str
) -> None:
    window.open(f"/?sample={name}")
    hint = window.page.locator(".chunkscope.readout .note")
    expect(hint).to_contain_text("Recommended: ", timeout=MODEL_PATIENCE)
    window.curve_says("Similarity across", MODEL_PATIENCE)
    expect(window.page.get_by_test_id("stProgress")).to_have_count(0)
    before = window.curve.bounding_box()
    window.choose("Strategy", "sentence")
    expect(window.page.locator(".chunkscope.readout .said")).not_to_be_empty()
    assert window.curve.bounding_box() == before
    about = window.named.bounding_box()
    assert about is not None
    assert about["height"] < 30
    expect(window.named).to_have_attribute("title", window.named.inner_text())

"""What a view goes on with: after it was made anew, and on a screen of another density."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE
from harbour import alexandria, show
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser import Window
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser

# How many pixels of the screen its canvas has for one of the page, and where it has drawn: as
# shares of its width and its height.
DRAWN = """canvas => {
  const { width, height, clientWidth } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  let right = 0, bottom = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[4 * (y * width + x) + 3]) [right, bottom] = [Math.max(right, x), y];
  return [width / clientWidth, right / width, bottom / height];
}"""


@pytest.mark.nightly
def test_a_search_goes_on_where_it_was_when_the_text_is_shown_again(window: Window) -> None:
    window.tune("paragraph.max_tokens=300")
    find, count = window.text.get_by_label("Find in the text"), window.text.locator(".find .count")
    find.fill("harbour")
    expect(count).to_have_text(re.compile(r"^1 of \d+$"))
    find.press("Enter")
    find.press("Enter")
    third = re.compile(r"^3 of \d+$")
    expect(count).to_have_text(third)

    window.choose("Strategy", "sentence")
    expect(window.text.locator(".why").first).to_contain_text("Max tokens 512")
    expect(count).to_have_text(third)
    show(window, "Chunks")
    expect(window.text).to_have_count(0)
    show(window, "Text")
    expect(find).to_have_value("harbour")
    expect(count).to_have_text(third)
    window.page.get_by_role("link", name="Library").click()
    expect(window.text).to_have_count(0)
    window.page.get_by_role("link", name="Tune").click()
    expect(find).to_have_value("harbour")
    expect(count).to_have_text(third)

    # What was cleared stays away.
    find.press("Escape")
    show(window, "Chunks")
    expect(window.text).to_have_count(0)
    show(window, "Text")
    window.text.locator(".chunk").first.wait_for()
    expect(find).to_have_value("")


@pytest.mark.nightly
@pytest.mark.model
def test_marking_by_keys_goes_on_at_the_gap_that_was_left(window: Window) -> None:
    window.tune("paragraph.max_tokens=700")
    # Once the model has read the text, the page is drawn again.
    window.curve_says("Similarity across", MODEL_PATIENCE)
    window.page.wait_for_function("() => Object.keys(window.__chunkscope.gaps).length")
    marker = window.text.locator(".marker")
    offered, said = marker.locator(".does"), marker.locator("[role=status]")
    pane = window.text.locator(".pane")
    pane.focus()
    pane.press("m")
    for _ in range(5):
        pane.press("ArrowRight")
    before = said.inner_text()
    assert before.startswith("Before")

    # A run of the whole page takes nothing away.
    pane.press("Enter")
    expect(said).to_contain_text("marked as a cut")
    expect(window.page.locator(".chunkscope.curve .legend")).to_contain_text("manual 1")
    pane.press("Control+z")
    expect(said).to_have_text(before)
    expect(offered).to_be_visible()

    show(window, "Chunks")
    expect(window.text).to_have_count(0)
    show(window, "Text")
    window.text.locator(".chunk").first.wait_for()
    expect(offered).to_be_hidden()
    pane.press("m")
    expect(said).to_have_text(before)

    # Ended, it begins at the chunk that is looked at; so it does where another one is by now.
    pane.press("Escape")
    expect(offered).to_be_hidden()
    pane.press("m")
    expect(said).not_to_have_text(before)


@pytest.mark.nightly
@pytest.mark.model
def test_canvases_are_drawn_anew_on_a_screen_of_another_density(window: Window) -> None:
    alexandria(window)
    tools = window.page.context.new_cdp_session(window.page)

    def density(number: int) -> None:
        # Chromium tells a page of the other density once it is of another height, too.
        measures = {"width": 1280, "height": 800 + number, "mobile": False}
        tools.send("Emulation.setDeviceMetricsOverride", {**measures, "deviceScaleFactor": number})

    for name, view in (("Outcome", "outcome"), ("Heat map", "heat"), ("Text", "curve")):
        density(1)
        show(window, name)
        canvas = window.page.locator(f".chunkscope.{view} canvas").first
        before = drawn(window, canvas, 1)
        density(2)
        # The same drawing, of twice the pixels.
        assert drawn(window, canvas, 2) == pytest.approx(before, abs=0.02), view


LEGEND = """chart => {
  const legend = chart.querySelector('.legend').getBoundingClientRect();
  const plot = chart.querySelector('.nsewdrag').getBoundingClientRect();
  return [legend.top - chart.getBoundingClientRect().top, plot.top - legend.bottom];
}"""


@pytest.mark.nightly
def test_the_legend_stays_above_its_plot_while_the_window_changes(window: Window) -> None:
    window.open("/compare")
    chart = window.page.locator(".st-key-compare-curves .js-plotly-plot")
    chart.locator(".legend").wait_for()
    # In a narrow window it takes two lines, and gives them back in a wide one.
    for width in (1280, 800, 1280, 1600):
        window.page.set_viewport_size({"width": width, "height": 800})
        window.page.wait_for_timeout(1_000)  # what is drawn at once may move a moment later
        for _ in range(40):
            above, below = chart.evaluate(LEGEND)
            if above >= 0 and below >= 0:
                break
            window.page.wait_for_timeout(250)
        assert above >= 0, width
        assert below >= 0, width


def drawn(window: Window, canvas: Locator, density: float) -> tuple[float, float]:
    """How far to the right and down a canvas is drawn, once it has that density."""
    for _ in range(40):
        dense, right, bottom = canvas.evaluate(DRAWN)
        if dense == pytest.approx(density, abs=0.01) and bottom > 0:
            return (right, bottom)
        window.page.wait_for_timeout(250)
    raise AssertionError(f"the canvas has {dense} pixels for one, not {density}")

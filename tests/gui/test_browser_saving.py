"""Figures saved as files, in a real Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from defusedxml import ElementTree
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator
    from running import Server

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def window(browser: Browser, server: Server) -> Iterator[Window]:
    with visiting(browser, server) as opened:
        opened.tune("sample=essay.md&strategy=semantic&semantic.threshold=0.3")
        opened.curve_says("gaps. Threshold", MODEL_PATIENCE)
        yield opened


def saved(window: Window, view: str, kind: str) -> tuple[str, bytes]:
    """The name and the content of a view that is saved as a file."""
    return saved_from(window, window.page.locator(f".chunkscope.{view} .save"), kind)


def saved_from(window: Window, menu: Locator, kind: str) -> tuple[str, bytes]:
    """The same, from its menu."""
    menu.locator("summary").click()
    with window.page.expect_download() as waiting:
        menu.get_by_role("button", name=f"as {kind}").click()
    expect(menu.locator(".formats")).to_be_hidden()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def test_the_curve_is_saved_as_svg_that_holds_no_script_and_as_png(window: Window) -> None:
    name, content = saved(window, "curve", "SVG")
    assert name == "chunkscope-curve.svg"
    root = ElementTree.fromstring(content)
    tags = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert root.tag == f"{SVG}svg"
    assert tags == {"svg", "path", "text", "clipPath", "g"}
    assert not [key for each in root.iter() for key in each.attrib if key.startswith("on")]
    assert "0.30" in [each.text for each in root.iter(f"{SVG}text")]
    size = int(root.attrib["width"]), int(root.attrib["height"])
    name, content = saved(window, "curve", "PNG")
    assert name == "chunkscope-curve.png"
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (2 * size[0], 2 * size[1])


@pytest.mark.nightly
def test_the_heat_map_is_saved_as_svg_with_its_picture_inside(window: Window) -> None:
    window.page.get_by_text("Heat map", exact=True).click()
    expect(window.page.locator(".chunkscope.heat .scale")).to_be_visible()
    _, content = saved(window, "heat", "SVG")
    root = ElementTree.fromstring(content)
    (picture,) = root.iter(f"{SVG}image")
    assert picture.attrib["href"].startswith("data:image/png;base64,")
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {"svg", "path", "image", "text"}


@pytest.mark.nightly
def test_the_outcome_is_saved_as_svg_with_its_three_rows(window: Window) -> None:
    window.page.get_by_text("Outcome", exact=True).click()
    expect(window.page.get_by_label("About how many chunks")).to_be_enabled()
    name, content = saved(window, "outcome", "SVG")
    assert name == "chunkscope-outcome.svg"
    texts = [each.text or "" for each in ElementTree.fromstring(content).iter(f"{SVG}text")]
    assert {"Threshold", "0.30"} <= set(texts)
    rows = [each.partition(": ")[0] for each in texts]
    assert {"chunks", "tokens, median", "tokens, largest"} <= set(rows)


def test_a_plotly_chart_is_saved_as_svg_and_as_png(window: Window) -> None:
    window.page.get_by_text("Sizes", exact=True).click()
    chart = window.page.locator(".st-key-tune-sizes .main-svg").first
    chart.wait_for()
    menu = window.page.locator(".st-key-figure-tune-sizes .save")
    name, content = saved_from(window, menu, "SVG")
    assert name == "chunkscope-tune-sizes.svg"
    root = ElementTree.fromstring(content)
    assert root.tag == f"{SVG}svg"
    size = int(root.attrib["width"]), int(root.attrib["height"])
    box = chart.bounding_box()
    assert box is not None
    assert size == (round(box["width"]), round(box["height"]))
    drawn = {str(each) for each in chart.locator("xpath=..").locator("text").all_text_contents()}
    shown = {"".join(each.itertext()) for each in root.iter(f"{SVG}text")}
    assert shown
    assert shown <= drawn
    tags = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert not tags & {"script", "foreignObject", "a"}
    name, content = saved_from(window, menu, "PNG")
    assert name == "chunkscope-tune-sizes.png"
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (2 * size[0], 2 * size[1])

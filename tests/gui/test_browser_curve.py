"""The curve of Tune: boundaries, zoom, tips, further signals, the baseline, and saving it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import CURVE_MARGINS, Window
from defusedxml import ElementTree
from harbour import ESSAY, LINK, essay
from playwright.sync_api import expect

from chunking import get
from chunking.engine import prepare

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = [pytest.mark.browser, pytest.mark.model]

SVG = "{http://www.w3.org/2000/svg}"
CHOSEN = ".chunk.chosen .number"


@pytest.mark.nightly
def test_arrow_keys_walk_from_boundary_to_boundary_from_the_selected_one(window: Window) -> None:
    window.tune(LINK)
    number = window.text.locator(CHOSEN)
    tip = window.page.locator(".view.curve .tip")
    window.curve.press("ArrowRight")
    expect(number).to_have_text("2")
    window.select_chunk(5)
    window.curve.focus()
    window.curve.press("ArrowRight")
    window.curve.press("ArrowRight")
    expect(number).to_have_text("7")
    expect(tip).to_contain_text(f"chunk 7: {essay()[6].tokens} tokens")
    window.curve.press("ArrowLeft")
    expect(number).to_have_text("6")
    expect(window.text.locator(".chunk.chosen")).to_be_in_viewport()


@pytest.mark.nightly
def test_plus_zooms_around_the_selected_boundary_and_escape_shows_all(window: Window) -> None:
    window.tune(LINK)
    chunks = essay()
    boundary = chunks[9].start
    x, _ = window.on_curve(boundary)
    left, right, top, _ = CURVE_MARGINS
    whole = window.page.locator(".view.curve").get_by_role("button", name="Whole document")
    window.select_chunk(10)
    expect(whole).to_be_hidden()
    window.page.keyboard.press("Escape")
    window.curve.focus()
    window.page.keyboard.press("+")
    window.page.keyboard.press("+")
    expect(whole).to_be_visible()
    # The boundary stays in its place; at the left end is another part of the text.
    box = window.curve.bounding_box()
    assert box is not None
    share = (x - left) / (box["width"] - left - right)
    first = boundary - share * 0.36 * len(ESSAY.text)
    row = next(i for i, each in enumerate(chunks.chunks) if each.end > first + 20)
    assert row > 0
    for place, number in ((left + 2, row + 1), (x + 4, 10), (x - 4, 9)):
        window.curve.click(position={"x": place, "y": top + 2})
        expect(window.text.locator(CHOSEN)).to_have_text(str(number))
    window.curve.press("Escape")
    expect(whole).to_be_hidden()


@pytest.mark.nightly
def test_dragging_over_a_part_zooms_into_it_and_selects_nothing(window: Window) -> None:
    window.tune(LINK)
    box = window.curve.bounding_box()
    assert box is not None
    places = [window.on_curve(offset)[0] + box["x"] for offset in (2000, 4000)]
    window.page.mouse.move(places[0], box["y"] + 30)
    window.page.mouse.down()
    window.page.mouse.move(places[1], box["y"] + 40, steps=5)
    window.page.mouse.up()
    whole = window.page.locator(".view.curve").get_by_role("button", name="Whole document")
    expect(whole).to_be_visible()
    expect(window.text.locator(CHOSEN)).to_have_count(0)
    row = next(i for i, each in enumerate(essay().chunks) if each.end > 2040)
    window.curve.click(position={"x": CURVE_MARGINS[0] + 15, "y": 26})
    expect(window.text.locator(CHOSEN)).to_have_text(str(row + 1))


def test_marks_and_gaps_explain_themselves(window: Window) -> None:
    window.tune("sample=essay.md&threshold=0.3&min_tokens=200")
    chunks = essay(min_tokens=200)
    signal = prepare(ESSAY, get("semantic")().material).signal
    assert signal is not None
    scores = dict(zip(signal.gaps.tolist(), signal.scores.tolist(), strict=True))
    tip = window.page.locator(".view.curve .tip")
    boundary = chunks.boundaries.tolist()[2]
    x, y = window.on_curve(boundary, scores[boundary])
    window.curve.hover(position={"x": x, "y": y})
    # The mark is so near to the threshold line that the line could be gripped there.
    assert 0.27 < scores[boundary] < 0.29
    expect(tip).to_contain_text(f"similarity: {scores[boundary]:.2f} < 0.30")
    expect(tip).to_contain_text(f"chunk 4: {chunks[3].tokens} tokens")

    suppressed = window.store("[...store.tune.chunking.suppressed]")
    box = window.curve.bounding_box()
    assert box is not None
    x, _ = window.on_curve(suppressed[1])
    window.curve.hover(position={"x": x, "y": box["height"] - 20})
    expect(tip).to_contain_text("suppressed candidate")
    expect(tip).to_contain_text(
        f"similarity {scores[suppressed[1]]:.2f}, {0.3 - scores[suppressed[1]]:.2f} below"
    )
    expect(window.page.locator(".view.curve .legend")).to_contain_text(
        f"suppressed {len(suppressed)}"
    )


@pytest.mark.nightly
def test_further_signals_are_drawn_over_the_curve_and_go_again(window: Window) -> None:
    window.tune(LINK)
    sidebar = window.page.locator(".view.sidebar")
    sidebar.get_by_text("More curves").click()
    entries = window.page.locator(".view.curve .legend .entry:has(.dash)")
    sidebar.get_by_label("three on each side").check()
    expect(entries).to_have_text(["three on each side"])
    sidebar.get_by_label("depth (Hearst)").check()
    expect(entries).to_have_text(["three on each side", "depth (Hearst)"])
    assert window.store("store.details.overlays.length") == 2
    sidebar.get_by_label("three on each side").uncheck()
    expect(entries).to_have_text(["depth (Hearst)"])


@pytest.mark.nightly
def test_the_baseline_is_a_ghost_on_the_curve_with_counts_of_changes(window: Window) -> None:
    window.tune(LINK)
    sidebar = window.page.locator(".view.sidebar")
    sidebar.get_by_text("Pin baseline").click()
    change = window.page.get_by_test_id("baseline")
    before = essay()
    expect(change).to_have_text(f"{len(before) - 1} kept, 0 moved, 0 added, 0 removed")
    assert window.store("store.tune.chunking.baseline.offsets") == before.boundaries.tolist()
    expect(window.page.locator(".view.curve .legend")).to_contain_text("baseline")
    window.type_value("Threshold", "0.2")
    window.curve_says("threshold 0.20")
    after = essay(threshold=0.2)
    kept = len(set(before.boundaries.tolist()) & set(after.boundaries.tolist()))
    expect(change).to_contain_text(f"{kept} kept")
    counts = list(map(int, re.findall(r"\d+", change.inner_text())))
    assert counts[0] + counts[1] + counts[3] == len(before) - 1
    assert counts[0] + counts[1] + counts[2] == len(after) - 1
    assert re.match(r"Since .*Re-embed \d+ ", change.get_attribute("title") or "", re.DOTALL)
    sidebar.get_by_text("Unpin baseline").click()
    expect(change).to_be_empty()
    expect(window.page.locator(".view.curve .legend")).not_to_contain_text("baseline")


def test_table_and_heat_map_follow_the_threshold_and_select_chunks(window: Window) -> None:
    window.tune(LINK)
    table = window.view("Table")
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(len(essay()))
    rows.nth(3).click()
    expect(window.inspector).to_contain_text(f"Chunk 4 of {len(essay())}")
    table.get_by_role("button", name="Tokens").click()
    table.get_by_role("button", name="Tokens").click()
    largest = max(each.tokens for each in essay().chunks)
    expect(rows.first.locator(".tokens")).to_have_text(f"{largest:,}")
    cells = table.locator("td:visible")
    assert cells.evaluate_all(
        "all => all.every(each => getComputedStyle(each).display === 'table-cell')"
    )
    assert table.evaluate("view => view.scrollWidth === view.clientWidth")
    window.curve.press("ArrowDown")
    window.type_value("Threshold", "0.2")
    expect(rows).to_have_count(len(essay(threshold=0.2)))

    heat = window.view("Heat map")
    canvas = heat.locator("canvas")
    expect(canvas).to_have_attribute(
        "aria-label", re.compile(f" {len(essay(threshold=0.2))} chunks")
    )
    expect(heat.locator(".message")).to_be_empty()
    window.type_value("Threshold", "0.3")
    expect(canvas).to_have_attribute("aria-label", re.compile(f" {len(essay())} chunks"))
    canvas.click(position={"x": 3, "y": 3})
    expect(window.inspector).to_contain_text("Chunk 1 of")
    canvas.press("ArrowRight")
    expect(window.inspector).to_contain_text("Chunk 2 of")
    canvas.hover(position={"x": 3, "y": 3})
    expect(heat.locator(".aside-text")).to_contain_text("1 · # What Waiting Built")


def _saved(window: Window, view: Locator, kind: str) -> tuple[str, bytes]:
    """Save a figure, and return the name and the content of the file."""
    menu = view.locator(".save")
    menu.locator("summary").click()
    with window.page.expect_download() as waiting:
        menu.get_by_role("button", name=f"as {kind}").click()
    expect(menu.locator(".formats")).to_be_hidden()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


@pytest.mark.nightly
def test_the_curve_is_saved_as_svg_that_holds_no_script_and_as_png(window: Window) -> None:
    window.tune(LINK)
    curve = window.page.locator(".view.curve")
    name, content = _saved(window, curve, "SVG")
    assert name == "chunkscope-curve.svg"
    root = ElementTree.fromstring(content)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        "svg", "path", "text", "clipPath", "g",
    }  # fmt: skip
    assert not [key for each in root.iter() for key in each.attrib if key.startswith("on")]
    assert "0.30" in [each.text for each in root.iter(f"{SVG}text")]
    size = int(root.attrib["width"]), int(root.attrib["height"])
    name, content = _saved(window, curve, "PNG")
    assert name == "chunkscope-curve.png"
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (2 * size[0], 2 * size[1])


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("title", "written"), [("Outcome", {"Threshold", "0.30"}), ("Heat map", {"chars"})]
)
def test_other_figures_are_saved_as_svg(window: Window, title: str, written: set[str]) -> None:
    window.tune(LINK)
    view = window.view(title)
    expect(view.locator(".message")).to_be_empty()
    window.settle()
    _, content = _saved(window, view, "SVG")
    root = ElementTree.fromstring(content)
    assert written <= {each.text for each in root.iter(f"{SVG}text")}
    assert not {each.tag.removeprefix(SVG) for each in root.iter()} & {"script", "foreignObject"}


def test_what_boundaries_break_is_said_in_the_room_that_is_left(window: Window) -> None:
    window.page.set_viewport_size({"width": 1600, "height": 800})
    window.tune("sample=essay.md&strategy=fixed&max_tokens=100")
    broken = window.page.get_by_test_id("broken")
    expect(broken).to_contain_text("of boundaries are inside a sentence.")
    verdict, views = (
        window.verdict.bounding_box(),
        window.page.get_by_role("tablist").bounding_box(),
    )
    box = broken.bounding_box()
    assert verdict is not None
    assert box is not None
    assert views is not None
    assert verdict["x"] + verdict["width"] <= box["x"]
    assert box["x"] + box["width"] <= views["x"]
    assert box["width"] > 150
    expect(window.verdict).not_to_contain_text("Broken")

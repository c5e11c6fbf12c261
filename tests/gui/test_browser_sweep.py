"""Sweep in Chromium: the map, the cell under the pointer, and what is applied."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser import Window, visiting
from playwright.sync_api import expect
from running import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = [pytest.mark.browser, pytest.mark.model]


def swept(window: Window, query: str = "strategy=fixed") -> Window:
    """Open Sweep and wait until the map is complete."""
    window.open(f"/sweep?{query}")
    window.when("store.sweep?.map && !store.sweep.running && store.sweep_cell?.preview")
    return window


def canvas(window: Window) -> Locator:
    return window.page.locator(".sweepmap canvas")


def hover(window: Window, x: float, y: float) -> tuple[float, float]:
    """Point at a share of the width and of the height of the map, and return the place."""
    box = canvas(window).bounding_box()
    assert box is not None
    place = box["x"] + 64 + x * (box["width"] - 76), box["y"] + 8 + y * (box["height"] - 48)
    window.page.mouse.move(*place)
    return place


def settings(window: Window) -> Locator:
    return window.page.locator(".sweepcell .settings-of")


@pytest.mark.nightly
def test_pointing_at_a_cell_previews_its_chunks(window: Window) -> None:
    swept(window)
    hover(window, 0.02, 0.98)
    expect(settings(window)).to_have_text("Max tokens 50Overlap tokens 0")
    small = window.page.locator(".sweepcell .piece").count()
    hover(window, 0.02, 0.4)
    expect(settings(window)).not_to_contain_text("Max tokens 50Overlap")
    pieces = window.page.locator(".sweepcell .piece")
    expect(pieces).not_to_have_count(small)
    assert pieces.count() < small
    before = window.page.locator(".excerpt").evaluate("element => element.scrollTop")
    window.page.mouse.wheel(0, 200)
    window.page.wait_for_function(
        """([element, before]) => element.scrollTop > before""",
        arg=[window.page.locator(".excerpt").element_handle(), before],
    )


def test_a_click_applies_a_cell_to_tune_and_undo_takes_it_back(window: Window) -> None:
    swept(window)
    window.page.wait_for_url(re.compile("sample=essay"))
    before = window.page.url
    window.page.mouse.click(*hover(window, 0.3, 0.5))
    apply = window.page.get_by_role("button", name="Apply this cell to Tune")
    expect(apply).to_have_text("In use")
    window.when("store.sweep.map.exact")
    assert window.store("store.sweep.map.present") == window.store("store.sweep_cell.preview.cell")
    applied = window.store("store.sweep_cell.preview.query.max_tokens")
    window.page.keyboard.press("Control+z")
    expect(apply).to_have_text("Apply")
    window.page.wait_for_url(before)
    window.page.keyboard.press("Control+Shift+z")
    expect(apply).to_have_text("In use")
    window.go_to("Tune")
    window.page.wait_for_url(re.compile(rf"max_tokens={applied}"))


@pytest.mark.nightly
def test_keys_move_between_cells_and_apply_one(window: Window) -> None:
    swept(window)
    canvas(window).focus()
    canvas(window).press("Home")
    window.when("store.sweep_cell.preview?.cell === store.sweep.map.best")
    canvas(window).press("ArrowUp")
    window.when("store.sweep_cell.preview?.cell !== store.sweep.map.best")
    canvas(window).press("Enter")
    window.when("store.sweep.map.exact")
    assert window.store("store.sweep.map.present") == window.store("store.sweep_cell.preview.cell")


@pytest.mark.nightly
def test_the_best_cell_is_the_best_within_the_limit(window: Window) -> None:
    swept(window, "strategy=semantic&threshold=0.2")
    best = window.page.locator(".sweepbar .best")
    expect(best).to_contain_text(" within the model limit: ")
    window.page.get_by_role("button", name="Apply the middle of the best region").click()
    window.when("store.sweep.map.exact && store.sweep.map.present === store.sweep.map.best")
    expect(window.page.locator(".sweepcell .facts")).to_contain_text(
        re.compile("Over the model limit0")
    )


@pytest.mark.nightly
def test_the_map_is_cropped_and_can_be_shown_whole(window: Window) -> None:
    swept(window, "strategy=semantic&threshold=0.2")
    note = window.page.locator(".sweepmap .cropped")
    expect(note).to_contain_text("cropped: threshold ")
    window.page.get_by_role("button", name="Show all").click()
    expect(note).to_have_text("")
    window.page.get_by_role("button", name="Crop").click()
    expect(note).to_contain_text("cropped: ")


@pytest.mark.nightly
def test_a_link_reproduces_the_map(browser: Browser, server: Server) -> None:
    query = "sample=guide.md&strategy=fixed&metric=chunks&rows=overlap_tokens&within_limit=true"
    with visiting(browser, server) as window:
        swept(window, query)
        window.page.get_by_label("Columns").select_option("none")
        window.when("store.sweep.columns === 'none' && store.sweep.map?.axes.length === 1")
        window.page.wait_for_url(re.compile("columns=none"))
        found = window.page.url
    with visiting(browser, server) as window:
        swept(window, found.split("?")[1])
        assert window.store("store.sweep.metric") == "chunks"
        assert window.store("store.sweep.map.axes[0].field") == "overlap_tokens"
        expect(window.page.get_by_label("Only within the model limit")).to_be_checked()
        expect(window.page.get_by_label("Document", exact=True)).to_have_value("guide.md")


@pytest.mark.nightly
def test_the_palette_sets_the_metric(window: Window) -> None:
    swept(window)
    window.page.keyboard.press("Control+k")
    window.page.keyboard.type("metric median size")
    window.page.keyboard.press("Enter")
    window.when("store.sweep.metric === 'tokens_median'")


@pytest.mark.nightly
def test_nothing_moves_while_cells_are_looked_at(window: Window) -> None:
    swept(window)
    window.settle()
    places = window.places()
    for x in (0.1, 0.4, 0.7):
        hover(window, x, 0.6)
        window.settle()
    assert window.places() == places

"""The Sweep page in a real Chromium."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, visiting
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from running import Server

pytestmark = pytest.mark.browser


def ended(page: Page, counted: str) -> None:
    """Wait until a sweep of so many cells is done."""
    expect(page.get_by_text(counted)).to_be_visible(timeout=MODEL_PATIENCE)
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=MODEL_PATIENCE)


def test_the_whole_map_is_seen_without_scrolling_in_a_small_window_and_fills_a_large_one(
    browser: Browser, server: Server
) -> None:
    with visiting(browser, server) as window:
        page = window.open("/sweep?sample=essay.md").page
        ended(page, "2,040 cells, ")
        canvas = page.locator(".chunkscope.sweep canvas")
        for seen in (
            canvas,
            page.locator(".chunkscope.sweep .says"),
            page.get_by_text("Click one"),
        ):
            box = seen.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 800
        page.get_by_role("button", name="Ranges and more").click()
        expect(page.get_by_text("Vary these too")).to_be_visible()
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 2560, "height": 1440})
        page.wait_for_function("canvas => canvas.clientHeight > 900", arg=canvas.element_handle())


def test_a_cell_is_adopted_by_click_and_by_keys_and_is_set_in_tune(
    browser: Browser, server: Server
) -> None:
    with visiting(browser, server) as window:
        page = window.open("/sweep?sample=essay.md").page
        canvas = page.locator(".chunkscope.sweep canvas")
        says = page.locator(".chunkscope.sweep .says")
        ended(page, "2,040 cells, ")
        expect(page.get_by_text("How much nearer sentences are to their chunk")).to_be_visible()
        expect(page.get_by_text(re.compile("^Best: 0"))).to_be_visible()
        legend = page.locator(".chunkscope.sweep .head")
        expect(legend).to_contain_text("settings that contradict each other")
        expect(legend).to_contain_text("blank: no value")
        x, y = page.locator(".chunkscope.sweep").evaluate(
            "root => root.__view.rectOf(20 * 40 + 10).slice(0, 2)"
        )
        canvas.click(position={"x": x + 2, "y": y + 2})
        expect(
            page.get_by_text("Set in Tune now: semantic, Threshold 0.4, Max tokens 1,100")
        ).to_be_visible()
        expect(says).to_contain_text("Max tokens 1,100")
        canvas.focus()
        canvas.press("ArrowDown")
        expect(says).to_contain_text("Threshold 0.38, Max tokens 1,100: Adjacent silhouette")
        canvas.press("Enter")
        expect(page.get_by_text("Set in Tune now: semantic, Threshold 0.38")).to_be_visible()
        page.get_by_role("link", name="Tune").click()
        window.curve_says("Threshold 0.38")
        expect(window.slider("Max tokens")).to_have_value("1100")
        page.get_by_role("link", name="Sweep").click()
        expect(page.get_by_text("◎ the present settings")).to_be_visible(timeout=MODEL_PATIENCE)

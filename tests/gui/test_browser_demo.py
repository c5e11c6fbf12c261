"""The demonstration in the browser: each step is at its part, and Esc ends it."""

import re

import pytest
from browser import Window
from playwright.sync_api import expect

from chunking.gui.shell.demo import STEPS

pytestmark = [pytest.mark.browser, pytest.mark.model]


def _overlap(window: Window, one: str, other: str) -> float:
    """Return how many pixels of one element another one covers."""
    a, b = (window.page.locator(each).first.bounding_box() for each in (one, other))
    assert a is not None
    assert b is not None
    width = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    height = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return max(0.0, width) * max(0.0, height)


def test_five_steps_highlight_one_part_each_and_esc_ends_them(window: Window) -> None:
    window.tune("sample=guide.md&question=Who%3F&ranking=words")
    window.page.keyboard.press("?")
    window.page.get_by_role("button", name="Start the demonstration").click()
    card = window.page.locator(".demo .card")
    for number, step in enumerate(STEPS, 1):
        expect(card).to_contain_text(f"Step {number} of {len(STEPS)}{step.title}")
        window.page.locator(f".chunkscope[data-page={step.page}]").wait_for()
        window.page.locator(step.target).first.wait_for()
        window.settle()
        window.page.wait_for_function(
            """([part, target]) => {
                 const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot)
                   .find(each => each?.querySelector('.chunkscope'));
                 const [a, b] = [part, target].map(
                   each => root.querySelector(each)?.getBoundingClientRect());
                 return a && b && Math.abs(a.left + a.width / 2 - b.left - b.width / 2) < 8
                   && Math.abs(a.top + a.height / 2 - b.top - b.height / 2) < 8;
               }""",
            arg=[".demo .part", step.target],
        )
        assert _overlap(window, ".demo .card", step.target) == 0
        if step.page == "tune":
            expect(window.numbers).not_to_contain_text("limit")
        elif step.page == "compare":
            counts = window.page.locator(".view.lanerows .count")
            expect(counts.nth(2)).to_be_visible()
            expect(window.page.locator(".view.lanerows")).not_to_contain_text("exceed")
        if number < len(STEPS):
            card.get_by_role("button", name="Next").click()
    expect(window.page.get_by_test_id("set-verdict")).to_contain_text("16 questions")
    window.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(window.page).to_have_url(re.compile(r"/\?sample=guide.md.*question=Who%3F"))

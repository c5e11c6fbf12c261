"""The layout of the window: what the text and the curve cover, and that nothing moves or is cut."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from browser import Window, visiting
from playwright.sync_api import expect
from running import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.model]

TEXT, CURVE = ".view.text", ".view.curve"
SETTINGS = "strategy=semantic&threshold=0.2"

NIGHTLY = pytest.mark.nightly

# Zoom of 150 % shows two thirds of the pixels, each of them larger.
SIZES: dict[str, tuple[dict[str, Any], float, float]] = {
    "1280x800": ({"viewport": {"width": 1280, "height": 800}}, 0.40, 0.20),
    "1920x1080": ({"viewport": {"width": 1920, "height": 1080}}, 0.40, 0.20),
    "1024x768": ({"viewport": {"width": 1024, "height": 768}}, 0.40, 0.15),
    "1280x800 at 150 %": (
        {"viewport": {"width": 853, "height": 533}, "device_scale_factor": 1.5},
        0.25,
        0.10,
    ),
}

# Elements whose content is wider than their box, although it may not be cut: labels and buttons.
_TRUNCATED = """() => {
  const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot).filter(Boolean)
    .map(each => each.querySelector('.chunkscope')).find(Boolean);
  const names = 'button, .label, th, .status .numbers > *, summary';
  return [...root.querySelectorAll(names)]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && each.clientWidth > 0)
    .filter(each => each.scrollWidth > each.clientWidth + 1
      && getComputedStyle(each).display !== 'inline')
    .map(each => each.textContent.trim());
}"""

# Pairs of controls that lie over one another.
_OVERLAPPING = """() => {
  const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot).filter(Boolean)
    .map(each => each.querySelector('.chunkscope')).find(Boolean);
  const controls = [...root.querySelectorAll('button, select, input, .track, .numbers > *')]
    .filter(each => each.checkVisibility({visibilityProperty: true}))
    .filter(each => !each.closest('.view.text .pane'))
    .map(each => [each, each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0);
  const found = [];
  controls.forEach(([one, a], i) => controls.slice(i + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one)) return;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const names = [one, other].map(each => each.outerHTML.slice(0, 90));
    if (wide > 1 && high > 1) found.push(names);
  }));
  return found;
}"""

# Elements that scroll although they are wider or higher than what they show.
_SCROLLING = """() => {
  const all = [...document.querySelectorAll('*')];
  const inside = all.map(each => each.shadowRoot).filter(Boolean)
    .flatMap(each => [...each.querySelectorAll('*')]);
  return [document.scrollingElement, ...all, ...inside]
    .filter(each => each.checkVisibility())
    .filter(each => /auto|scroll/.test(getComputedStyle(each).overflowY))
    .filter(each => each.scrollHeight > each.clientHeight + 1 && each.clientHeight > 120)
    .map(each => each.className || each.tagName);
}"""


@pytest.mark.nightly
@pytest.mark.parametrize(
    "size",
    [
        size if size in {"1280x800", "1280x800 at 150 %"} else pytest.param(size, marks=NIGHTLY)
        for size in SIZES
    ],
)
def test_text_and_curve_cover_most_of_the_screen(
    browser: Browser, server: Server, size: str
) -> None:
    options, text, curve = SIZES[size]
    with visiting(browser, server, **options) as window:
        window.tune(SETTINGS)
        window.curve_says("threshold 0.20")
        assert window.share(f"{TEXT} .pane") >= text
        assert window.share(CURVE) >= curve
        assert window.page.evaluate(_TRUNCATED) == []
        assert window.page.evaluate(_OVERLAPPING) == []


@pytest.mark.nightly
@pytest.mark.parametrize(
    "path",
    [
        "/",
        pytest.param("/compare", marks=NIGHTLY),
        pytest.param("/library", marks=NIGHTLY),
        pytest.param("/sweep", marks=NIGHTLY),
    ],
)
def test_a_page_has_one_scroll_area_and_does_not_scroll_itself(window: Window, path: str) -> None:
    window.open(f"{path}?sample=guide.md")
    window.settle()
    width, height, visible_width, visible_height = window.page.evaluate(
        "() => { const page = document.scrollingElement; return "
        "[page.scrollWidth, page.scrollHeight, innerWidth, innerHeight]; }"
    )
    assert (width, height) == (visible_width, visible_height)
    assert len(window.page.evaluate(_SCROLLING)) <= 1
    assert window.page.evaluate(_TRUNCATED) == []
    assert window.page.evaluate(_OVERLAPPING) == []


@pytest.mark.parametrize(
    "page", ["compare", "sweep", "ask", pytest.param("library", marks=NIGHTLY)]
)
def test_the_exit_of_a_presentation_covers_no_control(window: Window, page: str) -> None:
    window.open(f"/{page}?sample=essay.md")
    window.settle()
    window.page.get_by_role("button", name="Export", exact=False).focus()
    window.page.keyboard.press("f")
    leave = window.page.get_by_role("button", name="End the presentation (Esc)").bounding_box()
    assert leave is not None
    found = f".page.{page} :is(summary, select, button, input):visible"
    controls = window.page.locator(found)
    for control in controls.all():
        box = control.bounding_box()
        assert box is not None
        apart = box["x"] + box["width"] <= leave["x"] or box["y"] >= leave["y"] + leave["height"]
        assert apart, control.inner_text()


def test_nothing_moves_when_settings_selection_or_progress_change(window: Window) -> None:
    window.tune(SETTINGS)
    window.curve_says("threshold 0.20")
    window.settle()
    places = window.places()
    window.press("Threshold", "ArrowRight", 12)
    window.press("Min tokens", "ArrowLeft", 6)
    window.curve.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown"):
        window.curve.press(key)
    window.choose("Tokenizer", "words")
    window.page.get_by_text("Pin baseline", exact=True).click()
    window.press("Threshold", "ArrowRight", 3)
    window.settle()
    assert window.places() == places


def test_the_status_line_holds_still_when_chunks_exceed_the_model_limit(window: Window) -> None:
    window.tune("sample=essay.md&threshold=0.2&max_tokens=200")
    # In one step, since the numbers are drawn again.
    place = """numbers => {
        const {y, height} = numbers.firstElementChild.getBoundingClientRect();
        return [y, height];
    }"""
    expect(window.numbers).not_to_contain_text("exceed")
    before = window.numbers.evaluate(place)
    window.type_value("Max tokens", "900")
    window.type_value("Threshold", "0")
    expect(window.numbers).to_contain_text("the model limit")
    assert window.numbers.evaluate(place) == before


def test_the_reasons_next_to_the_text_are_not_cut(window: Window) -> None:
    for query, reason in {
        "strategy=paragraph&max_tokens=1200": "paragraph, Max tokens 1,200",
        "strategy=breakpoint": "percentile 95, below heading",
    }.items():
        window.tune(f"sample=guide.md&{query}")
        why = window.text.locator(".why")
        expect(why.filter(has_text=reason).first).to_be_attached()
        cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
        assert why.evaluate_all(cut) == 0


@pytest.mark.nightly
def test_selecting_a_chunk_moves_no_line_of_the_text(window: Window) -> None:
    window.tune(SETTINGS)
    window.settle()
    lines = (
        "cores => cores.flatMap(core => [...core.parentElement.querySelectorAll('.core')]"
        ".map(each => [each.getBoundingClientRect().top, each.getBoundingClientRect().height]))"
    )
    cores = window.text.locator(".chunk .core")
    before = cores.evaluate_all(lines)
    for chunk in (1, 0, 1):
        cores.nth(chunk).click(position={"x": 30, "y": 10})
        expect(window.text.locator(".chunk.chosen .number")).to_have_text(str(chunk + 1))
        window.settle()
        assert cores.evaluate_all(lines) == before


@pytest.mark.nightly
def test_the_first_screen_is_a_sample_and_says_that_no_threshold_suits_it(window: Window) -> None:
    window.open()
    window.curve_says("threshold 0.")
    expect(window.text.locator(".chunk").nth(3)).to_be_attached()
    assert window.chunk_count() > 3
    window.page.wait_for_url(re.compile(r"\bstrategy=semantic\b"))
    advice = window.page.get_by_role("button", name="No threshold suits this text")
    assert "use the recommended strategy" in str(advice.get_attribute("title"))
    assert window.address["sample"] == "essay.md"
    advice.click()
    expect(window.page.get_by_role("dialog")).to_contain_text("Recommended strategy")


@pytest.mark.nightly
def test_a_recommended_threshold_can_be_undone(window: Window) -> None:
    window.open("/?sample=contract.md")
    # As each change that the user did not make.
    step = window.page.get_by_role("button", name="Undo: recommended threshold")
    expect(step).to_be_enabled()

"""The settings of Tune: one threshold in the sidebar and on the curve, and the other controls."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import Window, visiting
from harbour import ESSAY, LINK, cores, essay
from playwright.sync_api import expect
from running import serving

from chunking import chunk
from chunking.core.text.numbers import format_threshold
from chunking.gui.session.model_sizes import start_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.model]


def test_the_first_screen_is_complete_and_loads_no_model(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as fresh, visiting(browser, fresh) as window:
        window.tune()
        window.settle()
        threshold = float(window.value("Threshold"))
        expected = chunk(ESSAY, start_of("semantic").with_(threshold=threshold))
        assert len(expected) > 3
        window.shows(cores(expected))
        expect(window.numbers).to_contain_text(f"{len(expected)} chunks")
        window.curve_says(
            f"threshold {format_threshold(threshold)}, {len(expected) - 1} boundaries"
        )
        expect(window.verdict).not_to_be_empty()
        expect(
            window.page.get_by_role("button", name="Use the recommended settings")
        ).to_be_enabled()
        window.settle()
        assert not fresh.has_mapped("onnxruntime")


@pytest.mark.parametrize("place", [pytest.param("sidebar", marks=pytest.mark.nightly), "curve"])
def test_boundaries_follow_the_threshold_while_it_is_dragged(window: Window, place: str) -> None:
    window.tune(LINK)
    window.curve_says("threshold 0.30")
    after = essay(threshold=0.2)
    assert len(after) != len(essay()), "the example must show a difference"
    track, curve = window.track("Threshold").bounding_box(), window.curve.bounding_box()
    assert track is not None
    assert curve is not None
    window.when("!store.tune.chunking.growing")
    if place == "sidebar":
        y = track["y"] + track["height"] / 2
        # The track covers the similarities of the text, and keys reach the rest.
        scores = window.store("[...store.signals.get(store.tune.chunking.signal).scores]")
        low, high = round(min(scores) - 0.01, 2), round(max(scores) + 0.01, 2)
        shares = [(value - max(0, low)) / (high - max(0, low)) for value in (0.3, 0.2)]
        points = [(track["x"] + share * track["width"], y) for share in shares]
    else:
        points = [
            (curve["x"] + 300, curve["y"] + window.on_curve(0, value)[1]) for value in (0.3, 0.2)
        ]
    window.page.mouse.move(*points[0])
    window.page.mouse.down()
    window.page.mouse.move(*points[1], steps=20)
    expect(window.numbers).to_contain_text(f"{len(after)} chunks")
    window.curve_says(f"threshold 0.20, {len(after) - 1} boundaries")
    assert window.value("Threshold") == "0.20"
    window.shows(cores(after))
    window.page.mouse.up()
    expect(window.text.locator(".chunk.chosen")).to_have_count(0)
    assert window.value("Threshold") == "0.20"
    window.page.wait_for_url("**threshold=0.2&**")


@pytest.mark.nightly
def test_keys_move_the_threshold_by_steps_by_fine_steps_and_to_its_ends(window: Window) -> None:
    window.tune(LINK)
    window.press("Threshold", "ArrowRight", 2)
    window.curve_says("threshold 0.32,")
    window.press("Threshold", "Shift+ArrowLeft", 3)
    window.curve_says("threshold 0.317,")
    window.press("Threshold", "PageDown")
    window.curve_says("threshold 0.217,")
    window.shows(cores(essay(threshold=0.217)))
    window.press("Threshold", "End")
    window.curve_says("threshold 1.00,")
    window.curve.press("ArrowUp")
    window.curve.press("ArrowDown")
    window.curve_says("threshold 0.99,")
    assert window.value("Threshold") == "0.99"


@pytest.mark.nightly
def test_a_typed_value_is_set_exactly_and_a_double_click_resets(window: Window) -> None:
    window.tune(LINK)
    window.type_value("Threshold", "0.234")
    window.curve_says("threshold 0.234,")
    window.type_value("Min tokens", "10")
    window.when("store.tune.chunking.limits[0] === 10")
    window.control("Threshold").locator(".label").dblclick()
    window.curve_says("threshold 0.55,")
    window.control("Min tokens").locator(".label").dblclick()
    window.when("store.tune.chunking.limits[0] === 42")


def test_a_decimal_comma_is_a_point_and_unreadable_text_is_refused(window: Window) -> None:
    window.tune(LINK)
    problem = window.page.locator(".view.sidebar .problem")
    window.type_value("Threshold", "0,3")
    window.curve_says("threshold 0.30,")
    window.type_value("Max tokens", "1,250")
    window.when("store.tune.chunking.limits[1] === 1250")
    window.type_value("Threshold", "abc")
    expect(problem).to_have_text('Threshold must be a number, got "abc".')
    assert (window.value("Threshold"), window.value("Max tokens")) == ("0.30", "1,250")
    window.type_value("Max tokens", "9,5")
    expect(problem).to_contain_text("Max tokens must be a whole number, got 9.5")
    window.type_value("Max tokens", "1250")
    expect(problem).to_be_empty()
    for act in ("threshold", "undo", "document"):
        window.type_value("Min tokens", "9000")
        why = "Max tokens must be at least Min tokens (9000), got 1250"
        expect(problem).to_have_text(f"Min tokens 9000 was not taken: {why}.")
        # The focus is still in the field.
        expect(window.control("Min tokens").locator("input")).to_have_value("60")
        if act == "threshold":
            window.press("Threshold", "ArrowRight")
        elif act == "undo":
            window.page.keyboard.press("Escape")
            window.page.get_by_role("button", name="Undo").click()
        else:
            window.choose_document("Ferrule User Guide")
        expect(problem).to_be_empty()


@pytest.mark.nightly
def test_numbers_without_a_slider_are_read_the_same_way(window: Window) -> None:
    window.tune("sample=essay.md&strategy=optimal")
    window.page.locator(".view.sidebar summary", has_text="More settings").click()
    field = window.control("Lexical weight").locator("input")
    field.fill("0,3")
    field.press("Enter")
    window.page.wait_for_url("**lexical_weight=0.3*")
    field.fill("abc")
    field.press("Enter")
    problem = window.page.locator(".view.sidebar .problem")
    expect(problem).to_have_text('Lexical weight must be a number, got "abc".')
    expect(field).to_have_value("0.3")


@pytest.mark.nightly
def test_a_value_outside_of_its_range_is_named_and_the_last_chunks_stay(window: Window) -> None:
    window.tune(LINK)
    before = window.blocks()
    window.type_value("Threshold", "3")
    problem = window.page.locator(".view.sidebar .problem")
    expect(problem).to_contain_text("between -1 and 1, got 3")
    window.shows(before)
    window.type_value("Threshold", "0.3")
    expect(problem).to_be_empty()
    window.type_value("Min tokens", "0.15")
    expect(problem).to_contain_text("Min tokens must be a whole number, got 0.15")
    window.type_value("Min tokens", "200")


@pytest.mark.nightly
def test_min_above_max_says_why_and_keeps_the_last_chunks(window: Window) -> None:
    window.tune(LINK)
    before = window.blocks()
    window.type_value("Min tokens", "400")
    window.when("store.tune.chunking.limits[0] === 400")
    window.type_value("Max tokens", "200")
    problem = window.page.locator(".view.sidebar .problem")
    expect(problem).to_contain_text("Min tokens")
    expect(problem).to_contain_text("Max tokens")
    assert (window.value("Min tokens"), window.value("Max tokens")) == ("400", "1,200")
    kept = essay(min_tokens=400)
    assert cores(kept) != before
    window.shows(cores(kept))
    window.type_value("Min tokens", "100")
    expect(problem).to_be_empty()
    expected = essay(min_tokens=100)
    expect(window.numbers).to_contain_text(f"{len(expected)} chunks")
    window.shows(cores(expected))


@pytest.mark.nightly
def test_strategy_preset_and_tokenizer_split_anew_and_are_remembered(window: Window) -> None:
    window.tune(LINK)
    window.choose("Strategy", "paragraph")
    expected = chunk(ESSAY, start_of("paragraph"))
    expect(window.numbers).to_contain_text(f"{len(expected)} chunks")
    window.shows(cores(expected))
    window.curve_says("Similarity at")
    expect(window.curve).to_have_attribute("role", "application")
    window.choose("Tokenizer", "words")
    counted = chunk(ESSAY, start_of("paragraph").with_(tokenizer="words"))
    expect(window.numbers).to_contain_text(f"{len(counted)} chunks")
    window.shows(cores(counted))
    window.choose("Strategy", "semantic")
    window.curve_says("threshold 0.30")
    window.shows(cores(essay()))
    preset = window.page.locator(".view.sidebar").get_by_label("Preset", exact=True)
    preset.select_option("Alexandria")
    window.curve_says("threshold 0.55")
    expect(preset).to_have_value("Alexandria")
    window.press("Threshold", "ArrowLeft")
    expect(preset).to_have_value("")


@pytest.mark.nightly
def test_the_recommended_settings_and_threshold_are_one_click_and_can_be_undone(
    window: Window,
) -> None:
    window.tune("sample=contract.md&threshold=0.9")
    fix = window.page.get_by_role("button", name="Recommended threshold for")
    expect(fix).to_have_text("Use 0.16")
    expect(window.verdict).to_contain_text("Threshold too high: ")
    fix.click()
    window.curve_says("threshold 0.16,")
    expect(fix).to_be_hidden()
    use = window.page.get_by_role("button", name="Use the recommended settings")
    use.click()
    expect(use).to_have_text("In use")
    expect(window.control("Threshold")).to_have_count(0)
    for threshold in ("0.16", "0.90"):
        window.page.get_by_role("button", name="Undo").click()
        window.curve_says(f"threshold {threshold},")

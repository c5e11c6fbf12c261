"""The threshold in a real Chromium: what follows it, and how it is moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from harbour import NAME, PAGE, alexandria, cores, semantic
from playwright.sync_api import expect
from running import serving

from chunking import chunk, get
from chunking.loading.samples import SAMPLES, sample

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.model
def test_the_first_paint_is_a_sample_already_cut_and_the_curve_follows(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path) as fresh, visiting(browser, fresh) as window:
        window.note_labels()
        window.tune()
        assert not fresh.has_mapped("libtorch")
        first = chunk(sample(SAMPLES[0].name), get("paragraph")())
        expect(window.readout).to_contain_text(f"{len(first)} chunks")
        assert window.blocks() == cores(first)
        window.curve_says("Similarity across", MODEL_PATIENCE)
        assert window.labels()[0].startswith("No similarity curve. 4 cuts")
        assert window.blocks() == cores(first)


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_moving_the_threshold_by_keys_moves_readout_curve_and_boundaries_and_nothing_else(
    window: Window,
) -> None:
    window.tune()
    window.upload(NAME, PAGE.encode())
    window.choose("Preset", "Alexandria")
    window.curve_says("gaps. Threshold 0.55", MODEL_PATIENCE)
    before = semantic()
    expect(window.readout).to_contain_text(f"{len(before)} chunk")
    assert window.blocks() == cores(before)

    after = semantic(threshold=0.35)
    assert len(after) != len(before), "the example must show a difference"
    window.page.evaluate(
        """() => window.__controls = [...document.querySelectorAll(
             '[data-testid=stSidebar] [data-testid=stElementContainer]')]"""
    )
    window.frames.clear()
    window.press("Threshold", "ArrowLeft", 20)
    window.curve_says("Threshold 0.35")
    expect(window.readout).to_contain_text(f"{len(after)} chunk")
    expect(window.text.locator(".chunk")).to_have_count(len(after))
    assert window.blocks() == cores(after)
    assert all("< 0.35" in label for label in window.reasons())

    repainted = window.repainted()
    assert repainted
    assert all(repainted), "the page was drawn again and not the view alone"
    assert window.page.evaluate(
        "() => window.__controls.length > 8 && window.__controls.every(each => each.isConnected)"
    )


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_the_threshold_is_pulled_on_the_curve_and_all_follows_before_it_is_let_go(
    window: Window,
) -> None:
    alexandria(window, min_tokens=0)
    box = window.curve.bounding_box()
    assert box is not None
    at, to = window.curve.evaluate(
        """canvas => {
             const { plot } = canvas.getRootNode().querySelector('.chunkscope.curve').__view;
             return [plot.y(plot.scene.threshold), plot.y(plot.scene.threshold - 0.1)];
           }"""
    )
    mouse = window.page.mouse
    mouse.move(box["x"] + 300, box["y"] + at)
    mouse.down()
    for part in range(1, 11):
        mouse.move(box["x"] + 300, box["y"] + at + (to - at) * part / 10)
    window.curve_says("Threshold 0.45")
    after = semantic(threshold=0.45, min_tokens=0)
    assert len(after) != len(semantic(min_tokens=0)), "the example must show a difference"
    expect(window.readout).to_contain_text(f"{len(after)} chunks")
    assert window.blocks() == cores(after)
    mouse.up()
    expect(window.slider("Threshold")).to_have_value("0.45")
    window.page.wait_for_url("**semantic.threshold=0.45*")
    expect(window.detail).to_be_hidden()


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_the_arrow_keys_move_the_threshold_on_the_curve_and_stop_at_its_ends(
    window: Window,
) -> None:
    alexandria(window, threshold=0.98)
    for _ in range(4):
        window.curve.press("ArrowUp")
    window.curve_says("Threshold 1.00")
    window.curve.press("ArrowDown")
    window.curve_says("Threshold 0.99")
    assert window.blocks() == cores(semantic(threshold=0.99))
    expect(window.slider("Threshold")).to_have_value("0.99")


@pytest.mark.nightly
@pytest.mark.model
def test_a_threshold_moved_on_the_curve_draws_the_table_again(window: Window) -> None:
    query = "strategy=semantic&semantic.threshold=0.2&semantic.min_tokens=100"
    window.open(f"/?sample=essay.md&{query}&show=Chunks")
    window.curve_says("Threshold 0.2", MODEL_PATIENCE)
    rows = window.page.get_by_test_id("stDataFrame").locator("[role=grid]")
    before = len(chunk(sample("essay.md"), get("semantic")(threshold=0.2, min_tokens=100)))
    after = len(chunk(sample("essay.md"), get("semantic")(threshold=0.26, min_tokens=100)))
    assert before != after, "the example must show a difference"
    expect(rows).to_have_attribute("aria-rowcount", str(before + 1))
    for _ in range(6):
        window.curve.press("ArrowUp")
    window.curve_says("Threshold 0.26")
    expect(rows).to_have_attribute("aria-rowcount", str(after + 1))

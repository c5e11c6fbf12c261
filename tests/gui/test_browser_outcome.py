"""Outcomes: results at every threshold, targets, and at which thresholds a boundary is kept."""

import re

import numpy as np
import pytest
from browser import Window
from harbour import ESSAY, LINK, essay
from playwright.sync_api import expect

from chunking import get
from chunking.analysis.settings_search.outcomes import Outcomes, outcomes
from chunking.engine import prepare

pytestmark = [pytest.mark.browser, pytest.mark.model]

STRATEGY = get("semantic")(threshold=0.3, min_tokens=60)
KNOWN = "store.outcomes.has(store.tune.chunking.swept?.id)"


@pytest.fixture(scope="module")
def expected() -> Outcomes:
    """Return the outcomes of the sample at the settings of `LINK`."""
    return outcomes(prepare(ESSAY, STRATEGY.material), STRATEGY)


def test_a_click_sets_the_threshold_and_a_target_the_nearest_one(
    window: Window, expected: Outcomes
) -> None:
    window.tune(LINK)
    view = window.view("Outcome")
    window.when(KNOWN)
    counts, canvas = view.get_by_label("Target number of chunks"), view.locator("canvas")
    expect(counts).to_have_value(str(len(essay())))
    box = canvas.bounding_box()
    assert box is not None
    span = expected.values[-1] - expected.values[0]
    share = (0.2 - expected.values[0]) / span
    canvas.click(position={"x": 46 + share * (box["width"] - 46 - 14), "y": box["height"] / 2})
    window.curve_says("threshold 0.20")
    assert window.value("Threshold") == "0.20"
    expect(window.numbers).to_contain_text(f"{len(essay(threshold=0.2))} chunks")
    expect(view.locator(".result")).to_contain_text("Threshold 0.20")

    target = next(each for each in range(2, 30) if np.count_nonzero(expected.counts == each) == 1)
    value = expected.values[expected.counts.tolist().index(target)]
    counts.fill(str(target))
    counts.press("Enter")
    expect(window.numbers).to_contain_text(f"{target} chunks")
    assert window.value("Threshold") == f"{value:.2f}"
    expect(view.locator(".answer")).to_be_empty()
    counts.fill("1,5")
    counts.press("Enter")
    expect(view.locator(".answer")).to_have_text(
        'Target number of chunks must be a whole number from 1 on, got "1,5".'
    )
    expect(counts).to_have_value(str(target))
    canvas.press("ArrowRight")
    window.curve_says(f"threshold {value + 0.01:.2f}")

    most = int(expected.counts.max())
    counts.fill("5000")
    counts.press("Enter")
    expect(view.locator(".answer")).to_have_text(f"{most} is the maximum")
    expect(window.numbers).to_contain_text(f"{most} chunks")


@pytest.mark.nightly
def test_five_quick_keys_move_the_threshold_by_five_values(window: Window) -> None:
    window.tune(LINK)
    view = window.view("Outcome")
    window.when(KNOWN)
    view.locator("canvas").evaluate(
        """canvas => {
             for (let i = 0; i < 5; i++)
               canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
           }"""
    )
    window.curve_says("threshold 0.35")


@pytest.mark.nightly
def test_borderline_boundaries_look_so_in_text_and_legend(
    window: Window, expected: Outcomes
) -> None:
    window.tune(LINK)
    window.when(KNOWN)
    at, last = expected.values.tolist().index(0.3), len(expected.values) - 1
    borderline = []
    for row, boundary in enumerate(essay().boundaries.tolist(), 2):
        kept = expected.ranges.around(boundary, at)
        assert kept is not None
        low, high = kept
        if (low > 0 and at - low < 2) or (high < last and high - at < 2):
            borderline.append(str(row))
    assert 0 < len(borderline) < len(essay()) - 1
    expect(window.text.locator(".chunk.borderline .number")).to_have_text(borderline)
    expect(window.page.locator(".view.curve .legend")).to_contain_text(
        f"borderline {len(borderline)}"
    )
    sign = window.page.locator(".view.curve .legend .borderline-sign .glyph")
    expect(sign).to_have_text("▼")
    expect(sign).to_have_css("opacity", "0.45")


_RANGES = (
    (r"(?:kept|boundary) at thresholds ≥ (-?[\d.]+)", lambda a: (a, 9.0)),
    (r"(?:kept at|boundary at|forces it:) thresholds ≤ (-?[\d.]+)", lambda a: (-9.0, a)),
    (r"(?:kept|boundary) at thresholds > (-?[\d.]+)", lambda a: (a + 0.005, 9.0)),
    (r"(?:kept at|boundary at|forces it:) thresholds? (-?[\d.]+)(?:$|;)", lambda a: (a, a)),
    (
        r"(?:kept at|boundary at|forces it:) thresholds (-?[\d.]+) to (-?[\d.]+)",
        lambda a, b: (a, b),
    ),
    (r"(?:kept|boundary) at every threshold", lambda: (-9.0, 9.0)),
)


def _claimed(line: str) -> tuple[float, float]:
    """Return the range of thresholds that a line claims to have a boundary."""
    for pattern, to in _RANGES:
        found = re.search(pattern, line)
        if found:
            low, high = to(*map(float, found.groups()))
            return low, high
    raise AssertionError(line)


@pytest.mark.nightly
def test_what_a_tip_claims_of_thresholds_is_true(window: Window, expected: Outcomes) -> None:
    window.tune("sample=essay.md&threshold=0.3&min_tokens=60")
    window.when(KNOWN)
    signal = prepare(ESSAY, STRATEGY.material).signal
    assert signal is not None
    kept = {
        round(value, 2): set(essay(threshold=value).boundaries.tolist())
        for value in expected.values.tolist()
    }
    tip, gaps, claims = window.page.locator(".view.curve .tip"), signal.gaps.tolist(), 0
    for i, gap in list(enumerate(gaps))[3::4]:
        if min(gap - gaps[i - 1], gaps[min(i + 1, len(gaps) - 1)] - gap) < 40:
            continue  # the pointer could mean either
        x, _ = window.on_curve(gap)
        window.curve.hover(position={"x": x, "y": 26})
        lines = tip.locator(".figures").all_text_contents()
        for line in lines:
            if "suppresses it at every threshold" in line:
                assert not any(gap in each for each in kept.values()), (gap, lines)
                claims += 1
            elif "threshold" in line and not line.startswith("similarity"):
                low, high = _claimed(line)
                inside = [each for value, each in kept.items() if low <= value <= high]
                assert inside, (gap, lines)
                assert all(gap in each for each in inside), (gap, lines)
                claims += 1
    assert claims > 10


@pytest.mark.nightly
def test_a_boundary_names_the_thresholds_that_keep_it_everywhere_alike(
    window: Window, expected: Outcomes
) -> None:
    window.tune(LINK)
    window.when(KNOWN)
    at = expected.values.tolist().index(0.3)
    cuts = essay().boundaries.tolist()
    ranges = [expected.ranges.around(each, at) for each in cuts]
    last = len(expected.values) - 1
    row, low = next((i, r[0]) for i, r in enumerate(ranges) if r and r[0] > 0 and r[1] == last)
    window.select_chunk(row + 1)
    ends = window.inspector.locator(".part").filter(has_text="Ends")
    expect(ends).to_contain_text("kept at thresholds")
    words, number = re.findall(r"(kept at thresholds [>≥] (-?[\d.]+))", ends.inner_text())[0]
    assert expected.values[low - 1] <= float(number) <= expected.values[low]
    window.text.locator(".chunk .why").nth(row + 1).hover()
    expect(window.text.locator(".tip")).to_contain_text(words)
    window.curve.focus()
    window.curve.press("ArrowRight")
    expect(window.page.locator(".view.curve .tip")).to_contain_text(words)

"""The drawing of a report, in percent."""

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st
from lanes import lane

from chunking import get
from chunking.output.comparison import compare
from chunking.output.report.plot import HEIGHT, plot_of, ticks_inside

TEXT = " ".join(f"Sentence {i} is about thing {i % 5}." for i in range(12))


def test_each_lane_has_a_row_of_boundaries_and_shared_ones_are_marked() -> None:
    text = "x" * 100
    found = plot_of(
        [lane("a", [0, 20, 50], text=text), lane("b", [0, 50, 75], text=text, letter="B")], 100
    )
    assert found.rows == [("A", 2, "M20 0v100M50 0v100"), ("B", 2, "M50 0v100M75 0v100")]
    assert found.shared == "M50 0v100"
    assert (found.curves, found.thresholds) == ([], [])
    assert [tick.at for tick in found.offsets] == [0, 20, 40, 60, 80, 100]


def test_one_lane_shares_nothing() -> None:
    assert plot_of([lane("a", [0, 11])], 110).shared == ""


def test_a_shared_curve_has_no_color_and_names_its_lanes() -> None:
    strategies = [get("semantic")(), get("semantic")(signal="windowed"), get("semantic")()]
    lanes = compare(TEXT, strategies, embedder=HashEmbedder()).lanes
    curves = plot_of(lanes, len(TEXT)).curves
    assert [(each.name, each.color) for each in curves] == [
        ("adjacent, all-MiniLM-L6-v2 (A, C)", -1),
        ("windowed, all-MiniLM-L6-v2 (B)", 1),
    ]


def test_labels_of_near_thresholds_do_not_overlap() -> None:
    values = (0.5, 0.3, 0.31, 0.5, -1)
    strategies = [get("semantic")(threshold=value) for value in values]
    lanes = compare(TEXT, strategies, embedder=HashEmbedder()).lanes
    lines = plot_of(lanes, len(TEXT)).thresholds
    # A threshold of -1 is off.
    assert [(line.value, line.letters, line.color) for line in lines] == [
        ("0.50", "A, D", -1),
        ("0.31", "C", 2),
        ("0.30", "B", 1),
    ]
    assert min(np.diff([line.label_at for line in lines])) >= 16
    assert lines[0].label_at == round(lines[0].at * HEIGHT / 100, 1)


def test_a_long_document_has_at_most_two_thousand_points() -> None:
    text = " ".join(f"Sentence {i} is about thing {i % 7}." for i in range(3000))
    lanes = compare(text, [get("semantic")()], embedder=HashEmbedder()).lanes
    (curve,) = plot_of(lanes, len(text)).curves
    assert len(curve.points.split(" ")) <= 2000


def test_curves_of_several_models_are_drawn_by_their_quantiles() -> None:
    strategies = [get("semantic")(threshold=0.3), get("sentence")()]
    lanes = compare(TEXT, strategies, embedder=HashEmbedder()).lanes
    found = plot_of(lanes, len(TEXT), as_quantiles=True)
    assert (found.scale, plot_of(lanes, len(TEXT)).scale) == ("quantile", "similarity")
    assert [tick.label for tick in found.levels] == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
    signal = lanes[0].signal
    assert signal is not None
    (line,) = found.thresholds
    assert line.value == "0.30"
    assert line.at == round(100 * float(np.mean(signal.scores >= 0.3)), 2)
    heights = [float(point.split(",")[1]) for point in found.curves[0].points.split(" ")]
    assert np.mean(heights) == pytest.approx(50, abs=0.1)


@pytest.mark.parametrize(
    ("low", "high", "most", "labels"),
    [
        (0, 44_616, 8, ["0", "10,000", "20,000", "30,000", "40,000"]),
        (0, 1, 8, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0, 1, 5, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (-0.03, 0.95, 5, ["0.0", "0.2", "0.4", "0.6", "0.8"]),
        (-0.4, 0.1, 5, ["-0.4", "-0.3", "-0.2", "-0.1", "0.0", "0.1"]),
        (0, 0.1, 5, ["0.00", "0.02", "0.04", "0.06", "0.08", "0.10"]),
        (0, 2_000_000, 8, ["0", "500,000", "1,000,000", "1,500,000", "2,000,000"]),
        (0, 9, 8, ["0", "2", "4", "6", "8"]),
    ],
)
def test_ticks_are_at_round_numbers(low: float, high: float, most: int, labels: list[str]) -> None:
    assert ticks_inside(low, high, most).labels == labels


@given(st.floats(-1, 1), st.floats(0.1, 1e7), st.integers(2, 10))
def test_ticks_are_inside_distinct_and_few(low: float, width: float, most: int) -> None:
    ticks = ticks_inside(low, low + width, most)
    assert len(ticks.values) <= most + 1
    assert len(set(ticks.labels)) == len(ticks.values)
    slack = width / 1000
    assert all(low - slack <= value <= low + width + slack for value in ticks.values)

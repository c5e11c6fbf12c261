from __future__ import annotations

import numpy as np
from cutting import SIGNAL, TEXT, cut, drawn, traces

from chunking.core.cuts import Reason
from chunking.core.prepared import Signal
from chunking.output.figures import similarity
from chunking.output.reason_styles import REASON_STYLES
from chunking.output.similarity_curve import MOST_POINTS


def test_the_figure_has_the_curve_the_threshold_and_a_marker_at_each_boundary() -> None:
    reasons = (Reason.SIMILARITY, Reason.MAX_TOKENS, Reason.SIMILARITY)
    found = traces(similarity(SIGNAL, cut(20, 35, 40, reasons=reasons), threshold=0.3))
    assert list(found) == [
        "similarity",
        "threshold 0.30",
        "boundary: similarity",
        "boundary: forced",
    ]
    assert found["similarity"].mode == "lines"
    assert list(found["similarity"].x) == [10, 20, 30, 40]
    assert list(found["threshold 0.30"].y) == [0.3, 0.3]
    assert list(found["threshold 0.30"].x) == [0, len(TEXT)]
    assert list(found["boundary: similarity"].x) == [20, 40]
    assert list(found["boundary: similarity"].y) == [0.25, 0.5]
    # Between two gaps there is no similarity: the marker is on the line.
    assert list(found["boundary: forced"].y) == [0.625]
    style = REASON_STYLES[Reason.MAX_TOKENS]
    assert found["boundary: forced"].marker.symbol == style.symbol
    assert found["boundary: forced"].marker.color == style.color


def test_without_a_threshold_there_is_no_line() -> None:
    assert list(traces(similarity(SIGNAL, cut()))) == ["similarity"]


def test_a_boundary_without_a_curve_is_drawn_at_zero() -> None:
    nothing = Signal(np.zeros(0, np.int64), np.zeros(0))
    found = traces(similarity(nothing, cut(7)))
    assert len(found["similarity"].x) == 0
    assert list(found["boundary: similarity"].y) == [0]


def test_thousands_of_boundaries_are_one_path() -> None:
    offsets = range(10, 20_010, 10)
    signal = Signal(np.array(offsets), np.linspace(0, 1, 2000))
    found = traces(similarity(signal, cut(*offsets, text="x" * 20_020)))
    assert found["boundary: similarity"].mode == "lines"
    assert drawn(found["boundary: similarity"]) == list(offsets)


def test_a_curve_is_decimated() -> None:
    signal = Signal(np.arange(1, 50_001), np.sin(np.arange(50_000)))
    assert len(traces(similarity(signal, cut()))["similarity"].x) <= MOST_POINTS

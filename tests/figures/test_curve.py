from __future__ import annotations

import numpy as np
from cutting import SIGNAL, TEXT, cut, drawn, traces

from chunking.figures import (
    MOST_POINTS,
    similarity,
)
from chunking.marks import MARKS
from chunking.types import Reason, Signal


def test_the_curve_the_threshold_and_a_mark_at_each_cut() -> None:
    reasons = (Reason.SIMILARITY, Reason.MAX_TOKENS, Reason.SIMILARITY)
    found = traces(similarity(SIGNAL, cut(20, 35, 40, reasons=reasons), threshold=0.3))
    assert list(found) == ["similarity", "threshold 0.30", "cut: similarity", "cut: size limit"]
    assert found["similarity"].mode == "lines"
    assert list(found["similarity"].x) == [10, 20, 30, 40]
    assert list(found["threshold 0.30"].y) == [0.3, 0.3]
    assert list(found["threshold 0.30"].x) == [0, len(TEXT)]
    assert list(found["cut: similarity"].x) == [20, 40]
    assert list(found["cut: similarity"].y) == [0.25, 0.5]
    # Half way between two gaps there is no similarity: the mark lies on the line.
    assert list(found["cut: size limit"].y) == [0.625]
    mark = MARKS[Reason.MAX_TOKENS]
    assert found["cut: size limit"].marker.symbol == mark.symbol
    assert found["cut: size limit"].marker.color == mark.colour


def test_no_threshold_is_no_line() -> None:
    assert list(traces(similarity(SIGNAL, cut()))) == ["similarity"]


def test_one_sentence_has_no_curve_and_may_be_cut_all_the_same() -> None:
    nothing = Signal(np.zeros(0, np.int64), np.zeros(0))
    found = traces(similarity(nothing, cut(7)))
    assert len(found["similarity"].x) == 0
    assert list(found["cut: similarity"].y) == [0]


def test_thousands_of_cuts_are_ticks_of_one_path() -> None:
    offsets = range(10, 20_010, 10)
    signal = Signal(np.array(offsets), np.linspace(0, 1, 2000))
    found = traces(similarity(signal, cut(*offsets, text="x" * 20_020)))
    assert found["cut: similarity"].mode == "lines"
    assert drawn(found["cut: similarity"]) == list(offsets)


def test_a_curve_is_decimated() -> None:
    signal = Signal(np.arange(1, 50_001), np.sin(np.arange(50_000)))
    assert len(traces(similarity(signal, cut()))["similarity"].x) <= MOST_POINTS

from __future__ import annotations

import time

import numpy as np
import pytest
from cutting import SIGNAL, TEXT, cut, drawn, lanes, traces

from chunking.errors import ChunkingError
from chunking.figures import (
    LANE_COLOURS,
    MOST_POINTS,
    Lane,
    comparison,
)
from chunking.types import Signal


def test_each_distinct_signal_is_one_line() -> None:
    figure = comparison(lanes())
    curves = [trace for trace in figure.data if "model" in trace.name]
    assert [list(trace.y) for trace in curves] == [
        [0.5, 0.25, 0.75, 0.5],
        [0.25, 0.125, 0.375, 0.25],
    ]
    # The first is that of two lanes, so it has the colour of neither.
    assert curves[0].line.color not in LANE_COLOURS
    assert curves[1].line.color == LANE_COLOURS[3]


def test_the_similarity_across_its_own_boundaries_is_dotted_in_the_colour_of_the_lane() -> None:
    found = traces(comparison(lanes()))
    own = [found[name] for name in ("one", "two", "four")]
    assert "three" not in found
    assert [(list(t.x), list(t.y)) for t in own] == [
        ([20, 40], [0.25, 0.5]),
        ([20], [0.1]),
        ([20], [0.9]),
    ]
    assert [t.line.color for t in own] == [LANE_COLOURS[i] for i in (0, 1, 3)]
    assert {t.line.dash for t in own} == {"dot"}
    assert {t.showlegend for t in own} == {False}


def test_a_row_of_ticks_a_lane_and_one_where_all_agree() -> None:
    figure = comparison(lanes())
    rows = [trace for trace in figure.data if trace.yaxis == "y2"]
    assert [drawn(trace) for trace in rows] == [[20, 40], [20, 30], [20, 40, 50], [20], [20]]
    middles = [np.nanmean(trace.y) for trace in rows]
    assert middles == pytest.approx([0, 1, 2, 3, 4])
    assert [trace.name for trace in rows] == [
        *("cut: similarity", "cut: size", "cut: similarity", "cut: similarity"),
        "all agree",
    ]
    # Each reason is once in the legend.
    assert [trace.showlegend for trace in rows] == [True, True, False, False, False]
    low, high = figure.layout.yaxis2.range
    assert low > 4
    assert high < 0


def test_the_rows_are_named_and_the_x_axis_is_shared() -> None:
    layout = comparison(lanes()).layout
    names = [label.split("</span> ")[-1] for label in layout.yaxis2.ticktext]
    assert names == ["one", "two", "three", "four", "all agree"]
    assert list(layout.xaxis.range) == [0, len(TEXT)]
    assert {key for key in layout.to_plotly_json() if key.startswith("xaxis")} == {"xaxis"}


def test_one_lane_agrees_with_nobody() -> None:
    assert "all agree" not in traces(comparison(lanes()[:1]))


def test_a_title_is_plain_text() -> None:
    lane = Lane('<a href="x">&amp; $\\int$</a>\n' + "y" * 99, cut(20), SIGNAL, np.array([0.5]))
    figure = comparison([lane])
    label = figure.layout.yaxis2.ticktext[0].split("</span> ")[-1]
    assert label.startswith('&lt;a href="x"&gt;&amp;amp; &#36;\\int&#36;&lt;/a&gt; yyy')
    assert label.endswith("y…")
    assert traces(figure).keys() == {
        "neighbouring sentences a&lt;b&gt;model", label, "across a lane's own cuts",
        "cut: similarity",
    }  # fmt: skip


def test_lanes_are_one_to_six_and_of_one_document() -> None:
    with pytest.raises(ChunkingError, match="takes 1 to 6 lanes, got 0"):
        comparison([])
    with pytest.raises(ChunkingError, match="takes 1 to 6 lanes, got 7"):
        comparison([*lanes(), *lanes()[:3]])
    with pytest.raises(ChunkingError, match="of one document"):
        comparison([Lane("a", cut(20)), Lane("b", cut(20, text=TEXT + "x"))])


def test_four_lanes_of_thousands_of_boundaries_are_drawn_fast() -> None:
    offsets = range(10, 50_010, 10)
    signal = Signal(np.array(offsets), np.sin(np.arange(5000)))
    row = cut(*offsets, text="x" * 50_020)
    many = [Lane(str(i), row, signal, signal.scores) for i in range(4)]
    comparison(many)
    start = time.perf_counter()
    figure = comparison(many)
    assert time.perf_counter() - start < 0.5
    assert max(len(trace.x) for trace in figure.data if trace.yaxis != "y2") <= MOST_POINTS

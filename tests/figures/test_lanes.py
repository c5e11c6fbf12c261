from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from cutting import SIGNAL, TEXT, cut, drawn, lanes, traces

from chunking.errors import ChunkingError
from chunking.figures import (
    MOST_POINTS,
    Lane,
    comparison,
)
from chunking.figures.style import COMPARED
from chunking.marks import MARKS, ink
from chunking.types import Signal


def test_each_distinct_signal_is_one_line() -> None:
    figure = comparison(lanes())
    curves = [trace for trace in figure.data if "model" in trace.name]
    assert [list(trace.y) for trace in curves] == [
        [0.5, 0.25, 0.75, 0.5],
        [0.25, 0.125, 0.375, 0.25],
    ]
    # The first is that of two lanes, so it has the colour of neither.
    colours = [colour for colour, _, _ in COMPARED]
    assert curves[0].line.color not in colours
    assert curves[1].line.color == colours[3]


def test_the_similarity_across_its_own_boundaries_is_dotted_in_the_colour_of_the_lane() -> None:
    found = traces(comparison(lanes()))
    own = [found[name] for name in ("one", "two", "four")]
    assert "three" not in found
    assert [(list(t.x), list(t.y)) for t in own] == [
        ([20, 40], [0.25, 0.5]),
        ([20], [0.1]),
        ([20], [0.9]),
    ]
    assert [t.line.color for t in own] == [COMPARED[i][0] for i in (0, 1, 3)]
    assert [t.marker.symbol for t in own] == [COMPARED[i][1] for i in (0, 1, 3)]
    assert {t.line.dash for t in own} == {"dot"}
    assert {t.showlegend for t in own} == {False}


def test_three_signals_that_two_lanes_share_each_are_three_greys() -> None:
    signals = [replace(SIGNAL, scores=SIGNAL.scores / each) for each in (1, 2, 3)]
    figure = comparison([Lane(str(i), cut(20), signals[i % 3]) for i in range(6)])
    colours = {trace.line.color for trace in figure.data if "model" in trace.name}
    assert len(colours) == 3
    assert not colours & {colour for colour, _, _ in COMPARED}


def test_a_lane_keeps_its_colour_where_another_comes_before_it() -> None:
    first = Lane("pinned", cut(20), boundary_similarity=np.array([0.5]), colour=4)
    found = traces(
        comparison([first, *(replace(lane, colour=i) for i, lane in enumerate(lanes()))])
    )
    own = [found[name] for name in ("pinned", "one", "two", "four")]
    assert [t.line.color for t in own] == [COMPARED[i][0] for i in (4, 0, 1, 3)]
    assert [t.marker.symbol for t in own] == [COMPARED[i][1] for i in (4, 0, 1, 3)]
    with pytest.raises(ChunkingError, match="a colour is 0 to 5, got 6"):
        comparison([replace(first, colour=6)])


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_no_curve_has_the_colour_of_a_reason_and_each_stands_out_on_both_grounds() -> None:
    colours = {colour for colour, _, _ in COMPARED}
    assert len(colours) == len({symbol for _, symbol, _ in COMPARED}) == 6
    assert not colours & {mark.colour for mark in MARKS.values()}
    for colour in colours:
        assert 1.05 / (luminance(colour) + 0.05) >= 3
        assert (luminance(colour) + 0.05) / (luminance("#171614") + 0.05) >= 3


def test_the_mark_of_every_reason_stands_out_on_both_grounds() -> None:
    for mark in MARKS.values():
        assert 1.05 / (luminance(ink(mark.colour, dark=False)) + 0.05) >= 3
        on_dark = luminance(ink(mark.colour, dark=True)) + 0.05
        assert on_dark / (luminance("#171614") + 0.05) >= 4


def test_ticks_are_lightened_on_a_dark_ground() -> None:
    for dark, least in ((False, 3), (True, 4)):
        found = traces(comparison(lanes(), dark=dark))["cut: similarity"].line.color
        ground, drawn_in = luminance("#171614" if dark else "#FFFFFF"), luminance(found)
        low, high = sorted((ground, drawn_in))
        assert (high + 0.05) / (low + 0.05) >= least
    assert traces(comparison(lanes()))["cut: similarity"].line.color == "#0072B2"


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


def test_a_curve_is_named_by_what_it_compares() -> None:
    kinds = ("adjacent", "windowed")
    drawn = [
        Lane(kind, cut(20), Signal(SIGNAL.gaps, SIGNAL.scores * part, kind), None)
        for part, kind in zip((1, 0.5), kinds, strict=True)
    ]
    assert list(traces(comparison(drawn)))[:2] == [
        "neighbouring sentences a&lt;b&gt;model",
        "windows of three sentences a&lt;b&gt;model",
    ]


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
        "neighbouring sentences a&lt;b&gt;model", label, "neighbouring chunks, by lane",
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

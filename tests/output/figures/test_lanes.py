from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from cutting import SIGNAL, TEXT, cut, drawn, lanes, traces

from chunking.core.errors import ChunkingError
from chunking.core.prepared import Signal
from chunking.output.figures import Lane, comparison
from chunking.output.lane_styles import LANE_STYLES
from chunking.output.reason_styles import REASON_STYLES, readable_color
from chunking.output.similarity_curve import MOST_POINTS


def test_each_distinct_signal_is_one_line() -> None:
    figure = comparison(lanes())
    curves = [trace for trace in figure.data if "model" in trace.name]
    assert [list(trace.y) for trace in curves] == [
        [0.5, 0.25, 0.75, 0.5],
        [0.25, 0.125, 0.375, 0.25],
    ]
    # The first is that of two lanes, so it has the color of neither.
    colors = [color for color, _, _ in LANE_STYLES]
    assert curves[0].line.color not in colors
    assert curves[1].line.color == colors[3]


def test_chunk_similarity_is_dotted_in_the_color_of_the_lane() -> None:
    found = traces(comparison(lanes()))
    own = [found[name] for name in ("one", "two", "four")]
    assert "three" not in found
    assert [(list(t.x), list(t.y)) for t in own] == [
        ([20, 40], [0.25, 0.5]),
        ([20], [0.1]),
        ([20], [0.9]),
    ]
    assert [t.line.color for t in own] == [LANE_STYLES[i][0] for i in (0, 1, 3)]
    assert [t.marker.symbol for t in own] == [LANE_STYLES[i][1] for i in (0, 1, 3)]
    assert {t.line.dash for t in own} == {"dot"}
    assert {t.showlegend for t in own} == {False}


def test_shared_signals_are_gray() -> None:
    signals = [replace(SIGNAL, scores=SIGNAL.scores / each) for each in (1, 2, 3)]
    figure = comparison([Lane(str(i), cut(20), signals[i % 3]) for i in range(6)])
    colors = {trace.line.color for trace in figure.data if "model" in trace.name}
    assert len(colors) == 3
    assert not colors & {color for color, _, _ in LANE_STYLES}


def test_a_lane_keeps_its_color() -> None:
    first = Lane("pinned", cut(20), boundary_similarity=np.array([0.5]), color=4)
    found = traces(comparison([first, *(replace(lane, color=i) for i, lane in enumerate(lanes()))]))
    own = [found[name] for name in ("pinned", "one", "two", "four")]
    assert [t.line.color for t in own] == [LANE_STYLES[i][0] for i in (4, 0, 1, 3)]
    assert [t.marker.symbol for t in own] == [LANE_STYLES[i][1] for i in (4, 0, 1, 3)]
    with pytest.raises(ChunkingError, match="a color is 0 to 5, got 6"):
        comparison([replace(first, color=6)])


def luminance(color: str) -> float:
    shares = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_curves_have_distinct_colors_with_contrast_on_both_backgrounds() -> None:
    colors = {color for color, _, _ in LANE_STYLES}
    assert len(colors) == len({symbol for _, symbol, _ in LANE_STYLES}) == 6
    assert not colors & {style.color for style in REASON_STYLES.values()}
    for color in colors:
        assert 1.05 / (luminance(color) + 0.05) >= 3
        assert (luminance(color) + 0.05) / (luminance("#171614") + 0.05) >= 3


def test_every_reason_has_contrast_on_both_backgrounds() -> None:
    for style in REASON_STYLES.values():
        assert 1.05 / (luminance(readable_color(style.color, dark=False)) + 0.05) >= 3
        on_dark = luminance(readable_color(style.color, dark=True)) + 0.05
        assert on_dark / (luminance("#171614") + 0.05) >= 4


def test_ticks_are_lightened_on_a_dark_background() -> None:
    for dark, least in ((False, 3), (True, 4)):
        found = traces(comparison(lanes(), dark=dark))["boundary: similarity"].line.color
        ground, drawn_in = luminance("#171614" if dark else "#FFFFFF"), luminance(found)
        low, high = sorted((ground, drawn_in))
        assert (high + 0.05) / (low + 0.05) >= least
    assert traces(comparison(lanes()))["boundary: similarity"].line.color == "#0072B2"


def test_each_lane_has_a_row_of_ticks_and_the_last_row_has_shared_boundaries() -> None:
    figure = comparison(lanes())
    rows = [trace for trace in figure.data if trace.yaxis == "y2"]
    assert [drawn(trace) for trace in rows] == [[20, 40], [20, 30], [20, 40, 50], [20], [20]]
    middles = [np.nanmean(trace.y) for trace in rows]
    assert middles == pytest.approx([0, 1, 2, 3, 4])
    assert [trace.name for trace in rows] == [
        *("boundary: similarity", "boundary: size", "boundary: similarity", "boundary: similarity"),
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
        "neighboring sentences a&lt;b&gt;model",
        "windows of three sentences a&lt;b&gt;model",
    ]


def test_the_rows_are_named_and_the_x_axis_is_shared() -> None:
    layout = comparison(lanes()).layout
    names = [label.split("</span> ")[-1] for label in layout.yaxis2.ticktext]
    assert names == ["one", "two", "three", "four", "all agree"]
    assert list(layout.xaxis.range) == [0, len(TEXT)]
    assert {key for key in layout.to_plotly_json() if key.startswith("xaxis")} == {"xaxis"}


def test_a_single_lane_has_no_row_of_shared_boundaries() -> None:
    assert "all agree" not in traces(comparison(lanes()[:1]))


def test_titles_are_plain_text() -> None:
    lane = Lane('<a href="x">&amp; $\\int$</a>\n' + "y" * 99, cut(20), SIGNAL, np.array([0.5]))
    figure = comparison([lane])
    label = figure.layout.yaxis2.ticktext[0].split("</span> ")[-1]
    assert label.startswith('&lt;a href="x"&gt;&amp;amp; &#36;\\int&#36;&lt;/a&gt; yyy')
    assert label.endswith("y…")
    assert traces(figure).keys() == {
        "neighboring sentences a&lt;b&gt;model", label, "neighboring chunks, by lane",
        "boundary: similarity",
    }  # fmt: skip


def test_invalid_numbers_of_lanes_documents_and_colors_raise() -> None:
    with pytest.raises(ChunkingError, match="takes 1 to 6 lanes, got 0"):
        comparison([])
    with pytest.raises(ChunkingError, match="takes 1 to 6 lanes, got 7"):
        comparison([*lanes(), *lanes()[:3]])
    with pytest.raises(ChunkingError, match="of one document"):
        comparison([Lane("a", cut(20)), Lane("b", cut(20, text=TEXT + "x"))])


def test_long_curves_are_decimated() -> None:
    offsets = range(10, 50_010, 10)
    signal = Signal(np.array(offsets), np.sin(np.arange(5000)))
    row = cut(*offsets, text="x" * 50_020)
    many = [Lane(str(i), row, signal, signal.scores) for i in range(4)]
    figure = comparison(many)
    assert max(len(trace.x) for trace in figure.data if trace.yaxis != "y2") <= MOST_POINTS

"""The figure of a comparison."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.analysis.common_boundaries import common_boundaries
from chunking.analysis.comparison import compare
from chunking.core.document import Document
from chunking.loading.chunk_files import load_chunks
from chunking.loading.samples import sample
from chunking.output.figures import comparison_figure
from chunking.output.lane_colors import LANE_COLORS
from chunking.output.reason_styles import REASON_STYLES, readable_color
from chunking.output.similarity_curve import MOST_POINTS
from chunking.strategies import Semantic, Sentence
from chunking.strategies.signals.quantiles import quantiles

if TYPE_CHECKING:
    from pathlib import Path

    from chunking.analysis.comparison import Comparison
    from chunking.strategies import Strategy

ESSAY = sample("essay.md")
SMALL = {"min_tokens": 0, "max_tokens": 300}


def compared(*strategies: Strategy, document: Document = ESSAY) -> Comparison:
    return compare(document, strategies, embedder=HashEmbedder())


def drawn(trace: Any) -> list[float]:
    """Return the offsets at which there are ticks, from a path that lifts the pen after each."""
    x = np.asarray(trace.x).reshape(-1, 3)
    y = np.asarray(trace.y).reshape(-1, 3)
    assert np.isnan(x[:, 2]).all()
    assert np.isnan(y[:, 2]).all()
    assert (x[:, 0] == x[:, 1]).all()
    assert (y[:, 0] < y[:, 1]).all()
    offsets: list[float] = x[:, 0].tolist()
    return offsets


def curves(figure: Any) -> list[Any]:
    return [trace for trace in figure.data if trace.yaxis != "y2" and trace.line.dash is None]


def thresholds(figure: Any) -> list[Any]:
    return [trace for trace in figure.data if trace.line.dash == "dash"]


def test_each_distinct_signal_is_one_line_named_by_what_it_compares() -> None:
    found = compared(
        Semantic(threshold=0.2), Sentence(), Semantic(threshold=0.4), Semantic(signal="windowed")
    )
    shared, own = curves(comparison_figure(found))
    assert shared.name == "neighboring sentences all-MiniLM-L6-v2"
    assert own.name == "windows of three sentences all-MiniLM-L…"
    assert found.lanes[0].signal is not None
    assert list(shared.x) == found.lanes[0].signal.gaps.tolist()
    assert list(shared.y) == pytest.approx(found.lanes[0].signal.scores.tolist())
    # The first is that of two lanes, so it has the color of neither.
    assert shared.line.color not in LANE_COLORS
    assert own.line.color == LANE_COLORS[3]


def test_thresholds_are_dashed_in_the_color_of_the_lane() -> None:
    found = compared(Semantic(threshold=0.2), Sentence(), Semantic(threshold=0.45))
    lines = thresholds(comparison_figure(found))
    assert [(line.name, list(line.y)) for line in lines] == [
        ("threshold of A: 0.20", [0.2, 0.2]), ("threshold of C: 0.45", [0.45, 0.45]),
    ]  # fmt: skip
    assert [line.line.color for line in lines] == [LANE_COLORS[0], LANE_COLORS[2]]
    assert list(lines[0].x) == [0, len(ESSAY.text)]
    assert thresholds(comparison_figure(compared(Semantic(threshold=-1)))) == []


def test_several_models_are_drawn_as_quantiles() -> None:
    found = compared(Semantic(threshold=0.2), Semantic(threshold=0.4, model="other"))
    figure = comparison_figure(found)
    assert figure.layout.yaxis.title.text == "quantile"
    signal = found.lanes[0].signal
    assert signal is not None
    expected = quantiles(signal.scores).tolist()
    assert list(curves(figure)[0].y) == pytest.approx(expected)
    shares = [float(np.mean(signal.scores < value)) for value in (0.2, 0.4)]
    assert [line.y[0] for line in thresholds(figure)] == pytest.approx(shares)
    assert comparison_figure(compared(Semantic())).layout.yaxis.title.text == "similarity"


def test_each_lane_has_a_row_of_ticks_and_the_last_row_has_shared_boundaries() -> None:
    found = compared(Semantic(threshold=0.3, **SMALL), Semantic(threshold=0.6, **SMALL), Sentence())
    figure = comparison_figure(found)
    ticks = [trace for trace in figure.data if trace.yaxis == "y2"]
    for row, lane in enumerate(found.lanes):
        of_lane = [trace for trace in ticks[:-1] if round(np.nanmean(trace.y)) == row]
        offsets = sorted(offset for trace in of_lane for offset in drawn(trace))
        assert offsets == lane.chunking.boundaries.tolist()
        assert len(of_lane) == len(lane.reasons)
    last = ticks[-1]
    assert last.name == "all agree"
    assert drawn(last) == common_boundaries([each.chunking for each in found.lanes]).all.tolist()
    assert len(drawn(last)) > 0
    assert np.nanmean(last.y) == pytest.approx(3)
    # Each reason is once in the legend.
    named = [trace.name for trace in ticks[:-1] if trace.showlegend]
    assert sorted(named) == sorted({trace.name for trace in ticks[:-1]})
    low, high = figure.layout.yaxis2.range
    assert low > 3
    assert high < 0


def test_the_rows_are_named_and_the_x_axis_is_shared() -> None:
    layout = comparison_figure(compared(Sentence(), Semantic())).layout
    names = [label.split("</span> ")[-1] for label in layout.yaxis2.ticktext]
    assert names == ["A: sentence", "B: semantic", "all agree"]
    assert list(layout.xaxis.range) == [0, len(ESSAY.text)]
    assert {key for key in layout.to_plotly_json() if key.startswith("xaxis")} == {"xaxis"}


def test_a_single_lane_has_no_row_of_shared_boundaries() -> None:
    figure = comparison_figure(compared(Sentence()))
    assert [trace.name for trace in figure.data if trace.name == "all agree"] == []


def test_more_lanes_than_colors_share_them(tmp_path: Path) -> None:
    """Imported chunks have neither curve nor threshold."""
    path = tmp_path / "theirs.jsonl"
    path.write_text(json.dumps({"text": ESSAY.text[:200]}) + "\n", encoding="utf-8")
    strategies = [Semantic(threshold=step / 10) for step in range(7)]
    imported = [load_chunks(str(path), ESSAY)]
    found = compare(ESSAY, strategies, imported, embedder=HashEmbedder())
    figure = comparison_figure(found)
    assert len(figure.layout.yaxis2.ticktext) == 9
    assert [line.line.color for line in thresholds(figure)] == [*LANE_COLORS, LANE_COLORS[0]]


def test_titles_are_plain_text() -> None:
    name = '<a href="x">&amp; $\\int$</a>\n' + "y" * 99
    found = compared(Semantic(model=name))
    curve = curves(comparison_figure(found))[0]
    assert curve.name == 'neighboring sentences &lt;a href="x"&gt;&amp;amp;…'


def test_long_curves_are_decimated() -> None:
    text = " ".join(f"Sentence number {i} is here." for i in range(3000))
    figure = comparison_figure(compared(Semantic(threshold=0.5), document=Document(text)))
    assert 0 < len(curves(figure)[0].x) <= MOST_POINTS


def luminance(color: str) -> float:
    shares = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def test_curves_have_distinct_colors_with_contrast_on_both_backgrounds() -> None:
    assert len(set(LANE_COLORS)) == 6
    assert not set(LANE_COLORS) & {style.color for style in REASON_STYLES.values()}
    for color in LANE_COLORS:
        assert 1.05 / (luminance(color) + 0.05) >= 3
        assert (luminance(color) + 0.05) / (luminance("#171614") + 0.05) >= 3


def test_every_reason_has_contrast_on_both_backgrounds() -> None:
    for style in REASON_STYLES.values():
        assert 1.05 / (luminance(readable_color(style.color, dark=False)) + 0.05) >= 3
        on_dark = luminance(readable_color(style.color, dark=True)) + 0.05
        assert on_dark / (luminance("#171614") + 0.05) >= 4


def test_ticks_are_lightened_on_a_dark_background() -> None:
    found = compared(Semantic(threshold=0.3, **SMALL))
    colors = {}
    for dark in (False, True):
        traces = comparison_figure(found, dark=dark).data
        colors[dark] = next(t.line.color for t in traces if t.name == "boundary: similarity")
    assert colors[False] == "#0072B2"
    assert (luminance(colors[True]) + 0.05) / (luminance("#171614") + 0.05) >= 4


def test_zoom_survives_settings_but_not_another_document() -> None:
    one, other = (comparison_figure(compared(Semantic(threshold=t))) for t in (0.2, 0.5))
    assert one.layout.uirevision == other.layout.uirevision
    third = comparison_figure(compared(Sentence(), document=Document("One. Two.")))
    assert third.layout.uirevision != one.layout.uirevision

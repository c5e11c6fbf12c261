"""The figure of a comparison."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.analysis.differences import common_boundaries
from chunking.core.document import Document
from chunking.loading.chunk_files import load_chunks
from chunking.loading.samples import sample
from chunking.output.comparison import Comparison, compare
from chunking.output.reason_styles import LANE_COLORS, REASON_STYLES, readable_color
from chunking.output.similarity_curve import MOST_POINTS, decimate
from chunking.strategies import Breakpoint, Cluster, Optimal, Semantic, Sentence, Strategy
from chunking.strategies.signals.quantiles import quantiles

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
    """Return the traces of the curves, which have the scores of gaps."""
    return [trace for trace in figure.data if trace.hovertemplate == "%{y:.2f}"]


def ticks(figure: Any, axis: str) -> list[Any]:
    """Return the traces of the boundaries of a row."""
    return [trace for trace in figure.data if trace.yaxis == axis and trace.hoverinfo == "skip"]


def titles(figure: Any) -> list[str]:
    """Return the names of the rows."""
    notes = [note.text for note in figure.layout.annotations if "</span>" in note.text]
    return [note.split("</span> ")[-1] for note in notes]


def test_each_lane_has_a_row_with_what_decides_its_boundaries() -> None:
    found = compared(
        Semantic(threshold=0.2), Sentence(), Optimal(target_tokens=100), Breakpoint(), Cluster()
    )
    figure = found.figure()
    measures = ["similarity", "similarity", "probability", "distance", "cohesion"]
    assert [trace.name for trace in curves(figure)] == [
        f"{letter} {measure}" for letter, measure in zip("ABCDE", measures, strict=True)
    ]
    axes = [figure.layout[name] for name in ("yaxis", "yaxis2", "yaxis3", "yaxis4", "yaxis5")]
    assert [axis.title.text for axis in axes] == measures
    assert all(below.domain[1] < above.domain[0] for above, below in pairwise(axes))
    assert [trace.line.color for trace in curves(figure)] == list(LANE_COLORS[:5])
    assert titles(figure)[:2] == ["A: semantic", "B: sentence"]
    # A strategy without a model has the similarities of the document.
    first, second = curves(figure)[:2]
    assert found.lanes[0].signal is not None
    assert list(first.x) == list(second.x) == found.lanes[0].signal.gaps.tolist()
    assert list(second.y) == pytest.approx(found.lanes[0].signal.scores.tolist())
    for trace, axis in zip(curves(figure), axes, strict=True):
        assert axis.range[0] < min(trace.y)
        assert max(trace.y) < axis.range[1]


def test_without_a_model_there_are_boundaries_alone() -> None:
    figure = compared(Sentence(max_tokens=100)).figure()
    assert curves(figure) == []
    assert len(drawn(ticks(figure, "y")[0])) > 0


def test_thresholds_are_dashed_in_the_color_of_the_lane() -> None:
    found = compared(Semantic(threshold=0.2), Sentence(), Breakpoint())
    figure = found.figure()
    lines = figure.layout.shapes
    assert [(line.name, line.yref, line.line.color) for line in lines] == [
        ("threshold of A", "y", LANE_COLORS[0]), ("threshold of C", "y3", LANE_COLORS[2]),
    ]  # fmt: skip
    assert lines[0].y0 == 0.2
    # The distances of boundaries are above the threshold.
    distances = curves(figure)[2]
    above = [x for x, y in zip(distances.x, distances.y, strict=True) if y > lines[1].y0]
    assert set(above) <= set(found.lanes[2].chunking.boundaries.tolist())
    assert above
    assert compared(Semantic(threshold=-1)).figure().layout.shapes == ()


def test_several_models_are_drawn_as_quantiles() -> None:
    found = compared(Semantic(threshold=0.2), Semantic(threshold=0.4, model="other"))
    figure = found.figure()
    assert figure.layout.yaxis.title.text == figure.layout.yaxis2.title.text == "quantile"
    signal = found.lanes[0].signal
    assert signal is not None
    expected = quantiles(signal.scores).tolist()
    assert list(curves(figure)[0].y) == pytest.approx(expected)
    shares = [float(np.mean(signal.scores < value)) for value in (0.2, 0.4)]
    assert [line.y0 for line in figure.layout.shapes] == pytest.approx(shares)
    assert titles(figure) == ["A: semantic all-MiniLM-L6-v2", "B: semantic other"]


def test_boundaries_are_ticks_by_reason_and_the_last_row_has_the_shared_ones() -> None:
    found = compared(Semantic(threshold=0.3, **SMALL), Semantic(threshold=0.6, **SMALL), Sentence())
    figure = found.figure()
    for axis, lane in zip(("y", "y2", "y3"), found.lanes, strict=True):
        own = ticks(figure, axis)
        offsets = sorted(offset for trace in own for offset in drawn(trace))
        assert offsets == lane.chunking.boundaries.tolist()
        assert len(own) == len(lane.reasons)
    (last,) = ticks(figure, "y4")
    assert last.name == "all agree"
    assert drawn(last) == common_boundaries([each.chunking for each in found.lanes]).all.tolist()
    assert len(drawn(last)) > 0
    # Each reason is once in the legend.
    boundaries = [trace for axis in ("y", "y2", "y3") for trace in ticks(figure, axis)]
    named = [trace.name for trace in boundaries if trace.showlegend]
    assert sorted(named) == sorted({trace.name for trace in boundaries})


def test_a_single_lane_has_no_row_of_shared_boundaries() -> None:
    figure = compared(Sentence()).figure()
    assert [trace.name for trace in figure.data if trace.name == "all agree"] == []


def test_more_lanes_than_colors_share_them(tmp_path: Path) -> None:
    """Imported chunks have the similarities of the document, and no threshold."""
    path = tmp_path / "theirs.jsonl"
    path.write_text(json.dumps({"text": ESSAY.text[:200]}) + "\n", encoding="utf-8")
    strategies = [Semantic(threshold=step / 10) for step in range(7)]
    imported = [load_chunks(str(path), ESSAY)]
    figure = compare(ESSAY, strategies, imported, embedder=HashEmbedder()).figure()
    assert [line.line.color for line in figure.layout.shapes] == [*LANE_COLORS, LANE_COLORS[0]]
    assert len(curves(figure)) == 8


def test_titles_are_plain_text() -> None:
    name = '<a href="x">&amp; $\\int$</a>\n' + "y" * 99
    figure = compared(Semantic(model=name), Semantic()).figure()
    assert titles(figure)[0] == 'A: semantic &lt;a href="x"&gt;&amp;amp; &#36;\\int&#36;&lt;/a…'


def test_long_curves_are_decimated() -> None:
    text = " ".join(f"Sentence number {i} is here." for i in range(3000))
    figure = compared(Semantic(threshold=0.5), document=Document(text)).figure()
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
        traces = found.figure(dark=dark).data
        colors[dark] = next(t.line.color for t in traces if t.name == "boundary: similarity")
    assert colors[False] == "#0072B2"
    assert (luminance(colors[True]) + 0.05) / (luminance("#171614") + 0.05) >= 4


def test_zoom_survives_settings_but_not_another_document() -> None:
    one, other = (compared(Semantic(threshold=t)).figure() for t in (0.2, 0.5))
    assert one.layout.uirevision == other.layout.uirevision
    third = compared(Sentence(), document=Document("One. Two.")).figure()
    assert third.layout.uirevision != one.layout.uirevision


def test_the_extremes_of_each_bin_and_both_ends_are_kept() -> None:
    y = np.array([5, 1, 9, 2, 3, 8, 0, 4, 6, 5.0])
    x, kept = decimate(np.arange(10), y, bins=3)
    # Both ends, and two bins: [1, 9, 2, 3] and [8, 0, 4, 6].
    assert x.tolist() == [0, 1, 2, 5, 6, 9]
    assert kept.tolist() == [5, 1, 9, 8, 0, 5]


def test_a_short_curve_keeps_all_finite_points() -> None:
    x, y = decimate(np.arange(5), np.array([1, np.nan, 3, np.inf, 5]), bins=2)
    assert x.tolist() == [0, 2, 4]
    assert y.tolist() == [1, 3, 5]


def test_a_single_bin_raises() -> None:
    with pytest.raises(ValueError, match="bins must be at least 2, got 1"):
        decimate(np.arange(5), np.zeros(5), bins=1)


@settings(max_examples=2 * settings().max_examples)
@given(st.lists(st.integers(-9, 9), max_size=200), st.integers(2, 20))
def test_a_decimated_curve_has_the_same_extremes_and_ends(values: list[int], bins: int) -> None:
    y = np.array(values, np.float64)
    x, kept = decimate(np.arange(len(y)), y, bins)
    assert len(x) <= 2 * bins
    assert len(x) == len(y) or len(x) >= bins
    assert (np.diff(x) > 0).all()
    assert (y[x] == kept).all()
    if len(y):
        assert (kept.min(), kept.max()) == (y.min(), y.max())
        assert (x[0], x[-1]) == (0, len(y) - 1)

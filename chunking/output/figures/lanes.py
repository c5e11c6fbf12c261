"""Several chunkings of one document, one above the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chunking.core.errors import ChunkingError
from chunking.output.figures.style import (
    CURVE,
    axis,
    curve_trace,
    layout,
    offset_axis,
    plain,
    reason_trace,
    ticks,
)
from chunking.output.lane_styles import LANE_STYLES
from chunking.output.similarity_curve import boundaries_by_reason, decimate, distinct_curves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.core.arrays import Floats
    from chunking.core.chunking import Chunking
    from chunking.core.cuts import Reason
    from chunking.core.prepared import Signal

# With more points a line has no marker at each.
_MOST_MARKERS = 300
# The legend entry of the dotted lines.
_CHUNK_SIMILARITY = "neighboring chunks, by lane"
_HALF_TICK = 0.36
_ROW_HEIGHT = 22
_CURVES_HEIGHT = 170
# For curves that several lanes share.
_SHARED_COLORS = (CURVE, "#6B6B6B", "#A8A8A8")

# What the similarity across a gap compares, by the kind of the signal.
_COMPARES = {"adjacent": "neighboring sentences", "windowed": "windows of three sentences"}


@dataclass(frozen=True, slots=True)
class Lane:
    """One chunking in a comparison.

    `signal` is that of its strategy, if it uses a model. `boundary_similarity` is the cosine of
    the chunks on both sides of each boundary, (n - 1,), nan where unknown. `color` is the index
    of one of the six colors and symbols; None takes that of the lane's position.
    """

    title: str
    chunking: Chunking
    signal: Signal | None = None
    boundary_similarity: Floats | None = None
    color: int | None = None


def comparison(lanes: Sequence[Lane], *, dark: bool = False) -> go.Figure:
    """Draw the similarity curves of 1 to 6 lanes, and below them a row of boundaries for each.

    Each distinct signal is one line, in its lane's color or gray where lanes share it. The
    similarity across a lane's boundaries is dotted, in its color and with its symbol. With two or
    more lanes, the last row has the boundaries that all of them share. Ticks have the colors of
    their reasons, lightened for a `dark` background.

    Raises:
        ChunkingError: There are no or more than six lanes, they are of several documents, or a
            color is out of range.
    """
    if not 1 <= len(lanes) <= len(LANE_STYLES):
        raise ChunkingError(f"a comparison takes 1 to {len(LANE_STYLES)} lanes, got {len(lanes)}")
    if len({lane.chunking.document.sha256 for lane in lanes}) > 1:
        raise ChunkingError("a comparison is of one document, got lanes of several")
    unknown = [lane.color for lane in lanes if lane.color not in {None, *range(len(LANE_STYLES))}]
    if unknown:
        raise ChunkingError(f"a color is 0 to {len(LANE_STYLES) - 1}, got {unknown[0]}")
    document = lanes[0].chunking.document
    titles = [plain(lane.title) for lane in lanes]
    traces = [*_curves(lanes), *_chunk_similarities(lanes, titles), *_ticks(lanes, dark=dark)]
    looks = _looks(lanes)
    labels = [
        _label(title, color, glyph) for title, (color, _, glyph) in zip(titles, looks, strict=True)
    ]
    if len(lanes) > 1:
        traces.append(_shared_boundaries(lanes))
        labels.append("all agree")
    rows = len(labels)
    height = _CURVES_HEIGHT + _ROW_HEIGHT * rows
    split = _ROW_HEIGHT * rows / height
    look = layout(
        document.sha256,
        height + 64,
        margin={"l": 12, "r": 12, "t": 30, "b": 34},
        xaxis=offset_axis(len(document.text), anchor="y2"),
        yaxis=axis("similarity", domain=[split + 0.04, 1], fixedrange=True, automargin=True),
        yaxis2=axis(
            domain=[0, split],
            range=[rows - 0.5, -0.5],
            tickvals=list(range(rows)),
            ticktext=labels,
            showgrid=False,
            fixedrange=True,
            automargin=True,
        ),
    )
    return go.Figure(data=traces, layout=look)


def _looks(lanes: Sequence[Lane]) -> list[tuple[str, str, str]]:
    """The color, symbol and glyph of each lane."""
    return [
        LANE_STYLES[place if lane.color is None else lane.color] for place, lane in enumerate(lanes)
    ]


def _curves(lanes: Sequence[Lane]) -> list[dict[str, Any]]:
    """One line for each distinct signal."""
    looks, grays = _looks(lanes), iter(_SHARED_COLORS)
    traces = []
    for curve in distinct_curves([lane.signal for lane in lanes]):
        first = curve.lanes[0]
        color = looks[first][0] if len(curve.lanes) == 1 else next(grays)
        model = str(lanes[first].chunking.settings.get("model", ""))
        name = plain(f"{_COMPARES.get(curve.kind, curve.kind)} {model}".strip())
        traces.append(curve_trace(curve.offsets, curve.scores, name, color, opacity=0.9))
    return traces


def _chunk_similarities(lanes: Sequence[Lane], titles: Sequence[str]) -> list[dict[str, Any]]:
    """The similarity across the boundaries of each lane."""
    traces = []
    for lane, title, (color, symbol, _) in zip(lanes, titles, _looks(lanes), strict=True):
        if lane.boundary_similarity is None:
            continue
        x, y = decimate(lane.chunking.boundaries, lane.boundary_similarity)
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers" if len(x) <= _MOST_MARKERS else "lines",
                "name": title,
                "x": x,
                "y": y,
                "line": {"color": color, "width": 1.5, "dash": "dot"},
                "marker": {"color": color, "size": 6, "symbol": symbol},
                # The rows below name the lanes in the same colors and symbols.
                "showlegend": False,
                "hovertemplate": "%{y:.2f} at %{x:,d}",
            }
        )
    if not traces:
        return []
    nowhere = np.array([np.nan])  # one entry in the legend, in no lane's color
    line = {"color": CURVE, "width": 1.5, "dash": "dot"}
    return [*traces, curve_trace(nowhere, nowhere, _CHUNK_SIMILARITY, CURVE, line=line)]


def _ticks(lanes: Sequence[Lane], *, dark: bool) -> list[dict[str, Any]]:
    """A row of ticks for each lane, one trace for each reason, each reason once in the legend."""
    traces = []
    seen: set[Reason] = set()
    for row, lane in enumerate(lanes):
        for reason, offsets in boundaries_by_reason(lane.chunking):
            line = ticks(offsets, row - _HALF_TICK, row + _HALF_TICK)
            once = {"showlegend": reason not in seen}
            traces.append(reason_trace(reason, dark=dark, yaxis="y2", **once, **line))
            seen.add(reason)
    return traces


def _shared_boundaries(lanes: Sequence[Lane]) -> dict[str, Any]:
    """A tick at each boundary that all lanes share."""
    offsets = reduce(np.intersect1d, [lane.chunking.boundaries for lane in lanes])
    row = len(lanes)
    return {
        "type": "scatter",
        "name": "all agree",
        "yaxis": "y2",
        "showlegend": False,
        "line": {"color": CURVE, "width": 2},
        "hovertemplate": "%{x:,d}",
        **ticks(offsets, row - _HALF_TICK, row + _HALF_TICK),
    }


def _label(title: str, color: str, glyph: str) -> str:
    """A lane's label with the symbol of its curve; its ticks have the colors of their reasons."""
    return f'<span style="color:{color}">{glyph}</span> {title}'

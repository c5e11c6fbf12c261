"""The similarity curve of a document, with the cuts on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chunking.figures.decimation import decimate
from chunking.figures.style import CURVE, THRESHOLD, axis, layout, position
from chunking.figures.ticks import by_reason, named, ticks
from chunking.marks import MARKS
from chunking.numerals import rounded

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.types import Floats, Ints, Reason, Signal

# Above this many a browser takes longer for the markers than for everything else.
MOST_MARKERS = 1000
_HALF_TICK = 0.03


def similarity(signal: Signal, chunking: Chunking, threshold: float | None = None) -> go.Figure:
    """The similarity across each gap, the threshold, and a mark by reason at each cut.

    x is the offset of the gap in the document. A cut inside a unit has no similarity of its
    own: its mark lies on the line between its neighbours.
    """
    length = len(chunking.document.text)
    x, y = decimate(signal.gaps, signal.scores)
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": "similarity",
            "x": x,
            "y": y,
            "line": {"color": CURVE, "width": 1},
            "hovertemplate": "%{y:.2f} at %{x:,d}<extra></extra>",
        }
    ]
    if threshold is not None:
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": f"threshold {rounded(threshold, 2)}",
                "x": np.array([0, length]),
                "y": np.array([threshold, threshold], dtype=np.float64),
                "line": {"color": THRESHOLD, "width": 1.5, "dash": "dash"},
                "hoverinfo": "skip",
            }
        )
    offsets = chunking.boundaries
    heights = _heights(signal, offsets)
    few = len(offsets) <= MOST_MARKERS
    for reason, rows in by_reason(chunking):
        draw = _markers if few else _ticks
        traces.append(draw(reason, offsets[rows], heights[rows]))
    look = layout(
        chunking.document.sha256,
        260,
        xaxis=position(length),
        yaxis=axis("similarity", fixedrange=True),
    )
    return go.Figure(data=traces, layout=look)


def _heights(signal: Signal, offsets: Ints) -> Floats:
    if len(signal.gaps) == 0:
        return np.zeros(len(offsets))
    return np.interp(offsets, signal.gaps, signal.scores)


def _markers(reason: Reason, x: Ints, y: Floats) -> dict[str, Any]:
    mark = MARKS[reason]
    outline = {"color": mark.colour, "width": 1}
    marker = {"color": mark.colour, "symbol": mark.symbol, "size": 9, "line": outline}
    return named(
        reason, x=x, y=y, mode="markers", marker=marker, hovertemplate="%{y:.2f} at %{x:,d}"
    )


def _ticks(reason: Reason, x: Ints, y: Floats) -> dict[str, Any]:
    return named(reason, **ticks(x, y - _HALF_TICK, y + _HALF_TICK))

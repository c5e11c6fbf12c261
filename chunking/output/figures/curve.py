"""The similarity curve of a document with its boundaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chunking.core.text.numbers import rounded
from chunking.output.figures.style import (
    CURVE,
    THRESHOLD,
    axis,
    curve_trace,
    layout,
    offset_axis,
    reason_trace,
    ticks,
)
from chunking.output.reason_styles import REASON_STYLES
from chunking.output.similarity_curve import (
    boundaries_by_reason,
    scores_on_curve,
    similarity_curve,
)

if TYPE_CHECKING:
    from chunking.core.arrays import Floats, Ints
    from chunking.core.chunking import Chunking
    from chunking.core.cuts import Reason
    from chunking.core.prepared import Signal

# Above this many, markers take a browser longer than everything else.
MOST_MARKERS = 1000
_HALF_TICK = 0.03


def similarity(signal: Signal, chunking: Chunking, threshold: float | None = None) -> go.Figure:
    """Draw the similarity at each gap, the threshold, and each boundary in the style of its reason.

    A boundary inside a unit has no similarity; it is drawn on the line between its neighbors.
    """
    length = len(chunking.document.text)
    curve = similarity_curve(signal)
    traces = [
        curve_trace(
            curve.offsets, curve.scores, "similarity", CURVE,
            hovertemplate="%{y:.2f} at %{x:,d}<extra></extra>",
        )
    ]  # fmt: skip
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
    draw = _markers if len(chunking.boundaries) <= MOST_MARKERS else _ticks
    for reason, offsets in boundaries_by_reason(chunking):
        traces.append(draw(reason, offsets, scores_on_curve(signal, offsets)))
    look = layout(
        chunking.document.sha256,
        260,
        xaxis=offset_axis(length),
        yaxis=axis("similarity", fixedrange=True),
    )
    return go.Figure(data=traces, layout=look)


def _markers(reason: Reason, x: Ints, y: Floats) -> dict[str, Any]:
    style = REASON_STYLES[reason]
    marker = {
        "color": style.color,
        "symbol": style.symbol,
        "size": 9,
        "line": {"color": style.color, "width": 1},
    }
    return reason_trace(
        reason, x=x, y=y, mode="markers", marker=marker, hovertemplate="%{y:.2f} at %{x:,d}"
    )


def _ticks(reason: Reason, x: Ints, y: Floats) -> dict[str, Any]:
    return reason_trace(reason, **ticks(x, y - _HALF_TICK, y + _HALF_TICK))

"""The chunkings of a comparison, one above the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chunking.analysis.common_boundaries import common_boundaries
from chunking.core.text.numbers import rounded
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
from chunking.output.lane_colors import LANE_COLORS
from chunking.output.similarity_curve import boundaries_by_reason, distinct_curves
from chunking.strategies.signals.quantiles import quantiles, share_below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.analysis.comparison import Comparison, Lane
    from chunking.core.cuts import Reason

_HALF_TICK = 0.36
_ROW_HEIGHT = 22
_CURVES_HEIGHT = 170
# For curves that several lanes share.
_SHARED_COLORS = (CURVE, "#6B6B6B", "#A8A8A8")

# What the similarity across a gap compares, by the kind of the signal.
_COMPARES = {"adjacent": "neighboring sentences", "windowed": "windows of three sentences"}


def comparison_figure(compared: Comparison, *, dark: bool = False) -> go.Figure:
    """Draw the similarity curves of a comparison, and below them a row of boundaries for each lane.

    Each distinct signal is one line, in its lane's color or gray where lanes share it; a threshold
    is dashed. Similarities of several models are drawn as quantiles. With two or more lanes, the
    last row has the boundaries that all of them share. Ticks have the colors of their reasons,
    lightened for a `dark` background.

    Args:
        compared: The result of `compare`.
        dark: Whether the background is dark.
    """
    lanes = compared.lanes
    as_quantiles = len(compared.models) > 1
    traces = [
        *_curves(lanes, as_quantiles=as_quantiles),
        *_thresholds(lanes, as_quantiles=as_quantiles),
        *_ticks(lanes, dark=dark),
    ]
    labels = [_label(lane, at) for at, lane in enumerate(lanes)]
    if len(lanes) > 1:
        traces.append(_shared_boundaries(lanes))
        labels.append("all agree")
    rows = len(labels)
    height = _CURVES_HEIGHT + _ROW_HEIGHT * rows
    split = _ROW_HEIGHT * rows / height
    scale = "quantile" if as_quantiles else "similarity"
    look = layout(
        compared.document.sha256,
        height + 64,
        margin={"l": 12, "r": 12, "t": 30, "b": 34},
        xaxis=offset_axis(len(compared.document.text), anchor="y2"),
        yaxis=axis(scale, domain=[split + 0.04, 1], fixedrange=True, automargin=True),
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


def _color(at: int) -> str:
    return LANE_COLORS[at % len(LANE_COLORS)]


def _label(lane: Lane, at: int) -> str:
    """Return a lane's label after a dot in the color of its curve."""
    return f'<span style="color:{_color(at)}">●</span> {plain(f"{lane.letter}: {lane.title}")}'


def _curves(lanes: Sequence[Lane], *, as_quantiles: bool) -> list[dict[str, Any]]:
    """Return one line for each distinct signal."""
    signals = [lane.signal for lane in lanes]
    if as_quantiles:
        signals = [each and replace(each, scores=quantiles(each.scores)) for each in signals]
    traces = []
    shared = 0
    for curve in distinct_curves(signals):
        first = curve.lanes[0]
        color = _color(first)
        if len(curve.lanes) > 1:
            color = _SHARED_COLORS[shared % len(_SHARED_COLORS)]
            shared += 1
        model = str(lanes[first].chunking.settings.get("model", ""))
        name = plain(f"{_COMPARES.get(curve.kind, curve.kind)} {model}".strip())
        traces.append(curve_trace(curve.offsets, curve.scores, name, color, opacity=0.9))
    return traces


def _thresholds(lanes: Sequence[Lane], *, as_quantiles: bool) -> list[dict[str, Any]]:
    """Return a dashed line at the threshold of each lane; one of -1 is off."""
    traces = []
    for at, lane in enumerate(lanes):
        if lane.strategy is None or lane.prepared is None or lane.signal is None:
            continue
        value = lane.strategy.effective_threshold(lane.prepared)
        if value is None or value <= -1:
            continue
        height = share_below(lane.signal.scores, value) if as_quantiles else value
        ends = np.array([0, len(lane.chunking.document.text)])
        name = f"threshold of {lane.letter}: {rounded(value, 2)}"
        line = {"color": _color(at), "width": 1.5, "dash": "dash"}
        heights = np.full(2, height, np.float64)
        traces.append(curve_trace(ends, heights, name, _color(at), line=line, hoverinfo="skip"))
    return traces


def _ticks(lanes: Sequence[Lane], *, dark: bool) -> list[dict[str, Any]]:
    """Return a row of ticks for each lane, a trace for each reason, each once in the legend."""
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
    """Return a tick at each boundary that all lanes share."""
    offsets = common_boundaries([lane.chunking for lane in lanes]).all
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

"""The chunkings of a comparison, each with its curve, one below the other on one axis."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from chunking.analysis.differences import common_boundaries
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.prepared import Signal
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
from chunking.output.lane import Lane, models_of
from chunking.output.reason_styles import LANE_COLORS
from chunking.output.similarity_curve import boundaries_by_reason, decimate
from chunking.strategies.base import MEASURES
from chunking.strategies.signals.quantiles import quantiles, share_below

# Pixels: a row, the space between two for the name of the second, and the row of shared boundaries.
_ROW, _BETWEEN, _SHARED = 110, 28, 16
_MARGIN = {"l": 12, "r": 56, "t": 62, "b": 36}


class _Row(NamedTuple):
    """One lane: its curve and its threshold as drawn, what they measure, and the ends of its axis.

    Without a curve it has its boundaries alone.
    """

    lane: Lane
    number: int
    curve: Signal | None
    threshold: float | None
    measure: str
    ends: tuple[float, float]

    @property
    def color(self) -> str:
        """The color of the lane."""
        return LANE_COLORS[self.number % len(LANE_COLORS)]

    @property
    def axis(self) -> str:
        """The name of its axis."""
        return f"y{self.number + 1}"


def comparison_figure(
    document: Document, lanes: Sequence[Lane], similarities: Signal | None, *, dark: bool = False
) -> go.Figure:
    """Draw a row for each lane of a document: its curve, its boundaries and its threshold.

    The curve is what decides the boundaries: similarity, probability (`optimal`), distance
    (`breakpoint`) or cohesion (`cluster`). Lanes without one have the `similarities` of the
    document, if these are known. Curves of several models are drawn as quantiles. Boundaries have
    the colors of their reasons, lightened for a `dark` background; with two or more lanes, the last
    row has those that all of them share. Hovering names the values of all lanes at one place.
    """
    as_quantiles = len(models_of(lanes)) > 1
    rows = [
        _row(lane, lane.curve or similarities, number, as_quantiles=as_quantiles)
        for number, lane in enumerate(lanes)
    ]
    shared = f"y{len(rows) + 1}" if len(rows) > 1 else None
    height = len(rows) * (_ROW + _BETWEEN) - _BETWEEN + (_BETWEEN + _SHARED if shared else 0)
    traces, axes, notes = [], {}, []
    seen: set[Reason] = set()
    for row in rows:
        top = 1 - row.number * (_ROW + _BETWEEN) / height
        domain = [max(0.0, top - _ROW / height), top]
        axes[f"yaxis{row.number + 1}"] = axis(
            row.measure, domain=domain, range=list(row.ends), automargin=True
        )
        traces += [*_curve(row), *_boundaries(row, seen, dark=dark)]
        notes += [_title(row, top), *_threshold(row)]
    if shared is not None:
        traces.append(_shared_boundaries(lanes, shared))
        axes[f"yaxis{len(rows) + 1}"] = axis(
            domain=[0, _SHARED / height],
            range=[0, 1],
            tickvals=[0.5],
            ticktext=["all agree"],
            showgrid=False,
            fixedrange=True,
            automargin=True,
        )
    look = layout(
        document.sha256,
        height + _MARGIN["t"] + _MARGIN["b"],
        margin=_MARGIN,
        hovermode="x",
        hoversubplots="axis",
        annotations=notes,
        shapes=[_line(row, row.threshold) for row in rows if row.threshold is not None],
        xaxis=offset_axis(len(document.text), anchor=shared or "y"),
        **axes,
    )
    return go.Figure(data=traces, layout=look)


def _row(lane: Lane, curve: Signal | None, number: int, *, as_quantiles: bool) -> _Row:
    threshold = lane.threshold
    if curve is None:
        return _Row(lane, number, None, None, "", (0.0, 1.0))
    measure = curve.kind if curve.kind in MEASURES else "similarity"
    if as_quantiles:
        if threshold is not None:
            threshold = share_below(curve.scores, threshold)
        measure, curve = "quantile", replace(curve, scores=quantiles(curve.scores))
    known = [*curve.scores[np.isfinite(curve.scores)].tolist(), *filter(None, [threshold])]
    low, high = min(known, default=0.0), max(known, default=1.0)
    room = max(0.02, 0.05 * (high - low))
    return _Row(lane, number, curve, threshold, measure, (low - room, high + room))


def _curve(row: _Row) -> list[dict[str, Any]]:
    if row.curve is None:
        return []
    offsets, scores = decimate(row.curve.gaps, row.curve.scores.astype(np.float64))
    name = f"{row.lane.letter} {row.measure}"
    trace = curve_trace(offsets.astype(np.int64), scores, name, row.color, yaxis=row.axis)
    return [{**trace, "showlegend": False, "hovertemplate": "%{y:.2f}"}]


def _boundaries(row: _Row, seen: set[Reason], *, dark: bool) -> list[dict[str, Any]]:
    """Return the boundaries of a lane, a trace for each reason, each once in the legend."""
    traces = []
    for reason, offsets in boundaries_by_reason(row.lane.chunking):
        once = {"showlegend": reason not in seen}
        trace = reason_trace(reason, dark=dark, yaxis=row.axis, **once, **ticks(offsets, *row.ends))
        traces.append({**trace, "line": {**trace["line"], "width": 1.5}, "hoverinfo": "skip"})
        del traces[-1]["hovertemplate"]
        seen.add(reason)
    return traces


def _title(row: _Row, top: float) -> dict[str, Any]:
    """Return the name of a lane above its row, after a dot in the color of its curve."""
    model = str(row.lane.chunking.settings.get("model", "")) if row.measure == "quantile" else ""
    name = plain(" ".join(filter(None, [f"{row.lane.letter}: {row.lane.title}", model])))
    return {
        "text": f'<span style="color:{row.color}">●</span> {name}',
        "xref": "paper", "x": 0, "xanchor": "left",
        "yref": "paper", "y": top, "yanchor": "bottom", "showarrow": False,
    }  # fmt: skip


def _threshold(row: _Row) -> list[dict[str, Any]]:
    """Return the value of a threshold at the right end of its line."""
    if row.threshold is None:
        return []
    value = row.lane.threshold
    return [
        {
            "text": rounded(value or 0.0, 2), "font": {"color": row.color},
            "xref": "paper", "x": 1, "xanchor": "left", "xshift": 4,
            "yref": row.axis, "y": row.threshold, "showarrow": False,
        }
    ]  # fmt: skip


def _line(row: _Row, height: float) -> dict[str, Any]:
    line = {"color": row.color, "width": 1.5, "dash": "dash"}
    ends = {"xref": "paper", "x0": 0, "x1": 1, "yref": row.axis, "y0": height, "y1": height}
    return {"type": "line", "name": f"threshold of {row.lane.letter}", "line": line, **ends}


def _shared_boundaries(lanes: Sequence[Lane], axis_name: str) -> dict[str, Any]:
    """Return a tick at each boundary that all lanes share."""
    offsets = common_boundaries([lane.chunking for lane in lanes]).all
    return {
        "type": "scatter",
        "name": "all agree",
        "yaxis": axis_name,
        "showlegend": False,
        "line": {"color": CURVE, "width": 2},
        "hoverinfo": "skip",
        **ticks(offsets, 0.1, 0.9),
    }

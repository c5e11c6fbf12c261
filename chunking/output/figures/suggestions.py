"""Thresholds among the similarities of a document, and the evidence of each selector."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import plotly.graph_objects as go

from chunking.analysis.thresholds import Curve, SelectedThreshold
from chunking.core.arrays import Floats
from chunking.core.text.numbers import format_threshold
from chunking.output.figures.style import (
    CURVE,
    THRESHOLD,
    axis,
    layout,
    plain,
)
from chunking.output.similarity_curve import decimate

BINS = 60
# After Okabe & Ito (2008), with a lighter blue: distinct on light and dark backgrounds.
_SUGGESTED, _EVIDENCE_LINE = "#2A88C8", "#E69F00"
_ROW = 15  # pixels of a label
_PLOT = 170  # pixels
_EVIDENCE, _BETWEEN = 140, 66  # pixels of a plot, and to the next for the labels of its axis
# Share of the width within which lines have one label; their own would overlap.
_NEAR = 0.05


def distribution(
    scores: Floats, suggested: Mapping[str, float], threshold: float | None = None
) -> go.Figure:
    """Draw a histogram of similarities with a numbered line at each suggested threshold.

    Args:
        scores: The similarities, (n,).
        suggested: Thresholds by title, listed next to the bars by their numbers.
    """
    counts, edges = np.histogram(scores, BINS)
    bars = {
        "type": "bar",
        "name": "gaps",
        "x": (edges[:-1] + edges[1:]) / 2,
        "y": counts,
        "width": np.diff(edges),
        "customdata": np.column_stack([edges[:-1], edges[1:]]),
        "marker": {"color": CURVE},
        "hovertemplate": "%{y} gaps of %{customdata[0]:.2f} to %{customdata[1]:.2f}<extra></extra>",
    }
    ordered = sorted(suggested.items(), key=lambda each: each[1])
    values = [value for _, value in ordered]
    lines = [_upright(value, _SUGGESTED, "solid") for value in values]
    small = {"showarrow": False, "font": {"size": 11}, "yref": "paper", "y": 1}
    labels = [
        {
            "xref": "paper", "x": 1, "xanchor": "left", "xshift": 14, "align": "left",
            "yanchor": "top", "yshift": -_ROW * row, **small,
            "text": f"{row + 1}  {plain(title)} {format_threshold(value)}",
        }
        for row, (title, value) in enumerate(ordered)
    ]  # fmt: skip
    labels += [
        {"x": (values[first] + values[last]) / 2, "yanchor": "bottom", **small,
         "text": str(first + 1) if first == last else f"{first + 1}–{last + 1}"}
        for first, last in _close(values, _NEAR * float(edges[-1] - edges[0]))
    ]  # fmt: skip
    if threshold is not None:
        lines.append(_upright(threshold, THRESHOLD, "dash"))
    look = layout(
        "distribution",
        _PLOT + 2 * _ROW,
        margin={"l": 44, "r": 220, "t": 1.4 * _ROW, "b": 36},
        showlegend=False,
        bargap=0,
        shapes=lines,
        annotations=labels,
        xaxis=axis("similarity of neighboring sentences"),
        yaxis=axis("gaps"),
    )
    return go.Figure(data=[bars], layout=look)


def _close(values: list[float], near: float) -> list[tuple[int, int]]:
    """Return the first and last index of each run of values that are near the previous one."""
    firsts = [i for i, value in enumerate(values) if i == 0 or value - values[i - 1] > near]
    return [(first, last - 1) for first, last in pairwise([*firsts, len(values)])]


def evidence(selection: SelectedThreshold, threshold: float | None = None) -> go.Figure | None:
    """Draw the curves that a selector decided by, and its threshold; None without curves."""
    curves = selection.curves
    if not curves:
        return None
    inside = _EVIDENCE * len(curves) + _BETWEEN * (len(curves) - 1)
    height, between = _EVIDENCE / inside, _BETWEEN / inside
    traces: list[dict[str, Any]] = []
    axes: dict[str, Any] = {}
    lines: list[dict[str, Any]] = []
    for row, curve in enumerate(curves):
        number = "" if row == 0 else str(row + 1)
        traces.append(_trace(curve, number))
        top = 1 - row * (height + between)
        axes[f"xaxis{number}"] = axis(curve.x_title, anchor=f"y{number}")
        axes[f"yaxis{number}"] = axis(
            curve.y_title, domain=[max(0.0, top - height), top], anchor=f"x{number}"
        )
        if curve.x_title in {"threshold", "similarity"}:
            values = ((selection.value, _SUGGESTED, "solid"), (threshold, THRESHOLD, "dash"))
            lines += [
                _upright(value, color, dash, f"x{number}", f"y{number} domain")
                for value, color, dash in values
                if value is not None
            ]
    look = layout("evidence", 0, bargap=0, shapes=lines, **axes)
    look["height"] = inside + look["margin"]["t"] + look["margin"]["b"]
    return go.Figure(data=traces, layout=look)


def _trace(curve: Curve, number: str) -> dict[str, Any]:
    common = {"name": plain(curve.title), "xaxis": f"x{number}", "yaxis": f"y{number}"}
    if curve.kind == "bars":
        middles = (curve.x[:-1] + curve.x[1:]) / 2
        return {
            "type": "bar", "x": middles, "y": curve.y, "width": np.diff(curve.x),
            "marker": {"color": CURVE}, **common,
        }  # fmt: skip
    x, y = decimate(curve.x, curve.y)
    line = {"color": _EVIDENCE_LINE, "width": 1.5}
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "line": line, **common}


def _upright(value: float, color: str, dash: str, x: str = "x", y: str = "paper") -> dict[str, Any]:
    line = {"color": color, "width": 1.5, "dash": dash}
    return {
        "type": "line", "x0": value, "x1": value, "xref": x, "y0": 0, "y1": 1, "yref": y,
        "line": line,
    }  # fmt: skip

"""The similarities of many documents next to one threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from chunking.core.text.numbers import format_threshold
from chunking.output.figures.style import CURVE, LANE_COLORS, THRESHOLD, axis, layout, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.core.arrays import Floats

_ROW_HEIGHT = 24


def library(
    titles: Sequence[str],
    scores: Sequence[Floats],
    suggested: Sequence[float],
    threshold: float | None = None,
) -> go.Figure:
    """Draw a box plot of the similarities of each document: quartiles, and 5 % to 95 %.

    Args:
        titles: The names of the documents.
        scores: The similarities of each, (n,).
        suggested: The threshold recommended for each document, drawn as a diamond; nan if none.
        threshold: The common threshold, drawn as a line.
    """
    rows = list(range(len(titles)))
    shares = np.array(
        [
            np.quantile(each, [0.05, 0.25, 0.5, 0.75, 0.95]) if len(each) else np.full(5, np.nan)
            for each in scores
        ]
    ).reshape(-1, 5)
    boxes = {
        "type": "box",
        "name": "similarities: 5, 25, 50, 75, 95 % of the gaps",
        "orientation": "h",
        "y": rows,
        **dict(zip(("lowerfence", "q1", "median", "q3", "upperfence"), shares.T, strict=True)),
        "line": {"color": LANE_COLORS[0], "width": 1.5},
        "hoverinfo": "skip",
    }
    own = {
        "type": "scatter",
        "mode": "markers",
        "name": "selected for this document",
        "x": list(suggested),
        "y": rows,
        "marker": {"symbol": "diamond", "size": 9, "color": LANE_COLORS[1]},
        "customdata": [format_threshold(each) for each in suggested],
        "hovertemplate": "%{customdata}<extra></extra>",
    }
    traces = [boxes, own]
    if threshold is not None:
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": f"threshold {threshold:g}",
                "x": [threshold, threshold],
                "y": [-0.5, len(titles) - 0.5],
                "line": {"color": THRESHOLD, "width": 2, "dash": "dash"},
                "hoverinfo": "skip",
            }
        )
    look = layout(
        "library",
        _ROW_HEIGHT * len(titles) + 110,
        margin={"l": 12, "r": 12, "t": 30, "b": 40},
        xaxis=axis("similarity", range=[0, 1]),
        yaxis=axis(
            tickvals=rows,
            ticktext=[plain(title, is_path=True) for title in titles],
            range=[len(titles) - 0.5, -0.5],
            showgrid=False,
            fixedrange=True,
            automargin=True,
            tickfont={"color": CURVE},
        ),
    )
    return go.Figure(data=traces, layout=look)

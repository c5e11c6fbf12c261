"""The similarities of many documents, one above the other, beside one threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from chunking.figures.style import CURVE, LANE_COLOURS, THRESHOLD, axis, layout, plain
from chunking.numerals import in_full

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.types import Floats

_ROW_HEIGHT = 24


def library(
    titles: Sequence[str],
    scores: Sequence[Floats],
    suggested: Sequence[float],
    threshold: float | None = None,
) -> go.Figure:
    """A box a document: the middle half of its similarities, their median, and 5 % to 95 %.

    `scores[i]` are those of document i, any number of them, and a diamond stands at `suggested[i]`,
    the threshold chosen for it alone (nan: none). The upright line is the one they are all cut by.
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
        "line": {"color": LANE_COLOURS[0], "width": 1.5},
        "hoverinfo": "skip",
    }
    own = {
        "type": "scatter",
        "mode": "markers",
        "name": "own threshold",
        "x": list(suggested),
        "y": rows,
        "marker": {"symbol": "diamond", "size": 9, "color": LANE_COLOURS[1]},
        "customdata": [in_full(each) for each in suggested],
        "hovertemplate": "%{customdata}<extra>chosen for this document alone</extra>",
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

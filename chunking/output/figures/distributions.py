"""Histogram of chunk sizes, and matrix of agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chunking.output.figures.style import LANE_COLORS, THRESHOLD, axis, layout, plain
from chunking.strategies.base import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.core.arrays import Floats, Ints
    from chunking.core.chunking import Chunking

BINS = 40
# Up to this height of the bars there is a grid line at each integer.
_MOST_UNIT_LINES = 5


def sizes(
    chunkings: Sequence[Chunking], titles: Sequence[str], limits: tuple[int, int] | None = None
) -> go.Figure:
    """Draw a histogram of chunk sizes with the same bins for all chunkings, and the limits.

    A minimum of 0 and no maximum have no line. Limits are edges of bins.
    """
    named = zip(("min", "max"), limits or (), strict=False)
    drawn = {limit: name for name, limit in named if 0 < limit < UNLIMITED}
    largest = max([1, *(int(c.tokens.max()) for c in chunkings if len(c))])
    edges = _edges(largest, *(limits or (0, UNLIMITED)))
    # If both limits are equal, their bin is one token wide and would be invisible.
    steps = np.diff(edges)
    wide = 0.95 * np.maximum(steps, np.median(steps) / 2) / max(1, len(chunkings))
    traces: list[dict[str, Any]] = []
    for row, (chunking, title) in enumerate(zip(chunkings, titles, strict=True)):
        counts = np.histogram(chunking.tokens, edges)[0]
        traces.append(
            {
                "type": "bar",
                "name": plain(title),
                "x": (edges[:-1] + edges[1:]) / 2,
                "y": counts,
                "width": wide,
                "offset": (row - len(chunkings) / 2) * wide,
                "customdata": np.column_stack([edges[:-1], edges[1:] - 1]),
                "marker": {"color": LANE_COLORS[row % len(LANE_COLORS)]},
                "hovertemplate": "%{y} of %{customdata[0]:,d} to %{customdata[1]:,d} tokens",
            }
        )
    lines = [
        {
            "type": "line",
            "x0": limit,
            "x1": limit,
            "y0": 0,
            "y1": 1,
            "yref": "paper",
            "line": {"color": THRESHOLD, "width": 1.5, "dash": "dash"},
            "label": {
                "text": f"{name} {limit:,}",
                "textangle": 0,
                "textposition": "end",
                "xanchor": "right",
                "yanchor": "bottom",
            },
        }
        for limit, name in drawn.items()
    ]
    end = 1.02 * max([int(edges[-1]), *drawn])
    highest = max([0, *(int(trace["y"].max()) for trace in traces)])
    look = layout(
        "sizes",
        220,
        shapes=lines,
        xaxis=axis("tokens in a chunk", range=[0, end]),
        yaxis=axis("chunks", **({"dtick": 1} if highest <= _MOST_UNIT_LINES else {})),
    )
    return go.Figure(data=traces, layout=look)


def _edges(largest: int, low: int, high: int) -> Ints:
    """Return the edges of about `BINS` bins of a round width, (n + 1,).

    One starts at `low` and one directly above `high`, which is within the limits.
    """
    least = (largest + 1) / BINS
    rounds = (factor * 10**power for power in range(12) for factor in (1, 2, 5))
    width = next(each for each in rounds if each >= least)
    edges = np.arange(-(-low % width), largest + width + 1, width, dtype=np.int64).clip(0)
    above = high + 1
    if above >= edges[-1]:
        return edges
    near = int(np.argmin(np.abs(edges[:-1] - above)))
    if edges[near] in {0, low}:
        return np.insert(edges, near + 1, above)
    edges[near] = above
    return edges


_SCALE = [[0, "#F2F7FB"], [1, "#0072B2"]]


def agreement(matrix: Floats, titles: Sequence[str]) -> go.Figure:
    """Draw a (k, k) matrix of values from 0 to 1 as a heat map with numbers.

    Titles may repeat.

    Raises:
        ValueError: The number of titles is not that of the rows and columns.
    """
    count = len(titles)
    if matrix.shape != (count, count):
        raise ValueError(f"matrix must have shape {(count, count)}, got {matrix.shape}")
    positions = np.arange(count)
    names: dict[str, Any] = {
        "tickvals": positions.tolist(),
        "ticktext": [plain(title) for title in titles],
    }
    square = {
        "type": "heatmap",
        "x": positions,
        "y": positions,
        "z": matrix,
        "zmin": 0,
        "zmax": 1,
        "colorscale": _SCALE,
        "showscale": False,
        # Formatted as in tables: the browser rounds half up, Python half to even.
        "text": [[f"{value:.2f}" for value in row] for row in matrix.tolist()],
        "texttemplate": "%{text}",
        "hovertemplate": "%{text}<extra></extra>",
        "xgap": 2,
        "ygap": 2,
    }
    look = layout(
        "agreement",
        80 + 44 * count,
        xaxis=axis(**names, showgrid=False, fixedrange=True),
        yaxis=axis(**names, showgrid=False, fixedrange=True, autorange="reversed", automargin=True),
    )
    return go.Figure(data=[square], layout=look)

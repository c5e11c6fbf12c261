"""How large the chunks are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chunking.figures.style import LANE_COLOURS, THRESHOLD, axis, layout, plain
from chunking.strategies.base import LIMITLESS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.chunks import Chunking

BINS = 40


def sizes(
    chunkings: Sequence[Chunking], titles: Sequence[str], limits: tuple[int, int] | None = None
) -> go.Figure:
    """A histogram of tokens a chunk, in the same bins for all, with the limits as lines.

    A limit of 0 or of no maximum is no limit, and no line.
    """
    drawn = [limit for limit in limits or () if 0 < limit < LIMITLESS]
    largest = max([1, *(int(c.tokens.max()) for c in chunkings if len(c))])
    width = -(-(largest + 1) // BINS)
    edges = np.arange(0, largest + width + 1, width)
    traces: list[dict[str, Any]] = []
    for row, (chunking, title) in enumerate(zip(chunkings, titles, strict=True)):
        counts = np.histogram(chunking.tokens, edges)[0]
        traces.append(
            {
                "type": "bar",
                "name": plain(title),
                "x": (edges[:-1] + edges[1:]) / 2,
                "y": counts,
                "customdata": np.column_stack([edges[:-1], edges[1:] - 1]),
                "marker": {"color": LANE_COLOURS[row % len(LANE_COLOURS)]},
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
        }
        for limit in drawn
    ]
    end = 1.02 * max([int(edges[-1]), *drawn])
    look = layout(
        "sizes",
        220,
        barmode="group",
        bargap=0.05,
        shapes=lines,
        xaxis=axis("tokens in a chunk", range=[0, end]),
        yaxis=axis("chunks"),
    )
    return go.Figure(data=traces, layout=look)

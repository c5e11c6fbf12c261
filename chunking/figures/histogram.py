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
    from chunking.types import Ints

BINS = 40
# Up to so many chunks in the highest bar every whole number has its line, and no other.
_FEW = 5


def sizes(
    chunkings: Sequence[Chunking], titles: Sequence[str], limits: tuple[int, int] | None = None
) -> go.Figure:
    """A histogram of tokens a chunk, in the same bins for all, with the limits as lines.

    A limit of 0 or of no maximum is no limit, and no line. No bin has sizes on both sides of one.
    """
    named = zip(("min", "max"), limits or (), strict=False)
    drawn = {limit: name for name, limit in named if 0 < limit < LIMITLESS}
    largest = max([1, *(int(c.tokens.max()) for c in chunkings if len(c))])
    edges = _edges(largest, *(limits or (0, LIMITLESS)))
    # Where both limits are one size its bin is a token wide, and could not be seen.
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
        yaxis=axis("chunks", **({"dtick": 1} if highest <= _FEW else {})),
    )
    return go.Figure(data=traces, layout=look)


def _edges(largest: int, low: int, high: int) -> Ints:
    """Where each bin begins and the last one ends, (n + 1,), about `BINS` of a round width.

    One begins at `low`, and one right above `high`, which is inside the limits.
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

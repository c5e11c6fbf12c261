"""How far strategies agree, each with each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chunking.figures.style import axis, layout, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.types import Floats

_SCALE = [[0, "#F2F7FB"], [1, "#0072B2"]]


def agreement(matrix: Floats, titles: Sequence[str]) -> go.Figure:
    """A square map of a (k, k) matrix from 0 to 1, with each number written in its field.

    Two strategies may have the same title: the fields are placed by number.

    Raises:
        ValueError: there is not one title a row and column.
    """
    count = len(titles)
    if matrix.shape != (count, count):
        raise ValueError(f"matrix must have shape {(count, count)}, got {matrix.shape}")
    places = np.arange(count)
    names: dict[str, Any] = {
        "tickvals": places.tolist(),
        "ticktext": [plain(title) for title in titles],
    }
    square = {
        "type": "heatmap",
        "x": places,
        "y": places,
        "z": matrix,
        "zmin": 0,
        "zmax": 1,
        "colorscale": _SCALE,
        "showscale": False,
        # As a table beside it writes them: the browser rounds a half up, Python to even.
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

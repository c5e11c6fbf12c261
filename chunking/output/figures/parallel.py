"""Combinations of settings as lines across parallel axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from chunking.output.figures.style import layout, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


# The part of viridis with contrast on a dark background.
_ON_DARK = ("#31688E", "#26828E", "#1F9E89", "#35B779", "#6ECE58", "#B5DE2B", "#FDE725")


def parallel(
    settings: Mapping[str, Sequence[float | str]],
    metric: tuple[str, Sequence[float | None]],
    *,
    falling: bool = False,
    dark: bool = False,
) -> go.Figure:
    """Draw one axis for each setting and one for a metric, and one line for each combination.

    Args:
        settings: The values of each setting, all of one length; text values get equal distances.
        metric: The title and the values that color the lines.
        falling: Whether low values are the lightest.
        dark: Whether the background is dark.
    """
    title, values = metric
    axes = [_axis(name, column) for name, column in settings.items()]
    axes.append({"label": plain(title), "values": list(values)})
    bright = [[i / (len(_ON_DARK) - 1), each] for i, each in enumerate(_ON_DARK)]
    scale = bright if dark else "Viridis"
    lines = {
        "type": "parcoords",
        "dimensions": axes,
        "line": {
            "color": list(values),
            "colorscale": scale,
            "showscale": True,
            "reversescale": falling,
        },
    }
    look = layout("parallel", 380)
    look["margin"] = {"l": 70, "r": 40, "t": 60, "b": 30}
    return go.Figure(data=[lines], layout=look)


def _axis(name: str, column: Sequence[float | str]) -> dict[str, Any]:
    if not any(isinstance(value, str) for value in column):
        return {"label": plain(name), "values": list(column)}
    words = list(dict.fromkeys(map(str, column)))
    return {
        "label": plain(name),
        "values": [words.index(str(value)) for value in column],
        "tickvals": list(range(len(words))),
        "ticktext": [plain(word) for word in words],
    }

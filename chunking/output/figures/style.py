"""Layout, colors and boundary ticks that figures share."""

from typing import Any

import numpy as np

from chunking.analysis.explain import WORDING
from chunking.core.arrays import Floats, Ints
from chunking.core.cuts import Reason
from chunking.core.text.normalization import normalize_text, replace_surrogates
from chunking.output.reason_styles import REASON_STYLES, readable_color

CURVE = "#8C8C8C"
THRESHOLD = "#D55E00"
GRID = "rgba(128,128,128,0.25)"
TRANSPARENT = "rgba(0,0,0,0)"

_LONGEST_TITLE = 40

# In a label Plotly reads the first three as markup and the last as the start of a formula.
_PLAIN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})


def plain(title: str) -> str:
    """Return a title as a label: one line, at most 40 characters, markup escaped."""
    line = normalize_text(replace_surrogates(title))
    if len(line) > _LONGEST_TITLE:
        line = line[: _LONGEST_TITLE - 1] + "…"
    return line.translate(_PLAIN)


def layout(revision: str, height: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """Return a layout that keeps its zoom while `revision` stays the same."""
    return {
        "height": height,
        "margin": {"l": 44, "r": 12, "t": 28, "b": 36},
        "paper_bgcolor": TRANSPARENT,
        "plot_bgcolor": TRANSPARENT,
        "uirevision": revision,
        "hovermode": "closest",
        # Relative to the figure: relative to the plot it is misplaced once the figure grows.
        "legend": {"orientation": "h", "x": 0, "y": 1, "yref": "container", "yanchor": "top"},
        **more,
    }


def axis(title: str = "", **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """Return an axis with faint grid lines."""
    return {"title": {"text": title}, "gridcolor": GRID, "zeroline": False, **more}


def offset_axis(length: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """Return the axis of offsets in a document of `length` characters."""
    return axis("offset in characters", range=[0, max(1, length)], tickformat=",d", **more)


def curve_trace(x: Ints | Floats, y: Floats, name: str, color: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """Return a thin line of similarities."""
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": x,
        "y": y,
        "line": {"color": color, "width": 1},
        "hovertemplate": "%{y:.2f} at %{x:,d}",
        **more,
    }


def ticks(offsets: Ints, low: Floats | float, high: Floats | float) -> dict[str, Any]:
    """Return the x and y of one line with a tick from `low` to `high` at each offset.

    A browser draws one path of thousands of ticks as fast as a few dozen markers.
    """
    x = np.full((len(offsets), 3), np.nan)
    y = np.full((len(offsets), 3), np.nan)
    x[:, 0] = x[:, 1] = offsets
    y[:, 0], y[:, 1] = low, high
    return {"x": x.ravel(), "y": y.ravel(), "mode": "lines", "connectgaps": False}


def reason_trace(reason: Reason, *, dark: bool = False, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """Return a trace of boundaries of one reason, which share one legend entry.

    `dark` adapts the color to a dark background.
    """
    return {
        "type": "scatter",
        "name": f"boundary: {WORDING[reason].title}",
        "legendgroup": reason.value,
        "hovertemplate": "%{x:,d}",
        "line": {"color": readable_color(REASON_STYLES[reason].color, dark=dark), "width": 2},
        **more,
    }

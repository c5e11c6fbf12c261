"""How all figures look: transparent, compact, legible on light and on dark."""

from __future__ import annotations

from typing import Any

from chunking.normalize import encodable, normalize_text

# After Okabe & Ito (2008), the blue a little lighter: apart from each other and from both
# backgrounds.
LANE_COLOURS = ("#2A88C8", "#E69F00", "#009E73", "#CC79A7", "#999933", "#8A5A00")
# Of the curves that stand beside ticks in the colours of reasons: they are none of those, and stand
# out from both backgrounds (contrast 3.3 at least). A hollow mark tells them apart, too.
COMPARED = (
    ("#8A5BD6", "circle-open", "○"),
    ("#D0458B", "square-open", "□"),
    ("#6F8F00", "triangle-up-open", "△"),
    ("#9A6A4A", "diamond-open", "◇"),
    ("#2492A0", "star-open", "☆"),
    ("#5A6B8C", "hexagon-open", "⬡"),
)
CURVE = "#8C8C8C"
THRESHOLD = "#D55E00"
GRID = "rgba(128,128,128,0.25)"
CLEAR = "rgba(0,0,0,0)"

LONGEST_TITLE = 40

# Plotly reads these in a label: the first three as markup, the last as the start of a formula.
_PLAIN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})


def plain(title: str, *, is_path: bool = False) -> str:
    """A title as a label shows it: one line, at most 40 characters, with no markup in it.

    Of a path the end is kept, which tells it from others in its folder.
    """
    line = normalize_text(encodable(title))
    if len(line) > LONGEST_TITLE:
        kept = LONGEST_TITLE - 1
        line = "…" + line[-kept:] if is_path else line[:kept] + "…"
    return line.translate(_PLAIN)


def layout(revision: str, height: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """A layout; while `revision` stays the same, so does the zoom."""
    return {
        "height": height,
        "margin": {"l": 44, "r": 12, "t": 28, "b": 36},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "uirevision": revision,
        "hovermode": "closest",
        # At the top of the figure: at the top of the plot it is misplaced once the figure grows.
        "legend": {"orientation": "h", "x": 0, "y": 1, "yref": "container", "yanchor": "top"},
        **more,
    }


def axis(title: str = "", **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """An axis with faint lines."""
    return {"title": {"text": title}, "gridcolor": GRID, "zeroline": False, **more}


def position(length: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """The axis of places in a document of so many characters."""
    end = max(1, length)
    return axis("position in characters", range=[0, end], tickformat=",d", **more)

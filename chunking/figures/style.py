"""How all figures look: transparent, compact, legible on light and on dark."""

from __future__ import annotations

from math import ceil
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

# The relative luminance (WCAG 2.2) from which on a mark stands out on a dark ground: contrast 4.3.
_BRIGHT = 0.2

LONGEST_TITLE = 40

# Plotly reads these in a label: the first three as markup, the last as the start of a formula.
_PLAIN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})


def ink(colour: str, *, dark: bool) -> str:
    """A colour as #RRGGBB as it is drawn: on a dark ground lightened until it stands out there."""
    mixed = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    while dark and _luminance(mixed) < _BRIGHT:
        mixed = [ceil(channel + (255 - channel) * 0.1) for channel in mixed]
    return "#" + "".join(f"{channel:02X}" for channel in mixed)


def _luminance(channels: list[int]) -> float:
    """The relative luminance of red, green and blue from 0 to 255 (WCAG 2.2)."""
    shares = [channel / 255 for channel in channels]
    red, green, blue = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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

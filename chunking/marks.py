"""One colour and one shape for each reason, the same on every screen and in every figure.

Colours: Okabe & Ito (2008), told apart with every common form of colour blindness; `ink` makes them
stand out from the ground they lie on.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from chunking.types import Reason

# The relative luminance (WCAG 2.2) from which on a mark stands out on a dark ground, contrast 4.3,
# and up to which it does on a white one, contrast 3.
_BRIGHT, _DEEP = 0.2, 0.3


@dataclass(frozen=True, slots=True)
class Mark:
    """How a reason is drawn: `glyph` in text, `symbol` by Plotly's name, `means` in words."""

    colour: str
    glyph: str
    symbol: str
    means: str


MARKS: dict[Reason, Mark] = {
    Reason.SIMILARITY: Mark("#0072B2", "▼", "triangle-down", "similarity below the threshold"),
    Reason.OPTIMUM: Mark("#E69F00", "▲", "triangle-up", "part of the optimum"),
    Reason.MAX_TOKENS: Mark("#D55E00", "■", "square", "the next unit would not fit"),
    Reason.STRUCTURE: Mark("#009E73", "◆", "diamond", "a heading or the end of a block"),
    Reason.PARAGRAPH: Mark("#56B4E9", "●", "circle", "the next paragraph would not fit"),
    Reason.DEFINITION: Mark("#882255", "❖", "diamond-wide", "the next definition would not fit"),
    Reason.TURN: Mark("#332288", "❝", "star", "the next turn would not fit"),
    Reason.SIZE: Mark("#7F7F7F", "▬", "line-ew", "a fixed size was reached, anywhere"),
    Reason.ANCHOR: Mark(
        "#999933", "⚓", "triangle-left", "a place to begin anew at, picked by the text"
    ),
    Reason.MANUAL: Mark("#CC79A7", "✚", "cross", "marked by hand"),
    Reason.TAIL: Mark("#999999", "▪", "hourglass", "the end, or too short but not to be joined"),
    Reason.IMPORTED: Mark("#8A5A00", "◇", "diamond-open", "chunked elsewhere"),
    Reason.MIN_TOKENS: Mark(
        "#0072B2", "▽", "triangle-down-open", "wanted, but a chunk would be too small"
    ),
    Reason.ATOMIC: Mark("#009E73", "◈", "diamond-dot", "inside a block that stays whole"),
    Reason.FORBIDDEN: Mark("#CC79A7", "✕", "x", "forbidden by hand"),
    Reason.ABOVE_THRESHOLD: Mark(
        "#BBBBBB", "·", "circle-open", "similarity at or above the threshold"
    ),
    Reason.FITS: Mark("#BBBBBB", "·", "circle-open", "the next unit still fits"),
}


def ink(colour: str, *, dark: bool) -> str:
    """A colour as #RRGGBB as it is drawn: lightened or deepened until it stands out there."""
    mixed = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    while dark and _luminance(mixed) < _BRIGHT:
        mixed = [ceil(channel + (255 - channel) * 0.1) for channel in mixed]
    while not dark and _luminance(mixed) > _DEEP:
        mixed = [int(channel * 0.95) for channel in mixed]
    return "#" + "".join(f"{channel:02X}" for channel in mixed)


def _luminance(channels: list[int]) -> float:
    """The relative luminance of red, green and blue from 0 to 255 (WCAG 2.2)."""
    shares = [channel / 255 for channel in channels]
    red, green, blue = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

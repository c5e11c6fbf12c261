"""One colour and one shape for each reason, the same on every screen and in every figure.

Colours: Okabe & Ito (2008), told apart with every common form of colour blindness.
"""

from __future__ import annotations

from dataclasses import dataclass

from chunking.types import Reason


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

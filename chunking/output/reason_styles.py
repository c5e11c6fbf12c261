"""One color and one glyph for each reason, the same on every page and in every figure.

The colors are those of Okabe & Ito (2008), which people with any common form of color blindness
tell apart. Their wording is in `chunking.analysis.explain`.
"""

from dataclasses import dataclass
from math import ceil

from chunking.core.cuts import Reason

# Bounds of relative luminance (WCAG 2.2): at least this for a contrast of 4.3 on a dark background,
# at most that for a contrast of 3 on white.
_DARKEST_ON_DARK, _LIGHTEST_ON_WHITE = 0.2, 0.3


@dataclass(frozen=True, slots=True)
class ReasonStyle:
    """How a reason is drawn: its color, and its `glyph` in text."""

    color: str
    glyph: str


REASON_STYLES: dict[Reason, ReasonStyle] = {
    Reason.SIMILARITY: ReasonStyle("#0072B2", "▼"),
    Reason.OPTIMUM: ReasonStyle("#E69F00", "▲"),
    Reason.MAX_TOKENS: ReasonStyle("#D55E00", "■"),
    Reason.STRUCTURE: ReasonStyle("#009E73", "◆"),
    Reason.PARAGRAPH: ReasonStyle("#56B4E9", "●"),
    Reason.DEFINITION: ReasonStyle("#882255", "❖"),
    Reason.TURN: ReasonStyle("#332288", "❝"),
    Reason.SIZE: ReasonStyle("#7F7F7F", "▬"),
    Reason.RESYNC: ReasonStyle("#999933", "⚓"),
    Reason.MANUAL: ReasonStyle("#CC79A7", "✚"),
    Reason.TAIL: ReasonStyle("#999999", "▪"),
    Reason.IMPORTED: ReasonStyle("#8A5A00", "◇"),
    Reason.MIN_TOKENS: ReasonStyle("#0072B2", "▽"),
    Reason.ATOMIC: ReasonStyle("#009E73", "◈"),
    Reason.FORBIDDEN: ReasonStyle("#CC79A7", "✕"),
    Reason.ABOVE_THRESHOLD: ReasonStyle("#BBBBBB", "·"),
    Reason.FITS: ReasonStyle("#BBBBBB", "·"),
    Reason.BELOW_HEADING: ReasonStyle("#BBBBBB", "·"),
}


def readable_color(color: str, *, dark: bool) -> str:
    """Lighten or darken a #RRGGBB color until it is readable on a dark or a white background."""
    channels = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
    while dark and _luminance(channels) < _DARKEST_ON_DARK:
        channels = [ceil(channel + (255 - channel) * 0.1) for channel in channels]
    while not dark and _luminance(channels) > _LIGHTEST_ON_WHITE:
        channels = [int(channel * 0.95) for channel in channels]
    return "#" + "".join(f"{channel:02X}" for channel in channels)


def _luminance(channels: list[int]) -> float:
    """Return the relative luminance of red, green and blue from 0 to 255 (WCAG 2.2)."""
    shares = [channel / 255 for channel in channels]
    red, green, blue = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# None of those of reasons, and with a contrast of at least 3.3 on light and dark backgrounds.
LANE_COLORS = ("#8A5BD6", "#D0458B", "#6F8F00", "#9A6A4A", "#2492A0", "#5A6B8C")

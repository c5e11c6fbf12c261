"""One color and one symbol for each lane of a comparison, the same in figures and reports."""

from __future__ import annotations

# Color, symbol and glyph: none of those of reasons, and with a contrast of at least 3.3 on light
# and dark backgrounds.
LANE_STYLES = (
    ("#8A5BD6", "circle-open", "○"),
    ("#D0458B", "square-open", "□"),
    ("#6F8F00", "triangle-up-open", "△"),
    ("#9A6A4A", "diamond-open", "◇"),
    ("#2492A0", "star-open", "☆"),
    ("#5A6B8C", "hexagon-open", "⬡"),
)

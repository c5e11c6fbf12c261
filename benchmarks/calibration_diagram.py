"""Reliability diagram as SVG: observed share against probability, one panel per group."""

import math
from collections.abc import Mapping
from html import escape

from benchmarks.calibration_measures import Reliability

# Grays and a blue that are legible on white and on black.
_GRAY, _BLUE = "#808080", "#4a90d9"

# Pixels: side of a panel, space around it, and the area of a point with all gaps.
_SIDE, _LEFT, _TOP, _GAP = 130, 34, 24, 40
_COLUMNS = 4
_TICKS = (0, 0.5, 1)
_MAX_RADIUS, _MIN_RADIUS = 6.0, 1.5


def diagram(groups: Mapping[str, Reliability]) -> str:
    """Return an SVG with a panel per group, titled with its name and calibration error.

    A point is a tenth of the probability; its area grows with the share of the gaps. On the
    diagonal, probabilities are exact.
    """
    columns = min(_COLUMNS, len(groups))
    rows = math.ceil(len(groups) / _COLUMNS)
    width = columns * (_SIDE + _GAP) + _LEFT - _GAP + 8
    height = rows * (_SIDE + _GAP) + _TOP
    panels = [
        _panel(
            f"{name} {group.error:.3f}",
            group,
            _LEFT + i % _COLUMNS * (_SIDE + _GAP),
            _TOP + i // _COLUMNS * (_SIDE + _GAP),
        )
        for i, (name, group) in enumerate(groups.items())
    ]
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="11" fill="{_GRAY}" role="img">'
    )
    title = "<title>Share of right boundaries by probability</title>"
    return "\n".join([start, title, *panels, "</svg>\n"])


def _panel(title: str, group: Reliability, left: int, top: int) -> str:
    """Return a panel whose plot has its upper left corner at (left, top)."""
    points = [
        (left + x * _SIDE, top + (1 - y) * _SIDE, share)
        for x, y, share in zip(
            group.probabilities.tolist(),
            group.boundaries.tolist(),
            group.shares.tolist(),
            strict=True,
        )
        if share > 0
    ]
    bottom = top + _SIDE
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
    circles = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_radius(share):.1f}"/>' for x, y, share in points
    )
    frame = f"M{left} {top}h{_SIDE}v{_SIDE}h{-_SIDE}zm0 {_SIDE}l{_SIDE} {-_SIDE}"
    return "\n".join(
        [
            _text(title, left, top - 7),
            f'<path d="{frame}" fill="none" stroke="{_GRAY}" stroke-opacity=".5"/>',
            *(_text(f"{y:g}", left - 5, bottom - y * _SIDE + 4, "end") for y in _TICKS),
            *(_text(f"{x:g}", left + x * _SIDE, bottom + 13, "middle") for x in _TICKS),
            f'<polyline points="{line}" fill="none" stroke="{_BLUE}"/>',
            f'<g fill="{_BLUE}">{"".join(circles)}</g>',
        ]
    )


def _text(text: str, x: float, y: float, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'


def _radius(share: float) -> float:
    return max(_MIN_RADIUS, _MAX_RADIUS * math.sqrt(share))

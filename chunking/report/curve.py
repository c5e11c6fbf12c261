"""The similarity curves as SVG, and below them a row of boundaries for each lane."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.figures.decimation import decimate
from chunking.marks import MARKS
from chunking.report.markup import element, escaped
from chunking.types import REASONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.comparison import Comparison, Lane
    from chunking.types import Floats, Signal

_WIDTH, _LEFT, _RIGHT = 1200, 64, 10
_HEIGHT, _ROW, _AXIS = 170, 20, 24
# The names of the curves: from one to the next, and the piece of the line before each.
_NAMED, _SAMPLE = 190, 26


def curve(found: Comparison) -> str:
    """All of it as one drawing; without a model there are the rows alone."""
    signals = _signals(found.lanes)
    top = _HEIGHT if signals else 0
    parts = _curves(signals, len(found.document.text)) if signals else []
    for row, lane in enumerate(found.lanes):
        parts += _row(lane, escaped(lane.letter), top + row * _ROW, len(found.document.text))
    bottom = top + len(found.lanes) * _ROW
    parts += _axis(bottom, len(found.document.text))
    return element(
        "svg",
        "\n".join(parts),
        viewBox=f"0 0 {_WIDTH} {bottom + _AXIS}",
        role="img",
        aria_label="Similarity along the document, and where each lane cuts",
    )


def _signals(lanes: Sequence[Lane]) -> list[Signal]:
    """The signals of the lanes, each once."""
    known = [
        lane.prepared.signal
        for lane in lanes
        if lane.prepared is not None and lane.prepared.signal is not None
    ]
    return list(
        {(each.kind, each.scores.tobytes()): each for each in known if len(each.gaps)}.values()
    )


def _curves(signals: Sequence[Signal], length: int) -> list[str]:
    values = np.concatenate([each.scores[np.isfinite(each.scores)] for each in signals])
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    low, high = min(low, 0.0), max(high, low + 0.1)

    def y(scores: Floats) -> Floats:
        return 12 + (_HEIGHT - 30) * (high - scores) / (high - low)

    parts = []
    for value in np.linspace(low, high, 4):
        at = float(y(np.array([value]))[0])
        parts.append(element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=at, y2=at, class_="grid"))
        parts.append(element("text", f"{value:.2f}", x=_LEFT - 6, y=at + 4, class_="end"))
    for number, signal in enumerate(signals):
        offsets, scores = decimate(signal.gaps, signal.scores.astype(np.float64))
        points = zip(_x(offsets, length).tolist(), y(scores).tolist(), strict=True)
        drawn = " ".join(f"{left:.1f},{down:.1f}" for left, down in points)
        parts.append(element("polyline", points=drawn, class_=f"curve curve{number % 4}"))
        # Its name, behind a short piece of its line: they differ by their dashes alone.
        at, look = _LEFT + 4 + _NAMED * number, f"curve curve{number % 4}"
        parts.append(element("line", x1=at, x2=at + _SAMPLE, y1=6, y2=6, class_=look))
        parts.append(element("text", escaped(signal.kind), x=at + _SAMPLE + 6, y=10))
    return parts


def _row(lane: Lane, name: str, top: float, length: int) -> list[str]:
    """A tick at each boundary; those of one reason are one path."""
    chunking = lane.chunking
    places = _x(chunking.boundaries, length)
    middle = top + _ROW / 2
    parts = [
        element("text", name, x=_LEFT - 8, y=middle + 4, class_="end"),
        element("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=middle, y2=middle, class_="grid"),
    ]
    for code in np.unique(chunking.reason[:-1]).tolist():
        reason = REASONS[code]
        at = places[chunking.reason[:-1] == code].tolist()
        path = "".join(f"M{left:.1f} {top + 3:.0f}v{_ROW - 6}" for left in at)
        what = element("title", escaped(f"{reason.value}: {MARKS[reason].means}"))
        parts.append(element("path", what, d=path, class_=f"tick {reason.value}"))
    return parts


def _axis(top: float, length: int) -> list[str]:
    return [
        element(
            "text",
            f"{round(length * share):,}",
            x=_LEFT + share * (_WIDTH - _LEFT - _RIGHT),
            y=top + 16,
            class_="end" if share == 1 else "start" if share == 0 else "middle",
        )
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]


def _x(offsets: np.ndarray[tuple[int], np.dtype[np.int64 | np.float64]], length: int) -> Floats:
    return _LEFT + offsets / max(1, length) * (_WIDTH - _LEFT - _RIGHT)

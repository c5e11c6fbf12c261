"""The drawing of similarity curves, thresholds and boundaries.

Lines are in percent of the plot, so that they stretch with the page; labels are text of the page,
placed in percent, so that they keep their size.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

import numpy as np

from chunking.analysis.differences import common_boundaries
from chunking.core.arrays import Floats, Ints
from chunking.core.text.numbers import format_threshold, rounded
from chunking.output.lane import Lane
from chunking.output.similarity_curve import SimilarityCurve, distinct_curves
from chunking.strategies.signals.quantiles import quantiles, share_below


@dataclass(frozen=True, slots=True)
class Ticks:
    """Multiples of a round step, ascending."""

    values: tuple[float, ...]
    decimals: int

    @property
    def labels(self) -> list[str]:
        """The values with the decimals of the step."""
        return [rounded(value, self.decimals) for value in self.values]


def ticks_inside(low: float, high: float, most: int) -> Ticks:
    """Return the multiples of 1, 2 or 5 times a power of ten from `low` to `high`.

    There are at most `most` + 1. `high` must be above `low`.

    >>> ticks_inside(0, 44_616, 5).labels
    ['0', '10,000', '20,000', '30,000', '40,000']
    """
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    # Rounding must not turn a range of exactly `most` steps into more.
    step = next(
        factor * power for factor in (1, 2, 5, 10) if factor * power * most >= (high - low) * 0.999
    )
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    numbers = range(math.ceil(round(low / step, 6)), math.floor(round(high / step, 6)) + 1)
    return Ticks(tuple(round(number * step, decimals) for number in numbers), decimals)


# Height of the curves, and the least distance of two labels, in CSS pixels.
HEIGHT = 190
_LABEL = 16
_LEVELS, _COLUMNS = 5, 8


_Extent: TypeAlias = tuple[float, float]


class Tick(NamedTuple):
    """A label and its position in percent."""

    at: float
    label: str


class Curve(NamedTuple):
    """`points` of one polyline, with their `offsets` in the document.

    `color` is the lane whose curve it is, -1 if lanes share it.
    """

    points: str
    offsets: str
    name: str
    color: int
    dashed: bool


class Threshold(NamedTuple):
    """A horizontal line, and the position of its label in CSS pixels."""

    at: float
    label_at: float
    value: str
    letters: str
    color: int


class Row(NamedTuple):
    """The boundaries of one lane as one path."""

    letter: str
    boundaries: int
    path: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Everything drawn.

    `scale` names the vertical axis, from `low` to `high`. `shared` is a path of the boundaries that
    all of several lanes have.
    """

    scale: str
    low: float
    high: float
    curves: list[Curve]
    levels: list[Tick]
    thresholds: list[Threshold]
    rows: list[Row]
    offsets: list[Tick]
    shared: str


def plot_of(lanes: Sequence[Lane], length: int, *, as_quantiles: bool = False) -> Plot:
    """Return the drawing of the lanes.

    Args:
        as_quantiles: Whether curves and thresholds are drawn as quantiles, for several models.
    """
    signals = [lane.signal for lane in lanes]
    if as_quantiles:
        signals = [each and replace(each, scores=quantiles(each.scores)) for each in signals]
    curves = [each for each in distinct_curves(signals) if len(each.offsets)]
    thresholds = _thresholds(lanes, as_quantiles=as_quantiles)
    extent = (0.0, 1.0) if as_quantiles else _extent(curves, [each.at for each in thresholds])
    levels = ticks_inside(*extent, _LEVELS)
    offsets = ticks_inside(0, max(1, length), _COLUMNS)
    chunkings = [lane.chunking for lane in lanes]
    shared = common_boundaries(chunkings).all if len(lanes) > 1 else np.zeros(0, np.int64)
    return Plot(
        scale="quantile" if as_quantiles else "similarity",
        low=extent[0],
        high=extent[1],
        curves=[
            Curve(
                points=_points(_along(curve.offsets, length), _down(curve.scores, extent)),
                offsets=" ".join(map(str, curve.offsets.tolist())),
                name=_curve_name(curve, lanes),
                color=curve.lanes[0] if len(curves) > 1 and len(curve.lanes) == 1 else -1,
                dashed=len(curve.lanes) > 1 and curve is not curves[0],
            )
            for curve in curves
        ],
        levels=_ticks(levels, _down(np.array(levels.values), extent)),
        thresholds=_placed(thresholds, lanes, extent) if curves else [],
        rows=[
            Row(lane.letter, len(lane.chunking.boundaries), _path(lane.chunking.boundaries, length))
            for lane in lanes
        ],
        offsets=_ticks(offsets, _along(np.array(offsets.values), length)),
        shared=_path(shared, length),
    )


class _Line(NamedTuple):
    """A threshold with its position on the axis and its lanes."""

    at: float
    value: float
    lanes: list[int]


def _thresholds(lanes: Sequence[Lane], *, as_quantiles: bool) -> list[_Line]:
    """Return each threshold once, the highest first; one of -1 is off."""
    found: dict[tuple[float, float], list[int]] = {}
    for number, lane in enumerate(lanes):
        if lane.strategy is None or lane.prepared is None or lane.signal is None:
            continue
        value = lane.strategy.effective_threshold(lane.prepared)
        if value is not None and value > -1:
            at = share_below(lane.signal.scores, value) if as_quantiles else value
            found.setdefault((at, value), []).append(number)
    return [_Line(at, value, numbers) for (at, value), numbers in sorted(found.items())[::-1]]


def _extent(curves: Sequence[SimilarityCurve], thresholds: Iterable[float]) -> _Extent:
    """Return the lowest and the highest similarity drawn, 0 included, at least 0.1 apart."""
    scores = np.concatenate([[0.0, *thresholds], *(curve.scores for curve in curves)])
    low, high = float(scores.min()), float(scores.max())
    return low, max(high, low + 0.1)


def _along(offsets: Ints | Floats, length: int) -> Floats:
    return 100 * offsets.astype(np.float64) / max(1, length)


def _down(scores: Floats, extent: _Extent) -> Floats:
    low, high = extent
    return 100 * (high - scores) / (high - low)


def _points(x: Floats, y: Floats) -> str:
    return " ".join(f"{left:.2f},{top:.2f}" for left, top in zip(x, y, strict=True))


def _path(offsets: Ints, length: int) -> str:
    """Return a vertical line at each offset; those nearer than a tenth of a pixel are one."""
    places = np.unique(np.round(_along(offsets, length), 2))
    return "".join(f"M{left:g} 0v100" for left in places.tolist())


def _ticks(ticks: Ticks, places: Floats) -> list[Tick]:
    return [
        Tick(round(at, 2), label) for at, label in zip(places.tolist(), ticks.labels, strict=True)
    ]


def _curve_name(curve: SimilarityCurve, lanes: Sequence[Lane]) -> str:
    """Return the kind, the model and the letters of a curve: "adjacent, model (A, B)"."""
    model = getattr(lanes[curve.lanes[0]].strategy, "model", "")
    letters = ", ".join(lanes[each].letter for each in curve.lanes)
    return f"{', '.join(filter(None, [curve.kind, model]))} ({letters})"


def _placed(lines: Sequence[_Line], lanes: Sequence[Lane], extent: _Extent) -> list[Threshold]:
    """Return the lines from top to bottom, with labels moved down until none overlap."""
    found = []
    free = float("-inf")
    for line in lines:
        at = float(_down(np.array([line.at]), extent)[0])
        free = max(free, at * HEIGHT / 100)
        found.append(
            Threshold(
                at=round(at, 2),
                label_at=round(free, 1),
                value=format_threshold(line.value),
                letters=", ".join(lanes[each].letter for each in line.lanes),
                color=line.lanes[0] if len(line.lanes) == 1 else -1,
            )
        )
        free += _LABEL
    return found

"""Chunks at every value of one setting: their number, sizes, boundaries and plateaus."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chunking.analysis.metrics.sizes import median_size
from chunking.core.arrays import Floats, Ints
from chunking.core.errors import SettingsError
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.engine import run
from chunking.strategies import Strategy
from chunking.strategies.base import sliders
from chunking.strategies.semantic import SHORT_TEXT_TOKENS

# Swept where a strategy has it; otherwise its first slider is.
THRESHOLD = "threshold"
# A slider whose ends differ by at least this factor is sampled geometrically: between 50 and 4,000
# tokens nearly all changes are below 500.
WIDE = 10
# All values of a slider from 0 to 1 in steps of 0.01.
MOST_VALUES = 101
_PER_ONE = 100


@dataclass(frozen=True, slots=True, eq=False)
class BoundaryRanges:
    """The ranges of adjacent values over which each boundary is kept, as columns of r rows.

    The boundary at `offsets[i]` is present from the value with index `first[i]` to that with
    index `last[i]`, both included. Size limits may remove and restore a boundary, so an offset can
    have several rows. Sorted by offset, then by value.
    """

    offsets: Ints
    first: Ints
    last: Ints

    def around(self, offset: int, value: int) -> tuple[int, int] | None:
        """Return the range (first, last) that holds the value with this index; None without one."""
        begin, end = np.searchsorted(self.offsets, [offset, offset + 1])
        for row in range(int(begin), int(end)):
            if self.first[row] <= value <= self.last[row]:
                return int(self.first[row]), int(self.last[row])
        return None


def boundary_ranges(boundaries: Sequence[Ints]) -> BoundaryRanges:
    """Return the ranges over which each boundary is kept, from the boundaries at each value."""
    none = np.zeros(0, np.int64)
    indices = [np.full(len(each), i, np.int64) for i, each in enumerate(boundaries)]
    offsets = np.concatenate([none, *boundaries])
    values = np.concatenate([none, *indices])
    order = np.lexsort((values, offsets))
    offsets, values = offsets[order], values[order]
    breaks = (np.diff(offsets) != 0) | (np.diff(values) != 1)
    begins = np.flatnonzero(np.concatenate([[True], breaks]))[: len(offsets)]
    ends = np.flatnonzero(np.concatenate([breaks, [True]]))[: len(offsets)]
    return BoundaryRanges(offsets[begins], values[begins], values[ends])


def plateaus(boundaries: Sequence[Ints], least: int = 3) -> list[tuple[int, int]]:
    """Return the ranges (first, last) of at least `least` values with identical boundaries."""
    found = []
    first = 0
    for i in range(1, len(boundaries) + 1):
        if i < len(boundaries) and np.array_equal(boundaries[i], boundaries[first]):
            continue
        if i - first >= least:
            found.append((first, i - 1))
        first = i
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """One row for each value of `field`, ascending; all columns (k,).

    `counts` are numbers of chunks, `medians` and `largest` their sizes in tokens, overlap
    included (0 without chunks). `ranges` tells over which values each boundary is kept, and
    `plateaus` are ranges of rows (first, last) with identical boundaries.
    """

    field: str
    values: Floats
    counts: Ints
    medians: Floats
    largest: Ints
    ranges: BoundaryRanges
    plateaus: list[tuple[int, int]]


class OutcomeSweep:
    """Chunks at every value of one setting, computed in steps.

    Each value is split with all size limits, since the number of chunks need not be monotonic.
    Thresholds begin below every similarity, so that no lower one has other boundaries.
    Threads may share it: one works while the others wait.

    Args:
        field: The setting to vary; by default that of `swept_field`.
        most: The most values to try; a slider with more is sampled.

    Raises:
        SettingsError: The strategy has no slider of that name, or no slider.
    """

    def __init__(
        self,
        prepared: Prepared,
        strategy: Strategy,
        field: str | None = None,
        most: int = MOST_VALUES,
        constraints: Constraints = NONE,
    ) -> None:
        name = field or swept_field(strategy)
        if name is None:
            raise SettingsError(f"{strategy.name} has no setting with a slider")
        self.field = name
        self.outcomes: Outcomes | None = None
        self._prepared: Prepared | None = prepared
        self._constraints = constraints
        values = slider_values(strategy, name, most)
        if name == THRESHOLD and prepared.signal is not None:
            values = [*_thresholds_below(values[0], prepared.signal.scores), *values]
        self._pending = _valid(strategy, name, values)[::-1]
        self._count = len(self._pending)
        self._rows: list[tuple[float, int, float, int, Ints]] = []
        self._lock = threading.RLock()

    @property
    def share(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        return 1.0 if self.outcomes is not None else len(self._rows) / max(1, self._count)

    def run_for(self, seconds: float = np.inf) -> bool:
        """Work for about this long; return whether all is done."""
        with self._lock:
            until = time.monotonic() + seconds
            while self._prepared is not None and self._pending:
                self._rows.append(self._row(self._prepared, *self._pending.pop()))
                if time.monotonic() >= until:
                    break
            if self._prepared is not None and not self._pending:
                self.outcomes = self._collected()
                self._prepared = None  # the result must not keep the document in memory
            return self.outcomes is not None

    def finish(self) -> Outcomes:
        """Compute all pending values and return the outcomes."""
        while self.outcomes is None:
            self.run_for()
        return self.outcomes

    def _row(
        self, prepared: Prepared, strategy: Strategy, value: float
    ) -> tuple[float, int, float, int, Ints]:
        chunking = run(prepared, strategy, self._constraints)
        if len(chunking) == 0:
            return value, 0, 0.0, 0, chunking.boundaries
        median, largest = median_size(chunking.tokens), int(chunking.tokens.max())
        return value, len(chunking), median, largest, chunking.boundaries

    def _collected(self) -> Outcomes:
        rows = sorted(self._rows, key=lambda row: row[0])
        boundaries = [row[4] for row in rows]
        return Outcomes(
            self.field,
            values=np.array([row[0] for row in rows], dtype=np.float64),
            counts=np.array([row[1] for row in rows], dtype=np.int64),
            medians=np.array([row[2] for row in rows], dtype=np.float64),
            largest=np.array([row[3] for row in rows], dtype=np.int64),
            ranges=boundary_ranges(boundaries),
            plateaus=plateaus(boundaries),
        )


def outcomes(
    prepared: Prepared, strategy: Strategy, field: str | None = None, most: int = MOST_VALUES
) -> Outcomes:
    """Return the chunks at every value of a setting; arguments and errors as in `OutcomeSweep`."""
    return OutcomeSweep(prepared, strategy, field, most).finish()


def swept_field(strategy: Strategy) -> str | None:
    """Return the setting that is swept by default: the threshold, otherwise the first slider."""
    names = sliders(type(strategy))
    return THRESHOLD if THRESHOLD in names else next(iter(names), None)


def suppressing_setting(prepared: Prepared, strategy: Strategy) -> str:
    """Return the label of the only setting that may suppress a candidate; empty for several."""
    if getattr(strategy, THRESHOLD, None) is None:
        return ""
    signal, sizes = prepared.signal, prepared.sizes
    if signal is None or signal.kind != "adjacent" or strategy.limits[0] == 0:
        return ""
    others = getattr(strategy, "keep_whole", "blocks") == "lists"
    short = sizes.tokens(0, sizes.length) < SHORT_TEXT_TOKENS
    return "" if others or short else strategy.label_of("min_tokens")


def slider_values(strategy: Strategy, field: str, most: int = MOST_VALUES) -> list[float]:
    """Return the values of a slider, ascending, or a sample of at most `most`.

    A wide slider is sampled geometrically, others evenly.
    """
    slider = sliders(type(strategy)).get(field)
    if slider is None:
        raise SettingsError(f"{strategy.name} has no slider {field!r}")
    count = min(slider.steps + 1, max(2, most))
    if slider.low > 0 and slider.high >= WIDE * slider.low:
        spread = (np.geomspace(slider.low, slider.high, count) - slider.low) / slider.step
    else:
        spread = np.linspace(0, slider.steps, count)
    steps = np.unique(spread.round())
    return [slider.value(int(step)) for step in steps]


def _thresholds_below(low: float, scores: Floats) -> list[float]:
    """Return the thresholds below a slider in steps of 0.01, down to one that no score is below."""
    lowest = min(low, float(np.min(scores, initial=low)))
    steps = int(np.ceil(round((low - lowest) * _PER_ONE, 6)))
    return [round(low - step / _PER_ONE, 2) for step in range(steps, 0, -1)]


def _valid(strategy: Strategy, field: str, values: list[float]) -> list[tuple[Strategy, float]]:
    """Return the strategy at each value that does not contradict its other settings."""
    found = []
    for value in values:
        try:
            found.append((strategy.with_(**{field: value}), value))
        except SettingsError:
            continue
    return found

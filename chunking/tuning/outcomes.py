"""What comes out at every value of one setting: how many chunks, and how large."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.engine import run
from chunking.errors import SettingsError
from chunking.strategies.sliders import sliders
from chunking.tuning.stability import Lives, lives, plateaus
from chunking.types import NONE

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.types import Constraints, Floats, Ints, Prepared

# The setting that is swept where a strategy has it; else it is the first with a slider.
THRESHOLD = "threshold"
# From this factor on between its ends a slider is looked at by equal factors, not by equal steps:
# of 50 to 4,000 tokens nearly all changes below 500.
WIDE = 10
# A slider from 0 to 1 in steps of 0.01 is seen whole.
MOST = 101


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """One row for each value of `field`, ascending; all columns (k,).

    `counts` are the chunks, `medians` and `largest` their sizes in tokens, overlap included, as
    the strategy counts them (0 where there is no chunk). `lives` says over which values each
    boundary stays, `plateaus` are the stretches of rows (first, last) with the same cuts.
    """

    field: str
    values: Floats
    counts: Ints
    medians: Floats
    largest: Ints
    lives: Lives
    plateaus: list[tuple[int, int]]


class OutcomeSweep:
    """The cuts at every value of one setting, made a few at a time.

    Each value is cut with all the limits, since no number of chunks follows from another one.
    Several threads may have it go on: one does, and the others wait.
    """

    def __init__(
        self,
        prepared: Prepared,
        strategy: Strategy,
        field: str | None = None,
        most: int = MOST,
        constraints: Constraints = NONE,
    ) -> None:
        """Begin nothing yet; of a slider with more than `most` values some are left out.

        `constraints` hold at each value.

        Raises:
            SettingsError: the strategy has no slider of that name, or none at all.
        """
        name = field or swept_field(strategy)
        if name is None:
            raise SettingsError(f"{strategy.name} has no setting with a slider to go over")
        self.field = name
        self._prepared: Prepared | None = prepared
        self._constraints = constraints
        self._left = _allowed(strategy, name, slider_values(strategy, name, most))
        self._rows: list[tuple[float, int, float, int, Ints]] = []
        self._steps = len(self._left)
        self._left.reverse()
        self.outcomes: Outcomes | None = None
        self._one_at_a_time = threading.RLock()

    @property
    def share(self) -> float:
        """How much of it is done, from 0 to 1."""
        return 1.0 if self.outcomes is not None else len(self._rows) / max(1, self._steps)

    def go_on(self, seconds: float = np.inf) -> bool:
        """Cut for about so long; whether all is done."""
        with self._one_at_a_time:
            until = time.monotonic() + seconds
            while self._prepared is not None and self._left:
                self._rows.append(self._row(self._prepared, *self._left.pop()))
                if time.monotonic() >= until:
                    break
            if len(self._rows) == self._steps:
                self.finish()
            return self.outcomes is not None

    def finish(self) -> Outcomes:
        """Cut at all values that are left; what came out."""
        with self._one_at_a_time:
            return self._finished()

    def _row(
        self, prepared: Prepared, strategy: Strategy, value: float
    ) -> tuple[float, int, float, int, Ints]:
        chunking = run(prepared, strategy, self._constraints)
        if len(chunking) == 0:
            return value, 0, 0.0, 0, chunking.boundaries
        tokens = chunking.tokens
        middle, largest = float(np.median(tokens)), int(tokens.max())
        return value, len(chunking), middle, largest, chunking.boundaries

    def _finished(self) -> Outcomes:
        if self.outcomes is not None:
            return self.outcomes
        while self._prepared is not None and self._left:
            self._rows.append(self._row(self._prepared, *self._left.pop()))
        rows = sorted(self._rows, key=lambda row: row[0])
        boundaries = [row[4] for row in rows]
        found = Outcomes(
            self.field,
            values=np.array([row[0] for row in rows], dtype=np.float64),
            counts=np.array([row[1] for row in rows], dtype=np.int64),
            medians=np.array([row[2] for row in rows], dtype=np.float64),
            largest=np.array([row[3] for row in rows], dtype=np.int64),
            lives=lives(boundaries),
            plateaus=plateaus(boundaries),
        )
        # The document is not held by what is known about it.
        self.outcomes, self._prepared = found, None
        return found


def outcomes(
    prepared: Prepared, strategy: Strategy, field: str | None = None, most: int = MOST
) -> Outcomes:
    """What comes out at every value of a setting, the others as they are.

    Without `field` it is the threshold, or the first setting that has a slider.

    Raises:
        SettingsError: the strategy has no slider of that name, or none at all.
    """
    return OutcomeSweep(prepared, strategy, field, most).finish()


def swept_field(strategy: Strategy) -> str | None:
    """The setting whose outcomes are worth a look: the threshold, else the first slider."""
    with_slider = sliders(type(strategy))
    if THRESHOLD in with_slider:
        return THRESHOLD
    return next(iter(with_slider), None)


def slider_values(strategy: Strategy, field: str, most: int = MOST) -> list[float]:
    """The values of a slider in order, or evenly spread ones of them, at most `most`.

    Those of a wide one are spread by equal factors, so that small values are not passed over.

    Raises:
        SettingsError: the strategy has no slider of that name.
    """
    slider = sliders(type(strategy)).get(field)
    if slider is None:
        raise SettingsError(f"{strategy.name} has no slider {field!r}")
    count = min(slider.steps + 1, max(2, most))
    if slider.low > 0 and slider.high >= WIDE * slider.low:
        spread = (np.geomspace(slider.low, slider.high, count) - slider.low) / slider.step
    else:
        spread = np.linspace(0, slider.steps, count)
    numbers = np.unique(spread.round())
    return [slider.value(int(number)) for number in numbers]


def _allowed(strategy: Strategy, field: str, values: list[float]) -> list[tuple[Strategy, float]]:
    """The strategy at each value that goes with its other settings."""
    found = []
    for value in values:
        try:
            found.append((strategy.with_(**{field: value}), value))
        except SettingsError:
            continue
    return found

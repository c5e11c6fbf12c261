"""The best cell of a sweep by a measure, and how wide the field is that it lies in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.metrics.measure import Better
    from chunking.sweep.sweep import Sweep
    from chunking.types import Bools, Floats


@dataclass(frozen=True, slots=True)
class Best:
    """A cell with the best value there is.

    `alike` cells, itself among them, have the same chunks. `ties` other ways to cut have the same
    value; `flat` says that every one has.
    """

    cell: int
    value: float
    alike: int
    ties: int
    flat: bool = False


def best_of(
    sweep: Sweep, values: Floats, better: Better, among: Bools | None = None
) -> Best | None:
    """The best of `values`, one a cell, (cells,), nan where there is none; None where none is.

    With `among`, (cells,), only those are looked at, if one of them has a value.
    Of several ways to cut with the best value it is the one that most cells have, and of those
    cells the one in their middle: there a setting may be a little off and nothing changes.
    """
    known = np.isfinite(values)
    flat = len(np.unique(values[known])) == 1
    if among is not None and (known & among).any():
        known = known & among
    there = np.flatnonzero(known)
    if better == "neither" or len(there) == 0:
        return None
    found = values[there]
    best = found.max() if better == "higher" else found.min()
    there = there[found == best]
    ways, number, sizes = np.unique(sweep.number[there], return_inverse=True, return_counts=True)
    own = there[number == sizes.argmax()]
    at = np.stack(np.unravel_index(own, sweep.grid.shape)).astype(np.float64)
    away = ((at - at.mean(axis=1, keepdims=True)) ** 2).sum(axis=0)
    return Best(int(own[away.argmin()]), float(best), len(own), len(ways) - 1, flat)

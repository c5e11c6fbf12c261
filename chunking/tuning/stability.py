"""Over which values of a setting each boundary stays, and where nothing changes at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.types import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Lives:
    """Each stretch of neighbouring values over which a boundary stays, as columns of r rows.

    The boundary at `offsets[i]` is there from value number `first[i]` to number `last[i]`, both
    included, and is missing at the values beside them. Under size limits one boundary may come
    and go, so an offset may have several rows. By offset, then by value.
    """

    offsets: Ints
    first: Ints
    last: Ints

    def around(self, offset: int, value: int) -> tuple[int, int] | None:
        """The stretch that holds value number `value`, as (first, last); None where it is cut not.

        Both are numbers of values.
        """
        begin, end = np.searchsorted(self.offsets, [offset, offset + 1])
        for row in range(int(begin), int(end)):
            if self.first[row] <= value <= self.last[row]:
                return int(self.first[row]), int(self.last[row])
        return None


def lives(boundaries: Sequence[Ints]) -> Lives:
    """How long each boundary stays, from the boundaries at each of the values in turn."""
    none = np.zeros(0, np.int64)
    numbers = [np.full(len(each), i, np.int64) for i, each in enumerate(boundaries)]
    offsets = np.concatenate([none, *boundaries])
    values = np.concatenate([none, *numbers])
    order = np.lexsort((values, offsets))
    offsets, values = offsets[order], values[order]
    breaks = (np.diff(offsets) != 0) | (np.diff(values) != 1)
    begins = np.flatnonzero(np.concatenate([[True], breaks]))[: len(offsets)]
    ends = np.flatnonzero(np.concatenate([breaks, [True]]))[: len(offsets)]
    if len(offsets) == 0:
        begins = ends = none
    return Lives(offsets[begins], values[begins], values[ends])


def plateaus(boundaries: Sequence[Ints], least: int = 3) -> list[tuple[int, int]]:
    """The stretches of at least `least` neighbouring values with the same cuts: (first, last)."""
    found = []
    first = 0
    for i in range(1, len(boundaries) + 1):
        if i < len(boundaries) and np.array_equal(boundaries[i], boundaries[first]):
            continue
        if i - first >= least:
            found.append((first, i - 1))
        first = i
    return found

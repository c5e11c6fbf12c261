"""How near a cut is to the boundaries a reader has marked by hand, as far as they have read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.metrics.boundaries import boundary_measures, unit_boundaries

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.types import Constraints, Ints, Units


@dataclass(frozen=True, slots=True)
class Gold:
    """The answer key that marks make of a document's beginning.

    Its `count` first units are judged: up to the one after the last mark, since nobody has said
    anything of what follows. In them every gap marked as required is a boundary and no other
    is: a forbidden mark says so, and a gap without a mark was read and passed over. `boundaries`
    are numbers of units, as in `metrics.boundaries`; `end` is where the judged text ends.
    """

    units: Units
    boundaries: Ints
    count: int
    marks: int

    @classmethod
    def of(cls, marks: Constraints, units: Units) -> Gold | None:
        """The key, each mark at the nearest gap of the units; None without a mark on a gap."""
        required = unit_boundaries(marks.required, units)
        every = np.union1d(required, unit_boundaries(marks.forbidden, units))
        if len(every) == 0:
            return None
        return cls(units, required, int(every[-1]) + 1, len(marks.required) + len(marks.forbidden))

    @property
    def end(self) -> int:
        """Where the last unit ends that is judged."""
        return int(self.units.ends[self.count - 1])

    def measure(self, chunking: Chunking) -> dict[str, float]:
        """Every measure of `BOUNDARY_MEASURES` on the judged units, by name.

        The chunking should be the one the settings make without the marks: with them it agrees
        because it was told to.
        """
        found = unit_boundaries(chunking.boundaries, self.units)
        return boundary_measures(self.boundaries, found[found < self.count], self.count)

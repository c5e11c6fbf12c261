"""Every threshold that makes a difference to a document, from the fewest cuts to the most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.types import Bools, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """The thresholds halfway between neighbouring similarities, and how many gaps each cuts.

    `order` sorts the gaps by their `scores`, both (n,). `thresholds` ascend and `cuts` with them,
    both (distinct - 1,). The threshold above all similarities is left out: it cuts everywhere.
    """

    scores: Floats
    order: Ints
    thresholds: Floats
    cuts: Ints

    @classmethod
    def of(cls, scores: Floats) -> Ladder:
        """The ladder of some similarities, (n,), of which two at least differ."""
        order = np.argsort(scores, kind="stable")
        ascending = scores[order]
        cuts = np.flatnonzero(ascending[1:] > ascending[:-1]) + 1
        return cls(scores, order, (ascending[cuts - 1] + ascending[cuts]) / 2, cuts)

    def nearest(self, cuts: float) -> int:
        """The rung whose number of cuts is nearest; of two as near, the one that cuts less."""
        return int(np.argmin(np.abs(self.cuts - cuts)))

    def at(self, rung: int) -> float:
        """The threshold of a rung in as few decimals as it takes."""
        return tidy(float(self.thresholds[rung]), self.scores)

    def f1(self, wanted: Bools) -> Floats:
        """F1 of each rung's cuts against the gaps that are wanted, one of them at least."""
        hits = np.cumsum(wanted[self.order])[self.cuts - 1]
        f1: Floats = 2 * hits / (self.cuts + np.count_nonzero(wanted))
        return f1


def tidy(threshold: float, scores: Floats) -> float:
    """The threshold of the fewest decimals, two at least, that cuts the same gaps."""
    cut = scores < threshold
    for decimals in range(2, 7):
        rounded = round(threshold, decimals)
        if np.array_equal(scores < rounded, cut):
            return rounded
    return threshold

"""How alike every two places of a document are, as a square map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.types import Floats, Ints, Units, Vectors

# Cells on a side: more than a screen shows.
MOST = 400


@dataclass(frozen=True, slots=True, eq=False)
class SelfSimilarity:
    """A map of m × m cells, a cell some neighbouring units each way.

    `edges[i]` is the offset at which cell i starts and `edges[i + 1]` that at which it ends,
    (m + 1,). `values[i, j]` is the mean cosine of the units of cell i with those of cell j, (m, m)
    in -1 to 1, symmetric.
    """

    edges: Ints
    values: Floats

    def range(self) -> tuple[float, float]:
        """What most of the map lies between, its diagonal aside: the first and 99th percentile."""
        apart = self.values[~np.eye(len(self.values), dtype=bool)]
        if not len(apart):
            return 0.0, 1.0
        low, high = np.percentile(apart, [1, 99])
        return (float(low), float(high)) if low < high else (float(low), float(low) + 1)


def self_similarity(units: Units, vectors: Vectors, most: int = MOST) -> SelfSimilarity:
    """The map of a document whose units have the unit vectors `vectors`, (n, d).

    With more than `most` units a cell holds several. The mean of all cosines between the units of
    two cells is the product of their mean vectors, since
    `mean(a · b) = mean(a) · mean(b)` over all pairs: so the vectors are averaged first, and there
    is one product of (m, d) with (d, m) whatever the length of the document.
    """
    count = len(units)
    cells = min(most, count)
    first = np.linspace(0, count, cells + 1).astype(np.int64)
    if not count:
        return SelfSimilarity(np.zeros(1, np.int64), np.zeros((0, 0)))
    sums = np.add.reduceat(vectors.astype(np.float64), first[:-1], axis=0)
    means = sums / np.diff(first)[:, None]
    edges = np.append(units.starts[first[:-1]], units.ends[-1])
    return SelfSimilarity(edges, np.clip(means @ means.T, -1, 1))

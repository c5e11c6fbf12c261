"""Self-similarity matrix of a document."""

from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.core.units import Units

# Rows and columns: more than a screen shows.
MAX_CELLS = 400


@dataclass(frozen=True, slots=True, eq=False)
class SelfSimilarity:
    """Similarity of all pairs of spans of a document, an m × m matrix.

    Row and column i stand for the span from offset `edges[i]` to `edges[i + 1]`, (m + 1,).
    `values[i, j]` is the mean cosine of the units of spans i and j, (m, m), symmetric, -1 to 1.
    """

    edges: Ints
    values: Floats

    def range(self) -> tuple[float, float]:
        """Return the 1st and the 99th percentile of the values off the diagonal."""
        off_diagonal = self.values[~np.eye(len(self.values), dtype=bool)]
        if not len(off_diagonal):
            return 0.0, 1.0
        low, high = np.percentile(off_diagonal, [1, 99])
        return (float(low), float(high)) if low < high else (float(low), float(low) + 1)


def self_similarity(units: Units, vectors: Vectors, max_cells: int = MAX_CELLS) -> SelfSimilarity:
    """Return the self-similarity matrix of a document.

    The mean of all cosines between two groups of units is the product of their mean vectors. So
    vectors are averaged first, and the cost of the product does not depend on the length.

    Args:
        max_cells: Maximum number of rows; more units than that are averaged in groups.
    """
    count = len(units)
    cells = min(max_cells, count)
    first = np.linspace(0, count, cells + 1).astype(np.int64)
    if not count:
        return SelfSimilarity(np.zeros(1, np.int64), np.zeros((0, 0)))
    sums = np.add.reduceat(vectors.astype(np.float64), first[:-1], axis=0)
    means = sums / np.diff(first)[:, None]
    edges = np.append(units.starts[first[:-1]], units.ends[-1])
    return SelfSimilarity(edges, np.clip(means @ means.T, -1, 1))

"""Vectors of spans, estimated from those of the sentences in them."""

import numpy as np

from chunking.core.arrays import Ints, Vectors
from chunking.core.units import Units


class SpanVectors:
    """Normalized means of the vectors of sentences, for any spans of a text.

    The mean takes the place of the vector of a span's text where that is not known; models that
    pool by the mean compute something similar.

    Args:
        units: n sentences in reading order.
        vectors: Their unit vectors, (n, d).
    """

    def __init__(self, units: Units, vectors: Vectors) -> None:
        self._units = units
        self._vectors = vectors
        # Single precision is enough: a difference has only the errors of the rows between.
        self._sums = np.zeros((len(units) + 1, vectors.shape[1]), np.float32)
        sizes = (units.ends - units.starts).astype(np.float32)
        np.multiply(vectors, sizes[:, None], out=self._sums[1:])
        np.cumsum(self._sums[1:], axis=0, out=self._sums[1:])

    def of(self, starts: Ints, ends: Ints) -> Vectors:
        """Return the mean of the sentences in each span, weighted by their characters, (m, d).

        A sentence counts by the part of it that lies in the span. A span without sentences is a
        zero row.

        Args:
            starts: Starts of the spans, (m,).
            ends: Their ends, (m,).
        """
        units, count = self._units, len(self._units)
        if not count:
            return np.zeros((len(starts), self._sums.shape[1]), np.float32)
        first = np.searchsorted(units.ends, starts, side="right")
        after = np.maximum(first, np.searchsorted(units.starts, ends))
        sums: Vectors = self._sums[after] - self._sums[first]
        # What the outer sentences have outside of the span.
        head, tail = np.minimum(first, count - 1), np.maximum(after - 1, 0)
        for rows, outside in ((head, starts - units.starts[head]), (tail, units.ends[tail] - ends)):
            cut = np.flatnonzero((outside > 0) & (after > first))
            sums[cut] -= self._vectors[rows[cut]] * outside[cut, None].astype(np.float32)
        norms: Vectors = np.linalg.norm(sums, axis=1, keepdims=True)
        norms[norms == 0] = 1
        return sums / norms

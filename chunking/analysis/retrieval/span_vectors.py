"""Vectors of spans, estimated from those of the sentences in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.arrays import Ints, Vectors
    from chunking.types import Units


def span_vectors(units: Units, vectors: Vectors, starts: Ints, ends: Ints) -> Vectors:
    """Return the normalized mean of the units in each span, weighted by their characters, (m, d).

    It takes the place of the vector of the span's text where that is not known: models that pool
    by the mean compute about the same. A unit counts by the part of it that lies in the span. A
    span without units is a zero row.

    Args:
        units: n units in reading order.
        vectors: Their unit vectors, (n, d).
        starts: Starts of the spans, (m,).
        ends: Their ends, (m,).
    """
    count = len(units)
    if not count:
        return np.zeros((len(starts), vectors.shape[1]), np.float32)
    sizes = (units.ends - units.starts).astype(np.float32)
    # One more row, so that a range may end after the last unit.
    weighted = np.zeros((count + 1, vectors.shape[1]), np.float32)
    np.multiply(vectors, sizes[:, None], out=weighted[:count])
    first = np.searchsorted(units.ends, starts, side="right")
    last = np.searchsorted(units.starts, ends)
    empty = last <= first
    ranges = np.stack([first, np.maximum(last, first)], axis=1).ravel()
    sums: Vectors = np.add.reduceat(weighted, np.minimum(ranges, count), axis=0)[::2]
    sums[empty] = 0
    # What the outer units have outside of the span.
    for inside, cut in (
        (np.minimum(first, count - 1), starts - units.starts[np.minimum(first, count - 1)]),
        (np.maximum(last - 1, 0), units.ends[np.maximum(last - 1, 0)] - ends),
    ):
        rows = np.flatnonzero((cut > 0) & ~empty)
        sums[rows] -= vectors[inside[rows]] * cut[rows, None].astype(np.float32)
    norms: Vectors = np.linalg.norm(sums, axis=1, keepdims=True)
    norms[norms == 0] = 1
    return sums / norms

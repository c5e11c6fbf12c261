"""Sums over the units of every short segment, as band matrices.

A band has shape (width, n): `[d, e]` belongs to the segment of d + 1 units that ends with unit e;
where that would start before the first unit, to the segment of the first e + 1 units.

Values are rounded to multiples of a power of two before they are summed. Such sums are exact, so
equal segments have equal sums and float noise hardly ever decides between two segmentations.
"""

import numpy as np
from numpy.lib.stride_tricks import as_strided

from chunking.core.arrays import Floats, Ints, Vectors

# Steps per unit: a coarse grid for float32 products, above their noise, a fine one for float64.
COARSE = 2.0**13
FINE = 2.0**20

# Pairs of occurrences collected before they are counted, which bounds memory.
_MAX_PENDING = 1 << 21


def quantize(values: Floats, grid: float = FINE) -> Floats:
    """Return the values rounded to multiples of 1 / grid, same shape."""
    rounded: Floats = np.rint(values * grid) / grid
    return rounded


def sum_pairs(pairs: Floats) -> Floats:
    """Return the sum over all pairs of units within each segment, (width, n).

    Two passes of running sums: over the pairs with the same later unit, then over later units.

    Args:
        pairs: Value of each pair (e - d, e), (width, n), zero where e < d. It is overwritten.
    """
    for d in range(1, len(pairs)):
        pairs[d] += pairs[d - 1]
    for d in range(1, len(pairs)):
        pairs[d, 1:] += pairs[d - 1, :-1]
    return pairs


def pairwise_products(vectors: Vectors, width: int) -> Floats:
    """Return the inner product of all pairs of vectors less than `width` apart, (width, n).

    Computed as blocks of matrix products, most of which lies in the band.
    """
    count, dimension = vectors.shape
    found = np.zeros((width, count))
    padded = np.concatenate([np.zeros((width - 1, dimension), vectors.dtype), vectors])
    block = max(64, width)
    for first in range(0, count, block):
        rows = vectors[first : first + block]
        square = rows @ padded[first : first + len(rows) + width - 1].T
        row_stride, column_stride = square.strides
        diagonals = as_strided(
            square[:, width - 1 :],
            (len(rows), width),
            (row_stride + column_stride, -column_stride),
            writeable=False,
        )
        found[:, first : first + len(rows)] = diagonals.T
    return found


def pairwise_repetitions(ids: Ints, units: Ints, gains: Floats, count: int, width: int) -> Floats:
    """Return the total gain of repeated words for each pair of units, (width, count).

    The k-th previous occurrence of a word, less than `width` units before, gains `gains[k - 1]`.

    Args:
        ids: Word of each occurrence, in reading order, (k,).
        units: Unit of each occurrence, (k,).
        gains: Gain by rank of the previous occurrence.
        width: Maximum number of units of a segment.
    """
    order = np.argsort(ids, kind="stable")
    ids, units = ids[order], units[order]
    later = np.arange(len(ids))
    cells, amounts, pending = [], [], 0
    found = np.zeros(width * count)
    for k in range(1, len(gains) + 1):
        later = later[later >= k]
        later = later[ids[later] == ids[later - k]]
        distance = units[later] - units[later - k]
        near = distance < width
        later, distance = later[near], distance[near]
        cells.append(distance * count + units[later])
        amounts.append(np.full(len(later), gains[k - 1]))
        pending += len(later)
        if pending > _MAX_PENDING or len(later) == 0 or k == len(gains):
            found += np.bincount(np.concatenate(cells), np.concatenate(amounts), len(found))
            cells, amounts, pending = [], [], 0
        if len(later) == 0:
            break
    return found.reshape(width, count)

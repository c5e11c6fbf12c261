"""What lies inside every short stretch of units, summed once: the band of an upper triangle.

A band has shape (width, n): `[d, e]` belongs to the d + 1 units that end with unit e. Where there
are no d + 1 units before, it holds what belongs to the first e + 1.

Numbers are rounded before they are summed. Sums of rounded numbers are exact, so that equal
stretches have equal sums, and float noise hardly ever decides between two cuttings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import as_strided

if TYPE_CHECKING:
    from chunking.types import Floats, Ints, Vectors

# Powers of two, since sums of their multiples are exact: one far coarser than the noise of
# products of float32, one for what is found in float64.
COARSE = 2.0**13
FINE = 2.0**20

# Pairs of occurrences that are gathered before they are counted.
_PAIRS_AT_ONCE = 1 << 21


def on_grid(values: Floats, grid: float = FINE) -> Floats:
    """The values rounded to multiples of 1 / grid, same shape."""
    rounded: Floats = np.rint(values * grid) / grid
    return rounded


def sums(pairs: Floats) -> Floats:
    """From what each pair (e - d, e) adds to what all pairs within each stretch add up to.

    `pairs` has shape (width, n), zero where e < d, and is overwritten. Two passes of running
    sums: over the pairs that share their later unit, then over those later units.
    """
    for d in range(1, len(pairs)):
        pairs[d] += pairs[d - 1]
    for d in range(1, len(pairs)):
        pairs[d, 1:] += pairs[d - 1, :-1]
    return pairs


def products(vectors: Vectors, width: int) -> Floats:
    """The inner product of each two vectors less than `width` apart, (width, n).

    In blocks, so that each is one product of matrices of which the band is most.
    """
    count, dimension = vectors.shape
    found = np.zeros((width, count))
    before = np.concatenate([np.zeros((width - 1, dimension), vectors.dtype), vectors])
    block = max(64, width)
    for first in range(0, count, block):
        rows = vectors[first : first + block]
        square = rows @ before[first : first + len(rows) + width - 1].T
        down, right = square.strides
        skewed = as_strided(
            square[:, width - 1 :], (len(rows), width), (down + right, -right), writeable=False
        )
        found[:, first : first + len(rows)] = skewed.T
    return found


def repetitions(words: Ints, units: Ints, weights: Floats, count: int, width: int) -> Floats:
    """What the k-th earlier occurrence of a word adds to each later one: `weights[k - 1]`.

    `words` and `units` say which word stands in which unit, (tokens,), in reading order. An
    occurrence counts the earlier ones less than `width` units before it; shape (width, count).
    """
    order = np.argsort(words, kind="stable")
    words, units = words[order], units[order]
    later = np.arange(len(words))
    cells, amounts, pending = [], [], 0
    found = np.zeros(width * count)
    for k in range(1, len(weights) + 1):
        later = later[later >= k]
        later = later[words[later] == words[later - k]]
        apart = units[later] - units[later - k]
        near = apart < width
        later, apart = later[near], apart[near]
        cells.append(apart * count + units[later])
        amounts.append(np.full(len(later), weights[k - 1]))
        pending += len(later)
        if pending > _PAIRS_AT_ONCE or len(later) == 0 or k == len(weights):
            found += np.bincount(np.concatenate(cells), np.concatenate(amounts), len(found))
            cells, amounts, pending = [], [], 0
        if len(later) == 0:
            break
    return found.reshape(width, count)

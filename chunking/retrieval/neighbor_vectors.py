"""Vectors of chunks with a share of their neighbors in the document.

A small chunk often lacks the name or topic that a question uses and that the text around it has.
"""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from chunking.core.arrays import Vectors

# A smaller weight changes no similarity noticeably.
_LEAST_WEIGHT = 0.01


def run_lengths(names: Sequence[str]) -> list[int]:
    """Return how often each name occurs in a row.

    >>> run_lengths(["a.md", "a.md", "b.md"])
    [2, 1]
    """
    return [len(list(run)) for _, run in groupby(names)]


def with_neighbors(vectors: Vectors, counts: Sequence[int], weight: float) -> Vectors:
    """Return unit vectors with those of the neighbors added, (n, d).

    The next chunk on each side counts `weight`, the one after it `weight`², and so on. No chunk of
    another document counts.

    Args:
        vectors: Unit vectors of the chunks of some documents, in reading order, (n, d).
        counts: Number of chunks of each document; n in all.
        weight: At least 0, below 1.
    """
    found = vectors.copy()
    first = 0
    for count in counts:
        own, sums = vectors[first : first + count], found[first : first + count]
        distance, factor = 1, weight
        while factor >= _LEAST_WEIGHT and distance < count:
            sums[distance:] += factor * own[:-distance]
            sums[:-distance] += factor * own[distance:]
            distance, factor = distance + 1, factor * weight
        first += count
    norms = np.linalg.norm(found, axis=1, keepdims=True)
    norms[norms == 0] = 1
    found /= norms
    return found

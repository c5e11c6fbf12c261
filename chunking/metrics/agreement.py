"""How far two ways to cut one document agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.chunks import Chunking
    from chunking.types import Floats, Ints

# What a boundary that is off by one gap costs, where one that is missing costs 1 (n_t = 2).
NEAR_MISS = 0.5


def boundary_agreement(a: Ints, b: Ints, gaps: Ints) -> float:
    """Boundary similarity B of two sets of boundaries, from 0 to 1 (Fournier 2013, n_t = 2).

    `gaps` are the offsets between sentences; a boundary counts at the nearest one. Boundaries
    at one gap match, two at neighbouring gaps are a near miss and count half, and all others
    count nothing. Two empty sets agree: 1.
    """
    return similarity_of_places(np.unique(nearest(a, gaps)), np.unique(nearest(b, gaps)))


def similarity_of_places(places_a: Ints, places_b: Ints) -> float:
    """Boundary similarity B of two sets of places, each ascending and distinct, from 0 to 1.

    B = 1 - (far + near / 2) / (far + near + matches); a place is the number of a gap (Fournier
    2013, n_t = 2).
    """
    matches = len(np.intersect1d(places_a, places_b, assume_unique=True))
    only_a = np.setdiff1d(places_a, places_b, assume_unique=True)
    only_b = np.setdiff1d(places_b, places_a, assume_unique=True)
    near = _near_misses(only_a, only_b)
    far = len(only_a) + len(only_b) - 2 * near
    edits = far + near + matches
    return 1 - (far + NEAR_MISS * near) / edits if edits else 1.0


def agreement_matrix(chunkings: Sequence[Chunking], gaps: Ints) -> Floats:
    """The agreement of each two chunkings of one document, (k, k), symmetric, 1 on the diagonal."""
    matrix = np.ones((len(chunkings), len(chunkings)))
    for i, one in enumerate(chunkings):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = boundary_agreement(
                one.boundaries, chunkings[j].boundaries, gaps
            )
    return matrix


def nearest(offsets: Ints, gaps: Ints) -> Ints:
    """The index of the gap nearest to each offset, same shape; of two as near, the first.

    Without gaps all are 0.
    """
    if len(gaps) == 0:
        return np.zeros(len(offsets), np.int64)
    after = np.searchsorted(gaps, offsets).clip(0, len(gaps) - 1)
    before = (after - 1).clip(0)
    nearer = np.abs(offsets - gaps[before]) <= np.abs(gaps[after] - offsets)
    return np.where(nearer, before, after)


def _near_misses(only_a: Ints, only_b: Ints) -> int:
    """The largest number of pairs of neighbours, one from each; no place is used twice.

    Along places that follow each other and belong to `a` and `b` in turn, every second one
    closes a pair.
    """
    places = np.concatenate([only_a, only_b])
    order = np.argsort(places)
    places, of_a = places[order], (order < len(only_a))
    breaks = (np.diff(places) > 1) | (of_a[1:] == of_a[:-1])
    edges = np.concatenate([[0], np.flatnonzero(breaks) + 1, [len(places)]])
    return int((np.diff(edges) // 2).sum())

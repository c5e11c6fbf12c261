"""The most similar texts of each text, by their vectors."""

import numpy as np

from chunking.core.arrays import Ints, Vectors

# Rows of the similarity matrix at once: 40 MB for 10,000 texts.
_ROWS = 1_000


def nearest(vectors: Vectors, count: int) -> tuple[Ints, Vectors]:
    """Return the nearest other texts of each text and their similarities, both (n, k).

    The similarity matrix is computed in blocks of rows, and never held as a whole.

    Args:
        vectors: Unit vectors of n texts, (n, d).
        count: Number of texts to return; k is at most n - 1.
    """
    total = len(vectors)
    count = max(0, min(count, total - 1))
    rows = np.zeros((total, count), np.int64)
    similarities = np.zeros((total, count), np.float32)
    for first in range(0, total if count else 0, _ROWS):
        scores = vectors[first : first + _ROWS] @ vectors.T
        own = np.arange(len(scores))
        scores[own, first + own] = -np.inf
        chosen = np.argpartition(scores, total - count, axis=1)[:, total - count :]
        chosen_scores = np.take_along_axis(scores, chosen, axis=1)
        order = np.lexsort((chosen, -chosen_scores), axis=1)
        rows[first : first + _ROWS] = np.take_along_axis(chosen, order, axis=1)
        similarities[first : first + _ROWS] = np.take_along_axis(chosen_scores, order, axis=1)
    return rows, similarities

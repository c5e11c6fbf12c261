"""Rank correlation of similarity curves, which may be of several models."""

from collections.abc import Sequence

import numpy as np

from chunking.core.arrays import Floats
from chunking.core.prepared import Signal
from chunking.strategies.signals.quantiles import quantiles

# The correlation of two points is always 1 or -1.
_LEAST_GAPS = 3


def rank_correlation(one: Signal, other: Signal) -> float:
    """Return the rank correlation of two curves at the gaps of both, -1 to 1 (Spearman 1904).

    It is nan if they share fewer than three gaps, or if one of them is constant there.
    """
    _, at_one, at_other = np.intersect1d(
        one.gaps, other.gaps, assume_unique=True, return_indices=True
    )
    scores = np.stack([one.scores[at_one], other.scores[at_other]])
    scores = scores[:, ~np.isnan(scores).any(axis=0)]
    if scores.shape[1] < _LEAST_GAPS:
        return float("nan")
    ranks = np.stack([quantiles(row) for row in scores]) - 0.5
    lengths = np.linalg.norm(ranks, axis=1)
    product = float(lengths.prod())
    return float(np.clip(ranks[0] @ ranks[1] / product, -1, 1)) if product else float("nan")


def correlation_matrix(signals: Sequence[Signal | None]) -> Floats:
    """Return the rank correlation of each pair of curves, (k, k), nan where there is no curve."""
    matrix = np.full((len(signals), len(signals)), np.nan)
    for i, one in enumerate(signals):
        for j, other in enumerate(signals[: i + 1]):
            if one is not None and other is not None:
                matrix[i, j] = matrix[j, i] = rank_correlation(one, other)
    return matrix

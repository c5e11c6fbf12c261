"""The quantile scale: a similarity as its rank among the gaps of the document.

Similarities of one model lie around 0.3 where those of another lie around 0.85. Their ranks are
comparable, and a threshold separates the same gaps on both scales.
"""

from collections.abc import Sequence

import numpy as np

from chunking.core.arrays import Floats
from chunking.core.prepared import Signal


def quantiles(scores: Floats) -> Floats:
    """Return the share of the scores below each score, same shape, between 0 and 1.

    Equal scores count half, so that they have one quantile, and the mean is 0.5. A score that is
    nan has no quantile, and does not count.
    """
    known = np.sort(scores[~np.isnan(scores)])
    below = np.searchsorted(known, scores, side="left")
    upto = np.searchsorted(known, scores, side="right")
    found = (below + upto) / (2 * max(len(known), 1))
    return np.where(np.isnan(scores), np.nan, found)


def share_below(scores: Floats, threshold: float) -> float:
    """Return the share of the scores below a threshold, nan without scores.

    It is above the quantiles of exactly those scores that are below the threshold.
    """
    known = scores[~np.isnan(scores)]
    return float(np.mean(known < threshold)) if len(known) else float("nan")


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

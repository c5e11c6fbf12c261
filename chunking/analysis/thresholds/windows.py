"""Threshold with the highest F1 expected from the similarity of windows of several units."""

from typing import cast

import numpy as np

from chunking.analysis.thresholds.selector import (
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
)
from chunking.core.arrays import Floats, Vectors
from chunking.core.prepared import Prepared
from chunking.strategies.signals.similarity import (
    DECIMALS,
    lagged_products,
    local_minima,
    window_similarities,
)

# Two window lengths, for short and for long passages; their similarities are averaged.
WINDOWS_OF = (2, 4)
# A minimum this many standard deviations below the mean similarity is a boundary with probability
# 1/2; a gap that is no minimum has a tenth of the probability. Chosen on all labeled sets at once;
# neighboring values do as well.
_EVEN_ODDS, _OFF_MINIMUM = 0.5, 0.1


def mean_window_similarity(vectors: Vectors) -> Floats:
    """Return the mean of the similarities of both window lengths, (n - 1,)."""
    products = lagged_products(vectors, 2 * max(WINDOWS_OF))
    similarities = [window_similarities(products, window, len(vectors)) for window in WINDOWS_OF]
    mean: Floats = np.stack(similarities).mean(axis=0).round(DECIMALS)
    return mean


def boundary_probabilities(vectors: Vectors) -> Floats:
    """Return the probability of a boundary at each gap, (n - 1,).

    It is a logistic function of the standardized window similarity.
    """
    similarity = mean_window_similarity(vectors)
    deviation = float(similarity.std())
    z = (similarity - similarity.mean()) / deviation if deviation > 0 else np.zeros(len(similarity))
    weights = np.where(local_minima(similarity), 1.0, _OFF_MINIMUM)
    probabilities: Floats = weights / (1 + np.exp(z + _EVEN_ODDS))
    return probabilities


def expected_f1(scores: Floats, probabilities: Floats, grid: ThresholdGrid) -> Floats:
    """Return the expected F1 of each threshold, with a tolerance of one unit.

    Source: Ye, Chai, Lee and Chieu 2012.

    Args:
        scores: Similarity of each gap, (n,).
        probabilities: Probability of a boundary at each gap, (n,).
    """
    padded = np.concatenate([[np.inf], scores, [np.inf]])
    # A boundary is found at thresholds above the lowest score among its gap and the two next to it.
    lowest = np.minimum(np.minimum(padded[:-2], padded[2:]), scores)
    order = np.argsort(lowest, kind="stable")
    cumulative = np.concatenate([[0.0], np.cumsum(probabilities[order])])
    found = cumulative[np.searchsorted(lowest[order], grid.thresholds)]
    f1: Floats = 2 * np.minimum(found, grid.counts) / (grid.counts + probabilities.sum())
    return f1


def _select(prepared: Prepared, scores: Floats) -> SelectedThreshold:
    probabilities = boundary_probabilities(cast("Vectors", prepared.vectors))
    grid = ThresholdGrid.of(scores)
    expected = expected_f1(scores, probabilities, grid)
    best = int(np.argmax(expected))
    estimated = float(probabilities.sum())
    reason = (
        f"{grid.summary(best)}: about {estimated:,.0f} boundaries estimated from windows of "
        f"{WINDOWS_OF[0]} and {WINDOWS_OF[1]} units"
    )
    gaps = np.arange(1.0, len(probabilities) + 1)
    curves = (
        Curve(
            "expected agreement",
            grid.thresholds,
            expected / max(float(expected.max()), 1e-9),
            y_title="share of best",
        ),
        Curve("boundary probability", gaps, probabilities, x_title="gap", y_title="probability"),
    )
    facts = {"boundaries": estimated, "cuts": float(grid.counts[best])}
    return SelectedThreshold(grid.rounded(best), reason, curves, facts)


WINDOWS = ThresholdSelector(
    "windows",
    "Topic changes",
    "The threshold that agrees best with changes between windows of several sentences.",
    "windows: Hearst 1997; expected F1: Ye, Chai, Lee and Chieu 2012",
    _select,
    needs_vectors=True,
)

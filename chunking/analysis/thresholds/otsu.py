"""Otsu's threshold: two groups of similarities with minimum variance within each."""

import numpy as np

from chunking.analysis.thresholds.selector import (
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
    measured_scores,
)
from chunking.core.arrays import Floats
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import rounded


def histogram(scores: Floats, bins: int = 40) -> Curve:
    """Return the histogram of the similarities."""
    counts, edges = np.histogram(scores, bins)
    return Curve(
        "gaps", edges, counts.astype(np.float64), "bars", x_title="similarity", y_title="gaps"
    )


def _select(prepared: Prepared, scores: Floats) -> SelectedThreshold:
    scores, noun = measured_scores(prepared, scores)
    grid = ThresholdGrid.of(scores)
    count, low = len(scores), np.cumsum(scores[grid.order])[grid.counts - 1]
    mean_below, mean_above = low / grid.counts, (scores.sum() - low) / (count - grid.counts)
    weight = grid.counts * (count - grid.counts) / count**2
    explained = weight * (mean_above - mean_below) ** 2 / scores.var()
    best = int(np.argmax(explained))
    share = explained[best]
    reason = (
        f"{grid.summary(best, noun)}: mean {rounded(mean_below[best], 2)} below and "
        f"{rounded(mean_above[best], 2)} above, {share:.0%} of the variance explained"
    )
    curves = (
        histogram(scores),
        Curve("variance explained", grid.thresholds, explained, y_title="share"),
    )
    facts = {"mean_below": float(mean_below[best]), "mean_above": float(mean_above[best])}
    return SelectedThreshold(grid.rounded(best), reason, curves, facts)


OTSU = ThresholdSelector(
    "otsu",
    "Two groups",
    "Splits the similarities into a low and a high group, each as uniform as possible.",
    "Otsu 1979",
    _select,
)

"""One threshold for many documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.thresholds import Curve, SelectedThreshold
from chunking.core.text.numbers import count_of, format_threshold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.core.arrays import Floats

_STEP = 0.01
# Below this share of the best expected F1, a threshold does not fit a document.
_FITS = 0.8


def shared_threshold(recommended: Sequence[SelectedThreshold]) -> SelectedThreshold:
    """Return the threshold that suits all documents best, with two decimals.

    For each document the expected F1 of a threshold is divided by that of the document's own
    recommended threshold; the highest mean of these shares decides. With one document it is its
    own.

    Args:
        recommended: The results of `recommended_threshold`, with the same settings for every
            document. Those without a threshold have no influence.
    """
    known = [each for each in recommended if each.value is not None and each.curves]
    if len(known) < 2:
        return known[0] if known else SelectedThreshold(None, 0.0, "no document has a threshold")
    tried = np.concatenate([each.curves[0].x for each in known])
    low, high = tried.min(), tried.max()
    thresholds = _STEP * np.arange(np.floor(low / _STEP), np.ceil(high / _STEP) + 1)
    shares = [share_of_best(each, thresholds) for each in known]
    mean, least = np.mean(shares, axis=0), np.min(shares, axis=0)
    best = int(np.argmax(mean))
    value = round(float(thresholds[best]), 2)
    reason = (
        f"{format_threshold(value)}: {mean[best]:.0%} of the expected F1 of each document's own "
        f"threshold on average, at least {least[best]:.0%} ({count_of(len(known), 'document')})"
    )
    facts = {"mean_share": float(mean[best]), "least_share": float(least[best])}
    curve = Curve("mean share of the expected F1", thresholds, mean, y_title="share")
    return SelectedThreshold(value, float(mean[best]), reason, (curve,), facts)


def share_of_best(recommended: SelectedThreshold, thresholds: Floats) -> Floats:
    """Return the expected F1 of thresholds as shares of that of the recommended one, (t,)."""
    curve = recommended.curves[0]
    shares: Floats = np.interp(thresholds, curve.x, curve.y / max(curve.y.max(), 1e-9))
    return shares


def fits(recommended: SelectedThreshold, threshold: float) -> bool:
    """Return whether a threshold has at least 80% of the best expected F1 of a document."""
    return float(share_of_best(recommended, np.array([threshold]))[0]) >= _FITS

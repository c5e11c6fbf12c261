"""One threshold for many documents."""

from collections.abc import Sequence

import numpy as np

from chunking.analysis.thresholds import Curve, SelectedThreshold
from chunking.core.arrays import Floats
from chunking.core.text.numbers import count_of, format_threshold

_STEP = 0.01
# Below this share of the best expected agreement, a threshold does not fit a document.
_FITS = 0.8
_INSTEAD = "; use the strategy recommended for each"


def shared_threshold(recommended: Sequence[SelectedThreshold]) -> SelectedThreshold:
    """Return the threshold that suits all documents best, with two decimals.

    For each document the expected agreement of a threshold is divided by that of the document's own
    recommended threshold; the highest mean of these shares decides. With one document it is its
    own. There is none where it fits half of the documents or fewer; one without a recommendation
    is none that it fits.

    Args:
        recommended: The results of `recommended_threshold`, with the same settings for every
            document. Those without a threshold have no influence on which it is.
    """
    known = [each for each in recommended if each.value is not None]
    if len(recommended) == 1:
        return recommended[0]
    if not known:
        number = f"{len(recommended)} of {count_of(len(recommended), 'document')}"
        return SelectedThreshold(None, f"no threshold suits {number}{_INSTEAD}")
    tried = np.concatenate([each.curves[0].x for each in known])
    low, high = tried.min(), tried.max()
    thresholds = _STEP * np.arange(np.floor(low / _STEP), np.ceil(high / _STEP) + 1)
    shares = [share_of_best(each, thresholds) for each in known]
    mean, least = np.mean(shares, axis=0), np.min(shares, axis=0)
    best = int(np.argmax(mean))
    value = round(float(thresholds[best]), 2)
    if 2 * sum(fits(each, value) for each in known) <= len(recommended):
        words = count_that_fits(recommended, value, format_threshold(value))
        return SelectedThreshold(None, f"no threshold suits most documents: {words}{_INSTEAD}")
    reason = (
        f"{format_threshold(value)}: {mean[best]:.0%} of the agreement expected of each document's "
        f"own threshold on average, at least {least[best]:.0%}; "
        f"{count_that_fits(recommended, value)}"
    )
    facts = {"mean_share": float(mean[best]), "least_share": float(least[best])}
    curve = Curve("mean share of the expected agreement", thresholds, mean, y_title="share")
    return SelectedThreshold(value, reason, (curve,), facts)


def count_that_fits(
    recommended: Sequence[SelectedThreshold], threshold: float, name: str = "it"
) -> str:
    """Return how many documents have a recommendation, and how many of these a threshold fits.

    Such as "5 of 9 documents have a recommendation, and it fits 4 of these".
    """
    known = [each for each in recommended if each.value is not None]
    fitting, documents = sum(fits(each, threshold) for each in known), len(recommended)
    if len(known) == documents:
        number = "all" if fitting == documents > 1 else f"{fitting} of"
        return f"{name} fits {number} {count_of(documents, 'document')}"
    have = "has" if len(known) == 1 else "have"
    number = f"{len(known)} of {count_of(documents, 'document')}"
    return f"{number} {have} a recommendation, and {name} fits {fitting} of these"


def share_of_best(recommended: SelectedThreshold, thresholds: Floats) -> Floats:
    """Return the expected agreement of thresholds as shares of the best, (t,)."""
    curve = recommended.curves[0]
    shares: Floats = np.interp(thresholds, curve.x, curve.y)
    return shares


def fits(recommended: SelectedThreshold, threshold: float) -> bool:
    """Return whether a threshold has at least 80% of the best expected agreement of a document."""
    return float(share_of_best(recommended, np.array([threshold]))[0]) >= _FITS

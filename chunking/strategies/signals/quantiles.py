"""The quantile scale: a similarity as its rank among the gaps of the document.

Similarities of one model lie around 0.3 where those of another lie around 0.85. Their ranks are
comparable, and a threshold separates the same gaps on both scales.
"""

import numpy as np

from chunking.core.arrays import Floats


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

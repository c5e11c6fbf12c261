"""Reliability of probabilities: by tenths, and the expected calibration error."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Bools, Floats, Ints

TENTHS = 10

# Draws of the error of calibrated probabilities.
_DRAWS = 200
_SEED = 7

# Probabilities are this far from 0 and 1 in logarithms.
_MIN_PROBABILITY = 1e-6


class Gaps(NamedTuple):
    """Gaps of one or several sets.

    Attributes:
        probabilities: Probability of a boundary at each gap, (n,).
        boundaries: Whether a reference has one, (n,).
        weights: Weight of each gap; their sum is 1, (n,).
    """

    probabilities: Floats
    boundaries: Bools
    weights: Floats


class Reliability(NamedTuple):
    """Weighted means by tenth of the probability, (10,); nan for a tenth without gaps."""

    gaps: Ints
    shares: Floats
    probabilities: Floats
    boundaries: Floats

    @property
    def error(self) -> float:
        """The expected calibration error: mean distance of both means (Naeini et al. 2015)."""
        return float(np.nansum(self.shares * np.abs(self.probabilities - self.boundaries)))


def gaps_of(probabilities: Sequence[Floats], boundaries: Sequence[Bools]) -> Gaps:
    """Return the gaps of the documents of a set, each with the same weight."""
    joined = np.concatenate(probabilities)
    return Gaps(joined, np.concatenate(boundaries), np.full(len(joined), 1 / max(1, len(joined))))


def pool(sets: Sequence[Gaps]) -> Gaps:
    """Return the gaps of several sets, each set with the same weight."""
    return Gaps(
        np.concatenate([each.probabilities for each in sets]),
        np.concatenate([each.boundaries for each in sets]),
        np.concatenate([each.weights for each in sets]) / len(sets),
    )


def reliability(gaps: Gaps) -> Reliability:
    """Return the means by tenth; a probability of 1 belongs to the last one."""
    rows = np.minimum((gaps.probabilities * TENTHS).astype(np.int64), TENTHS - 1)
    tenths = np.arange(TENTHS)[:, None] == rows
    shares, expected, observed = (
        tenths @ (gaps.weights * values)
        for values in (np.ones(len(rows)), gaps.probabilities, gaps.boundaries)
    )
    divisor = np.where(shares > 0, shares, np.nan)
    return Reliability(tenths.sum(axis=1), shares, expected / divisor, observed / divisor)


def error_if_calibrated(gaps: Gaps) -> float:
    """Return the mean calibration error of boundaries drawn with their probabilities.

    With few gaps it is far from 0, even though the probabilities are exact.
    """
    rng = np.random.default_rng(_SEED)
    errors = [
        reliability(gaps._replace(boundaries=rng.random(len(gaps.weights)) < gaps.probabilities))
        for _ in range(_DRAWS)
    ]
    return float(np.mean([each.error for each in errors]))


def log_loss(gaps: Gaps) -> float:
    """Return the mean negative logarithm of the probability of what a gap is, in nats."""
    right = np.where(gaps.boundaries, gaps.probabilities, 1 - gaps.probabilities)
    return float(-gaps.weights @ np.log(np.maximum(right, _MIN_PROBABILITY)))

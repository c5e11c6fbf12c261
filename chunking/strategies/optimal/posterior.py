"""Probability of each boundary, from all segmentations of a text at once.

A segmentation is the more probable the more evidence there is for each of its segments. Sums over
all segmentations need one pass forward and one backward (Fearnhead 2006; Eisenstein and Barzilay
2008), here at several levels: mean lengths of segments of 1.5, 3, 6, … units. People divide one
text into few or many topics, so the result is a mixture of the levels.

How certain the evidence is depends on the kind of text: the precision is a mixture, too.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

from chunking.strategies.count_range import CountRange
from chunking.strategies.optimal.constants import CONSTANTS
from chunking.strategies.optimal.segment_counts import count_probabilities

if TYPE_CHECKING:
    from chunking.core.arrays import Floats
    from chunking.strategies.optimal.constants import Constants

# Number of words of the text whose expected number of segments is a constant.
_WORDS = 2000.0

# The shortest mean length of a level, in units. A level is omitted if its prior is so many standard
# deviations farther away than the nearest level, or if its share is below the minimum.
_SHORTEST = 1.5
_MAX_DEVIATIONS = 6.0
_MIN_SHARE = 1e-3


class Evidence(NamedTuple):
    """How much less each segment costs than units in random order.

    At a precision of p nats per unit of cost, the logarithm of the likelihood ratio of a segment is
    p times its gain minus p² times its half variance.

    Attributes:
        gains: `gains[e, d]` is the cost that the segment of d + 1 units that ends with unit e
            spares, (n, width); -inf for a segment that is not possible.
        half_variances: Half the variance of the gains of d + 1 units in random order, (width,).
        bonuses: Cost that a boundary after each unit spares, (n,); the last is not used.
    """

    gains: Floats
    half_variances: Floats
    bonuses: Floats


class Posterior:
    """Distribution of segmentations of a text of n units, at least one.

    Args:
        evidence: Evidence for each segment.
        log_odds: Preferences and manual boundaries: nats for a boundary after each unit, (n,).
        word_count: Number of words of the text.
        constants: The constants.

    Attributes:
        constants: The constants.
        probabilities: Probability of a boundary after each unit but the last, (n - 1,).
    """

    def __init__(
        self,
        evidence: Evidence,
        log_odds: Floats,
        word_count: float,
        constants: Constants = CONSTANTS,
    ) -> None:
        self.constants = constants
        self._gains = evidence.gains
        self._together: dict[int, Floats] = {}
        count = len(evidence.gains)
        lengths, log_priors = _levels(count, word_count, constants)
        # Components: every level at every precision.
        repeats = len(constants.precisions)
        precisions = np.repeat(constants.precisions, len(lengths))
        log_stay = np.tile(np.log1p(-1 / lengths), repeats)
        log_rates = np.tile(-np.log(lengths), repeats) - log_stay
        boundaries = evidence.bonuses[:, None] * precisions + log_odds[:, None] + log_rates
        boundaries[-1] = 0.0
        penalties = evidence.half_variances[:, None] * precisions**2
        forward = _forward(evidence.gains, precisions, penalties, boundaries)
        totals = forward[-1] + (count - 1) * log_stay
        weight = 1 / (1 / constants.level_evidence + count / constants.evidence_units)
        log_shares = np.tile(log_priors, repeats) + weight * totals
        log_shares -= np.logaddexp.reduce(log_shares)
        used = np.exp(log_shares) >= _MIN_SHARE
        self._precisions, self._penalties = precisions[used], penalties[:, used]
        self._boundaries, self._forward = boundaries[:, used], forward[:, used]
        self._backward = _backward(
            evidence.gains, self._precisions, self._penalties, self._boundaries
        )
        log_shares = log_shares[used] - np.logaddexp.reduce(log_shares[used])
        # Log share of each component, minus its log sum over all segmentations.
        self._log_scales = log_shares - self._forward[-1]
        inner = self._forward[1:-1] + self._backward[1:-1] + self._log_scales
        found: Floats = np.minimum(np.exp(inner).sum(axis=1), 1.0)
        self.probabilities = found

    @property
    def expected_boundaries(self) -> float:
        """The expected number of boundaries."""
        return float(self.probabilities.sum())

    @cached_property
    def segment_counts(self) -> Floats:
        """Probability of each number of segments from 0, (k,).

        Exact for short texts. For long ones each component of the mixture is a normal distribution
        with its exact mean and variance.
        """
        shares = np.exp(self._log_scales + self._forward[-1])
        return count_probabilities(self._last_segments, len(self._gains), shares)

    @cached_property
    def plausible_segments(self) -> CountRange:
        """The central 90 % of the number of segments, and its median."""
        return CountRange.central(self.segment_counts)

    def _last_segments(self, end: int) -> Floats:
        """Return the probability of each length of the segment ending with a unit, (reach, c)."""
        reach = min(self._gains.shape[1], end + 1)
        terms = self._gains[end, :reach, None] * self._precisions
        terms -= self._penalties[:reach]
        terms += self._forward[end + 1 - reach : end + 1][::-1]
        terms -= terms.max(axis=0)
        np.exp(terms, out=terms)
        found: Floats = terms / terms.sum(axis=0)
        return found

    def together(self, distance: int) -> Floats:
        """Return the probability that units i and i + `distance` share a segment, (n - distance,).

        Cached. `distance` is from 1 to n - 1.
        """
        if distance not in self._together:
            self._together[distance] = self._compute_together(distance)
        return self._together[distance]

    def _compute_together(self, distance: int) -> Floats:
        count, width = self._gains.shape
        # Sums over the segments of more than `distance` units that begin or end with each unit.
        starts, ends = np.zeros(count + 1), np.zeros(count + 1)
        for end in range(distance, count):
            reach = min(width, end + 1)
            if reach <= distance:
                continue
            first, after_last = end + 1 - reach, end + 1 - distance
            terms = self._gains[end, distance:reach, None] * self._precisions
            terms -= self._penalties[distance:reach]
            terms = terms[::-1] + self._forward[first:after_last]
            terms += self._backward[end + 1] + self._boundaries[end] + self._log_scales
            segments = np.exp(terms).sum(axis=1)
            starts[first:after_last] += segments
            ends[after_last] += segments.sum()
        found: Floats = np.cumsum(starts - ends)[: count - distance]
        return np.clip(found, 0.0, 1.0)


def _levels(count: int, word_count: float, constants: Constants) -> tuple[Floats, Floats]:
    """Return the mean lengths of segments and the logarithms of their prior probabilities, (l,)."""
    steps = np.arange(np.ceil(np.log2(max(count, 2) / _SHORTEST)) + 2)
    lengths = _SHORTEST * 2.0**steps
    expected = np.log(constants.segments)
    expected += constants.growth * np.log(max(word_count, 1.0) / _WORDS)
    expected = min(expected, 0.5 * np.log(count))
    deviations = (np.log(count / lengths) - expected) / constants.deviation
    nearest = np.abs(deviations).min()
    near = np.abs(deviations) <= nearest + _MAX_DEVIATIONS
    log_priors = -0.5 * deviations[near] ** 2
    return lengths[near], log_priors - np.logaddexp.reduce(log_priors)


def _forward(gains: Floats, precisions: Floats, penalties: Floats, boundaries: Floats) -> Floats:
    """Return the log sum over the segmentations of the first units, (n + 1, c).

    A boundary after them is included, except after the last unit.
    """
    count, width = gains.shape
    sums = np.empty((count + 1, len(precisions)))
    sums[0] = 0.0
    for end in range(count):
        reach = min(width, end + 1)
        terms = gains[end, :reach, None] * precisions
        terms -= penalties[:reach]
        terms += sums[end + 1 - reach : end + 1][::-1]
        sums[end + 1] = _log_sum(terms) + boundaries[end]
    return sums


def _backward(gains: Floats, precisions: Floats, penalties: Floats, boundaries: Floats) -> Floats:
    """Return the log sum over the segmentations of the units from each one on, (n + 1, c)."""
    count, width = gains.shape
    row_stride, column_stride = gains.strides
    sums = np.empty((count + 1, len(precisions)))
    sums[count] = 0.0
    following = np.empty_like(boundaries)
    following[count - 1] = boundaries[count - 1]
    for start in range(count - 1, -1, -1):
        reach = min(width, count - start)
        starting = as_strided(
            gains[start:], (reach,), (row_stride + column_stride,), writeable=False
        )
        terms = starting[:, None] * precisions
        terms -= penalties[:reach]
        terms += following[start : start + reach]
        sums[start] = _log_sum(terms)
        if start:
            following[start - 1] = sums[start] + boundaries[start - 1]
    return sums


def _log_sum(terms: Floats) -> Floats:
    """Return the logarithms of the sums of exponentials over the first axis."""
    largest = terms.max(axis=0)
    if not np.isfinite(largest).all():
        found: Floats = np.logaddexp.reduce(terms, axis=0)
        return found
    terms -= largest
    np.exp(terms, out=terms)
    sums: Floats = largest + np.log(terms.sum(axis=0))
    return sums

"""Probability of each boundary at each level, from all segmentations of a text at once.

A segmentation is the more probable the more evidence there is for each of its segments. Sums over
all segmentations need one pass forward and one backward (Fearnhead 2006; Eisenstein and Barzilay
2008). People divide one text into few or many topics, and the text does not show which: at each
level, boundaries are as frequent a priori as gives the expected number of segments of that level.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

from chunking.core.arrays import Floats
from chunking.strategies.optimal.constants import CONSTANTS, LEVELS, Constants, Level

# Number of words of the text whose expected numbers of segments are constants.
_WORDS = 2000.0

# Least mean length of a segment in units, and least expected number of boundaries.
_MIN_UNITS = 2.0
_MIN_BOUNDARIES = 0.1

# Rates tried first, in nats for any boundary, and then between the two nearest ones, so many times:
# in a long text the number of boundaries depends sharply on the rate.
_RATES = np.array([-400, -200, -100, -50, -25, -16, -11, -8, -6, -4, -2, 0, 2, 5, 10], np.float64)
_REFINED_RATES = 5
_REFINEMENTS = 2


class Evidence(NamedTuple):
    """How much less each segment costs than units in random order, in nats.

    Attributes:
        gains: `gains[e, d]` is the cost that the segment of d + 1 units that ends with unit e
            spares, (n, width); -inf for a segment that is not possible.
        bonuses: Cost that a boundary after each unit spares, (n,); the last is not used.
    """

    gains: Floats
    bonuses: Floats


class Posterior:
    """Distributions of the segmentations of a text of n units, at least one, one per level.

    Args:
        log_odds: Preferences and manual boundaries: nats for a boundary after each unit, (n,).
        word_count: Number of words of the text.
    """

    def __init__(
        self,
        evidence: Evidence,
        log_odds: Floats,
        word_count: float,
        constants: Constants = CONSTANTS,
    ) -> None:
        logs, odds = evidence.gains, evidence.bonuses + log_odds
        expected = expected_boundaries(len(logs), word_count, constants)
        boundaries = odds[:, None] + _find_rates(logs, odds, expected)
        forward, backward = _forward(logs, boundaries), _backward(logs, boundaries)
        self._levels = {
            level: LevelPosterior(logs, *columns)
            for level, *columns in zip(LEVELS, boundaries.T, forward.T, backward.T, strict=True)
        }

    def at(self, level: Level) -> LevelPosterior:
        """Return the distribution of a level."""
        return self._levels[level]


class LevelPosterior:
    """Distribution of the segmentations of a text of n units at one level.

    Args:
        logs: Logarithm of the weight of each segment, as in `Evidence.gains`, (n, width).
        boundaries: That of a boundary after each unit, (n,).
        forward: Log sum over the segmentations of the first units, (n + 1,).
        backward: That of the units from each one on, (n + 1,).

    Attributes:
        probabilities: Probability of a boundary after each unit but the last, (n - 1,).
    """

    def __init__(self, logs: Floats, boundaries: Floats, forward: Floats, backward: Floats) -> None:
        self._logs, self._boundaries = logs, boundaries
        self._forward, self._backward = forward, backward
        self._together: dict[int, Floats] = {}
        inner = forward[1:-1] + backward[1:-1] - forward[-1]
        self.probabilities: Floats = np.minimum(np.exp(inner), 1.0)
        self.expected_boundaries = float(self.probabilities.sum())

    def together(self, distance: int) -> Floats:
        """Return the probability that units i and i + `distance` share a segment, (n - distance,).

        Cached. `distance` is from 1 to n - 1.
        """
        if distance not in self._together:
            self._together[distance] = self._compute_together(distance)
        return self._together[distance]

    def _compute_together(self, distance: int) -> Floats:
        count, width = self._logs.shape
        # Sums over the segments of more than `distance` units that begin or end with each unit.
        starts, ends = np.zeros(count + 1), np.zeros(count + 1)
        after = self._backward[1:] + self._boundaries - self._forward[-1]
        after[-1] = -self._forward[-1]
        for end in range(distance, count):
            reach = min(width, end + 1)
            if reach <= distance:
                continue
            first, after_last = end + 1 - reach, end + 1 - distance
            terms = self._logs[end, distance:reach][::-1] + self._forward[first:after_last]
            segments = np.exp(terms + after[end])
            starts[first:after_last] += segments
            ends[after_last] += segments.sum()
        found: Floats = np.cumsum(starts - ends)[: count - distance]
        return np.clip(found, 0.0, 1.0)


def expected_boundaries(count: int, word_count: float, constants: Constants = CONSTANTS) -> Floats:
    """Return the number of boundaries expected a priori at each of `LEVELS`, (3,)."""
    segments = np.array(constants.segments) * (max(word_count, 1.0) / _WORDS) ** constants.growth
    found: Floats = np.maximum(np.minimum(segments, count / _MIN_UNITS) - 1, _MIN_BOUNDARIES)
    return found


def _find_rates(logs: Floats, odds: Floats, expected: Floats) -> Floats:
    """Return the nats for any boundary that give about each expected number of boundaries, (l,)."""
    rates = np.tile(_RATES, (1, 1))
    for _ in range(_REFINEMENTS):
        nearest = [_nearest_rates(*each) for each in _numbers(logs, odds, rates, expected)]
        rates = np.array([_around(low, high) for low, high in nearest])
    return np.array(
        [
            np.interp(np.log(wanted), np.log(numbers), middles)
            for wanted, numbers, middles in _numbers(logs, odds, rates, expected)
        ]
    )


def _numbers(
    logs: Floats, odds: Floats, rates: Floats, expected: Floats
) -> Iterator[tuple[float, Floats, Floats]]:
    """Yield the expected number of each level, those at rates in the middle of others, and these.

    Each is the derivative of the log sum over all segmentations.
    """
    totals = _forward(logs, odds[:, None] + rates.ravel())[-1].reshape(rates.shape)
    numbers = np.maximum(np.diff(totals) / np.diff(rates), np.finfo(np.float64).tiny)
    middles = (rates[:, 1:] + rates[:, :-1]) / 2
    rows = zip(numbers, middles, strict=True) if len(rates) > 1 else [(numbers[0], middles[0])] * 3
    for wanted, row in zip(expected.tolist(), rows, strict=True):
        yield wanted, *row


def _nearest_rates(wanted: float, numbers: Floats, rates: Floats) -> tuple[float, float]:
    """Return the two neighboring rates between whose numbers the wanted one is."""
    above = int(np.searchsorted(numbers, wanted).clip(1, len(numbers) - 1))
    return float(rates[above - 1]), float(rates[above])


def _around(low: float, high: float) -> Floats:
    """Return rates whose middles are evenly distributed from one to the other."""
    step = (high - low) / (_REFINED_RATES - 2)
    found: Floats = np.linspace(low - step / 2, high + step / 2, _REFINED_RATES)
    return found


def _forward(logs: Floats, boundaries: Floats) -> Floats:
    """Return the log sum over the segmentations of the first units, (n + 1, c).

    A boundary after them is included, except after the last unit.
    """
    count, width = logs.shape
    sums = np.empty((count + 1, boundaries.shape[1]))
    sums[0] = 0.0
    for end in range(count):
        reach = min(width, end + 1)
        terms = logs[end, :reach, None] + sums[end + 1 - reach : end + 1][::-1]
        sums[end + 1] = _log_sum(terms)
        if end < count - 1:
            sums[end + 1] += boundaries[end]
    return sums


def _backward(logs: Floats, boundaries: Floats) -> Floats:
    """Return the log sum over the segmentations of the units from each one on, (n + 1, c)."""
    count, width = logs.shape
    row_stride, column_stride = logs.strides
    sums = np.empty((count + 1, boundaries.shape[1]))
    sums[count] = 0.0
    following = np.zeros_like(boundaries)
    for start in range(count - 1, -1, -1):
        reach = min(width, count - start)
        starting = as_strided(
            logs[start:], (reach,), (row_stride + column_stride,), writeable=False
        )
        sums[start] = _log_sum(starting[:, None] + following[start : start + reach])
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

"""Optimal segmentation with a given mean size of chunks: the one with the lowest cost."""

import itertools
from dataclasses import replace
from functools import cached_property

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.core.prepared import Prepared
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.document_posterior import evidence_width, posterior
from chunking.strategies.optimal.dynamic_programming import (
    counts_by_penalty,
    optimal_boundaries,
    penalty_bound,
)
from chunking.strategies.optimal.limits import Candidates, apply_limits, costs_of_candidates
from chunking.strategies.optimal.preferences import Preferences, boundary_preferences

# Relative tolerance of a number of boundaries, and of a penalty.
_COUNT_TOLERANCE = 0.02
_PENALTY_TOLERANCE = 1e-9

# The number of boundaries by penalty is first estimated from the middle units of the text, at
# these shares of the highest penalty; so many guesses rely on it.
_ESTIMATE_UNITS = 1_000
_ESTIMATE_SHARES = np.geomspace(1e-6, 1.0, 20)
_MAX_GUESSES = 8


def penalty_for_count(
    segment_costs: Floats, bonuses: Floats, boundaries: int, max_penalty: float
) -> tuple[float, Ints]:
    """Return the penalty that gives about a number of boundaries, and these boundaries.

    The number never grows with the penalty. Its course is estimated from a part of the text for
    many penalties at once. Guesses follow that curve, shifted by its error so far, then bisection
    continues until the number is off by at most 2% or no penalty remains in between.

    Args:
        segment_costs: Costs of segments, (n, width), as in `dynamic_programming`.
        bonuses: Bonus of a boundary after each unit, (n,).
        boundaries: Number of boundaries to approach.
        max_penalty: The penalty is at most this and at least its negative.
    """
    penalties, log_counts = _estimated_counts(segment_costs, bonuses, max_penalty)
    low, high = (-max_penalty, np.inf), (max_penalty, -np.inf)
    target = np.log1p(boundaries)
    expected = target + np.log(min(len(segment_costs), _ESTIMATE_UNITS) / len(segment_costs))
    for tries in itertools.count():
        penalty = float(np.interp(-expected, -log_counts, penalties))
        if tries >= _MAX_GUESSES or not low[0] < penalty < high[0]:
            penalty = _between(low, high, target)
        found = optimal_boundaries(segment_costs, penalty - bonuses)
        count = len(found)
        at_limit = penalty >= max_penalty if count > boundaries else penalty <= -max_penalty
        close = abs(count - boundaries) <= _COUNT_TOLERANCE * boundaries
        if close or at_limit or high[0] - low[0] < _PENALTY_TOLERANCE * max_penalty:
            break
        low, high = ((penalty, count), high) if count > boundaries else (low, (penalty, count))
        expected += target - np.log1p(count)
    return penalty, found


def _estimated_counts(
    segment_costs: Floats, bonuses: Floats, max_penalty: float
) -> tuple[Floats, Floats]:
    """Return penalties, ascending, and the log number of segments in a part of the text at each."""
    count = min(len(segment_costs), _ESTIMATE_UNITS)
    first = (len(segment_costs) - count) // 2
    part = segment_costs[first : first + count].copy()
    part[np.arange(part.shape[1]) > np.arange(count)[:, None]] = np.inf
    positive = max_penalty * _ESTIMATE_SHARES
    penalties = np.concatenate([-positive[::-1], [0.0], positive])
    counts = counts_by_penalty(part, -bonuses[first : first + count], penalties)
    return penalties, np.log1p(counts)


def _between(low: tuple[float, float], high: tuple[float, float], target: float) -> float:
    """Return a penalty between two, by linear interpolation of the logarithms of their counts.

    An end whose count is still unknown is returned itself.
    """
    for penalty, count in (low, high):
        if not np.isfinite(count):
            return penalty
    above, below = np.log1p([low[1], high[1]])
    share = min(max((above - target) / (above - below), 0.2), 0.8)
    return float(low[0] + share * (high[0] - low[0]))


# Minimum of the reference penalty, in units of the scatter of one unit.
_MIN_PENALTY = 0.01


class CountedOptimum:
    """Segmentation with the lowest cost whose chunks have about a given mean size.

    Args:
        preferences: What to prefer within the limits, with a target size.
    """

    def __init__(
        self,
        prepared: Prepared,
        costs: SegmentCosts,
        candidates: Candidates,
        preferences: Preferences,
    ) -> None:
        self._prepared, self._candidates, self._preferences = prepared, candidates, preferences
        self._reference_penalty = reference_penalty(prepared, costs, preferences)
        self._bonuses = self._boundary_bonuses(costs.boundary_bonuses())
        unit_costs = costs.segment_costs(candidates.max_units, preferences.lexical_weight)
        segment_costs = costs_of_candidates(unit_costs, candidates)
        self._limited = apply_limits(segment_costs, candidates, self._bonuses)

    @property
    def boundaries(self) -> Ints:
        """The candidates that begin a chunk."""
        return self._solution[1]

    @property
    def boundaries_without_minimum(self) -> Ints:
        """The candidates that would begin a chunk at the same penalty without a minimum size."""
        segment_costs, extra = self._limited.segment_costs, self._limited.min_tokens_cost
        without = np.where(segment_costs < extra / 2, segment_costs, segment_costs - extra)
        return optimal_boundaries(without, self._solution[0] - self._bonuses)

    @cached_property
    def _solution(self) -> tuple[float, Ints]:
        """The penalty per boundary, and the boundaries that are optimal at it."""
        target, sizes = self._preferences.target_tokens, self._prepared.sizes
        count = max(0, round(sizes.tokens(0, sizes.length) / target) - 1)
        costs, most = self._limited.segment_costs, self._limited.max_penalty
        return penalty_for_count(costs, self._bonuses, count, most)

    def _boundary_bonuses(self, unit_bonuses: Floats) -> Floats:
        """Return the bonus of a boundary after each candidate, (m,)."""
        bonuses = unit_bonuses[self._candidates.last]
        preferred = boundary_preferences(self._prepared, self._preferences)
        bonuses[:-1] += self._reference_penalty * preferred[self._candidates.last[:-1]]
        return bonuses


def reference_penalty(prepared: Prepared, costs: SegmentCosts, preferences: Preferences) -> float:
    """Return the penalty per boundary that gives the number expected at the medium level.

    Preferences are multiples of it. Cached by the weight of words.
    """
    weight = preferences.lexical_weight
    if weight not in costs.reference_penalties:
        plain = replace(preferences, heading_bonus=0.0, paragraph_bonus=0.0)
        expected = round(posterior(prepared, costs, plain).at("medium").expected_boundaries)
        segment_costs = costs.segment_costs(evidence_width(len(costs)), weight)
        bonuses = costs.boundary_bonuses()
        bound = penalty_bound(segment_costs, bonuses)
        penalty, _ = penalty_for_count(segment_costs, bonuses, expected, bound)
        costs.reference_penalties[weight] = max(penalty, _MIN_PENALTY)
    return costs.reference_penalties[weight]

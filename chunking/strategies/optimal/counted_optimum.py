"""Optimal segmentation with a given mean size of chunks: the one with the lowest cost."""

from dataclasses import replace

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.prepared import Prepared
from chunking.strategies.optimal.boundary_count import penalty_curve, penalty_for_count
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.document_posterior import evidence_width, posterior
from chunking.strategies.optimal.dynamic_programming import (
    optimal_boundaries,
    penalty_bound,
)
from chunking.strategies.optimal.limits import Candidates, apply_limits, costs_of_candidates
from chunking.strategies.optimal.preferences import Preferences, boundary_preferences

# Minimum of the reference penalty, in units of the scatter of one unit.
_MIN_PENALTY = 0.01


class CountedOptimum:
    """Segmentations with the lowest cost whose chunks have about a given mean size.

    Args:
        prepared: The document.
        costs: Costs of the segments of its units.
        candidates: Candidates of the document with their limits.
        preferences: What to prefer within the limits.
    """

    def __init__(
        self,
        prepared: Prepared,
        costs: SegmentCosts,
        candidates: Candidates,
        preferences: Preferences,
    ) -> None:
        self.candidates = candidates
        self._sizes = prepared.sizes
        penalty = reference_penalty(prepared, costs, preferences)
        self._bonuses = costs.boundary_bonuses()[candidates.last]
        preferred = boundary_preferences(prepared, preferences)
        self._bonuses[:-1] += penalty * preferred[candidates.last[:-1]]
        unit_costs = costs.segment_costs(candidates.max_units, preferences.lexical_weight)
        segment_costs = costs_of_candidates(unit_costs, candidates)
        self._limited = apply_limits(segment_costs, candidates, self._bonuses)
        self._curve = penalty_curve(segment_costs, self._bonuses, self._limited.max_penalty)

    @property
    def cells(self) -> int:
        """The number of costs."""
        return self._limited.segment_costs.size

    def solution(self, target_tokens: int) -> tuple[float, Ints]:
        """Return the penalty per boundary, and the candidates that begin a chunk."""
        count = max(0, round(self._sizes.tokens(0, self._sizes.length) / target_tokens) - 1)
        return penalty_for_count(self._limited.segment_costs, self._bonuses, count, self._curve)

    def boundaries_without_minimum(self, penalty: float) -> Ints:
        """Return the candidates that would begin a chunk at a penalty without a minimum size."""
        segment_costs, extra = self._limited.segment_costs, self._limited.min_tokens_cost
        without = np.where(segment_costs < extra / 2, segment_costs, segment_costs - extra)
        return optimal_boundaries(without, penalty - self._bonuses)


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
        curve = penalty_curve(segment_costs, bonuses, bound)
        penalty, _ = penalty_for_count(segment_costs, bonuses, expected, curve)
        costs.reference_penalties[weight] = max(penalty, _MIN_PENALTY)
    return costs.reference_penalties[weight]

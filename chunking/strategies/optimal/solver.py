"""Optimal segmentation of a document under limits, preferences and manual boundaries."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from chunking.strategies.optimal.boundary_count import penalty_for_count
from chunking.strategies.optimal.cuts import make_cuts
from chunking.strategies.optimal.dynamic_programming import (
    optimal_boundaries,
    optimal_boundaries_for_count,
    penalty_bound,
)
from chunking.strategies.optimal.expected_loss import expected_boundary_losses, expected_losses
from chunking.strategies.optimal.limits import (
    Limits,
    apply_limits,
    costs_of_candidates,
    find_candidates,
)
from chunking.strategies.optimal.preferences import boundary_preferences
from chunking.strategies.optimal.probabilities import evidence_width, posterior
from chunking.strategies.overlap import Overlap
from chunking.types import NONE, Cuts, Reason

if TYPE_CHECKING:
    from chunking.arrays import Floats, Ints
    from chunking.strategies.optimal.costs import SegmentCosts
    from chunking.strategies.optimal.preferences import Preferences
    from chunking.types import Constraints, Prepared

# Rows processed at once: few enough to stay in the processor's cache.
_BLOCK = 64

# Minimum of the reference penalty, in units of the scatter of one unit.
_MIN_PENALTY = 0.01


class Optimum:
    """Best segmentation of a document that has units.

    With a given number or size of chunks it is the one with the lowest cost, otherwise the one with
    the least expected disagreement with all plausible ones.

    Args:
        prepared: The document.
        costs: Costs of the segments of its units.
        limits: Limits of the chunks.
        preferences: What to prefer within the limits.
        constraints: Manual boundaries.
        segments: Number of chunks, approached as far as the limits allow; None to follow the
            preferences.
        fixed: Offsets that are boundaries in any case.
    """

    def __init__(
        self,
        prepared: Prepared,
        costs: SegmentCosts,
        limits: Limits,
        preferences: Preferences,
        constraints: Constraints = NONE,
        *,
        segments: int | None = None,
        fixed: Ints | None = None,
    ) -> None:
        self._prepared, self._limits, self._constraints = prepared, limits, constraints
        self._preferences, self._segments = preferences, segments
        if fixed is not None:
            required = (*constraints.required, *fixed.tolist())
            constraints = replace(constraints, required=required)
        self._candidates = find_candidates(prepared, limits, constraints)
        weight, width = preferences.lexical_weight, self._candidates.max_units
        # Costs and bonuses are in units of cost with a given count, else in pairs of units.
        if self._has_count:
            self._reference_penalty = reference_penalty(prepared, costs, preferences)
            self._bonuses = self._boundary_bonuses(costs.boundary_bonuses())
            unit_costs = costs.segment_costs(width, weight)
        else:
            distribution = posterior(prepared, costs, preferences, constraints)
            losses = expected_boundary_losses(distribution, preferences.granularity)
            self._bonuses = -losses[self._candidates.last]
            unit_costs = expected_losses(
                distribution, preferences.granularity, costs.max_width(width)
            )
            unit_costs[np.arange(unit_costs.shape[1]) > np.arange(len(costs))[:, None]] = np.inf
        segment_costs = costs_of_candidates(unit_costs, self._candidates)
        if preferences.target_tokens and preferences.evenness:
            self._add_size_costs(segment_costs)
        self._limited = apply_limits(segment_costs, self._candidates, self._bonuses)

    @property
    def _has_count(self) -> bool:
        """Whether the number of chunks or their mean size is given."""
        return self._segments is not None or self._preferences.target_tokens > 0

    @property
    def cuts(self) -> Cuts:
        """The boundaries with their reasons, and the verdicts on all gaps."""
        return make_cuts(
            self._prepared,
            self._limits,
            self._candidates,
            self._boundaries,
            self._constraints,
            without_minimum=self._boundaries_without_minimum,
        )

    @cached_property
    def _boundaries(self) -> Ints:
        """The candidates that begin a chunk."""
        if self._segments is None:
            return self._solution[1]
        segment_costs = self._limited.segment_costs
        fewest = optimal_boundaries(segment_costs, self._boundary_costs + self._limited.max_penalty)
        if self._segments <= len(fewest) + 1:
            return fewest
        segments = min(self._segments, len(segment_costs))
        return optimal_boundaries_for_count(segment_costs, self._boundary_costs, segments)

    @property
    def _boundaries_without_minimum(self) -> Ints:
        """The candidates that would begin a chunk at the same penalty without a minimum size."""
        if self._segments is not None or not self._limits.min_tokens:
            return self._boundaries
        segment_costs, extra = self._limited.segment_costs, self._limited.min_tokens_cost
        without = np.where(segment_costs < extra / 2, segment_costs, segment_costs - extra)
        return optimal_boundaries(without, self._boundary_costs)

    @property
    def _boundary_costs(self) -> Floats:
        return self._solution[0] - self._bonuses

    @cached_property
    def _solution(self) -> tuple[float, Ints]:
        """The penalty per boundary, and the boundaries that are optimal at it."""
        preferences, sizes = self._preferences, self._prepared.sizes
        segment_costs = self._limited.segment_costs
        if preferences.target_tokens:
            size = sizes.tokens(0, sizes.length)
            count = max(0, round(size / preferences.target_tokens) - 1)
            return penalty_for_count(segment_costs, self._bonuses, count, self._limited.max_penalty)
        return 0.0, optimal_boundaries(segment_costs, -self._bonuses)

    def _boundary_bonuses(self, unit_bonuses: Floats) -> Floats:
        """Return the bonus of a boundary after each candidate, (m,)."""
        bonuses = unit_bonuses[self._candidates.last]
        preferred = boundary_preferences(self._prepared, self._preferences)
        bonuses[:-1] += self._reference_penalty * preferred[self._candidates.last[:-1]]
        return bonuses

    def _add_size_costs(self, segment_costs: Floats) -> None:
        """Add the squared logarithm of each chunk's size relative to the target.

        Chunks far above the maximum, which the limits exclude anyway, cost as much as the largest
        possible one.
        """
        sizes, width, preferences = self._prepared.sizes, segment_costs.shape[1], self._preferences
        starts, ends = sizes.ticks(self._candidates.starts), sizes.ticks(self._candidates.ends)
        largest = max(2, int(np.max(ends - starts[self._candidates.earliest])) + 1)
        target = preferences.target_tokens * sizes.per
        logs = np.log(np.maximum(np.arange(largest), 1) / target)
        size_costs = self._reference_penalty * preferences.evenness * logs**2
        padded = np.concatenate([np.full(width - 1, starts[0]), starts])
        # Row e holds the starts of candidate e and of those before it, in descending order.
        starts_before = np.lib.stride_tricks.sliding_window_view(padded, width)[:, ::-1]
        for first in range(0, len(segment_costs), _BLOCK):
            block = slice(first, first + _BLOCK)
            ticks = ends[block, None] - starts_before[block]
            segment_costs[block] += size_costs.take(ticks, mode="clip")


def reference_penalty(prepared: Prepared, costs: SegmentCosts, preferences: Preferences) -> float:
    """Return the penalty per boundary at which the optimum has the expected number of boundaries.

    Preferences and evenness are multiples of it. Cached by the weight of words.
    """
    weight = preferences.lexical_weight
    if weight not in costs.reference_penalties:
        plain = replace(preferences, heading_bonus=0.0, paragraph_bonus=0.0, speaker_bonus=0.0)
        expected = round(posterior(prepared, costs, plain).expected_boundaries)
        segment_costs = costs.segment_costs(evidence_width(len(costs)), weight)
        bonuses = costs.boundary_bonuses()
        bound = penalty_bound(segment_costs, bonuses)
        penalty, _ = penalty_for_count(segment_costs, bonuses, expected, bound)
        costs.reference_penalties[weight] = max(penalty, _MIN_PENALTY)
    return costs.reference_penalties[weight]


def nested_cuts(
    prepared: Prepared,
    costs: SegmentCosts,
    limits: Limits,
    preferences: Preferences,
    constraints: Constraints,
    *,
    levels: int,
) -> tuple[Cuts, ...]:
    """Return the cuts of each level, outermost first; those of one are all in the next.

    If the optimum without levels has s chunks, level l of n is the cheapest segmentation into
    about s^(l/n) parts that contains the boundaries of the level before. The innermost level is
    the optimum that contains them; the maximum applies to it alone. A boundary next to a chunk
    below the minimum that can be merged is left out of all levels.
    """
    flat = Optimum(prepared, costs, limits, preferences, constraints).cuts
    whole = max(limits.max_tokens, prepared.sizes.tokens(0, prepared.sizes.length))
    outer = replace(limits, max_tokens=whole, overlap=Overlap(0), split_atomic=False)
    found: list[Cuts] = []
    fixed = np.zeros(0, np.int64)
    for level in range(1, levels):
        segments = round((len(flat.offsets) + 1) ** (level / levels))
        optimum = Optimum(
            prepared, costs, outer, preferences, constraints, segments=segments, fixed=fixed
        )
        found.append(optimum.cuts)
        fixed = found[-1].offsets
    innermost = Optimum(prepared, costs, limits, preferences, constraints, fixed=fixed).cuts
    return (*(_common_cuts(prepared, cuts, innermost) for cuts in found), innermost)


def _common_cuts(prepared: Prepared, cuts: Cuts, innermost: Cuts) -> Cuts:
    """Return the cuts of a level that are cuts of the innermost one."""
    kept = np.isin(cuts.offsets, innermost.offsets)
    verdicts = cuts.verdicts.copy()
    verdicts[np.isin(prepared.units.gaps, cuts.offsets[~kept])] = Reason.FITS.code
    return Cuts(cuts.offsets[kept], cuts.reasons[kept], verdicts)

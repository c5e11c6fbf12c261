"""Optimal segmentation of a document under limits, preferences and manual boundaries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import NONE
from chunking.strategies.optimal.counted_optimum import CountedOptimum
from chunking.strategies.optimal.document_posterior import posterior
from chunking.strategies.optimal.expected_loss import expected_losses
from chunking.strategies.optimal.final_cuts import make_cuts
from chunking.strategies.optimal.limits import Limits, find_candidates
from chunking.strategies.overlap import Overlap

if TYPE_CHECKING:
    from chunking.core.arrays import Ints
    from chunking.core.prepared import Constraints, Prepared
    from chunking.strategies.optimal.costs import SegmentCosts
    from chunking.strategies.optimal.preferences import Preferences


def optimal_cuts(
    prepared: Prepared,
    costs: SegmentCosts,
    limits: Limits,
    preferences: Preferences,
    constraints: Constraints = NONE,
    *,
    segments: int | None = None,
    fixed: Ints | None = None,
) -> Cuts:
    """Return the cuts of the best segmentation of a document that has units.

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
    required = constraints.required
    if fixed is not None:
        required = (*required, *fixed.tolist())
    all_constraints = replace(constraints, required=required)
    candidates = find_candidates(prepared, limits, all_constraints)
    if segments is not None or preferences.target_tokens:
        optimum = CountedOptimum(prepared, costs, candidates, preferences, segments)
        boundaries = without_minimum = optimum.boundaries
        if limits.min_tokens:
            without_minimum = optimum.boundaries_without_minimum
    else:
        distribution = posterior(prepared, costs, preferences, all_constraints)
        losses = expected_losses(distribution, preferences.granularity)
        boundaries = without_minimum = losses.optimal_candidates(candidates, minimum=False)
        if limits.min_tokens and candidates.has_short_chunk(without_minimum):
            boundaries = losses.optimal_candidates(candidates, minimum=True)
    return make_cuts(
        prepared, limits, candidates, boundaries, constraints, without_minimum=without_minimum
    )


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
    flat = optimal_cuts(prepared, costs, limits, preferences, constraints)
    whole = max(limits.max_tokens, prepared.sizes.tokens(0, prepared.sizes.length))
    outer = replace(limits, max_tokens=whole, overlap=Overlap(0), split_atomic=False)
    found: list[Cuts] = []
    fixed = np.zeros(0, np.int64)
    for level in range(1, levels):
        segments = round((len(flat.offsets) + 1) ** (level / levels))
        cuts = optimal_cuts(
            prepared, costs, outer, preferences, constraints, segments=segments, fixed=fixed
        )
        found.append(cuts)
        fixed = found[-1].offsets
    innermost = optimal_cuts(prepared, costs, limits, preferences, constraints, fixed=fixed)
    return (*(_common_cuts(prepared, cuts, innermost) for cuts in found), innermost)


def _common_cuts(prepared: Prepared, cuts: Cuts, innermost: Cuts) -> Cuts:
    """Return the cuts of a level that are cuts of the innermost one."""
    kept = np.isin(cuts.offsets, innermost.offsets)
    verdicts = cuts.verdicts.copy()
    verdicts[np.isin(prepared.units.gaps, cuts.offsets[~kept])] = Reason.FITS.code
    return Cuts(cuts.offsets[kept], cuts.reasons[kept], verdicts)

"""Optimal segmentation of a document under limits, preferences and manual boundaries."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.strategies.optimal.constants import Level
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.counted_optimum import CountedOptimum
from chunking.strategies.optimal.document_posterior import posterior
from chunking.strategies.optimal.expected_loss import expected_losses
from chunking.strategies.optimal.final_cuts import make_cuts
from chunking.strategies.optimal.limits import Limits, find_candidates
from chunking.strategies.optimal.posterior import LevelPosterior
from chunking.strategies.optimal.preferences import Preferences
from chunking.strategies.overlap import Overlap

# Cells of all costs under limits that are cached, 100 MB; those of the longest segments that memory
# allows have 8 million.
_MOST_CELLS = 12_000_000


def counted_cuts(
    prepared: Prepared,
    costs: SegmentCosts,
    limits: Limits,
    preferences: Preferences,
    constraints: Constraints = NONE,
) -> Cuts:
    """Return the cuts of the segmentation of lowest cost with the target size of the preferences.

    The document has units.
    """
    optimum = _counted_optimum(prepared, costs, limits, preferences, constraints)
    penalty, boundaries = optimum.solution(preferences.target_tokens)
    without = optimum.boundaries_without_minimum(penalty) if limits.min_tokens else boundaries
    return make_cuts(
        prepared, limits, optimum.candidates, boundaries, constraints, without_minimum=without
    )


def _counted_optimum(
    prepared: Prepared,
    costs: SegmentCosts,
    limits: Limits,
    preferences: Preferences,
    constraints: Constraints,
) -> CountedOptimum:
    """Return the costs of a document under its limits, which are cached.

    What a setting changes is found by switching off one after the other, at every target size.
    """
    fixed = preferences if preferences.evenness else replace(preferences, target_tokens=0)
    manual = tuple(constraints.required), tuple(constraints.forbidden)
    key = (prepared.material.tokenizer, limits, fixed, manual)
    cache = costs.counted
    found = cache.pop(key, None)
    if found is None:
        candidates = find_candidates(prepared, limits, constraints)
        found = CountedOptimum(prepared, costs, candidates, preferences)
    cache[key] = found
    while len(cache) > 1 and sum(each.cells for each in list(cache.values())) > _MOST_CELLS:
        cache.pop(next(iter(list(cache))), None)
    return found


def nested_cuts(
    prepared: Prepared,
    costs: SegmentCosts,
    limits: Limits,
    preferences: Preferences,
    constraints: Constraints = NONE,
    *,
    levels: Sequence[Level],
) -> tuple[Cuts, ...]:
    """Return the cuts of each level, outermost first; those of one are all in the next.

    The cuts of a level disagree least with all plausible segmentations at that level, of those that
    contain the boundaries of the level before. The maximum applies to the innermost level alone. A
    boundary next to a chunk below the minimum that can be merged is left out of all levels.

    Args:
        prepared: The document, which has units.
        costs: Costs of the segments of its units.
        limits: Limits of the chunks.
        preferences: What to prefer within the limits.
        constraints: Manual boundaries.
        levels: The levels, outermost first, at least one.
    """
    distributions = posterior(prepared, costs, preferences, constraints)
    whole = max(limits.max_tokens, prepared.sizes.tokens(0, prepared.sizes.length))
    outer = replace(limits, max_tokens=whole, overlap=Overlap(0), split_atomic=False)
    found: list[Cuts] = []
    fixed: tuple[int, ...] = ()
    for level in levels:
        within = limits if level == levels[-1] else outer
        cuts = _level_cuts(prepared, within, distributions.at(level), constraints, fixed)
        found.append(cuts)
        fixed = tuple(cuts.offsets.tolist())
    return (*(_common_cuts(prepared, cuts, found[-1]) for cuts in found[:-1]), found[-1])


def _level_cuts(
    prepared: Prepared,
    limits: Limits,
    distribution: LevelPosterior,
    constraints: Constraints,
    fixed: tuple[int, ...],
) -> Cuts:
    """Return the cuts of a level, `fixed` offsets among them."""
    all_constraints = replace(constraints, required=(*constraints.required, *fixed))
    candidates = find_candidates(prepared, limits, all_constraints)
    losses = expected_losses(distribution)
    boundaries = without_minimum = losses.optimal_candidates(candidates, minimum=False)
    if limits.min_tokens and candidates.has_short_chunk(without_minimum):
        boundaries = losses.optimal_candidates(candidates, minimum=True)
    return make_cuts(
        prepared, limits, candidates, boundaries, constraints, without_minimum=without_minimum
    )


def _common_cuts(prepared: Prepared, cuts: Cuts, innermost: Cuts) -> Cuts:
    """Return the cuts of a level that are cuts of the innermost one."""
    kept = np.isin(cuts.offsets, innermost.offsets)
    verdicts = cuts.verdicts.copy()
    verdicts[np.isin(prepared.units.gaps, cuts.offsets[~kept])] = Reason.FITS.code
    return Cuts(cuts.offsets[kept], cuts.reasons[kept], verdicts)

"""Optimal segmentation of a document under limits, preferences and manual boundaries."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from chunking.core.arrays import Bools, Ints
from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.core.text.whitespace import trimmed_end
from chunking.strategies.optimal.constants import Level
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.counted_optimum import CountedOptimum
from chunking.strategies.optimal.document_posterior import posterior
from chunking.strategies.optimal.expected_loss import expected_losses
from chunking.strategies.optimal.limits import Candidates, Limits, find_candidates
from chunking.strategies.optimal.posterior import LevelPosterior
from chunking.strategies.optimal.preferences import Preferences
from chunking.strategies.overlap import Overlap, OverlapStarts
from chunking.strategies.short_chunks import Cores, mark_tails, merge_short_chunks

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
    fixed = replace(preferences, target_tokens=0)
    manual = tuple(constraints.required), tuple(constraints.forbidden)
    key = (prepared.material.tokenizer, limits, fixed, manual)
    cache = costs.counted
    found: CountedOptimum | None = cache.pop(key, None)
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


def make_cuts(
    prepared: Prepared,
    limits: Limits,
    candidates: Candidates,
    boundaries: Ints,
    constraints: Constraints,
    *,
    without_minimum: Ints,
) -> Cuts:
    """Return the cuts before candidates, and inside those that are split.

    Args:
        boundaries: Candidates that begin a chunk.
        constraints: Manual boundaries. Candidates may be required for other reasons, too.
        without_minimum: Candidates that would begin a chunk without a minimum size: they are
            suppressed if a boundary there would leave a chunk below it.
    """
    optimum = _optimum(prepared, candidates, boundaries, constraints)
    cores = _without_short_chunks(prepared, limits, optimum)
    preferred = prepared.units.starts[candidates.first[without_minimum]]
    rejected = np.setdiff1d(np.union1d(preferred, optimum.starts), cores.starts)
    suppressed = rejected[_leaves_short_chunk(prepared, limits, cores.starts[1:], rejected)]
    gaps = prepared.units.gaps
    verdicts = np.full(len(gaps), Reason.FITS.code, dtype=np.uint8)
    verdicts[np.isin(gaps, suppressed)] = Reason.MIN_TOKENS.code
    verdicts[np.isin(gaps, constraints.forbidden)] = Reason.FORBIDDEN.code
    return cores.cuts(gaps, verdicts)


def _without_short_chunks(prepared: Prepared, limits: Limits, cores: Cores) -> Cores:
    """Return the chunks with those below the minimum merged where they fit.

    The optimum leaves few such chunks: where the overlap is shorter than reserved, or next to a
    unit that is split.
    """
    sizes, least = prepared.sizes, limits.min_tokens
    overlap = OverlapStarts(prepared, limits.overlap)
    merged = merge_short_chunks(cores, sizes, least, limits.max_tokens, overlap=overlap)
    return mark_tails(merged, sizes, least)


def _leaves_short_chunk(prepared: Prepared, limits: Limits, cuts: Ints, gaps: Ints) -> Bools:
    """Return whether another boundary at each gap leaves a chunk below the minimum."""
    units, sizes = prepared.units, prepared.sizes
    edges = np.concatenate([units.starts[:1], cuts, [sizes.length]])
    after = np.searchsorted(edges, gaps, side="right")
    ends = units.ends[np.searchsorted(units.starts, edges[after]) - 1]
    before = units.ends[np.searchsorted(units.starts, gaps) - 1]
    left, right = sizes.token_counts(edges[after - 1], before), sizes.token_counts(gaps, ends)
    short: Bools = np.minimum(left, right) < limits.min_tokens
    return short


def _optimum(
    prepared: Prepared, candidates: Candidates, boundaries: Ints, constraints: Constraints
) -> Cores:
    """Return the chunks that begin with these candidates, and where one of them is split."""
    units, text = prepared.units, prepared.document.text
    offsets = units.starts[candidates.first]
    is_manual = np.isin(offsets[candidates.required], constraints.required)
    manual = set(candidates.required[is_manual].tolist())
    forced = candidates.earliest == np.arange(len(candidates.earliest))
    forced[candidates.required] = False
    found: list[tuple[int, Reason]] = []
    for candidate in [0, *boundaries.tolist()]:
        reason = Reason.MAX_TOKENS if forced[candidate] else Reason.OPTIMUM
        reason = Reason.MANUAL if candidate in manual else reason
        found.append((int(offsets[candidate]), reason))
        found += [(offset, Reason.MAX_TOKENS) for offset in candidates.splits.get(candidate, ())]
    starts = np.array([offset for offset, _ in found], np.int64)
    ends = np.append(units.ends[units.starts.searchsorted(starts[1:]) - 1], units.ends[-1])
    for row in np.flatnonzero(ends[:-1] > starts[1:]).tolist():
        ends[row] = trimmed_end(text, int(starts[row]), int(starts[row + 1]))
    return Cores(starts, ends, np.array([reason.code for _, reason in found], np.uint8))

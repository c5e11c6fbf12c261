"""Cuts from optimal boundaries: reasons, verdicts, and chunks below the minimum merged."""

import numpy as np

from chunking.core.arrays import Bools, Ints
from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import Constraints, Prepared
from chunking.core.text.whitespace import trimmed_end
from chunking.strategies.optimal.limits import Candidates, Limits
from chunking.strategies.overlap import OverlapStarts
from chunking.strategies.short_chunks import Cores, mark_tails, merge_short_chunks


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
        prepared: The document.
        limits: Limits of the chunks.
        candidates: Candidates of the document under these limits.
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

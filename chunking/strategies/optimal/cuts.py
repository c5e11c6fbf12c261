"""Cuts from optimal boundaries: reasons, verdicts, and chunks below the minimum merged."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from chunking.core.cuts import Cuts, Reason
from chunking.strategies.overlap import OverlapStarts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.core.arrays import Bools, Ints
    from chunking.core.prepared import Constraints, Prepared
    from chunking.strategies.optimal.limits import Candidates, Limits


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
    rows = _boundary_reasons(prepared, candidates, boundaries, constraints)
    preferred = prepared.units.starts[candidates.first[without_minimum]]
    if limits.min_tokens:
        preferred = np.union1d(preferred, np.array([offset for offset, _ in rows], np.int64))
        rows = _merge_short_chunks(prepared, limits, rows)
    gaps = prepared.units.gaps
    verdicts = np.full(len(gaps), Reason.FITS.code, dtype=np.uint8)
    offsets = np.array([offset for offset, _ in rows], np.int64)
    rejected = np.setdiff1d(preferred, offsets)
    suppressed = rejected[_leaves_short_chunk(prepared, limits, offsets, rejected)]
    verdicts[np.isin(gaps, suppressed)] = Reason.MIN_TOKENS.code
    verdicts[np.isin(gaps, constraints.forbidden)] = Reason.FORBIDDEN.code
    return Cuts.of(rows, gaps, verdicts)


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


def _boundary_reasons(
    prepared: Prepared, candidates: Candidates, boundaries: Ints, constraints: Constraints
) -> list[tuple[int, Reason]]:
    """Return the offset and the reason of each boundary."""
    offsets = prepared.units.starts[candidates.first]
    is_manual = np.isin(offsets[candidates.required], constraints.required)
    manual = set(candidates.required[is_manual].tolist())
    forced = candidates.earliest == np.arange(len(candidates.earliest))
    forced[candidates.required] = False
    found: list[tuple[int, Reason]] = []
    for candidate in [0, *boundaries.tolist()]:
        if candidate:
            reason = Reason.MAX_TOKENS if forced[candidate] else Reason.OPTIMUM
            reason = Reason.MANUAL if candidate in manual else reason
            found.append((int(offsets[candidate]), reason))
        found += [(offset, Reason.MAX_TOKENS) for offset in candidates.splits.get(candidate, ())]
    return found


def _merge_short_chunks(
    prepared: Prepared, limits: Limits, boundaries: list[tuple[int, Reason]]
) -> list[tuple[int, Reason]]:
    """Return the boundaries without those next to a chunk below the minimum that can be merged.

    The optimum leaves few such chunks: where the overlap is shorter than reserved, or next to a
    unit that is split. A chunk that stays below the minimum ends for the reason `tail`.
    """
    ticks, per = prepared.sizes.tick, prepared.sizes.per
    min_ticks, max_ticks = (limits.min_tokens - 1) * per + 1, limits.max_tokens * per
    overlaps = OverlapStarts(prepared, limits.overlap)
    chunks: list[tuple[int, int, Reason]] = []

    def short(start: int, end: int) -> bool:
        return ticks(end) - ticks(start) < min_ticks

    def fits(start: int, end: int) -> bool:
        return ticks(end) - ticks(overlaps.start(start)) <= max_ticks

    for chunk_start, end, core_reason in _cores(prepared, boundaries):
        start, reason = chunk_start, core_reason
        while chunks and reason is not Reason.MANUAL:
            previous_start, previous_end, previous_reason = chunks[-1]
            mergeable = short(previous_start, previous_end) or short(start, end)
            if not mergeable or not fits(previous_start, end):
                break
            start, reason = previous_start, previous_reason
            chunks.pop()
        chunks.append((start, end, reason))
    kept = []
    for (start, end, _), (following, _, reason) in pairwise(chunks):
        tail = reason is not Reason.MANUAL and short(start, end)
        kept.append((following, Reason.TAIL if tail else reason))
    return kept


def _cores(
    prepared: Prepared, boundaries: list[tuple[int, Reason]]
) -> Iterator[tuple[int, int, Reason]]:
    """Yield the span of each chunk without overlap, and the reason for the boundary before it."""
    units, text = prepared.units, prepared.document.text
    start, reason = int(units.starts[0]), Reason.TAIL
    for boundary, next_reason in boundaries:
        before = int(units.ends[units.starts.searchsorted(boundary) - 1])
        inside = before > boundary
        end = start + len(text[start:boundary].rstrip()) if inside else before
        yield start, end, reason
        start, reason = boundary, next_reason
    yield start, int(units.ends[-1]), reason

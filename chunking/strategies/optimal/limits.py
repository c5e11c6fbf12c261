"""Limits on segments: sizes, manual boundaries, and blocks that must not be split."""

from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.core.prepared import Constraints, Prepared
from chunking.core.text.sizes import Sizes
from chunking.core.text.whitespace import chunk_start
from chunking.core.units import Units
from chunking.strategies.base import kept_whole
from chunking.strategies.breaks import Breaks
from chunking.strategies.keep_together import KeepWhole, joined_gaps
from chunking.strategies.overlap import Overlap, OverlapStarts


@dataclass(frozen=True, slots=True)
class Limits:
    """Size limits of chunks, in tokens.

    The overlap is always reserved in full. A unit that exceeds the maximum is a chunk by itself,
    and there are as few chunks below the minimum as possible.

    Attributes:
        max_tokens: Maximum size, overlap included.
        split_atomic: Whether an atomic unit above the maximum may be split.
        keep_whole: What is kept together, as in `joined_gaps`.
    """

    min_tokens: int
    max_tokens: int
    overlap: Overlap
    split_atomic: bool = True
    keep_whole: KeepWhole = "headings"


@dataclass(frozen=True, slots=True)
class Candidates:
    """Groups of units that chunks consist of, as m rows.

    Units around a forbidden gap are one, and so are a heading and the unit below it, and what else
    is kept together.
    Each start of a group is a candidate boundary.

    Attributes:
        first: First unit of each group.
        last: Last unit of each group.
        starts: Offset at which the last chunk that begins in the group begins: the start of its
            first unit, or the last of its `splits`.
        ends: Offset at which the group ends.
        splits: Offsets at which a group above the maximum is split, by its row.
        earliest: First row that a chunk ending with this row may begin with, by the maximum.
        latest: Last row that it may begin with without being below the minimum.
        required: Rows that must begin a chunk.
    """

    first: Ints
    last: Ints
    starts: Ints
    ends: Ints
    splits: dict[int, list[int]]
    earliest: Ints
    latest: Ints
    required: Ints

    @property
    def max_units(self) -> int:
        """The number of units of the largest chunk of more than one group."""
        return int(np.max(self.last - self.first[self.earliest], initial=0)) + 1

    def has_short_chunk(self, boundaries: Ints) -> bool:
        """Return whether a chunk is below the minimum, given the rows that begin chunks."""
        starts = np.concatenate([[0], boundaries])
        ends = np.append(boundaries, len(self.first)) - 1
        return bool(np.any(starts > self.latest[ends]))


def max_segment_units(units: Units, sizes: Sizes, tokens: int) -> int:
    """Return the number of units, at least 1, of the longest segment of at most so many tokens."""
    starts, ends = sizes.ticks(units.starts), sizes.ticks(units.ends)
    earliest = np.searchsorted(starts, ends - tokens * sizes.per)
    return int(np.max(np.arange(len(units)) - earliest, initial=0)) + 1


def find_candidates(prepared: Prepared, limits: Limits, constraints: Constraints) -> Candidates:
    """Return the candidates of a document that has units."""
    units, sizes = prepared.units, prepared.sizes
    forbidden = np.isin(units.gaps, constraints.forbidden)
    room = max(0, limits.max_tokens - limits.overlap.tokens)
    joined = forbidden | joined_gaps(prepared, room, constraints, limits.keep_whole)
    first = np.flatnonzero(np.concatenate([[True], ~joined]))
    last = np.append(first[1:], len(units)) - 1
    whole = np.concatenate([forbidden, [False]])
    if not limits.split_atomic:
        whole |= kept_whole(prepared, limits.max_tokens)
    unsplittable = np.logical_or.reduceat(whole, first)
    starts, ends = units.starts[first], units.ends[last]
    max_ticks = limits.max_tokens * sizes.per
    oversize = sizes.ticks(ends) - sizes.ticks(starts) > max_ticks
    split = np.flatnonzero(oversize & ~unsplittable)
    splits = {}
    breaks = Breaks(prepared, constraints)
    for row in split.tolist():
        splits[row] = _split_unit(prepared, limits, breaks, int(starts[row]), int(ends[row]))
        starts[row] = max([starts[row], *splits[row]])
    start_ticks, end_ticks = sizes.ticks(starts), sizes.ticks(ends)
    required = np.flatnonzero(np.isin(units.starts[first], constraints.required))
    required = required[required > 0]
    overlap_starts = start_ticks - np.minimum(start_ticks, limits.overlap.tokens * sizes.per)
    rows = np.arange(len(first))
    earliest = np.searchsorted(overlap_starts, end_ticks - max_ticks)
    # A row that is split, or required to begin a chunk, cannot join a row before it.
    barriers = np.union1d(required, split)
    barrier = np.concatenate([[0], barriers])[np.searchsorted(barriers, rows, side="right")]
    min_ticks = (limits.min_tokens - 1) * sizes.per + 1 if limits.min_tokens else 0
    return Candidates(
        first=first,
        last=last,
        starts=starts,
        ends=ends,
        splits=splits,
        earliest=np.minimum(np.maximum(earliest, barrier), rows),
        latest=np.searchsorted(start_ticks, end_ticks - min_ticks, side="right") - 1,
        required=required,
    )


def _split_unit(
    prepared: Prepared, limits: Limits, breaks: Breaks, start: int, end: int
) -> list[int]:
    """Return the offsets at which a unit above the maximum is split."""
    sizes, text = prepared.sizes, prepared.document.text
    overlaps = OverlapStarts(prepared, limits.overlap)
    max_tokens, found = limits.max_tokens, []
    while sizes.tokens(start, end) > max_tokens:
        reach = sizes.max_end(overlaps.start(start), max_tokens)
        enough = min(sizes.min_end(start, limits.min_tokens), reach)
        most = sizes.max_end(start, max_tokens)
        stop = breaks(start, reach, at_least=enough, most=most)
        stop = start + len(text[start:stop].rstrip())
        if stop >= end:
            break
        start = chunk_start(text, stop)
        found.append(start)
    return found


@dataclass(frozen=True, slots=True)
class LimitedCosts:
    """Segment costs under limits.

    Attributes:
        segment_costs: Costs of segments of candidates, (m, width); infinite above the maximum.
        max_penalty: Penalty from which on there are as few boundaries as possible.
        min_tokens_cost: Additional cost of a chunk below the minimum. It exceeds the difference of
            any two segmentations at penalties up to the maximum.
    """

    segment_costs: Floats
    max_penalty: float
    min_tokens_cost: float


def apply_limits(segment_costs: Floats, candidates: Candidates, bonuses: Floats) -> LimitedCosts:
    """Return segment costs under the limits of the candidates.

    Args:
        segment_costs: Costs of segments of candidates, (m, width). They are overwritten.
        bonuses: Bonus of a boundary after each candidate, (m,).
    """
    count, width = segment_costs.shape
    lengths = np.arange(width)
    rows = np.arange(count)[:, None]
    segment_costs[lengths > rows - candidates.earliest[:, None]] = np.inf
    largest = float(np.max(np.abs(segment_costs), where=np.isfinite(segment_costs), initial=0))
    max_penalty = 2 * largest + 2 * float(np.max(np.abs(bonuses), initial=0))
    min_tokens_cost = 1 + 4 * count * (largest + max_penalty)
    segment_costs[lengths < rows - candidates.latest[:, None]] += min_tokens_cost
    return LimitedCosts(segment_costs, max_penalty, min_tokens_cost)


def costs_of_candidates(unit_costs: Floats, candidates: Candidates) -> Floats:
    """Return the costs of segments of candidates, (m, width), from those of units, (n, width).

    A single candidate of more units than there are costs for costs nothing.
    """
    count, width = len(candidates.first), unit_costs.shape[1]
    if count == len(unit_costs):
        return unit_costs
    starts = np.arange(count)[:, None] - np.arange(min(width, count))
    lengths = candidates.last[:, None] - candidates.first[np.maximum(starts, 0)]
    known = (lengths < width) & (starts >= 0)
    costs = np.full(starts.shape, np.inf)
    ends = np.broadcast_to(candidates.last[:, None], starts.shape)
    costs[known] = unit_costs[ends[known], lengths[known]]
    costs[~known[:, 0], 0] = 0.0
    return costs

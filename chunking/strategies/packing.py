"""Greedy packing of units into chunks."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from chunking.core.arrays import (
    Bools,
    as_sequence,
    contains,
    is_any_of,
    next_at_least,
    row_blocks,
)
from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.core.text.whitespace import chunk_start, trimmed_end
from chunking.strategies.base import Strategy, kept_whole
from chunking.strategies.breaks import Breaks
from chunking.strategies.keep_together import KeepWhole, joined_gaps, moved_candidates
from chunking.strategies.overlap import Overlap, OverlapStarts
from chunking.strategies.short_chunks import Cores, mark_tails, merge_short_chunks

# The index behind every unit, at which a search for the next candidate ends.
_END = 1 << 62


@dataclass(frozen=True, slots=True, kw_only=True)
class Packing:
    """Parameters of `pack`; sizes in tokens.

    Attributes:
        max_tokens: A boundary is forced before a chunk would exceed this size.
        min_tokens: No candidate boundary is used before a chunk has this size.
        overlap: What each chunk repeats; part of its size.
        forced_reason: Of a boundary that the maximum forces.
        gap_reason: Of a gap that is not a candidate.
        candidate_reason: Of a boundary at a candidate.
        split_atomic: Whether a fence or table above the maximum is split.
    """

    max_tokens: int
    min_tokens: int = 0
    overlap: Overlap
    forced_reason: Reason = Reason.MAX_TOKENS
    gap_reason: Reason = Reason.FITS
    candidate_reason: Reason = Reason.SIMILARITY
    split_atomic: bool = True

    @classmethod
    def of(cls, strategy: Strategy, **reasons: Reason) -> Self:
        """Return the parameters of a strategy with its sizes, overlap and treatment of blocks."""
        least, most = strategy.limits
        split_atomic = getattr(strategy, "oversize", "split") == "split"
        return cls(
            max_tokens=most,
            min_tokens=least,
            overlap=strategy.overlap,
            split_atomic=split_atomic,
            **reasons,
        )


def pack(
    prepared: Prepared,
    packing: Packing,
    candidates: Bools | None = None,
    constraints: Constraints = NONE,
    joined: Bools | None = None,
) -> Cuts:
    """Return the cuts of a document whose chunks are filled greedily.

    A chunk ends at the first candidate after its minimum, or where the next unit would exceed its
    maximum. A chunk that stays short merges with its neighbor where both fit.

    Args:
        candidates: Which gaps are candidate boundaries, (units - 1,); None for no gap.
        joined: Which gaps must not be boundaries, same shape. Units that they join and that do not
            fit a chunk are split like one unit above the maximum.
    """
    if len(prepared.units) == 0:
        empty = np.zeros(0, np.uint8)
        return Cuts(np.zeros(0, np.int64), empty, empty)
    return _Packer(prepared, packing, candidates, constraints, joined).run()


def pack_whole(
    prepared: Prepared,
    packing: Packing,
    candidates: Bools,
    constraints: Constraints,
    keep_whole: KeepWhole,
) -> Cuts:
    """Return the cuts of `pack` that keep together what is set, as in `joined_gaps`.

    A candidate after a heading counts before the heading.
    """
    tokens = packing.max_tokens
    joined = joined_gaps(prepared, tokens, constraints, keep_whole)
    if keep_whole == "blocks":
        return pack(prepared, packing, candidates, constraints, joined)
    above, below = moved_candidates(candidates, prepared, tokens, constraints)
    moved = candidates.copy()
    moved[above] = True
    cuts = pack(prepared, packing, moved, constraints, joined)
    # Each candidate counts once, where it is: the gap above the heading is none.
    is_boundary = contains(cuts.offsets, prepared.units.gaps)
    codes, no_boundary = cuts.verdicts[above], ~is_boundary[above]
    forbidden = codes == Reason.FORBIDDEN.code
    cuts.verdicts[above[no_boundary & ~forbidden]] = packing.gap_reason.code
    found = np.where(no_boundary, codes, Reason.BELOW_HEADING.code)
    found[forbidden] = Reason.FITS.code
    inside = ~is_boundary[below]  # of what is kept together, unless that is too large
    cuts.verdicts[below[inside]] = found[inside]
    return cuts


class _Packer:
    """State of one packing run, in ticks (see `Sizes`).

    `offsets` and `reasons` are those of the cuts so far, `ends` the ends of the cores before them.
    The open core starts at the offset `start`, which is `tick` in ticks.
    """

    def __init__(
        self,
        prepared: Prepared,
        packing: Packing,
        candidates: Bools | None,
        constraints: Constraints,
        joined: Bools | None,
    ) -> None:
        self.text = prepared.document.text
        self.sizes = prepared.sizes
        self.breaks = Breaks(prepared, constraints)
        self.packing = packing
        self.overlap = OverlapStarts(prepared, packing.overlap) if packing.overlap.tokens else None
        self.gaps = prepared.units.gaps
        self.candidate_gaps = candidates
        self.forbidden = is_any_of(self.gaps, constraints.forbidden)
        self.joined = self.forbidden if joined is None else self.forbidden | joined
        starts, unit_ends = prepared.units.starts, prepared.units.ends
        self.indivisible = (
            np.zeros(len(starts), np.bool_)
            if packing.split_atomic
            else kept_whole(prepared, packing.max_tokens)
        )
        required = np.flatnonzero(is_any_of(self.gaps, constraints.required))
        wanted = np.zeros(0, np.int64) if candidates is None else np.flatnonzero(candidates)
        if self.joined.any():
            # Joined units become one unit, which is not split where a manual boundary joined it.
            first = np.concatenate([[True], ~self.joined])
            last = np.concatenate([~self.joined, [True]])
            whole = self.indivisible | np.append(self.forbidden, False)
            self.indivisible = np.logical_or.reduceat(whole, np.flatnonzero(first))
            number = np.cumsum(first) - 1
            starts, unit_ends = starts[first], unit_ends[last]
            wanted = number[wanted[~self.joined[wanted]]]
            required = number[required[~self.joined[required]]]
        # The units before a candidate or a required boundary.
        self.candidates = as_sequence(np.append(wanted, _END))
        self.required = as_sequence(np.append(required, _END))
        self.columns = starts, self.sizes.ticks(starts), self.sizes.ticks(unit_ends)
        self.unit_starts, self.unit_ends = as_sequence(starts), as_sequence(unit_ends)
        self.unit_end_ticks = as_sequence(self.columns[2])
        self.max_ticks = packing.max_tokens * self.sizes.per
        self.min_ticks = (packing.min_tokens - 1) * self.sizes.per + 1 if packing.min_tokens else 0
        # Arrays of numbers: lists of objects would take many times the memory of the text.
        self.offsets, self.ends = array("q"), array("q")
        self.reasons = bytearray()
        # The block of units for which simple chunks are precomputed: see `_precompute`.
        self.block, self.blocks = slice(0, 0), row_blocks(len(starts))
        self.last_units: Sequence[int] = ()
        self.last_reasons: Sequence[int] = ()
        self.limits: Sequence[int] = ()
        self.start = int(starts[0])
        self.tick = self.sizes.tick(self.start)

    def run(self) -> Cuts:
        """Close chunk after chunk to the end of the text."""
        unit, final = 0, len(self.unit_starts) - 1
        while unit <= final:
            while unit <= final and (last := self._simple_end(unit)) >= 0:
                reason, unit = self.last_reasons[unit - self.block.start], last + 1
                if unit <= final:
                    self._end(self.unit_ends[last], self.unit_starts[unit], reason)
            while unit <= final and (self._simple_end(unit) < 0 or self._starts_inside(unit)):
                unit = self._next_chunk(unit)
        return self._cuts()

    def _starts_inside(self, unit: int) -> bool:
        """Return whether the open chunk starts inside that unit."""
        return bool(self.start != self.unit_starts[unit])

    def _simple_end(self, unit: int) -> int:
        """Return the last unit of a simple chunk that starts with this unit.

        -1 where the chunk is not simple: its first unit does not fit. Units are passed in
        ascending order.
        """
        if unit >= self.block.stop:
            while unit >= self.block.stop:
                self.block = next(self.blocks)
            self._precompute()
        return self.last_units[unit - self.block.start]

    def _precompute(self) -> None:
        """Find the simple chunks that start with each unit of the block, all at once."""
        block = self.block
        starts, start_ticks, end_ticks = self.columns
        candidates, required = map(np.asarray, (self.candidates, self.required))
        units = np.arange(block.start, block.start + len(starts[block]))
        begins = starts[block] if self.overlap is None else self.overlap.starts(starts[block])
        limits = self.sizes.ticks(begins) + self.max_ticks
        fitting = np.searchsorted(end_ticks, limits, side="right") - 1
        enough = np.searchsorted(end_ticks, start_ticks[block] + self.min_ticks)
        candidate = next_at_least(candidates, np.maximum(enough, units))
        manual = next_at_least(required, units)
        reasons = np.where(
            candidate <= fitting,
            self.packing.candidate_reason.code,
            self.packing.forced_reason.code,
        )
        last = np.minimum(fitting, candidate)
        reasons[manual <= last] = Reason.MANUAL.code
        last = np.minimum(last, manual)
        self.last_units = as_sequence(np.where(last >= units, last, -1))
        self.last_reasons, self.limits = as_sequence(reasons), as_sequence(limits)

    def _next_chunk(self, unit: int) -> int:
        """Close the chunk that starts in `unit`; return the unit where the next one starts."""
        self.tick = self.sizes.tick(self.start)
        last = bisect_right(self.unit_end_ticks, self._limit(self.start, self.tick), unit) - 1
        if last < unit:
            return self._oversize(unit)
        reason = self.packing.forced_reason
        enough = bisect_left(self.unit_end_ticks, self.tick + self.min_ticks, unit)
        candidate = _first(self.candidates, enough)
        if candidate <= last:
            last, reason = candidate, self.packing.candidate_reason
        required = _first(self.required, unit)
        if required <= last:
            last, reason = required, Reason.MANUAL
        return self._close(last, reason)

    def _limit(self, start: int, tick: int) -> int:
        """Return the ticks at which a chunk with this core must end, overlap included."""
        if self.overlap is not None:
            unit = bisect_left(self.unit_starts, start)
            known = self.block.start <= unit < min(self.block.stop, len(self.unit_starts))
            if known and self.unit_starts[unit] == start:
                return self.limits[unit - self.block.start]
            tick = self.sizes.tick(self.overlap.start(start))
        return tick + self.max_ticks

    def _oversize(self, unit: int) -> int:
        """Close a chunk whose first unit does not fit: less overlap, oversize, or split inside."""
        if self.unit_end_ticks[unit] > self.tick + self.max_ticks and not self.indivisible[unit]:
            end = self._end_inside()
            if end < self.unit_ends[unit]:
                self._end(end, chunk_start(self.text, end), Reason.MAX_TOKENS.code)
                return unit
        required = _first(self.required, unit)
        return self._close(unit, Reason.MANUAL if required == unit else self.packing.forced_reason)

    def _end_inside(self) -> int:
        """Return where the open chunk ends inside its first unit."""
        start, most = self.start, self.packing.max_tokens
        begin = start if self.overlap is None else self.overlap.start(start)
        limit = self.sizes.max_end(begin, most)
        enough = min(self.sizes.min_end(start, self.packing.min_tokens), limit)
        without_overlap = self.sizes.max_end(start, most)
        end = self.breaks(start, limit, at_least=enough, most=without_overlap)
        return trimmed_end(self.text, start, end)

    def _close(self, unit: int, reason: Reason) -> int:
        """End the open chunk after `unit`."""
        if unit + 1 < len(self.unit_starts):
            self._end(self.unit_ends[unit], self.unit_starts[unit + 1], reason.code)
        return unit + 1

    def _end(self, end: int, start: int, reason: int) -> None:
        """Close the open chunk at `end` and open the next at `start`."""
        self.offsets.append(start)
        self.ends.append(end)
        self.reasons.append(reason)
        self.start = start

    def _cuts(self) -> Cuts:
        verdicts = np.full(len(self.gaps), self.packing.gap_reason.code, dtype=np.uint8)
        if self.candidate_gaps is not None:
            verdicts[self.candidate_gaps] = Reason.MIN_TOKENS.code
            verdicts[self.candidate_gaps & self.joined] = Reason.ATOMIC.code
        verdicts[self.forbidden] = Reason.FORBIDDEN.code
        return self._cores().cuts(self.gaps, verdicts)

    def _cores(self) -> Cores:
        """Return the chunks, with short ones merged."""
        cores = Cores(
            np.append(self.columns[0][:1], np.frombuffer(self.offsets, np.int64)),
            np.append(np.frombuffer(self.ends, np.int64), self.unit_ends[-1]),
            np.frombuffer(b"\0" + self.reasons, np.uint8),
        )
        least, most = self.packing.min_tokens, self.packing.max_tokens
        merged = merge_short_chunks(cores, self.sizes, least, most, overlap=self.overlap)
        return mark_tails(merged, self.sizes, least)


def _first(ascending: Sequence[int], least: int) -> int:
    """Return the first item that is at least `least`; there is one."""
    return ascending[bisect_left(ascending, least)]

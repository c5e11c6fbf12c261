"""Units packed greedily into chunks: what `semantic`, `sentence` and `paragraph` have in common.

A chunk grows unit by unit. It is closed after a unit where a cut is wanted and the chunk has
`min_tokens`, where a cut is required by hand, or where the next unit would pass `max_tokens`.
It costs a few binary searches a chunk and nothing a unit.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.ascending import first_from, given, stretches, view
from chunking.breaks import break_inside, core_start, trimmed
from chunking.chunks import Cuts
from chunking.overlap import Carry, Overlap
from chunking.types import NONE, Bools, Constraints, Prepared, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

# Behind every unit: where a search for the next one that is asked for ends.
_NEVER = 1 << 62


@dataclass(frozen=True, slots=True)
class Rule:
    """What a packing is asked for; sizes in tokens.

    `forced` is the reason of a cut where the next unit would not fit, `asked` that of a cut that
    was wanted, `kept` the verdict on a gap at which none was wanted. `split_atomic` allows to cut
    inside a fence or table that is larger than `max_tokens`.
    """

    min_tokens: int
    max_tokens: int
    overlap: Overlap
    forced: Reason
    kept: Reason
    asked: Reason = Reason.SIMILARITY
    split_atomic: bool = True


def pack(
    prepared: Prepared,
    rule: Rule,
    wanted: Bools | None = None,
    constraints: Constraints = NONE,
    held: Bools | None = None,
) -> Cuts:
    """The greedy cuts of a document; `wanted[i]` asks for one at gap i, (units - 1,).

    Where `held[i]`, the units about gap i stay together; together they fit a chunk.
    """
    if len(prepared.units) == 0:
        empty = np.zeros(0, np.uint8)
        return Cuts(np.zeros(0, np.int64), empty, empty)
    return _Packing(prepared, rule, wanted, constraints, held).run()


class _Packing:
    """One run of the packer, in ticks (see `Sizes`).

    `offsets` and `reasons` are of the cuts so far, `until` says where the core before each ends;
    the open core begins at the offset `start`, where there are `tick` ticks. `short` says
    whether the core before it is shorter than it should be.
    """

    def __init__(
        self,
        prepared: Prepared,
        rule: Rule,
        wanted: Bools | None,
        constraints: Constraints,
        held: Bools | None,
    ) -> None:
        self.text = prepared.document.text
        self.sizes = prepared.sizes
        self.rule = rule
        self.carry = Carry(prepared, rule.overlap) if rule.overlap.tokens else None
        self.gaps = prepared.units.gaps
        required = np.flatnonzero(given(self.gaps, constraints.required))
        self.forbidden = given(self.gaps, constraints.forbidden)
        self.wanted = wanted
        self.held = self.forbidden if held is None else self.forbidden | held
        # A gap that is forbidden by hand makes one unit of its two neighbours, never cut inside.
        starts, ends, atomic = prepared.units.starts, prepared.units.ends, prepared.units.atomic
        self.whole = atomic if not rule.split_atomic else np.zeros(len(starts), np.bool_)
        asked = np.zeros(0, np.int64) if wanted is None else np.flatnonzero(wanted)
        if self.held.any():
            first = np.concatenate([[True], ~self.held])
            last = np.concatenate([~self.held, [True]])
            glued = ~(first & last)
            self.whole = np.logical_or.reduceat(self.whole | glued, np.flatnonzero(first))
            number = np.cumsum(first) - 1
            starts, ends = starts[first], ends[last]
            asked = number[asked[~self.held[asked]]]
            required = number[required[~self.held[required]]]
        self.asked, self.required = (view(np.append(each, _NEVER)) for each in (asked, required))
        self.columns = starts, self.sizes.ticks(starts), self.sizes.ticks(ends)
        # Views, whose elements are read faster than an array's, and which take no memory.
        self.starts, self.ends, self.end_ticks = map(view, (starts, ends, self.columns[2]))
        # Ticks that a chunk may have at most, and must have before it is cut where it may be.
        self.most = rule.max_tokens * self.sizes.per
        self.least = (rule.min_tokens - 1) * self.sizes.per + 1 if rule.min_tokens else 0
        # Numbers side by side: as objects they would take many times the text.
        self.offsets, self.until = array("q"), array("q")
        self.reasons = bytearray()
        # The units of which it is known how plain chunks that begin with them end.
        self.seen, self.unseen = slice(0, 0), stretches(len(starts))
        self.closings: Sequence[int] = ()
        self.why: Sequence[int] = ()
        self.limits: Sequence[int] = ()
        self.start = int(starts[0])
        self.tick = self.sizes.tick(self.start)
        self.short = False

    def run(self) -> Cuts:
        """Close chunk after chunk until the text is used up."""
        unit, last = 0, len(self.starts) - 1
        while unit <= last:
            while not self.short and unit <= last and (closing := self._closing(unit)) >= 0:
                why, unit = self.why[unit - self.seen.start], closing + 1
                if unit <= last:
                    self._put(self.ends[closing], self.starts[unit], why)
            while unit <= last and (self.short or self._closing(unit) < 0 or self._inside_of(unit)):
                unit = self._chunk(unit)
        return self._result()

    def _inside_of(self, unit: int) -> bool:
        """Whether the open chunk begins within that unit and not with it."""
        return bool(self.start != self.starts[unit])

    def _closing(self, unit: int) -> int:
        """Which unit closes a plain chunk that begins with this one.

        -1 where that takes a closer look: where it does not fit, or the chunk stays short. No unit
        before is asked about afterwards.
        """
        if unit >= self.seen.stop:
            while unit >= self.seen.stop:
                self.seen = next(self.unseen)
            self._look_ahead()
        return self.closings[unit - self.seen.start]

    def _look_ahead(self) -> None:
        """Find the plain chunks of many units at once, so that a chunk costs next to nothing."""
        own = self.seen
        starts, begins, ends = self.columns
        wanted, required = map(np.asarray, (self.asked, self.required))
        units = np.arange(own.start, own.start + len(starts[own]))
        # Where a chunk begins whose core begins with a unit: with what it carries.
        carried = starts[own] if self.carry is None else self.carry.starts(starts[own])
        limits = self.sizes.ticks(carried) + self.most
        fits = np.searchsorted(ends, limits, side="right") - 1
        enough = np.maximum(np.searchsorted(ends, begins[own] + self.least), units)
        asked, by_hand = first_from(wanted, enough), first_from(required, units)
        why = np.where(asked <= fits, self.rule.asked.code, self.rule.forced.code)
        closing = np.minimum(fits, asked)
        why[by_hand <= closing] = Reason.MANUAL.code
        closing = np.minimum(closing, by_hand)
        plain = (closing >= units) & (ends[closing] - begins[own] >= self.least)
        self.closings, self.why = view(np.where(plain, closing, -1)), view(why)
        self.limits = view(limits)

    def _chunk(self, unit: int) -> int:
        """Close the chunk that was begun in `unit`; the unit in which the next one begins."""
        self.tick = self.sizes.tick(self.start)
        closing = bisect_right(self.end_ticks, self._limit(self.start, self.tick), unit) - 1
        if closing < unit:
            return self._oversize(unit)
        reason = self.rule.forced
        enough = bisect_left(self.end_ticks, self.tick + self.least, unit)
        asked = _first(self.asked, enough)
        if asked <= closing:
            closing, reason = asked, self.rule.asked
        required = _first(self.required, unit)
        if required <= closing:
            closing, reason = required, Reason.MANUAL
        return self._close(closing, reason)

    def _limit(self, start: int, tick: int) -> int:
        """The ticks at which a chunk whose core begins at `start` must end, overlap included."""
        if self.carry is not None:
            unit = bisect_left(self.starts, start)
            seen = self.seen.start <= unit < min(self.seen.stop, len(self.starts))
            if seen and self.starts[unit] == start:
                return self.limits[unit - self.seen.start]
            tick = self.sizes.tick(self.carry.start(start))
        return tick + self.most

    def _oversize(self, unit: int) -> int:
        """The first unit of a chunk does not fit: less overlap, whole and marked, or cut inside."""
        if self.end_ticks[unit] > self.tick + self.most and not self.whole[unit]:
            stop = self._inside()
            if stop < self.ends[unit]:
                self._end(stop, core_start(self.text, stop), Reason.MAX_TOKENS)
                return unit
        required = _first(self.required, unit)
        return self._close(unit, Reason.MANUAL if required == unit else self.rule.forced)

    def _inside(self) -> int:
        """Where the open chunk, which cannot hold its first unit, ends inside of it."""
        start, most = self.start, self.rule.max_tokens
        limit = self.sizes.reach(start if self.carry is None else self.carry.start(start), most)
        enough = min(self.sizes.least(start, self.rule.min_tokens), limit)
        alone = self.sizes.reach(start, most)
        stop = break_inside(self.text, start, limit, at_least=enough, most=alone)
        return trimmed(self.text, start, stop)

    def _close(self, unit: int, reason: Reason) -> int:
        """End the chunk after `unit`."""
        if unit + 1 == len(self.starts):
            self._join(self.ends[unit])
        else:
            self._end(self.ends[unit], self.starts[unit + 1], reason)
        return unit + 1

    def _end(self, end: int, begin: int, reason: Reason) -> None:
        """Close the open chunk at `end` and open the next at `begin`."""
        if self.least:
            self._join(end)
            self.short = self.sizes.tick(end) - self.tick < self.least
            if self.short and reason is not Reason.MANUAL:
                reason = Reason.TAIL
        self._put(end, begin, reason.code)

    def _put(self, end: int, begin: int, reason: int) -> None:
        """A cut more: one core ends, and the next begins."""
        self.offsets.append(begin)
        self.until.append(end)
        self.reasons.append(reason)
        self.start = begin

    def _join(self, end: int) -> None:
        """Take back the cut before a chunk that ends at `end` while one of the two is short."""
        ticks = self.sizes.tick
        while self.offsets and self.reasons[-1] != Reason.MANUAL.code:
            before = self.offsets[-2] if len(self.offsets) > 1 else self.starts[0]
            since = ticks(before)
            if min(ticks(self.until[-1]) - since, ticks(end) - self.tick) >= self.least:
                return
            if ticks(end) > self._limit(before, since):
                return
            for column in (self.offsets, self.until, self.reasons):
                column.pop()
            self.start, self.tick = before, since

    def _result(self) -> Cuts:
        verdicts = np.full(len(self.gaps), self.rule.kept.code, dtype=np.uint8)
        if self.wanted is not None:
            verdicts[self.wanted] = Reason.MIN_TOKENS.code
            verdicts[self.wanted & self.held] = Reason.ATOMIC.code
        verdicts[self.forbidden] = Reason.FORBIDDEN.code
        offsets = np.frombuffer(self.offsets, np.int64)
        return Cuts.at(offsets, np.frombuffer(self.reasons, np.uint8), self.gaps, verdicts)


def _first(ascending: Sequence[int], least: int) -> int:
    """The first member that is at least `least`, of which there is one."""
    return ascending[bisect_left(ascending, least)]

"""Units packed greedily into chunks: what `semantic`, `sentence` and `paragraph` have in common.

A chunk grows unit by unit. It is closed after a unit where a cut is wanted and the chunk has
`min_tokens`, where a cut is required by hand, or where the next unit would pass `max_tokens`.
It costs a few binary searches a chunk and nothing a unit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from chunking.breaks import break_inside, core_start, trimmed
from chunking.chunks import Cuts
from chunking.overlap import Carry, Overlap
from chunking.types import NONE, Bools, Constraints, Ints, Prepared, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence


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

    `cuts` are rows of (offset, reason), `closed` the cores before each as pairs of (start, end);
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
        self.required = np.flatnonzero(np.isin(self.gaps, constraints.required)).tolist()
        self.forbidden = np.isin(self.gaps, constraints.forbidden)
        self.wanted = wanted
        self.held = self.forbidden if held is None else self.forbidden | held
        # A gap that is forbidden by hand makes one unit of its two neighbours, never cut inside.
        starts, ends, atomic = prepared.units.starts, prepared.units.ends, prepared.units.atomic
        self.whole = atomic if not rule.split_atomic else np.zeros(len(starts), np.bool_)
        self.asked: list[int] = [] if wanted is None else np.flatnonzero(wanted).tolist()
        if self.held.any():
            first = np.concatenate([[True], ~self.held])
            last = np.concatenate([~self.held, [True]])
            glued = ~(first & last)
            self.whole = np.logical_or.reduceat(self.whole | glued, np.flatnonzero(first))
            number = np.cumsum(first) - 1
            starts, ends = starts[first], ends[last]
            self.asked = [int(number[g]) for g in self.asked if not self.held[g]]
            self.required = [int(number[g]) for g in self.required if not self.held[g]]
        self.columns = starts, self.sizes.ticks(starts), self.sizes.ticks(ends)
        # Views, whose elements are read faster than an array's, and which take no memory.
        self.starts, self.ends, self.end_ticks = map(_view, (starts, ends, self.columns[2]))
        # Where a chunk begins whose core begins with a unit: with what it carries.
        carried = starts if self.carry is None else self.carry.starts(starts)
        self.begin_ticks = _view(self.sizes.ticks(carried))
        # Ticks that a chunk may have at most, and must have before it is cut where it may be.
        self.most = rule.max_tokens * self.sizes.per
        self.least = (rule.min_tokens - 1) * self.sizes.per + 1 if rule.min_tokens else 0
        self.cuts: list[tuple[int, Reason]] = []
        self.closed: list[tuple[int, int]] = []
        self.start = int(starts[0])
        self.tick = self.sizes.tick(self.start)
        self.short = False

    def run(self) -> Cuts:
        """Close chunk after chunk until the text is used up."""
        unit, last = 0, len(self.starts) - 1
        closings, asked = self._plain_chunks()
        closing_of = closings.item
        while unit <= last:
            path = [unit]
            while not self.short and unit <= last and (closing := closing_of(unit)) >= 0:
                unit = closing + 1
                path.append(unit)
            self._close_all(path, asked)
            while unit <= last and (self.short or closing_of(unit) < 0 or self._inside_of(unit)):
                unit = self._chunk(unit)
        return self._result()

    def _inside_of(self, unit: int) -> bool:
        """Whether the open chunk begins within that unit and not with it."""
        return bool(self.start != self.starts[unit])

    def _close_all(self, path: list[int], asked: Bools) -> None:
        """Close the plain chunks that begin with the units of a path, the last left open."""
        starts = self.columns[0]
        begun = np.array(path if path[-1] < len(starts) else path[:-1], dtype=np.int64)
        if len(begun) < 2:
            return
        begins = starts[begun[1:]].tolist()
        ends = np.asarray(self.ends)[begun[1:] - 1].tolist()
        why = (self.rule.forced, self.rule.asked)
        self.cuts += zip(begins, (why[each] for each in asked[begun[:-1]].tolist()), strict=True)
        self.closed += zip([self.start, *begins[:-1]], ends, strict=True)
        self.start = begins[-1]

    def _plain_chunks(self) -> tuple[Ints, Bools]:
        """For each unit: which unit closes a chunk that begins there, and whether it was asked to.

        -1 where that takes a closer look: at marks by hand, a unit that does not fit, a chunk that
        stays short. All units at once, so that a chunk costs next to nothing.
        """
        starts, begins, ends = self.columns
        if self.required:
            return np.full(len(starts), -1), np.zeros(len(starts), np.bool_)
        units = np.arange(len(starts))
        fits = np.searchsorted(ends, np.asarray(self.begin_ticks) + self.most, side="right") - 1
        enough = np.maximum(np.searchsorted(ends, begins + self.least), units)
        asked = np.array([*self.asked, 1 << 62], dtype=np.int64)
        wanted = asked[np.searchsorted(asked, enough)]
        closing = np.minimum(fits, wanted)
        plain = (closing >= units) & (ends[closing] - begins >= self.least)
        return np.where(plain, closing, -1), wanted <= fits

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
            if unit < len(self.starts) and self.starts[unit] == start:
                tick = self.begin_ticks[unit]
            else:
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
        self.cuts.append((begin, reason))
        self.closed.append((self.start, end))
        self.start = begin

    def _join(self, end: int) -> None:
        """Take back the cut before a chunk that ends at `end` while one of the two is short."""
        ticks = self.sizes.tick
        while self.cuts and self.cuts[-1][1] is not Reason.MANUAL:
            before, until = self.closed[-1]
            since = ticks(before)
            if min(ticks(until) - since, ticks(end) - self.tick) >= self.least:
                return
            if ticks(end) > self._limit(before, since):
                return
            self.cuts.pop()
            self.closed.pop()
            self.start, self.tick = before, since

    def _result(self) -> Cuts:
        verdicts = np.full(len(self.gaps), self.rule.kept.code, dtype=np.uint8)
        if self.wanted is not None:
            verdicts[self.wanted] = Reason.MIN_TOKENS.code
            verdicts[self.wanted & self.held] = Reason.ATOMIC.code
        verdicts[self.forbidden] = Reason.FORBIDDEN.code
        return Cuts.of(self.cuts, self.gaps, verdicts)


def _view(column: Ints) -> Sequence[int]:
    return cast("Sequence[int]", column.data)


def _first(ascending: Sequence[int], least: int) -> int:
    """The first member that is at least `least`; larger than any index if there is none."""
    i = bisect_left(ascending, least)
    return ascending[i] if i < len(ascending) else 1 << 62

"""Units packed greedily into chunks: what `semantic`, `sentence` and `paragraph` have in common.

A chunk grows unit by unit. It is closed after a unit where a cut is wanted and the chunk has
`min_tokens`, where a cut is required by hand, or where the next unit would pass `max_tokens`.
It costs a few binary searches a chunk and nothing a unit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.breaks import break_inside, core_start
from chunking.chunks import Cuts
from chunking.overlap import Carry, Overlap
from chunking.types import NONE, Bools, Constraints, Prepared, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Rule:
    """What a packing is asked for; sizes in tokens.

    `forced` is the reason of a cut where the next unit would not fit, `kept` the verdict on a
    gap at which no cut was wanted. `split_atomic` allows to cut inside a fence or table that
    is larger than `max_tokens`.
    """

    min_tokens: int
    max_tokens: int
    overlap: Overlap
    forced: Reason
    kept: Reason
    split_atomic: bool = True


def pack(
    prepared: Prepared, rule: Rule, wanted: Bools | None = None, constraints: Constraints = NONE
) -> Cuts:
    """The greedy cuts of a document; `wanted[i]` asks for one at gap i, (units - 1,)."""
    if len(prepared.units) == 0:
        empty = np.zeros(0, np.uint8)
        return Cuts(np.zeros(0, np.int64), empty, empty)
    return _Packing(prepared, rule, wanted, constraints).run()


class _Packing:
    """One run of the packer.

    `cuts` are rows of (offset, reason), `closed` the cores before each, `start` the open core.
    """

    def __init__(
        self, prepared: Prepared, rule: Rule, wanted: Bools | None, constraints: Constraints
    ) -> None:
        self.text = prepared.document.text
        self.sizes = prepared.sizes
        self.rule = rule
        self.carry = Carry(prepared, rule.overlap)
        self.gaps = prepared.units.gaps
        self.required = np.flatnonzero(np.isin(self.gaps, constraints.required)).tolist()
        self.forbidden = np.isin(self.gaps, constraints.forbidden)
        self.wanted = wanted
        # A gap that is forbidden by hand makes one unit of its two neighbours, never cut inside.
        starts, ends, atomic = prepared.units.starts, prepared.units.ends, prepared.units.atomic
        self.whole = atomic if not rule.split_atomic else np.zeros(len(starts), np.bool_)
        self.asked: list[int] = [] if wanted is None else np.flatnonzero(wanted).tolist()
        if self.forbidden.any():
            first = np.concatenate([[True], ~self.forbidden])
            last = np.concatenate([~self.forbidden, [True]])
            glued = ~(first & last)
            self.whole = np.logical_or.reduceat(self.whole | glued, np.flatnonzero(first))
            number = np.cumsum(first) - 1
            starts, ends = starts[first], ends[last]
            self.asked = [int(number[g]) for g in self.asked if not self.forbidden[g]]
            self.required = [int(number[g]) for g in self.required if not self.forbidden[g]]
        self.starts: list[int] = starts.tolist()
        self.ends: list[int] = ends.tolist()
        self.cuts: list[tuple[int, Reason]] = []
        self.closed: list[tuple[int, int]] = []
        self.start = self.starts[0]

    def run(self) -> Cuts:
        """Close chunk after chunk until the text is used up."""
        unit, last = 0, len(self.starts) - 1
        while unit <= last:
            unit = self._chunk(unit)
        return self._result()

    def _chunk(self, unit: int) -> int:
        """Close the chunk that was begun in `unit`; the unit in which the next one begins."""
        rule, start = self.rule, self.start
        limit = self.sizes.reach(self.carry.start(start), rule.max_tokens)
        fits = bisect_right(self.ends, limit) - 1
        if fits < unit:
            return self._oversize(unit, start, limit)
        enough = bisect_left(self.ends, self.sizes.least(start, rule.min_tokens))
        required = _first(self.required, unit)
        asked = _first(self.asked, max(unit, enough))
        closing = min(fits, required, asked)
        if closing == required:
            return self._close(closing, Reason.MANUAL)
        if closing == asked:
            return self._close(closing, Reason.SIMILARITY)
        return self._close(closing, rule.forced)

    def _oversize(self, unit: int, start: int, limit: int) -> int:
        """The first unit of a chunk does not fit: less overlap, whole and marked, or cut inside."""
        end = stop = self.ends[unit]
        alone = self.sizes.reach(start, self.rule.max_tokens)
        if end > alone and not self.whole[unit]:
            enough = self.sizes.least(start, self.rule.min_tokens)
            stop = break_inside(self.text, start, limit, at_least=min(enough, limit), most=alone)
        if stop < end:
            self._end(stop, core_start(self.text, stop), Reason.MAX_TOKENS)
            return unit
        required = _first(self.required, unit)
        return self._close(unit, Reason.MANUAL if required == unit else self.rule.forced)

    def _close(self, unit: int, reason: Reason) -> int:
        """End the chunk after `unit`, and join it to the one before where one of them is short."""
        end = self.ends[unit]
        if unit + 1 == len(self.starts):
            self._join(end)
        else:
            self._end(end, self.starts[unit + 1], reason)
        return unit + 1

    def _end(self, end: int, begin: int, reason: Reason) -> None:
        """Close the open chunk at `end` and open the next at `begin`."""
        self._join(end)
        short = self.sizes.tokens(self.start, end) < self.rule.min_tokens
        kept = Reason.TAIL if short and reason is not Reason.MANUAL else reason
        self.cuts.append((begin, kept))
        self.closed.append((self.start, end))
        self.start = begin

    def _join(self, end: int) -> None:
        """Take back the cut before a chunk that ends at `end` while one of the two is short."""
        sizes, rule = self.sizes, self.rule
        while self.cuts and self.cuts[-1][1] is not Reason.MANUAL:
            shorter = min(sizes.tokens(*self.closed[-1]), sizes.tokens(self.start, end))
            before = self.closed[-1][0]
            if shorter >= rule.min_tokens:
                return
            if end > sizes.reach(self.carry.start(before), rule.max_tokens):
                return
            self.cuts.pop()
            self.start = self.closed.pop()[0]

    def _result(self) -> Cuts:
        verdicts = np.full(len(self.gaps), self.rule.kept.code, dtype=np.uint8)
        if self.wanted is not None:
            verdicts[self.wanted] = Reason.MIN_TOKENS.code
        verdicts[self.forbidden] = Reason.FORBIDDEN.code
        return Cuts.of(self.cuts, self.gaps, verdicts)


def _first(ascending: Sequence[int], least: int) -> int:
    """The first member that is at least `least`; larger than any index if there is none."""
    i = bisect_left(ascending, least)
    return ascending[i] if i < len(ascending) else 1 << 62

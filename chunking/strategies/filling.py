"""A text filled into chunks one after the other: what `fixed`, `sliding` and `recursive` share.

They cut wherever their rule says, inside units too. Only marks made by hand look at units: a gap
required is cut, and the units about a forbidden gap stay together.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from chunking.ascending import given
from chunking.breaks import break_inside, core_start, trimmed
from chunking.chunks import Cuts
from chunking.graphemes import is_boundary
from chunking.overlap import Carry
from chunking.strategies.lists import runs
from chunking.types import NONE, Constraints, Prepared, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.overlap import Overlap


class Room(NamedTuple):
    """Where the next chunk may end: it begins at `start` and belongs to a stretch up to `end`.

    `limit` is the last offset at which it fits with its overlap, `alone` without.
    """

    start: int
    end: int
    limit: int
    alone: int


class Stop(Protocol):
    """A rule that says where a chunk ends, and why."""

    def __call__(self, room: Room) -> tuple[int, Reason]:
        """The end of the chunk that begins at `room.start`, in `(room.start, room.end]`."""
        ...


def fill(
    prepared: Prepared,
    max_tokens: int,
    overlap: Overlap,
    stop: Stop,
    constraints: Constraints = NONE,
    *,
    join_tokens: int = 0,
) -> Cuts:
    """The cuts of a text whose chunks hold at most `max_tokens`, each ended by the rule.

    A chunk of fewer than `join_tokens` joins the one before it, or is joined by the next, where
    both fit; nothing joins over a mark made by hand.
    """
    units = prepared.units
    forbidden = given(units.gaps, constraints.forbidden)
    verdicts = np.full(len(units.gaps), Reason.FITS.code, dtype=np.uint8)
    verdicts[forbidden] = Reason.FORBIDDEN.code
    if len(units) == 0:
        return Cuts.of([], units.gaps, verdicts)
    required = np.flatnonzero(given(units.gaps, constraints.required) & ~forbidden)
    begins = np.append(units.starts[:1], units.gaps[required])
    ends = np.append(units.ends[required], units.ends[-1:])
    filling = _Filling(prepared, max_tokens, overlap, stop, glued(prepared, constraints))
    # Numbers side by side: as objects they would take many times the text.
    offsets, reasons = array("q"), bytearray()
    for begin, end in zip(begins.data, ends.data, strict=True):
        offsets.append(begin)
        reasons.append(Reason.MANUAL.code)
        for at, reason in filling.joined(begin, filling.stretch(begin, end), end, join_tokens):
            offsets.append(at)
            reasons.append(reason.code)
    # The text itself does not begin with a cut.
    found = np.frombuffer(offsets, np.int64)[1:]
    return Cuts.at(found, np.frombuffer(reasons, np.uint8)[1:], units.gaps, verdicts)


def glued(prepared: Prepared, constraints: Constraints) -> list[tuple[int, int]]:
    """The spans of the units that forbidden gaps hold together, in order."""
    units = prepared.units
    forbidden = given(units.gaps, constraints.forbidden)
    if not forbidden.any():
        return []
    first, last = runs(forbidden)
    return list(zip(units.starts[first].tolist(), units.ends[last].tolist(), strict=True))


class _Filling:
    """What one document is filled by."""

    def __init__(
        self,
        prepared: Prepared,
        max_tokens: int,
        overlap: Overlap,
        stop: Stop,
        together: list[tuple[int, int]],
    ) -> None:
        self._text = prepared.document.text
        self._sizes = prepared.sizes
        self._most = max_tokens
        self._carry = Carry(prepared, overlap) if overlap.tokens else None
        self._stop = stop
        self._glued = together

    def stretch(self, start: int, end: int) -> Iterator[tuple[int, Reason]]:
        """The cuts inside of `[start, end)`, which itself begins and ends with a cut."""
        while True:
            at, reason = self._stop(self._room(start, end))
            # Amid blank space a cut belongs where that begins, or indentation would be lost.
            at = trimmed(self._text, start, at)
            if self._glued:
                at = self._beside_glued(start, at)
            if at >= end:
                return
            start = core_start(self._text, at)
            yield start, reason

    def joined(
        self, begin: int, cuts: Iterator[tuple[int, Reason]], end: int, tokens: int
    ) -> Iterator[tuple[int, Reason]]:
        """The cuts of a stretch without those beside chunks of fewer tokens that can be joined."""
        if not tokens:
            yield from cuts
            return
        size = self._sizes.tokens
        before = begin
        for (at, reason), (after, _) in pairwise(chain(cuts, [(end, Reason.TAIL)])):
            if min(size(before, at), size(at, after)) >= tokens or after > self._limit(before):
                yield at, reason
                before = at

    def _limit(self, start: int) -> int:
        """The last offset at which a chunk that begins at `start` fits with its overlap."""
        start = start if self._carry is None else self._carry.start(start)
        return self._sizes.reach(start, self._most)

    def _room(self, start: int, end: int) -> Room:
        alone = min(self._sizes.reach(start, self._most), end)
        if self._carry is None:
            return Room(start, end, alone, alone)
        return Room(start, end, min(self._limit(start), end), alone)

    def _beside_glued(self, start: int, at: int) -> int:
        """The cut at `at`; where that parts glued units, before them, else after them."""
        i = bisect_left(self._glued, (core_start(self._text, at),)) - 1
        if i < 0 or at >= self._glued[i][1]:
            return at
        first, last = self._glued[i]
        return first if first > start else last


def even(text: str) -> Stop:
    """The rule that ends a chunk where it is full, inside a word if need be."""

    def stop(room: Room) -> tuple[int, Reason]:
        start, limit = room.start, room.limit
        if limit >= room.end:
            return room.end, Reason.TAIL
        if limit > start and not text[start].isspace() and is_boundary(text, limit):
            return limit, Reason.SIZE
        return break_inside(text, start, limit, at_least=limit, most=room.alone), Reason.SIZE

    return stop

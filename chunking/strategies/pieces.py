"""A text parted at its largest separators; what is still too large, at the next smaller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.breaks import break_inside, next_ink
from chunking.types import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.strategies.filling import Room
    from chunking.strategies.separators import Separator


class Pieces:
    """The pieces that the text at hand is in, the largest first: (end, level, reason) of each.

    The level of a piece is that of the separators it is parted at; beyond the last there are
    words and characters.
    """

    def __init__(self, text: str, separators: Sequence[Separator]) -> None:
        self._text = text
        self._separators = separators
        self._open: list[tuple[int, int, Reason]] = []

    def stop(self, room: Room) -> tuple[int, Reason]:
        """Where the chunk that begins at `room.start` ends."""
        self._enter(room)
        while True:
            end, level, reason = self._open[-1]
            if self._fits(end, room.limit):
                return end, reason
            if level == len(self._separators):
                return self._words(room, end), Reason.MAX_TOKENS
            separator = self._separators[level]
            place = separator.last(room.start, room.limit)
            if place >= 0:
                return place, separator.reason
            # The overlap gives way before a piece is parted further.
            after = separator.next(room.limit, end)
            if next_ink(self._text, after) >= end:
                after = end
            own = reason if after == end else separator.reason
            if self._fits(after, room.alone):
                return after, own
            if after == end:
                self._open.pop()
            self._open.append((after, level + 1, own))

    def _enter(self, room: Room) -> None:
        """Leave the pieces that are used up."""
        if not self._open or self._open[0][0] != room.end:
            self._open = [(room.end, 0, Reason.MAX_TOKENS)]
        while self._open[-1][0] <= room.start:
            self._open.pop()

    def _fits(self, end: int, limit: int) -> bool:
        return end <= limit or next_ink(self._text, limit) >= end

    def _words(self, room: Room, end: int) -> int:
        most = min(room.alone, end)
        return break_inside(self._text, room.start, min(room.limit, most), most=most)

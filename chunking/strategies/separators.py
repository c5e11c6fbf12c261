"""The places at which a text comes apart, of one size each: definitions, lines, sentences."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Protocol

import regex

from chunking.ascending import view
from chunking.breaks import core_start, next_ink
from chunking.graphemes import is_boundary
from chunking.types import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.outline import Seams

# An initial or a title before a full stop ends no sentence. Closing marks belong to the sentence.
_SENTENCE = (
    r"(?:(?:[!?…]|(?<!\b(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|vs|No|e\.g|i\.e|cf))\.)"
    r"[\"'”’»)\]]{0,3}(?=\s)|[。！？][」』”’）]{0,3}(?=[^」』”’）]))"
)
_NEXT_SENTENCE = regex.compile(_SENTENCE)
_LAST_SENTENCE = regex.compile(f"(?r){_SENTENCE}")


class Separator(Protocol):
    """Places where a piece may end; `reason` is that of a cut there."""

    reason: Reason

    def last(self, start: int, limit: int) -> int:
        """The last place after `start` by which no ink passes `limit`; -1 if there is none."""
        ...

    def next(self, start: int, end: int) -> int:
        """The first place after `start`, at most `end`."""
        ...


class Places:
    """Offsets that are known; each is where a piece begins, ascending."""

    def __init__(self, text: str, offsets: Sequence[int], reason: Reason) -> None:
        self._text = text
        self._offsets = offsets
        self.reason = reason

    def last(self, start: int, limit: int) -> int:
        """As in `Separator`."""
        # Blank space in front of a piece needs no room.
        i = bisect_right(self._offsets, next_ink(self._text, limit))
        return self._offsets[i - 1] if i and self._offsets[i - 1] > start else -1

    def next(self, start: int, end: int) -> int:
        """As in `Separator`."""
        i = bisect_right(self._offsets, start)
        return min(end, self._offsets[i]) if i < len(self._offsets) else end


class Graded(Places):
    """Offsets of which some are better: the last of these, if what it leaves is half or more."""

    def __init__(self, text: str, seams: Seams, reason: Reason) -> None:
        super().__init__(text, view(seams.offsets), reason)
        self._better = Places(text, view(seams.offsets[seams.better]), reason)

    def last(self, start: int, limit: int) -> int:
        """As in `Separator`."""
        place, better = super().last(start, limit), self._better.last(start, limit)
        return better if 2 * (better - start) >= place - start else place


class Lines:
    """The ends of lines."""

    reason = Reason.MAX_TOKENS

    def __init__(self, text: str) -> None:
        self._text = text

    def last(self, start: int, limit: int) -> int:
        """As in `Separator`."""
        stop = max(limit + 1, next_ink(self._text, limit))
        return min(limit, max(self._text.rfind(end, start + 1, stop) for end in "\r\n"))

    def next(self, start: int, end: int) -> int:
        """As in `Separator`."""
        # The rarer one last and no further than the other, so that no text is read again and again.
        for each in "\n\r":
            found = self._text.find(each, start + 1, end)
            end = found if found >= 0 else end
        return end


class Sentences:
    """The ends of sentences, by their marks and a few abbreviations."""

    reason = Reason.MAX_TOKENS

    def __init__(self, text: str) -> None:
        self._text = text

    def last(self, start: int, limit: int) -> int:
        """As in `Separator`."""
        stop = limit + 1
        while found := _LAST_SENTENCE.search(self._text, start + 1, stop):
            place: int = found.end()
            if is_boundary(self._text, core_start(self._text, place)):
                return place
            stop = place
        return -1

    def next(self, start: int, end: int) -> int:
        """As in `Separator`."""
        while found := _NEXT_SENTENCE.search(self._text, start, end):
            place: int = found.end()
            if place > start and is_boundary(self._text, core_start(self._text, place)):
                return place
            start = max(place, start + 1)
        return end

"""The text a chunk repeats from just before its core."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from chunking.graphemes import is_boundary

if TYPE_CHECKING:
    from chunking.types import Prepared

# A word starts after a blank; in scripts without blanks every ideograph starts one.
_WORD_START = re.compile(
    r"(?:(?<=\s)|^)(?=\S)|(?=[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])"
)


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much a chunk repeats, at most, and where that may begin.

    `align`: at a `word`, at a whole `sentence`, or `exact` to the character. `share` bounds it
    by the size of the core before; with `within_section` nothing is carried across a heading.
    """

    tokens: int = 0
    align: Literal["word", "sentence", "exact"] = "word"
    share: float | None = None
    within_section: bool = False


class Carry:
    """Where the overlap of a chunk begins, in one prepared document."""

    def __init__(self, prepared: Prepared, overlap: Overlap) -> None:
        self._text = prepared.document.text
        self._sizes = prepared.sizes
        self._overlap = overlap
        self._units = prepared.units.starts
        self._protected = (prepared.layout.protected_starts, prepared.layout.protected_ends)

    def start(self, core: int, tokens: int | None = None) -> int:
        """The first offset of the overlap of a chunk whose core starts at `core`.

        `tokens` allows less than the policy does. The answer is `core` where nothing may be
        carried.
        """
        allowed = self._overlap.tokens
        if tokens is not None:
            allowed = min(allowed, tokens)
        if allowed <= 0 or core == 0:
            return core
        start = self._sizes.back(core, allowed)
        if self._overlap.align == "sentence":
            i = int(self._units.searchsorted(start))
            return min(core, int(self._units[i])) if i < len(self._units) else core
        if self._overlap.align == "exact":
            while start < core and not is_boundary(self._text, start):
                start += 1
            return min(start, core)
        return self._word(start, core)

    def _word(self, start: int, core: int) -> int:
        """The first start of a word from `start` on that lies in no fence and no table."""
        starts, ends = self._protected
        while start < core:
            found = _WORD_START.search(self._text, start, core)
            if found is None:
                return core
            start = found.start()
            block = int(starts.searchsorted(start)) - 1
            if block >= 0 and start < ends[block]:
                start = int(ends[block])
            elif is_boundary(self._text, start):
                return start
            else:
                start += 1
        return core

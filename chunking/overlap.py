"""The text a chunk repeats from just before its core."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from chunking.ascending import first_from, stretches
from chunking.characters import BLANKS, among, characters, table
from chunking.graphemes import is_boundary

if TYPE_CHECKING:
    from chunking.types import Ints, Prepared, Sizes

# A word starts after a blank; in scripts without blanks every ideograph starts one.
_WORD_START = re.compile(
    r"(?:(?<=\s)|^)(?=\S)|(?=[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])"
)
# The same of many characters at once.
_IDEOGRAPHS = table("\u3040\u30ff", "\u3400\u4dbf", "\u4e00\u9fff", "\uf900\ufaff")
_ASCII = 127


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

    def starts(self, cores: Ints, tokens: Ints | None = None) -> Ints:
        """What `start` answers for each core, with the tokens allowed for each; same shape."""
        found = np.empty(len(cores), np.int64)
        for own in stretches(len(cores)):
            found[own] = self._starts(cores[own], None if tokens is None else tokens[own])
        return found

    def _starts(self, cores: Ints, tokens: Ints | None) -> Ints:
        """The same of some cores."""
        allowed = np.full(len(cores), self._overlap.tokens, dtype=np.int64)
        if tokens is not None:
            allowed = np.minimum(allowed, tokens)
        found = cores.astype(np.int64)
        some = np.flatnonzero((allowed > 0) & (cores > 0))
        if self._overlap.align == "exact":
            pairs = zip(cores[some].tolist(), allowed[some].tolist(), strict=True)
            found[some] = [self.start(*pair) for pair in pairs]
            return found
        begins = _backs(self._sizes, cores[some], allowed[some])
        if self._overlap.align == "sentence":
            reached = first_from(self._units, begins)
        else:
            reached = self._words(begins)
        # What lies behind the core was not carried: nothing is.
        found[some] = np.where((reached < 0) | (reached > cores[some]), cores[some], reached)
        return found

    def _words(self, begins: Ints) -> Ints:
        """What `_word` answers for each start, were there no core; -1 where no word follows."""
        words = _word_starts(self._text)
        starts, ends = self._protected
        found = first_from(words, begins)
        if len(starts) == 0:
            return found
        while True:
            block = np.searchsorted(starts, found) - 1
            held = (found >= 0) & (block >= 0) & (found < ends[block])
            if not held.any():
                return found
            found[held] = first_from(words, ends[block[held]])

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


@lru_cache(maxsize=1)
def _word_starts(text: str) -> Ints:
    """Where the words of a text start, but those that begin inside a grapheme cluster."""
    codes = characters(text)
    found = array("q")
    blank_before = True
    for own in stretches(len(codes)):
        here = codes[own]
        blank = among(here, BLANKS)
        opens = ~blank & np.append(blank_before, blank[:-1])
        opens |= among(here, _IDEOGRAPHS)
        at = np.flatnonzero(opens)
        # A blank and an ASCII character make no cluster.
        joined = [
            i
            for i in np.flatnonzero(here[at] > _ASCII).tolist()
            if not is_boundary(text, own.start + int(at[i]))
        ]
        found.frombytes((own.start + np.delete(at, joined)).tobytes())
        blank_before = bool(blank[-1])
    return np.frombuffer(found, np.int64)


def _backs(sizes: Sizes, ends: Ints, tokens: Ints) -> Ints:
    """What `sizes.back` answers for each end and its tokens, same shape."""
    first = sizes.ticks(ends) - tokens * sizes.per
    known = sizes.token_starts
    if known is not None and len(known):
        first = np.where(first > 0, known[np.maximum(first, 1) - 1] + 1, 0)
    found: Ints = np.maximum(first, 0)
    return found

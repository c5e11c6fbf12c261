"""The text that a chunk repeats from before its core."""

import re
from array import array
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from chunking.core.arrays import Ints, next_at_least, row_blocks
from chunking.core.prepared import Prepared
from chunking.core.text.characters import (
    WHITESPACE,
    character_table,
    code_points,
    in_table,
    is_boundary,
)

# A word starts after whitespace; in scripts without spaces every ideograph starts one.
_WORD_START = re.compile(
    r"(?:(?<=\s)|^)(?=\S)|(?=[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])"
)
# The same ideographs as a table, for many characters at once.
_IDEOGRAPHS = character_table("\u3040\u30ff", "\u3400\u4dbf", "\u4e00\u9fff", "\uf900\ufaff")
_ASCII = 127


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much text a chunk repeats at most, and where the repeated text may start.

    `align`: at a `word`, at a whole `sentence`, or `exact` to the character. `share` limits it to
    a share of the previous core; with `within_section` it never crosses a heading.
    """

    tokens: int = 0
    align: Literal["word", "sentence", "exact"] = "word"
    share: float | None = None
    within_section: bool = False


class OverlapStarts:
    """Finds where the overlap of a chunk starts, in one prepared document."""

    def __init__(self, prepared: Prepared, overlap: Overlap) -> None:
        self._text = prepared.document.text
        self._sizes = prepared.sizes
        self._overlap = overlap
        self._units = prepared.units.starts
        self._protected = (prepared.layout.protected_starts, prepared.layout.protected_ends)

    def start(self, core: int, tokens: int | None = None) -> int:
        """Return where the overlap of a chunk starts whose core starts at `core`.

        Args:
            tokens: Limit of the overlap, if below that of the policy.

        Returns:
            An offset of at most `core`, which it is where there is no overlap.
        """
        allowed = self._overlap.tokens
        if tokens is not None:
            allowed = min(allowed, tokens)
        if allowed <= 0 or core == 0:
            return core
        start = self._sizes.min_start(core, allowed)
        if self._overlap.align == "sentence":
            i = int(self._units.searchsorted(start))
            return min(core, int(self._units[i])) if i < len(self._units) else core
        if self._overlap.align == "exact":
            while start < core and not is_boundary(self._text, start):
                start += 1
            return min(start, core)
        return self._word_start(start, core)

    def starts(self, cores: Ints, tokens: Ints | None = None) -> Ints:
        """Return `start` of each core, with the limit of each; same shape."""
        found = np.empty(len(cores), np.int64)
        for block in row_blocks(len(cores)):
            found[block] = self._starts(cores[block], None if tokens is None else tokens[block])
        return found

    def _starts(self, cores: Ints, tokens: Ints | None) -> Ints:
        allowed = np.full(len(cores), self._overlap.tokens, dtype=np.int64)
        if tokens is not None:
            allowed = np.minimum(allowed, tokens)
        found = cores.astype(np.int64)
        rows = np.flatnonzero((allowed > 0) & (cores > 0))
        if self._overlap.align == "exact":
            pairs = zip(cores[rows].tolist(), allowed[rows].tolist(), strict=True)
            found[rows] = [self.start(*pair) for pair in pairs]
            return found
        earliest = self._sizes.min_starts(cores[rows], allowed[rows])
        if self._overlap.align == "sentence":
            aligned = next_at_least(self._units, earliest)
        else:
            aligned = self._next_word_starts(earliest)
        found[rows] = np.where((aligned < 0) | (aligned > cores[rows]), cores[rows], aligned)
        return found

    def _next_word_starts(self, offsets: Ints) -> Ints:
        """Return the next start of a word outside fences and tables for each; -1 for none."""
        words = _word_starts(self._text)
        starts, ends = self._protected
        found = next_at_least(words, offsets)
        if len(starts) == 0:
            return found
        while True:
            block = np.searchsorted(starts, found) - 1
            protected = (found >= 0) & (block >= 0) & (found < ends[block])
            if not protected.any():
                return found
            found[protected] = next_at_least(words, ends[block[protected]])

    def _word_start(self, start: int, core: int) -> int:
        """Return the first start of a word from `start` on outside fences and tables."""
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
    """Return where the words of a text start, except inside a grapheme cluster."""
    codes = code_points(text)
    found = array("q")
    after_blank = True
    for block in row_blocks(len(codes)):
        here = codes[block]
        blank = in_table(here, WHITESPACE)
        starts = ~blank & np.append(after_blank, blank[:-1])
        starts |= in_table(here, _IDEOGRAPHS)
        at = np.flatnonzero(starts)
        # An ASCII character never continues a cluster that whitespace begins.
        inside_cluster = [
            i
            for i in np.flatnonzero(here[at] > _ASCII).tolist()
            if not is_boundary(text, block.start + int(at[i]))
        ]
        found.frombytes((block.start + np.delete(at, inside_cluster)).tobytes())
        after_blank = bool(blank[-1])
    return np.frombuffer(found, np.int64)

"""Sentences, found inside each block, so that none reads over a paragraph's end."""

from __future__ import annotations

import re
from array import array
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from chunking.breaks import core_start, trimmed
from chunking.characters import BLANKS, WIDE_BLANKS, among, characters, table
from chunking.graphemes import is_boundary
from chunking.languages import primary
from chunking.normalize import encodable
from chunking.types import Bools, Ints, UnitKind, Units
from chunking.units.seams import after_numbers, after_titles, closers, lengths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.characters import Characters

_SENTENCE = UnitKind.SENTENCE.code
# Kinds of block that are running text; every other block is one unit as it stands.
_PROSE = [UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code, UnitKind.QUOTE.code]
_SPEAKS = re.compile(r"\w")
# Characters that neither join another one nor are blank: letters, and other marks.
_RANGES = (
    *("09", "AZ", "_", "az", "ÀÖ", "Øö", "øɏ", "ΑΡ", "ΣϿ", "Ѐҁ", "\u0531\u0556", "\u05d0\u05ea"),
    *("ぁゖ", "ァヺ", "\u3400\u4dbf", "\u4e00\u9fff"),
)
_LETTERS = table(*_RANGES)
_INKS = table(*_RANGES, "!~", "¡¬", "®¿", "‐‧", "‰⁞", "、〟", "\uff01\uff60")
# Characters of a text whose sentences are found at once.
_AT_ONCE = 250_000
_BLANK, _LINE_END = ord(" "), ord("\n")


def sentences(text: str, blocks: Units, language: str = "en") -> Units:
    """The sentences of each block of running text; other blocks (a fence, a heading) stay whole.

    They leave out nothing but blank space, never part a grapheme cluster or a CR LF, and a run
    without a letter or digit (a closing quote, an ellipsis) stays with the sentence before it.
    """
    language = primary(language)
    readable, codes = _readable(text), characters(text)
    # Numbers side by side, some blocks at a time: together all that is known of them would take
    # many times the text.
    starts, ends = array("q"), array("q")
    kinds, atomic = bytearray(), bytearray()
    edges = np.searchsorted(blocks.starts, np.arange(0, len(text) + _AT_ONCE, _AT_ONCE)).tolist()
    for first, after in pairwise(edges):
        if first < after:
            own = slice(first, after)
            prose = np.isin(blocks.kinds[own], _PROSE)
            begins, stops = blocks.starts[own], blocks.ends[own]
            found = begins[:0], begins[:0]
            if prose.any():
                sizes, counts = lengths(readable, begins[prose], stops[prose], language)
                found = _Pieces(text, codes, begins[prose], sizes, counts, language=language).all()
            opens = np.concatenate([begins[~prose], found[0]])
            order = np.argsort(opens, kind="stable")
            count = len(found[0])
            kind = np.append(blocks.kinds[own][~prose], np.full(count, _SENTENCE, np.uint8))
            whole = np.append(blocks.atomic[own][~prose], np.zeros(count, np.bool_))
            starts.frombytes(opens[order].tobytes())
            ends.frombytes(np.concatenate([stops[~prose], found[1]])[order].tobytes())
            kinds += kind[order].tobytes()
            atomic += whole[order].tobytes()
    return Units(
        np.frombuffer(starts, np.int64),
        np.frombuffer(ends, np.int64),
        np.frombuffer(kinds, np.uint8),
        np.frombuffer(atomic, np.bool_),
    )


class _Pieces:
    """What the splitter makes of some blocks, all at once: pieces of `sizes`, `counts` a block.

    A seam between two pieces is plain where one or two blanks stand between characters that no
    cluster joins; nearly all are, and those are never looked at one by one.
    """

    def __init__(
        self,
        text: str,
        codes: Characters,
        begins: Ints,
        sizes: Ints,
        counts: Ints,
        *,
        language: str,
    ) -> None:
        self.text = text
        self.codes = codes
        passed, ends = np.cumsum(sizes), np.cumsum(counts)
        before = np.concatenate([np.zeros(1, np.int64), passed])[ends - counts]
        reached = passed + np.repeat(begins - before, counts)
        starts = np.concatenate([begins[:1], reached[:-1]])
        starts[ends - counts] = begins
        # What closes something belongs to the sentence that it was opened in.
        taken, joined = closers(text, codes, starts, reached)
        taken[ends - counts] = 0
        starts += taken
        reached[:-1] += taken[1:]
        # A seam is left out where only a title stands before it, or the number of an item.
        bare = self._without_blanks(begins[:1], reached)
        kept = ~after_titles(text, codes, bare, language)
        kept &= ~after_numbers(text, codes, starts, bare)
        kept[:-1] &= ~joined[1:]
        kept[ends - 1] = True
        # The pieces of block b are those from edges[b] up to edges[b + 1].
        self.edges = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)[ends - 1]])
        self.stops = reached[kept]
        self.starts = np.empty_like(self.stops)
        self.starts[1:] = self.stops[:-1]
        self.starts[self.edges[:-1]] = begins
        self.ends, plain = self._edges()
        self.regular = np.logical_and.reduceat(plain, self.edges[:-1])

    def all(self) -> tuple[Ints, Ints]:
        """Where the sentences of all the blocks start and end, (n,) each, in any order."""
        kept = np.repeat(self.regular, np.diff(self.edges))
        rows = [row for block in self._others() for row in block]
        spare = np.array(rows, dtype=np.int64).reshape(-1, 2)
        return (
            np.concatenate([self.starts[kept], spare[:, 0]]),
            np.concatenate([self.ends[kept], spare[:, 1]]),
        )

    def _others(self) -> Iterator[Iterator[tuple[int, int]]]:
        """The sentences of each block that has other seams than plain ones."""
        for block in np.flatnonzero(~self.regular).tolist():
            first, after = self.edges[block : block + 2].tolist()
            seams = self.stops[first:after].tolist()
            yield _repaired(self.text, int(self.starts[first]), seams[-1], seams)

    def _without_blanks(self, begin: Ints, stops: Ints) -> Ints:
        """Where what ends there ends without the blank space at its end, same shape.

        The first of them begins at `begin`, (1,).
        """
        ends = stops.copy()
        # One blank, or two; a third is looked at by itself.
        for _ in range(2):
            ends -= among(self.codes[ends - 1], BLANKS) & (ends > 1)
        rest = np.flatnonzero(among(self.codes[ends - 1], BLANKS))
        floors = np.concatenate([begin, stops])[rest]
        for i, floor, end in zip(rest.tolist(), floors.tolist(), ends[rest].tolist(), strict=True):
            ends[i] = max(1, trimmed(self.text, floor, end))
        return ends

    def _edges(self) -> tuple[Ints, Bools]:
        """Where each piece ends without its blanks, and whether its edges are plain."""
        codes, starts, stops = self.codes, self.starts, self.stops
        last = np.zeros(len(starts), np.bool_)
        last[self.edges[1:] - 1] = True
        ends = stops.copy()
        before = codes[ends - 1]
        ends -= (before == _BLANK) | (before == _LINE_END)
        # Blanks at the start of a line are indentation, and belong to what comes after them.
        ends = np.maximum(ends, starts + 1)
        ends -= (ends < stops) & (codes[ends - 1] == _BLANK)
        ends = np.maximum(ends, starts + 1)
        plain = among(codes[ends - 1], _INKS) & among(codes[starts], _INKS)
        plain &= ~last | (ends == stops)
        speaks = np.zeros(len(starts), np.bool_)
        for ahead in range(3):
            speaks |= among(codes[np.minimum(starts + ahead, stops - 1)], _LETTERS)
        for i in np.flatnonzero(plain & ~speaks).tolist():
            plain[i] = _SPEAKS.search(self.text, starts[i], stops[i]) is not None
        return ends, plain


def _readable(text: str) -> str:
    """The text as the splitter can read it; same length.

    It fails where a blank of more than one byte stands between an initial and a stop, and knows
    the Greek question mark as a semicolon alone.
    """
    readable = encodable(text)
    if not readable.isascii():
        for blank in WIDE_BLANKS:
            readable = readable.replace(blank, " ")
        readable = readable.replace("\u037e", ";")
    return readable


def _repaired(text: str, start: int, end: int, seams: list[int]) -> Iterator[tuple[int, int]]:
    """The stretches of `[start, end)` between those seams that may be cut at, trimmed."""
    first = start
    pending: tuple[int, int] | None = None
    for seam in seams:
        last = first + len(text[first:seam].rstrip())
        after = core_start(text, last)
        if last > first and (after >= end or is_boundary(text, after)):
            if pending is None:
                pending = (first, last)
            elif _SPEAKS.search(text, first, last) and _SPEAKS.search(text, *pending):
                yield pending
                pending = (first, last)
            else:
                pending = (pending[0], last)
            first = after
    if pending is not None:
        yield pending

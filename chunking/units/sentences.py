"""Sentences, found inside each block, so that none reads over a paragraph's end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunking.breaks import core_start
from chunking.graphemes import is_boundary
from chunking.normalize import encodable
from chunking.types import UNIT_KINDS, UnitKind, Units

if TYPE_CHECKING:
    from collections.abc import Iterator

# Kinds of block that are running text; every other block is one unit as it stands.
_PROSE = {UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code, UnitKind.QUOTE.code}
# A longer sentence is read a second time without its quotation marks and brackets.
LONG = 400
_OPENS = re.compile(r"(?<![^\s(\[\"“„«])[\"“”„«»(\[「『](?=\S)")
_CLOSES = re.compile(r"[\"“”«»)\]」』]")

# Characters of a block that are read at once.
_PART = 10_000
_WIDE_BLANK = re.compile(r"[^\S\x00-\x7f]")
_SPEAKS = re.compile(r"\w")


def sentences(text: str, blocks: Units, language: str = "en") -> Units:
    """The sentences of each block of running text; other blocks (a fence, a heading) stay whole.

    They leave out nothing but blank space, never part a grapheme cluster or a CR LF, and a run
    without a letter or digit (a closing quote, an ellipsis) stays with the sentence before it.
    """
    # The splitter fails where a blank of more than one byte stands between an initial and a stop.
    readable = _WIDE_BLANK.sub(" ", encodable(text))
    spans: list[tuple[int, int, UnitKind, bool]] = []
    rows = zip(
        blocks.starts.tolist(),
        blocks.ends.tolist(),
        blocks.kinds.tolist(),
        blocks.atomic.tolist(),
        strict=True,
    )
    for start, end, kind, atomic in rows:
        if kind not in _PROSE:
            spans.append((start, end, UNIT_KINDS[kind], atomic))
            continue
        seams = list(_seams(readable, start, end, language))
        spans += (
            (first, last, UnitKind.SENTENCE, False)
            for first, last in _repaired(text, start, end, seams)
        )
    return Units.of(spans)


def _seams(text: str, start: int, end: int, language: str) -> Iterator[int]:
    """Where the sentences of `[start, end)` end, those inside a long quotation too."""
    for first, last in _read(text, start, end, language):
        if last - first > LONG:
            # The splitter reads over whatever stands between quotation marks or brackets, and a
            # page of direct speech is no sentence. Same length, so the offsets stay.
            bare = _CLOSES.sub(" ", _OPENS.sub("*", text[first:last]))
            for _, inner in _read(bare, 0, len(bare), language):
                yield first + inner
        yield last


def _read(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    """The sentences of `[start, end)` as the splitter sees them.

    A long block is read in parts, each from the last end in the part before, since the
    splitter's time grows with the square of the quotation marks that are never closed.
    """
    from sentencex import get_sentence_boundaries

    first = start
    while start < end:
        stop = min(start + _PART, end)
        rows = get_sentence_boundaries(language, text[start:stop])
        ends = [start + row["end_index"] for row in rows]
        if stop < end:
            ends.pop()
        for last in ends:
            yield first, last
            first = last
        start = ends[-1] if ends else stop


def _repaired(text: str, start: int, end: int, seams: list[int]) -> Iterator[tuple[int, int]]:
    """The stretches of `[start, end)` between those seams that may be cut at, trimmed."""
    first = start
    pending: tuple[int, int] | None = None
    for seam in [*seams, end]:
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

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

_SPEAKS = re.compile(r"\w")


def sentences(text: str, blocks: Units, language: str = "en") -> Units:
    """The sentences of each block of running text; other blocks (a fence, a heading) stay whole.

    They leave out nothing but blank space, never part a grapheme cluster or a CR LF, and a run
    without a letter or digit (a closing quote, an ellipsis) stays with the sentence before it.
    """
    readable = encodable(text)
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
    from sentencex import get_sentence_boundaries

    for row in get_sentence_boundaries(language, text[start:end]):
        first, last = start + row["start_index"], start + row["end_index"]
        if last - first > LONG:
            # The splitter reads over whatever stands between quotation marks or brackets, and a
            # page of direct speech is no sentence. Same length, so the offsets stay.
            bare = _CLOSES.sub(" ", _OPENS.sub("*", text[first:last]))
            for inner in get_sentence_boundaries(language, bare):
                yield first + inner["end_index"]
        yield last


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

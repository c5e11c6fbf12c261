"""Sentences, found inside each block, so that none reads over a paragraph's end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunking.graphemes import is_boundary
from chunking.normalize import encodable
from chunking.types import UNIT_KINDS, UnitKind, Units

if TYPE_CHECKING:
    from collections.abc import Iterator

# Kinds of block that are running text; every other block is one unit as it stands.
_PROSE = {UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code, UnitKind.QUOTE.code}
_SPEAKS = re.compile(r"\w")
_BLANK = re.compile(r"\s*")


def sentences(text: str, blocks: Units, language: str = "en") -> Units:
    """The sentences of each block of running text; other blocks (a fence, a heading) stay whole.

    They leave out nothing but blank space, never part a grapheme cluster or a CR LF, and a run
    without a letter or digit (a closing quote, an ellipsis) stays with the sentence before it.
    """
    from sentencex import get_sentence_boundaries

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
        found = get_sentence_boundaries(language, readable[start:end])
        seams = [start + row["end_index"] for row in found]
        spans += (
            (first, last, UnitKind.SENTENCE, False)
            for first, last in _repaired(text, start, end, seams)
        )
    return Units.of(spans)


def _repaired(text: str, start: int, end: int, seams: list[int]) -> Iterator[tuple[int, int]]:
    """The stretches of `[start, end)` between those seams that may be cut at, trimmed."""
    first = start
    pending: tuple[int, int] | None = None
    for seam in [*seams, end]:
        after = _BLANK.match(text, seam, end).end()  # type: ignore[union-attr]  # matches ""
        if seam <= first or (after < end and not is_boundary(text, after)):
            continue
        last = first + len(text[first:seam].rstrip())
        if last > first:
            if pending is None:
                pending = (first, last)
            elif _SPEAKS.search(text, first, last) and _SPEAKS.search(text, *pending):
                yield pending
                pending = (first, last)
            else:
                pending = (pending[0], last)
        first = max(first, after)
    if pending is not None:
        yield pending

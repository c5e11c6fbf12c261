"""Paragraphs: what stands between blank lines."""

from __future__ import annotations

import re

from chunking.types import UnitKind, Units

# A line end and at least one line of nothing but blanks after it. The indentation of the next
# paragraph's first line stays with that paragraph.
_BLANK_LINES = re.compile(r"(?>\r\n?|\n)(?:[^\S\r\n]*(?>\r\n?|\n))+")
_LEADING = re.compile(r"(?:[^\S\r\n]*(?>\r\n?|\n))*")


def paragraphs(text: str, kind: UnitKind = UnitKind.PARAGRAPH) -> Units:
    r"""The paragraphs of a text: split at blank lines (`\n\n`, also with CRLF or blanks between).

    A paragraph keeps the indentation of its first line and drops its trailing blanks.
    """
    start = _LEADING.match(text).end()  # type: ignore[union-attr]  # matches the empty string
    spans: list[tuple[int, int, UnitKind, bool]] = []
    for gap in _BLANK_LINES.finditer(text, start):
        spans.append((start, gap.start(), kind, False))
        start = gap.end()
    spans.append((start, len(text), kind, False))
    return Units.of(
        [
            (start, end, kind, atomic)
            for start, stop, kind, atomic in spans
            if (end := start + len(text[start:stop].rstrip())) > start
        ]
    )

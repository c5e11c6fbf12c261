"""Where to cut inside a unit that is larger than a chunk may be."""

from __future__ import annotations

import re

from chunking.graphemes import is_boundary, last_boundary

_INK = re.compile(r"\S")
_BLANKS = " \t\u3000\xa0"


def break_inside(text: str, start: int, limit: int, *, at_least: int = 0) -> int:
    """The end of the piece that begins at `start`: at a newline, else a blank, else inside.

    It is the last such place in `(start, limit]`, and never inside a grapheme cluster unless
    that cluster alone passes `limit`. A newline or a blank before `at_least` is not taken.
    """
    floor = max(start + 1, at_least)
    newline = max(text.rfind("\n", floor, limit + 1), text.rfind("\r", floor, limit + 1))
    if newline > start and not text[start:newline].isspace():
        return newline
    stop = limit + 1
    while True:
        blank = max(text.rfind(c, floor, stop) for c in _BLANKS)
        if blank <= start or text[start:blank].isspace():
            break
        # A combining mark after a blank belongs to the blank.
        if is_boundary(text, next_ink(text, blank)):
            return blank
        stop = blank
    inside = last_boundary(text, start, limit)
    return inside if inside > start else max(limit, start + 1)


def core_start(text: str, offset: int) -> int:
    """Where a core that follows `offset` starts.

    Blank lines are dropped, but never the indentation of the first line.
    """
    ink = next_ink(text, offset)
    newline = max(text.rfind("\n", offset, ink), text.rfind("\r", offset, ink))
    if newline >= 0:
        return newline + 1
    return offset if offset == 0 or text[offset - 1] in "\r\n" else ink


def next_ink(text: str, offset: int) -> int:
    """The first offset from `offset` on that holds no blank space; the text's length if none."""
    found = _INK.search(text, offset)
    return found.start() if found else len(text)

"""Where to cut inside a unit that is larger than a chunk may be, and the spans that come of it."""

from __future__ import annotations

import re
from operator import index
from typing import TYPE_CHECKING

import regex

from chunking.errors import SettingsError
from chunking.graphemes import is_boundary, last_boundary, next_boundary

if TYPE_CHECKING:
    from collections.abc import Iterable

_INK = re.compile(r"\S")
# The last blank, and the last one that does not forbid a break (no-break, figure, narrow).
_LAST_BLANK = regex.compile(r"(?r)\s")
_LAST_BREAKING_BLANK = regex.compile(r"(?r)[^\S\xa0\u2007\u202f]")


def break_inside(text: str, start: int, limit: int, *, at_least: int = 0, most: int = 0) -> int:
    """The end of the piece that begins at `start`: at a newline, else a blank, else inside.

    It is the last such place in `(start, limit]`, or up to `most` where `limit` leaves no room for
    the indentation and one grapheme cluster. A newline or a blank before `at_least` is not taken.
    What passes `most` is only indentation with the cluster after it; a larger cluster is cut.
    """
    ink = next_ink(text, start)
    floor = max(ink + 1, at_least)
    if floor <= limit:
        newline = max(text.rfind("\n", floor, limit + 1), text.rfind("\r", floor, limit + 1))
        if newline > ink:
            return newline
        blank = _last(_LAST_BREAKING_BLANK, text, floor, limit)
        if blank < 0:
            blank = _last(_LAST_BLANK, text, floor, limit)
        if blank > ink:
            return blank
    inside = last_boundary(text, start, limit)
    if inside > ink:
        return inside
    if most > limit:
        return break_inside(text, start, most)
    return next_boundary(text, ink) if ink > start else max(limit, start + 1)


def _last(blank: regex.Pattern[str], text: str, start: int, limit: int) -> int:
    """The last such blank in `[start, limit]` that belongs to no character; -1 if there is none."""
    stop = limit + 1
    while found := blank.search(text, start, stop):
        place: int = found.start()
        if is_boundary(text, core_start(text, place)):
            return place
        stop = place
    return -1


def trimmed(text: str, start: int, end: int) -> int:
    """The end of `[start, end)` without the blank space at its end."""
    return start + len(text[start:end].rstrip()) if text[end - 1 : end].isspace() else end


def core_start(text: str, offset: int) -> int:
    """Where a core that follows `offset` starts.

    Blank lines are dropped, but neither the indentation of the first line nor a blank that a
    combining mark belongs to.
    """
    ink = offset
    if text[offset : offset + 1].isspace():
        ink = next_ink(text, offset)
        newline = max(text.rfind("\n", offset, ink), text.rfind("\r", offset, ink))
        if newline >= 0:
            return newline + 1
    if offset == 0 or text[offset - 1] in "\r\n":
        return offset
    return ink if is_boundary(text, ink) else max(offset, ink - 1)


def next_ink(text: str, offset: int) -> int:
    """The first offset from `offset` on that holds no blank space; the text's length if none."""
    if not text[offset : offset + 1].isspace():
        return min(offset, len(text))
    found = _INK.search(text, offset)
    return found.start() if found else len(text)


def span_of(given: Iterable[int]) -> tuple[int, int]:
    """A start and an end as plain numbers.

    Raises:
        SettingsError: it is not two whole numbers.
    """
    try:
        start, end = given
        return index(start), index(end)
    except (TypeError, ValueError):
        raise SettingsError(
            f"a span must be two whole numbers, start and end; got {given!r:.80}"
        ) from None

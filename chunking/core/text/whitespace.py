"""Whitespace around text, and the breaks inside text that is too long."""

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

import numpy as np
import regex

from chunking.core.arrays import Ints
from chunking.core.text.characters import is_boundary, last_boundary, next_boundary

_NON_SPACE = re.compile(r"\S")
_LAST_SPACE = regex.compile(r"(?r)\s")
# After the punctuation of a sentence, with closing quotation marks and brackets; else after that of
# a clause, and after that of a part of it. No space follows the marks of Chinese and Japanese, and
# no word in lower case the end of a sentence.
_LAST_PUNCTUATION = [
    regex.compile(
        rf"(?r)(?<=[{marks}][\"'”’»)\]]{{0,2}})\s{follows}|(?<=[{wide}])(?![{wide}\s”’」』）])"
    )
    for marks, wide, follows in (
        (".!?…", "。！？", r"(?!\s*+\p{Ll})"),
        (";:؛", "；：", ""),
        (",–—،", "，、", ""),
    )
]
# The same at the ends of lines.
_LAST_LINE_ENDS = [
    regex.compile(rf"(?r)(?<=[{marks}][\"'”’»)\]]{{0,2}})[ \t]*\r?\n")
    for marks in (".!?…。！？", ";:؛；：", ",–—،，、")
]
# How the lines of a text end: where they do, where the next word does not fit, or as in verse; or
# its lines are the rows of a table with bars between the cells.
Lines: TypeAlias = Literal["fixed", "wrapped", "verse", "rows"]
# Before the bar of a cell with text.
_LAST_CELL = regex.compile(r"(?r)\s(?=\|[ \t]*[^|\s])")
# Between the lines of a row and the border above them.
_LAST_RULED_ROW = regex.compile(r"(?r)(?<=\|[ \t]*\r?\n[ \t]*\+[-=+]+\+[ \t]*)\r?\n(?=[ \t]*\|)")
# Without the no-break, figure and narrow no-break spaces.
_LAST_BREAKING_SPACE = regex.compile(r"(?r)[^\S\xa0\u2007\u202f]")
# Lines of the shortest stanza.
_FEWEST_LINES = 4
# The border of a table drawn with signs.
_BORDER = re.compile(r"[ \t]*+[=+|-][=+|\- \t]{8,}+(?:[\r\n]|\Z)")
_LAST_SENTENCE = regex.compile(r"(?r)(?<=[.。！？])\r?\n|(?<=[!?])\r?\n(?!\s*+\p{Ll})")


def find_break(
    text: str,
    start: int,
    limit: int,
    *,
    at_least: int = 0,
    most: int = 0,
    after_sentence: bool = False,
    lines: Lines = "fixed",
) -> int:
    """Return where to end a span that begins at `start` and is too long.

    The last newline in `(start, limit]`, else the last whitespace, else the last grapheme
    boundary. Where `limit` has no room for the indentation and one grapheme cluster, the same up
    to `most`; the result exceeds `most` only by indentation with one cluster.

    Args:
        limit: Preferred last offset.
        at_least: No newline or whitespace before this offset is taken.
        most: Last offset that is allowed.
        after_sentence: Prefer the end of a sentence to that of a clause, and that of a clause to
            other whitespace, in the second half of the span: splitters of sentences do not look
            inside quotations and records.
        lines: In other lines than fixed ones, prefer these ends also to a newline between the words
            of a sentence; in verse only at the ends of lines. In rows prefer their ends anywhere,
            first below the border of a row of several lines, then the ends of cells.
    """
    content = next_non_space(text, start)
    floor = max(content + 1, at_least)
    if floor <= limit:
        # An earlier one would leave a short span.
        middle = max(floor, (content + limit + 1) // 2)
        for end in _breaks(text, floor, middle, limit, after_sentence=after_sentence, lines=lines):
            if end > content:
                return end
    boundary = last_boundary(text, start, limit)
    if boundary > content:
        return boundary
    if most > limit:
        return find_break(text, start, most, after_sentence=after_sentence, lines=lines)
    return next_boundary(text, content) if content > start else max(limit, start + 1)


def _breaks(
    text: str, floor: int, middle: int, limit: int, *, after_sentence: bool, lines: Lines
) -> Iterator[int]:
    """Yield where a span may end, in the order of preference; -1 for a place that is missing."""
    if lines == "rows":
        yield _last_match(_LAST_RULED_ROW, text, floor, limit)
    newline = _last_newline(text, floor, middle if after_sentence else limit, limit)
    if lines in {"fixed", "rows"} or not _is_inside_sentence(text, newline):
        yield newline
    if lines == "rows":
        yield _last_match(_LAST_CELL, text, middle, limit)
    if after_sentence:
        for punctuation in _LAST_LINE_ENDS if lines == "verse" else _LAST_PUNCTUATION:
            yield _last_match(punctuation, text, middle, limit)
    yield newline
    yield _last_match(_LAST_BREAKING_SPACE, text, floor, limit)
    yield _last_match(_LAST_SPACE, text, floor, limit)


def _last_newline(text: str, first: int, middle: int, limit: int) -> int:
    """Return the last newline in `[middle, limit]` that ends a sentence.

    Without one, the last one in `[first, limit]`; -1 without any.
    """
    if middle < limit and (line := _LAST_SENTENCE.search(text, middle, limit + 1)):
        return int(line.end()) - 1
    last = max(text.rfind("\n", first, limit + 1), text.rfind("\r", first, limit + 1))
    if last < 0 or not _BORDER.match(text, last + 1):
        return last
    # The last border of a table stays with the row above it, and so does that of a header.
    row = text.rfind("\n", first, last)
    above = text.rfind("\n", 0, max(row, 0)) + 1
    return last if row < 0 or _BORDER.match(text, above) else row


def has_own_lines(block: str) -> bool:
    """Whether most lines of a block end although the next word would fit, as in verse.

    The width is that of the second longest line: one line of wrapped text may be longer.
    """
    lines = [line.strip() for line in block.splitlines()]
    if len(lines) < _FEWEST_LINES:
        return False
    width = sorted(map(len, lines))[-2]
    words = [line.split(None, 1)[0] if line else "" for line in lines[1:]]
    early = sum(
        len(line) + 1 + len(word) <= width for line, word in zip(lines[:-1], words, strict=True)
    )
    return 2 * early > len(words)


def _is_inside_sentence(text: str, newline: int) -> bool:
    """Whether a word or an exclamation is before a newline, and a word in lower case after it."""
    last = text[max(0, newline - 2) : newline].rstrip("\r")[-1:]
    return (last.isalnum() or last in {"!", "?", "…"}) and text[newline + 1 : newline + 2].islower()


def trimmed_end(text: str, start: int, end: int) -> int:
    """Return the end of `[start, end)` without trailing whitespace."""
    return start + len(text[start:end].rstrip()) if text[end - 1 : end].isspace() else end


def trimmed_ends(text: str, starts: Ints, ends: Ints) -> Ints:
    """Return the ends of spans without trailing whitespace, (n,)."""
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    return np.fromiter((trimmed_end(text, a, b) for a, b in spans), np.int64, len(starts))


def chunk_start(text: str, offset: int) -> int:
    """Return where a chunk starts whose predecessor ends at `offset`.

    Blank lines are skipped, but not the indentation of the first line, nor a space that a
    combining mark belongs to.
    """
    content = offset
    if text[offset : offset + 1].isspace():
        content = next_non_space(text, offset)
        newline = max(text.rfind("\n", offset, content), text.rfind("\r", offset, content))
        if newline >= 0:
            return newline + 1
    if offset == 0 or text[offset - 1] in "\r\n":
        return offset
    return content if is_boundary(text, content) else max(offset, content - 1)


def next_non_space(text: str, offset: int) -> int:
    """Return the offset of the first non-whitespace character from `offset` on, or the end."""
    if not text[offset : offset + 1].isspace():
        return min(offset, len(text))
    found = _NON_SPACE.search(text, offset)
    return found.start() if found else len(text)


def _last_match(pattern: regex.Pattern[str], text: str, start: int, limit: int) -> int:
    """Return the last match in `[start, limit]` at which a chunk may end; -1 if none."""
    stop = limit + 1
    while found := pattern.search(text, start, stop):
        offset: int = found.start()
        if offset <= limit and is_boundary(text, chunk_start(text, offset)):
            return offset
        # Behind a mark without a space the match is empty.
        stop = offset - (found.end() == offset)
    return -1

"""Tables of texts without markup: ruled ones, and rows whose columns blanks separate."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

# Rows of a table; more are a listing, which is better split at its lines than kept whole.
_FEWEST, MOST_ROWS = 3, 60
# Blanks between columns in all rows, and in half of the rows at least.
_NARROW, _WIDE = 2, 3
_RULED = re.compile(r"[|│┃║┌├└┏┣┗╔╠╚]|\+[-=+]")
_RULE = re.compile(r"[-=+_|][-=+_| \t]+")
_BITS = re.compile(r"[\d ]+")
_GAP = re.compile(r" {2,}")
# The blanks behind a list marker separate no columns.
_MARKER = re.compile(r"(?:[-*+•‣▪◦–—o]|\(?[^\W_]{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+[.)]?)(?:\s+|\Z)")
# The dots between a title and its page in a table of contents, which may be split.
_LEADERS = re.compile(r"(?:\. ?){4}")
_FIRST_WORD = re.compile(r" *[^ ]+ (?=[^ ])")
# What a text with a table has.
_MAY_BE = re.compile(r"\S(?= {3}| {0,2}\t)[ \t]++\S|(?:\n|\A)[ \t]*+(?:[|│┃║]|\+[-=+])")


class _Line(NamedTuple):
    """A line of a paragraph: its offset, its text with blanks for tabs, and its gaps.

    A gap `[start, end)` is two columns or more that are blank, with ink on both sides. The border
    of a ruled line counts as one; lines of dashes and of prose have none.
    """

    start: int
    end: int
    text: str
    gaps: list[tuple[int, int]]
    is_rule: bool = False


_BORDER = [(-_WIDE, 0)]


def plain_tables(lines: str) -> list[tuple[int, int]]:
    r"""Return the tables of a text whose lines end with line feeds, as half-open spans.

    A table has at least three rows, at most 60 lines, and no blank line. Either all rows begin with
    `|`, `+-` or a box-drawing character; or the same columns are blank in all of them, two or more,
    and half of the rows have a gap of three or more. A long word may leave a single blank in front
    of a column. Lines of dashes may be above, between and below. Takes linear time.

    >>> plain_tables("de   Berlin\nfr   Paris\nit   Rome\n")
    [(0, 32)]
    """
    if not _MAY_BE.search(lines):
        return []
    found: list[tuple[int, int]] = []
    paragraph: list[tuple[int, str]] = []
    start = 0
    for line in lines.split("\n"):
        if line and not line.isspace():
            paragraph.append((start, line))
        elif paragraph:
            found += _tables(paragraph)
            paragraph = []
        start += len(line) + 1
    return [*found, *_tables(paragraph)]


def _tables(paragraph: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    """Yield the tables of a paragraph, given as offsets and lines."""
    if sum(_may_be_row(line) for _, line in paragraph) < _FEWEST:
        return
    lines = [_line(start, line) for start, line in paragraph]
    done = first = 0
    while first < len(lines):
        after = _first_apart(lines, first)
        rows = [line for line in lines[first:after] if line.gaps]
        wide = sum(max(end - start for start, end in row.gaps) >= _WIDE for row in rows)
        if len(rows) < _FEWEST or wide * 2 < len(rows):
            # The last row may share columns with the rows below.
            first = max(first + 1, after - 1)
            continue
        columns = _columns(rows)
        while after < len(lines) and (lines[after].is_rule or _starts_at(lines[after], columns)):
            after += 1
        while first > done and _belongs_above(lines[first - 1], columns):
            first -= 1
        if after - first <= MOST_ROWS:
            yield lines[first].start, lines[after - 1].end
        done = first = after


def _may_be_row(line: str) -> bool:
    body = line.strip()
    return "  " in body or "\t" in body or _RULED.match(body) is not None


def _line(start: int, line: str) -> _Line:
    end = start + len(line.rstrip())
    text = line.expandtabs().rstrip()
    body = text.lstrip()
    indent = len(text) - len(body)
    if _RULED.match(body):
        return _Line(start, end, text, _BORDER)
    if _RULE.fullmatch(body):
        return _Line(start, end, text, [], is_rule=True)
    if _LEADERS.search(body):
        return _Line(start, end, text, [])
    marker = _MARKER.match(text, indent)
    gaps = [match.span() for match in _GAP.finditer(text, marker.end() if marker else indent)]
    return _Line(start, end, text, gaps)


def _first_apart(lines: Sequence[_Line], first: int) -> int:
    """Return the first line that shares no gap with those from `first` on."""
    shared: list[tuple[int, int]] = []
    for i in range(first, len(lines)):
        if not lines[i].is_rule:
            gaps = lines[i].gaps
            shared = _shared(shared, gaps) if shared else gaps
            if not shared:
                return i
    return len(lines)


def _shared(gaps: list[tuple[int, int]], others: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the columns that are blank in both, two or more together."""
    found = []
    i = j = 0
    while i < len(gaps) and j < len(others):
        start, end = max(gaps[i][0], others[j][0]), min(gaps[i][1], others[j][1])
        if end - start >= _NARROW:
            found.append((start, end))
        if gaps[i][1] < others[j][1]:
            i += 1
        else:
            j += 1
    return found


def _columns(rows: Sequence[_Line]) -> set[int]:
    """Return where columns begin in all rows of a table."""
    return set.intersection(*({end for _, end in row.gaps} for row in rows))


def _belongs_above(line: _Line, columns: set[int]) -> bool:
    """Return whether a line above a row is part of its table, such as a row of bit numbers."""
    return line.is_rule or _BITS.fullmatch(line.text) is not None or _starts_at(line, columns)


def _starts_at(line: _Line, columns: set[int]) -> bool:
    """Return whether a column begins in a line, behind a gap or behind the first word."""
    if any(end in columns for _, end in line.gaps):
        return True
    word = _FIRST_WORD.match(line.text)
    return word is not None and word.end() in columns

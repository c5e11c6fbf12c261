"""Section titles and literal blocks of reStructuredText."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from chunking.core.layout import Outline
from chunking.core.units import Units
from chunking.units.insertion import (
    Heading,
    insert_headings,
    with_line_feeds,
    without_overlaps,
)
from chunking.units.paragraphs import paragraphs_and_lists
from chunking.units.plain_tables import plain_tables

_ADORNMENT = re.compile(
    r"(?:\A|(?<=\n))(?P<row>(?P<sign>[!-/:-@\[-`{-~])(?P=sign)*+)"
    r"(?=[^\S\n]*+(?:\n|\Z))"
)
# A line that ends with two colons, or a directive whose content is literal.
_LITERAL = re.compile(
    r"(?:\A|(?<=\n))([ \t]*+)"
    r"(?:(\.\.[ ]+(?:[\w-]*(?:code|execute|prompt|ipython|doctest)[\w-]*|parsed-literal)::[^\n]*+)"
    r"|(?!\.\.[ ])[^\n]*::[^\S\n]*+)(?=\n)"
)
# A literal block may be announced by a line of two colons.
_COLONS = re.compile(r"[ \t]*+::[^\S\n]*+")
# Lines from a Python prompt to the next blank one.
_DOCTEST = re.compile(
    r"(?:\A|(?<=\n))[ \t]*+>>>(?:[ ][^\n]*+)?(?:\n[^\S\n]*+[^\s][^\n]*+)*+(?=\n|\Z)"
)
# A simple table: a row of signs, and the next one, or the one after it below a header.
_BORDER = r"[ \t]*+=++(?:[ \t]++=++)++[ \t]*+$"
_LINES = rf"(?:(?!{_BORDER})[^\n]*+\n)*+"
_TABLE = re.compile(
    rf"(?m)^{_BORDER}\n{_LINES}{_BORDER}(?!\n[ \t]*+$|\Z)(?:\n{_LINES}{_BORDER})?"
    rf"|^{_BORDER}\n{_LINES}{_BORDER}"
)
_BLANK_LINES = re.compile(r"(?:[^\S\n]*+\n)*+")
_INLINE = re.compile(r":[\w.+:-]+:(?=`)|`+")
_MAX_LEVEL = 255
# Rows that are a comment and a literal block, not an underline.
_MARKERS = frozenset({"..", "::"})


def restructuredtext(text: str) -> tuple[Units, Outline]:
    """Return the blocks and the outline of reStructuredText.

    The level of a style, an adornment with or without an overline, is the order of its first use.
    A literal block is a fence, with the directive or the
    line of two colons that opens it, and so is a doctest block. Tables are those of `plain_tables`.
    """
    lines = with_line_feeds(text)
    simple = [table.span() for table in _TABLE.finditer(lines)]
    headings = _section_titles(lines, simple)
    fences = _fences(lines, headings)
    blocks = paragraphs_and_lists(text)
    tables = sorted([*simple, *without_overlaps(lines, plain_tables(lines), simple)])
    return insert_headings(text, blocks, headings, title, fences=fences, tables=tables)


def title(source: str) -> str:
    r"""Return the title of a heading without its adornments and inline markup.

    >>> title("========\n ``os``\n========")
    'os'
    """
    lines = [line.strip() for line in source.splitlines()]
    return _INLINE.sub("", lines[-2])


def _section_titles(lines: str, tables: Sequence[tuple[int, int]]) -> list[Heading]:
    found: list[Heading] = []
    styles: dict[tuple[str, bool], int] = {}
    free = 0
    for underline in _ADORNMENT.finditer(lines):
        row = underline["row"]
        table = bisect_right(tables, (underline.start(), len(lines))) - 1
        if table >= 0 and underline.start() < tables[table][1]:
            continue
        begin = _line_above(lines, underline.start())
        name = lines[begin : underline.start()].rstrip()
        if begin < free or not 0 < len(name) <= len(row) or len(row) < 2 or row in _MARKERS:
            continue
        if _ADORNMENT.fullmatch(name):
            continue
        above = _line_above(lines, begin)
        overlined = above >= free and lines[above:begin].rstrip() == row
        if overlined:
            begin, above = above, _line_above(lines, above)
        elif name[0].isspace():
            continue
        if above >= 0 and lines[above:begin].strip():
            continue
        level = styles.setdefault((underline["sign"], overlined), len(styles) + 1)
        free = underline.end()
        found.append(Heading(begin, free, min(level, _MAX_LEVEL)))
    return found


def _line_above(lines: str, start: int) -> int:
    """Return the start of the line above the one at `start`, or -1."""
    return lines.rfind("\n", 0, start - 1) + 1 if start > 0 else -1


def _fences(lines: str, headings: Sequence[Heading]) -> list[tuple[int, int]]:
    """Return the literal blocks, and the doctest blocks outside of them."""
    literal = _literal_blocks(lines)
    if ">>>" not in lines:
        return literal
    doctests = [
        (match.start(), match.start() + len(match[0].rstrip()))
        for match in _DOCTEST.finditer(lines)
    ]
    taken = [*literal, *((heading.start, heading.end) for heading in headings)]
    return sorted([*literal, *without_overlaps(lines, doctests, taken)])


def _literal_blocks(lines: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = 0
    while opening := _LITERAL.search(lines, at):
        at = opening.end() + 1
        blank = _BLANK_LINES.match(lines, at)
        begin = blank.end() if blank else at
        is_directive = opening[2] is not None
        if not is_directive and begin == at:
            continue
        indent = len(opening[1].expandtabs())
        content = _indented(indent + 1).match(lines, begin)
        if content is None:
            continue
        end = content.end()
        if is_directive or _COLONS.fullmatch(opening[0]):
            begin = opening.start()
        found.append((begin, begin + len(lines[begin:end].rstrip())))
        at = end
    return found


@lru_cache(maxsize=64)
def _indented(columns: int) -> re.Pattern[str]:
    """Return a pattern of lines indented by at least so many columns, and blank ones between."""
    line = rf"(?:[ \t]{{{columns}}}|\t)[^\S\n]*+\S[^\n]*+(?:\n|\Z)"
    return re.compile(rf"{line}(?:(?:[^\S\n]*+\n)*+{line})*+")

"""Headings and tables that Markdown does not mark: those in HTML, and titles in bold."""

import html
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from chunking.core.text.whitespace import trimmed_end
from chunking.core.units import UnitKind, Units
from chunking.units.insertion import Heading
from chunking.units.tables import HTML_HEADER

_HTML, _FENCE, _HEADING = UnitKind.HTML.code, UnitKind.FENCE.code, UnitKind.HEADING.code
_TEXTS = [UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code]
_TAG = re.compile(r"<[^<>]*+>")
_IN_HTML = re.compile(
    r"<h([1-6])(?=[\s>])[^<>]*+>(?:[^<]++|<(?!/?h[1-6][\s>]))*+</h\1\s*+>", re.IGNORECASE
)
_TABLE_OR_ROW = re.compile(
    r"<(?:(/?)table|(?:t(?:head|body|foot)>\s*+<)?tr)(?=[\s>])[^<>]*+>", re.IGNORECASE
)
# A line that is all in bold, or a numbered one in capitals.
_EMPHASIS = r"(?<!\*)\*(?=[^*\s])[^*\r\n]{1,60}+\*(?!\*)"
_TITLE = re.compile(
    r" {0,3}(?P<number>\d+(?:\.\d+)*[.)]?[ \t]+)?"
    rf"(?:(\*\*|__)(?P<bold>(?=\S)(?:[^*\r\n]|{_EMPHASIS}){{1,115}}[^*.,;:\s])\2|(?P<capitals>[^\r\n]{{3,100}}))\s*"
)
_LONGEST_TITLE = 120
_NUMBER = re.compile(r"(?:\d+(?:\.\d+)*)?")
# Below the levels of Markdown. One line in bold is a remark; titles in bold are several.
_LEVEL_OF_BOLD = 7
_FEWEST_TITLES = 3


def title(heading: str) -> str:
    """Return the title of a heading in HTML or in bold; "" if it is neither."""
    if heading.startswith("<") and heading.endswith(">"):
        return " ".join(html.unescape(_TAG.sub("", heading)).split())
    found = _TITLE.fullmatch(heading)
    words = found and (found["number"] or "") + (found["bold"] or found["capitals"])
    return words if words and not words.startswith("#") else ""


def headings(text: str, blocks: Units) -> list[Heading]:
    """Return the headings without markup of Markdown, in reading order."""
    in_html = np.flatnonzero((blocks.kinds == _HTML) & ~blocks.atomic)
    found = [
        Heading(*each.span(), int(each[1]))
        for start, end in zip(
            blocks.starts[in_html].tolist(), blocks.ends[in_html].tolist(), strict=True
        )
        for each in _IN_HTML.finditer(text, start, end)
    ]
    return sorted([*found, *_bold_titles(text, blocks)])


def table_rows(text: str, blocks: Units, headings: Sequence[int]) -> list[tuple[int, int]]:
    """Return the rows of HTML tables as spans, the first and the last with the tags around them.

    A header is with the row below it.

    A table with a heading in it is for layout, and has none.
    """
    tags = list(_TABLE_OR_ROW.finditer(text))
    rows = np.searchsorted(blocks.starts, [tag.start() for tag in tags], side="right") - 1
    found: list[tuple[int, int]] = []
    opened: list[list[int]] = []  # where each open table (-1: not in HTML) and its rows start
    for tag, kind in zip(tags, blocks.kinds[rows].tolist(), strict=True):
        if kind == _FENCE or (tag[1] != "" and not opened):
            continue
        if tag[1] == "":
            opened.append([tag.start() if kind == _HTML else -1])
        elif tag[1] is None:
            opened[-1].append(tag.start())
        else:
            start, *inside = opened.pop()
            has_heading = bisect_left(headings, start) < bisect_left(headings, tag.end())
            if start >= 0 and not opened and not has_heading:
                has_header = HTML_HEADER.match(text, start, tag.end()) is not None
                edges = pairwise([start, *inside[1 + has_header :], tag.end()])
                found += [(a, trimmed_end(text, a, b)) for a, b in edges]
    return found


def _bold_titles(text: str, blocks: Units) -> list[Heading]:
    """Return the paragraphs and list items that are titles, if there are several."""
    may_be = (blocks.ends - blocks.starts <= _LONGEST_TITLE) & np.isin(blocks.kinds, _TEXTS)
    found = list(_titles(text, blocks, np.flatnonzero(may_be).tolist()))
    # A title that comes again is a label, such as the speaker of a turn.
    counts = Counter(text[each.start : each.end] for each in found)
    found = [each for each in found if counts[text[each.start : each.end]] == 1]
    return found if len(found) >= _FEWEST_TITLES else []


def _titles(text: str, blocks: Units, rows: Sequence[int]) -> Iterator[Heading]:
    last = -2  # a title right below another one is a line of several, as of an address
    for row in rows:
        start, end = int(blocks.starts[row]), int(blocks.ends[row])
        found = _TITLE.fullmatch(text, start, end)
        if not found or not (found["bold"] or (found["number"] and found["capitals"].isupper())):
            continue
        is_above = row + 1 < len(blocks) and blocks.kinds[row + 1] != _HEADING
        if row != last + 1 and is_above:
            number = _NUMBER.match(found["number"] or found["bold"])
            yield Heading(start, end, _LEVEL_OF_BOLD + (number[0].count(".") if number else 0))
        last = row

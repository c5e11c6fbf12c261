"""Paragraphs and list items of texts without markup."""

import re
from array import array
from bisect import bisect_right
from itertools import chain

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.text.whitespace import trimmed_end, trimmed_ends
from chunking.core.units import UnitKind, Units

# A line end and one or more whitespace-only lines. The indentation of the line below stays with
# its paragraph.
_BLANK_LINES = re.compile(r"(?>\r\n?|\n)(?:[^\S\r\n]*+(?>\r\n?|\n))++")
# The same for texts without a carriage return, 25 times as fast.
_BLANK_LINES_LF = re.compile(r"\n(?:[^\S\n]*+\n)++")
_LEADING_BLANK_LINES = re.compile(r"(?:[^\S\r\n]*+(?>\r\n?|\n))*+")
# A list marker: its group is the bullet, or what follows the number. The line feed before it is
# found faster than the start of a line. A letter is a bullet only where it is indented.
_LIST_MARKER = r"[^\S\n]*+(?:([-*•‣▪◦–—]|(?<=[ \t])o)|\(?\d{1,3}(?:\.\d{1,3}){0,5}([.)])"
_LIST_MARKER = rf"{_LIST_MARKER}|\d{{1,3}}(?:\.\d{{1,3}}){{1,5}}(?=\t))[^\S\n]++(?=\S)"
_FIRST_MARKER = re.compile(_LIST_MARKER)
_NEXT_MARKER = re.compile(rf"\n{_LIST_MARKER}")
# An utterance of a CHAT transcript, and what follows a line with a percent sign, as in fortunes.
_RECORD = re.compile(r"(?m)^(?=\*[A-Z\d]{1,7}:\t)|(?:(?<=\n%\n)|(?<=\n% \n))(?=\S)")
_FEWEST_RECORDS = 3
# A line that is a paragraph in a text most of which is such lines; the indent of a line below
# another one, and the share of these that are below the end of a sentence where they begin
# paragraphs.
_UNWRAPPED, _UNWRAPPED_SHARE = re.compile(r"(?m)^[^\n]{200,}"), 0.5
_INDENTED = re.compile(r"(?<=[^\n]\n)[ \t\u3000]{1,8}(?=[^\s\-*•])")
_BELOW_SENTENCES = 0.8
_SENTENCE_ENDS = tuple(".!?…:。！？”»\"'’」』)")
# Bullets that begin no wrapped line of prose.
_BULLETS = frozenset("*•‣▪◦")
# A comment of C, whose lines begin with stars that are no bullets.
_COMMENT = re.compile(r"(?m)^[ \t]*/\*[^\n]*(?:\n[ \t]*\*[^\n]*)+")
# Characters read back from a line to find the last one of the line above.
_LINE_END = 80


def paragraphs(text: str, kind: UnitKind = UnitKind.PARAGRAPH) -> Units:
    """Return the paragraphs of a text, which blank lines separate.

    A paragraph includes the indentation of its first line, but no trailing whitespace.
    """
    # Arrays, since lists of ints would take many times the memory of the text.
    starts, ends = array("q"), array("q")
    start = _LEADING_BLANK_LINES.match(text).end()  # type: ignore[union-attr]  # always matches
    blank_lines = _BLANK_LINES if "\r" in text else _BLANK_LINES_LF
    for separator in blank_lines.finditer(text, start):
        starts.append(start)
        ends.append(trimmed_end(text, start, separator.start()))
        start = separator.end()
    # After the last blank line there may be only whitespace.
    end = trimmed_end(text, start, len(text))
    if start < end:
        starts.append(start)
        ends.append(end)
    return Units.of_kind(np.frombuffer(starts, np.int64), np.frombuffer(ends, np.int64), kind)


def record_starts(lines: str) -> Ints:
    """Return where fortunes or utterances begin in a text whose lines end with line feeds."""
    found = np.fromiter((record.start() for record in _RECORD.finditer(lines)), np.int64)
    return found if len(found) >= _FEWEST_RECORDS else found[:0]


def paragraph_starts(lines: str) -> Ints:
    """Return where paragraphs begin without a blank line above: at long lines, and by indent."""
    spans = [line.span() for line in _UNWRAPPED.finditer(lines)]
    long = [at for start, end in spans for at in (start, end + 1)]
    above = [
        (at.start(), lines[max(0, at.start() - _LINE_END) : at.start()].rstrip())
        for at in _INDENTED.finditer(lines)
    ]
    below = [at for at, line in above if line.endswith(_SENTENCE_ENDS)]
    is_unwrapped = sum(end - start for start, end in spans) > _UNWRAPPED_SHARE * len(lines)
    by_indent = len(below) >= max(_FEWEST_RECORDS, _BELOW_SENTENCES * len(above))
    found = (long if is_unwrapped else []) + (below if by_indent else [])
    return np.unique(np.array(found, np.int64))


def paragraphs_and_lists(text: str) -> Units:
    """Return the paragraphs of a plain text, with list items as separate units.

    A list opens at the first line of a paragraph or below a line that ends with a colon, so that
    a hyphen or a number at the start of a wrapped line stays in its paragraph.
    """
    blocks = paragraphs(text)
    items = _list_items(text, blocks.starts)
    if len(items) == 0:
        return blocks
    starts = np.union1d(blocks.starts, items)
    # A paragraph ends where it did, or before the first of the items in it.
    ends = np.append(starts[1:], len(text))
    last = np.searchsorted(starts, blocks.ends) - 1
    ends[last] = blocks.ends
    found = Units.of_kind(starts, trimmed_ends(text, starts, ends), UnitKind.PARAGRAPH)
    found.kinds[np.searchsorted(starts, items)] = UnitKind.LIST_ITEM.code
    return found


def _list_items(text: str, paragraph_starts: Ints) -> Ints:
    """Return the offsets at which list items start."""
    lines = text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
    items = array("q")
    owner, open_lists = -1, set[str]()
    comments = [comment.span() for comment in _COMMENT.finditer(lines)] if "/*" in lines else []
    first = _FIRST_MARKER.match(lines)
    for marker in chain([first] if first else [], _NEXT_MARKER.finditer(lines)):
        start = marker.start() + (marker is not first)
        comment = bisect_right(comments, (start, len(lines))) - 1
        if marker[1] == "*" and comment >= 0 and start < comments[comment][1]:
            continue
        paragraph = bisect_right(paragraph_starts.data, start) - 1
        this_list = marker[1] or marker[2]
        line_above = lines[max(0, start - _LINE_END) : start].rstrip()
        opens = start == paragraph_starts[paragraph] or line_above.endswith((":", "："))
        if paragraph != owner:
            owner, open_lists = paragraph, set()
        if opens or this_list in open_lists or marker[1] in _BULLETS:
            items.append(start)
            open_lists.add(this_list)
    return np.frombuffer(items, np.int64)

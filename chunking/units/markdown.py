"""Markdown as the blocks it is made of: CommonMark 0.31 with GFM tables and front matter.

A line belongs to one block, whole, with its indentation and the markers before it. Where a line
stands in several containers (`> - text`) the innermost names it.

What differs from CommonMark and GFM, on purpose:

- A run of lines that begin with a pipe is a table, with a delimiter row or without, and it may
  begin amid a paragraph or right after a list item.
- Metadata between `---` (or `+++`) lines at the very beginning is front matter; between dashes its
  first line must be a key with a colon, or the text begins with a rule.
- A line is blank, and ends, where `str.isspace` says so; CommonMark knows blanks and tabs only.
- List items and quotes are no blocks of their own: each paragraph in them is one. A line of
  markers alone belongs to the text before it in its quote, or else to the paragraph after it.
- A lazy line (one that goes on with a paragraph of a container it is not in) is never the header
  of a table, and the header row has at least one pipe.
- A delimiter row comes before an underline: a row `|a` above `---` is a table.
- Link reference definitions are paragraphs. Only outside of containers are they told from the
  text of a heading underlined below them.
"""

from __future__ import annotations

import numpy as np

from chunking.outline import Outline, Sections
from chunking.types import UnitKind, Units
from chunking.units import markdown_grammar as grammar
from chunking.units.markdown_blocks import CLOSED, FENCE, PARAGRAPH, PROSE
from chunking.units.markdown_lines import Lines

# From the groups of `grammar.WHOLE_BLOCK` to the kinds of the blocks, and whether they are atomic.
_GROUPS = {kind: grammar.WHOLE_BLOCK.groupindex[kind] for kind in grammar.WHOLE_BLOCKS}
_KINDS = bytes.maketrans(bytes(_GROUPS.values()), bytes(kind.code for kind in _GROUPS))
_ATOMIC = bytes.maketrans(
    bytes(_GROUPS.values()),
    bytes(kind in {UnitKind.FENCE, UnitKind.TABLE} for kind in _GROUPS),
)


def scan(text: str) -> tuple[Units, Outline]:
    r"""The structural blocks of a Markdown text, in order, and the headings above each place.

    The outline leaves out headings inside of quotes and list items. Any string is Markdown, so
    there are no errors; the time is linear in its length.

    >>> units, outline = scan("# Tea\n\nBoil water.\n")
    >>> units.starts.tolist(), units.ends.tolist(), outline.path_at(7)
    ([0, 7], [5, 18], ('Tea',))
    """
    # As long as before: offsets stay what they are, and a blank at a line's end means nothing.
    lines = Lines(text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text)
    at = _front_matter(lines)
    while at < len(text):
        after = at if lines.stack else _leap(lines, at)
        at = after if after > at else lines.read(at)
    lines.close()
    units = Units(
        np.frombuffer(lines.starts, np.int64),
        np.frombuffer(lines.ends, np.int64),
        np.frombuffer(lines.kinds, np.uint8),
        np.frombuffer(lines.atomic, np.bool_),
    )
    starts = np.frombuffer(lines.heading_starts, np.int64)
    ends = np.frombuffer(lines.heading_ends, np.int64)
    return units, Outline(starts, Sections(text, starts, ends, lines.levels, grammar.title))


def _front_matter(lines: Lines) -> int:
    """Where the text after the front matter begins."""
    text = lines.text
    end = grammar.front_matter(text)
    if not end:
        return 0
    lines.add(0, len(text[:end].rstrip()), UnitKind.FRONT_MATTER.code, atomic=True)
    return end + 1


def _leap(lines: Lines, at: int) -> int:
    """Take in the lines at `at` that need no second look; where they end.

    Outside of containers they are most of a text: whole blocks, one match each.
    """
    if lines.leaf == CLOSED:
        at = _leap_blocks(lines, at)
    if lines.leaf in {CLOSED, PARAGRAPH}:
        fenced = lines.text.startswith("```", at)
        return _leap_fence(lines, at) if fenced else _leap_prose(lines, at)
    return _leap_to_close(lines, at) if lines.leaf == FENCE else at


def _leap_blocks(lines: Lines, at: int) -> int:
    text, starts, ends = lines.text, lines.starts, lines.ends
    matched = bytearray()
    for found in grammar.WHOLE_BLOCK.finditer(text, at):
        group = found.lastindex
        if group is None:
            break
        stop = found.end(group) - 1
        if text[stop - 1].isspace():
            stop = at + len(text[at:stop].rstrip())
        if group == _GROUPS[UnitKind.HEADING]:
            lines.entitle(at, stop, found.end("marks") - at)
        starts.append(at)
        ends.append(stop)
        matched.append(group)
        at = found.end()
    lines.kinds += matched.translate(_KINDS)
    lines.atomic += matched.translate(_ATOMIC)
    return at


def _leap_fence(lines: Lines, at: int) -> int:
    text = lines.text
    found = grammar.WHOLE_FENCE.match(text, at)
    if not found:
        return at
    lines.close()
    end = found.end()
    if text[end - 1].isspace():
        end = at + len(found[0].rstrip())
    lines.add(at, end, UnitKind.FENCE.code, atomic=True)
    blank = text.startswith("\n\n", found.end())
    return grammar.after_blank_lines(text, found.end() + 1) if blank else found.end() + 1


def _leap_to_close(lines: Lines, at: int) -> int:
    text = lines.text
    for closing in grammar.CLOSING_FENCE[lines.fence[0]].finditer(text, at - 1):
        if len(closing[1]) >= len(lines.fence):
            lines.last = closing.end(1)
            lines.close()
            return closing.end() + 1
    lines.last = lines.first + len(text[lines.first :].rstrip())
    return len(text)


def _leap_prose(lines: Lines, at: int) -> int:
    text = lines.text
    found = grammar.PLAIN_LINES.match(text, at)
    if not found:
        return at
    stop = found.end()
    last = at + len(text[at:stop].rstrip())
    if lines.leaf == PARAGRAPH:
        lines.last = last
    elif stop == len(text):
        lines.add(at, last, PROSE)
        return stop
    else:
        lines.begin, lines.end = at, last
        lines.start(PARAGRAPH)
    lines.header = lines.header_line = text.rfind("\n", 0, last) + 1
    return stop

"""Markdown blocks: CommonMark 0.31 with GFM tables and front matter."""

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.layout import Outline, OutlinePaths
from chunking.core.units import UnitKind, Units
from chunking.units import implied_markdown as implied
from chunking.units import markdown_grammar as grammar
from chunking.units.insertion import insert
from chunking.units.markdown_blocks import CLOSED, FENCE, PARAGRAPH, PROSE
from chunking.units.markdown_lines import LineParser

# Maps the groups of `grammar.WHOLE_BLOCK` to kinds of blocks, and to whether these are atomic.
_FRONT_MATTER = UnitKind.FRONT_MATTER.code
_GROUPS = {kind: grammar.WHOLE_BLOCK.groupindex[kind] for kind in grammar.WHOLE_BLOCKS}
_KINDS = bytes.maketrans(bytes(_GROUPS.values()), bytes(kind.code for kind in _GROUPS))
_ATOMIC = bytes.maketrans(
    bytes(_GROUPS.values()),
    bytes(kind in {UnitKind.FENCE, UnitKind.TABLE} for kind in _GROUPS),
)


def scan(text: str) -> tuple[Units, Outline]:
    r"""Return the structural blocks of a Markdown text, in order, and its outline.

    The outline leaves out headings inside of quotes and list items. Any string is Markdown, so
    there are no errors; time grows linearly with its length.

    >>> units, outline = scan("# Tea\n\nBoil water.\n")
    >>> units.starts.tolist(), units.ends.tolist(), outline.path_at(7)
    ([0, 7], [5, 18], ('Tea',))
    """
    # Of the same length, so offsets stay; a trailing space means nothing.
    parser = LineParser(text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text)
    at = _front_matter(parser)
    while at < len(text):
        after = at if parser.stack else _read_simple(parser, at)
        at = after if after > at else parser.read_line(at)
    parser.close()
    units = Units(
        np.frombuffer(parser.starts, np.int64),
        np.frombuffer(parser.ends, np.int64),
        np.frombuffer(parser.kinds, np.uint8),
        np.frombuffer(parser.atomic, np.bool_),
    )
    starts = np.frombuffer(parser.heading_starts, np.int64)
    ends, levels = (np.array(each, np.int64) for each in (parser.heading_ends, parser.levels))
    units, headings = _with_implied(text, units, np.column_stack([starts, ends, levels]))
    starts, ends, levels = np.ascontiguousarray(headings.T)
    has_front_matter = len(units) > 1 and units.kinds[0] == _FRONT_MATTER
    in_front = has_front_matter and len(starts) and units.starts[1] == starts[0]
    return units, Outline(
        starts,
        OutlinePaths(text, starts, ends, bytearray(levels.tolist()), _title),
        int(units.ends[0]) if in_front else 0,
    )


def _with_implied(text: str, units: Units, headings: Ints) -> tuple[Units, Ints]:
    """Return blocks and (start, end, level) of headings, with those without markup of Markdown."""
    found = implied.headings(text, units)
    headings = np.concatenate([headings, np.array(found, np.int64).reshape(-1, 3)])
    headings = headings[np.argsort(headings[:, 0], kind="stable")]
    rows = implied.table_rows(text, units, headings[:, 0].tolist())
    inserted = [(*each[:2], UnitKind.HEADING, False) for each in found]
    inserted += [(*each, UnitKind.TABLE, True) for each in rows]
    return insert(text, units, Units.of(sorted(inserted))), headings


def _title(heading: str) -> str:
    return implied.title(heading) or grammar.title(heading)


def _front_matter(parser: LineParser) -> int:
    """Add the front matter, if any; return where the text after it begins."""
    text = parser.text
    end = grammar.front_matter(text)
    if not end:
        return 0
    start = len(text) - len(text.lstrip())
    parser.add(start, len(text[:end].rstrip()), _FRONT_MATTER, atomic=True)
    return end + 1


def _read_simple(parser: LineParser, at: int) -> int:
    """Parse lines at `at` without looking at each; return where they end.

    Outside of containers, most of a text is blocks that one match finds whole.
    """
    if parser.leaf == CLOSED:
        at = _read_simple_blocks(parser, at)
    if parser.leaf in {CLOSED, PARAGRAPH}:
        fenced = parser.text.startswith("```", at)
        return _read_simple_fence(parser, at) if fenced else _read_plain_lines(parser, at)
    return _read_to_closing_fence(parser, at) if parser.leaf == FENCE else at


def _read_simple_blocks(parser: LineParser, at: int) -> int:
    text, starts, ends = parser.text, parser.starts, parser.ends
    matched = bytearray()
    for found in grammar.WHOLE_BLOCK.finditer(text, at):
        group = found.lastindex
        if group is None:
            break
        stop = found.end(group) - 1
        if text[stop - 1].isspace():
            stop = at + len(text[at:stop].rstrip())
        if group == _GROUPS[UnitKind.HEADING]:
            parser.add_heading(at, stop, found.end("hashes") - at)
        starts.append(at)
        ends.append(stop)
        matched.append(group)
        at = found.end()
    parser.kinds += matched.translate(_KINDS)
    parser.atomic += matched.translate(_ATOMIC)
    return at


def _read_simple_fence(parser: LineParser, at: int) -> int:
    text = parser.text
    found = grammar.WHOLE_FENCE.match(text, at)
    if not found:
        return at
    parser.close()
    end = found.end()
    if text[end - 1].isspace():
        end = at + len(found[0].rstrip())
    parser.add(at, end, UnitKind.FENCE.code, atomic=True)
    blank = text.startswith("\n\n", found.end())
    return grammar.after_blank_lines(text, found.end() + 1) if blank else found.end() + 1


def _read_to_closing_fence(parser: LineParser, at: int) -> int:
    text = parser.text
    for closing in grammar.CLOSING_FENCE[parser.fence[0]].finditer(text, at - 1):
        if len(closing[1]) >= len(parser.fence):
            parser.last = closing.end(1)
            parser.close()
            return closing.end() + 1
    parser.last = parser.first + len(text[parser.first :].rstrip())
    return len(text)


def _read_plain_lines(parser: LineParser, at: int) -> int:
    text = parser.text
    found = grammar.PLAIN_LINES.match(text, at)
    if not found:
        return at
    stop = found.end()
    last = at + len(text[at:stop].rstrip())
    if parser.leaf == PARAGRAPH:
        parser.last = last
    elif stop == len(text):
        parser.add(at, last, PROSE)
        return stop
    else:
        parser.begin, parser.end = at, last
        parser.open(PARAGRAPH)
    parser.header = parser.header_line = text.rfind("\n", 0, last) + 1
    return stop

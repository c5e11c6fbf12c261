"""Markdown blocks: CommonMark 0.31 with GFM tables and front matter."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from chunking.core.layout import Outline, OutlinePaths
from chunking.core.units import UnitKind, Units
from chunking.units import markdown_grammar as grammar

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping

# The leaf block that the last line left open. EMPTY_ITEM and EMPTY_QUOTE are containers without
# content so far; ENDED_TEXT is text that a line of quote markers has ended.
CLOSED, EMPTY_ITEM, EMPTY_QUOTE, ENDED_TEXT = range(4)
PARAGRAPH, CODE, FENCE, HTML, TABLE, HEADING, RULE = range(4, 11)
KINDS = {
    CODE: UnitKind.CODE.code,
    FENCE: UnitKind.FENCE.code,
    HTML: UnitKind.HTML.code,
    TABLE: UnitKind.TABLE.code,
    HEADING: UnitKind.HEADING.code,
    RULE: UnitKind.RULE.code,
}
PROSE = UnitKind.PARAGRAPH.code
QUOTED = UnitKind.QUOTE.code
LISTED = UnitKind.LIST_ITEM.code
_QUOTE = 0  # on the stack; a list item is there as the indentation of its content


class ContainerStack:
    """The open quotes and list items, outermost first, and a position in the current line.

    The line spans `begin` to `end`; `at` is its next character to read, `column` the column of
    that one and `indent` its indentation in the innermost container. The line continues the first
    `matched` containers, of which `matched_quotes` are quotes.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack = array("i")
        # The positions of quotes on the stack, since thousands of lines may each be inside of a
        # hundred thousand list items.
        self.quotes = array("i")
        self.begin = self.end = self.at = self.column = self.indent = 0
        self.matched = self.matched_quotes = 0

    @property
    def has_unmatched(self) -> bool:
        """Whether the line does not continue a container."""
        return self.matched < len(self.stack)

    def match_containers(self, begin: int, end: int) -> None:
        """Skip the markers of the containers that the line from `begin` to `end` continues."""
        self.begin = begin
        self.end = end
        self._skip_blanks(begin, 0)
        self.indent = self.column
        self.matched = self.matched_quotes = 0
        for width in self.stack:
            if width != _QUOTE:
                if self.indent < width:
                    return
                self.indent -= width
            elif self.indent < 4 and self.text.startswith(">", self.at, end):
                self._skip_quote_marker()
                self.matched_quotes += 1
            else:
                return
            self.matched += 1
            if self.at == end:
                return

    def open_quote(self) -> None:
        """Open a quote at its marker."""
        self.quotes.append(len(self.stack))
        self._skip_quote_marker()
        self._push(_QUOTE)

    def open_item(self, after: int) -> None:
        """Open a list item, whose marker ends at `after`."""
        width = after - self.at
        column = self.column + width
        width += self.indent
        self._skip_blanks(after, column)
        gap = self.column - column
        # Of more than four spaces one belongs to the marker, the others indent code.
        belongs = 1 if self.at == self.end or gap > 4 else gap
        self.indent = gap - belongs
        self._push(width + belongs)

    def close_containers(self, depth: int) -> None:
        """Close the containers beyond the first `depth`."""
        del self.stack[depth:]
        while self.quotes and self.quotes[-1] >= depth:
            self.quotes.pop()

    def close_unmatched_quotes(self) -> bool:
        """Close the quotes that a blank line does not continue; return whether there were any.

        List items continue over blank lines.
        """
        unmatched = self.matched_quotes < len(self.quotes)
        if unmatched:
            self.close_containers(self.quotes[self.matched_quotes])
        self.matched = len(self.stack)
        return unmatched

    def in_list_item(self) -> bool:
        """Return whether the innermost container is a list item."""
        return bool(self.stack) and self.stack[-1] != _QUOTE

    def _push(self, container: int) -> None:
        self.stack.append(container)
        self.matched = len(self.stack)

    def _skip_quote_marker(self) -> None:
        """Skip a `>` and the one space that may belong to it."""
        column = self.column + 1
        belongs = self.text.startswith((" ", "\t"), self.at + 1)
        self._skip_blanks(self.at + 1, column)
        self.indent = self.column - column - belongs

    def _skip_blanks(self, at: int, column: int) -> None:
        """Skip the spaces and tabs from `at`, which is in `column`."""
        found = grammar.NON_BLANK.search(self.text, at, self.end)
        self.at = found.start() if found else self.end
        self.column = grammar.column_after(self.text[at : self.at], column)


class BlockBuilder(ContainerStack):
    """The closed blocks, as columns, and the open leaf block.

    `heading_starts`, `heading_ends` and `levels` are those of headings outside of containers.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        # Arrays, since lists of ints would take many times the memory of the text.
        self.starts = array("q")
        self.ends = array("q")
        self.kinds = bytearray()
        self.atomic = bytearray()
        self.heading_starts = array("q")
        self.heading_ends = array("q")
        self.levels = bytearray()
        # The open leaf spans `first` to `last`. Its paragraph begins at `paragraph_start`, after
        # any line of container markers alone and any link reference definitions.
        self.leaf = CLOSED
        self.kind = PROSE
        self.is_atomic = False
        self.first = self.last = self.paragraph_start = 0
        # What ends the open HTML block; None for a blank line.
        self.html_end: re.Pattern[str] | None = None

    def add(self, start: int, end: int, kind: int, *, atomic: bool = False) -> None:
        """Append a closed block."""
        self.starts.append(start)
        self.ends.append(end)
        self.kinds.append(kind)
        self.atomic.append(atomic)

    def add_heading(self, start: int, end: int, level: int) -> None:
        """Append a heading outside of containers."""
        self.heading_starts.append(start)
        self.heading_ends.append(end)
        self.levels.append(level)

    def close(self) -> None:
        """Close the open leaf, if any."""
        if self.leaf != CLOSED:
            self.leaf = CLOSED
            self.add(self.first, self.last, self.kind, atomic=self.is_atomic)

    def close_unmatched(self) -> None:
        """Close the open leaf and the containers that the line does not continue."""
        self.close()
        if self.has_unmatched:
            self.close_containers(self.matched)

    def close_unmatched_leaf(self) -> None:
        """Close the open leaf of an unmatched container, unless the line may continue it lazily."""
        if self.leaf == EMPTY_QUOTE and self.matched_quotes == len(self.quotes):
            # The quote continues; only a list item in it ends.
            self.close_containers(self.matched)
        elif self.leaf != PARAGRAPH:
            self.close_unmatched()

    def open(self, leaf: int) -> None:
        """Open a leaf at the current line."""
        self.close_unmatched()
        self.leaf = leaf
        self.first = self.paragraph_start = self.begin
        self.last = self.end
        self.is_atomic = leaf in {FENCE, TABLE}
        text = PROSE if not self.stack else LISTED if self.in_list_item() else QUOTED
        self.kind = KINDS.get(leaf, text)

    def split_before(self, at: int) -> None:
        """Close the part of the open leaf before the line at `at` as a separate block."""
        if at > self.first:
            self.add(self.first, self.first + len(self.text[self.first : at].rstrip()), self.kind)
            self.first = at

    def _spans_blank_lines(self) -> bool:
        return self.leaf in {CODE, FENCE} or (self.leaf == HTML and self.html_end is not None)

    def _end_empty_item(self) -> None:
        """Close a list item that begins with two blank lines."""
        if self.leaf == EMPTY_ITEM:
            self.close_containers(len(self.stack) - 1)

    def blank_line(self) -> None:
        """Close quotes, and all leaves but code, fences and HTML that has an end marker."""
        self._end_empty_item()
        self.matched_quotes = 0
        if self.close_unmatched_quotes() or not self._spans_blank_lines():
            self.close()

    def quote_markers_only(self) -> None:
        """End a text as a blank line does; the line, only quote markers, still belongs to it."""
        self._end_empty_item()
        unmatched = self.close_unmatched_quotes()
        if not unmatched and (self.leaf == EMPTY_QUOTE or self._spans_blank_lines()):
            self.last = self.end
        elif self.leaf in {EMPTY_ITEM, EMPTY_QUOTE, ENDED_TEXT, PARAGRAPH, CODE}:
            self.last = self.end
            self.leaf = ENDED_TEXT
        else:
            self.open(EMPTY_QUOTE)
            self.kind = QUOTED


_CONTAINER_MARKERS = frozenset(">-+*0123456789")


class LineParser(BlockBuilder):
    """The parser of one line at a time."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        # The line above as a table header: the start of the line, and of its content or -1.
        self.header_line = self.header = -1
        self.delimited = False
        self.fence = ""
        self.break_from = -1

    def read_line(self, begin: int) -> int:
        """Parse the line at `begin`, or the blank lines there; return where the next one begins."""
        text = self.text
        stop = text.find("\n", begin)
        if stop < 0:
            stop = len(text)
        content = text[begin:stop].rstrip()
        if not content:
            self.blank_line()
            return grammar.after_blank_lines(text, begin)
        self.match_containers(begin, begin + len(content))
        self.break_from = -1
        has_unmatched = self.has_unmatched
        if self.at == self.end:
            self.quote_markers_only()
        elif self.leaf == FENCE and not has_unmatched:
            self._continue_fence()
        elif self.leaf == HTML and not has_unmatched:
            self._continue_html()
        else:
            if has_unmatched:
                self.close_unmatched_leaf()
            self._open_blocks()
        return stop + 1

    def _open_blocks(self) -> None:
        """Open the containers and the leaf that the rest of the line begins."""
        while self.indent < 4:
            char = self.text[self.at]
            opener = self._OPENERS.get(char)
            if opener and opener(self, char):
                return
            if not (char in _CONTAINER_MARKERS and self._open_container(char)):
                self._continue_text()
                return
            if self.at == self.end:
                self.open(EMPTY_ITEM if self.in_list_item() else EMPTY_QUOTE)
                return
        if self.leaf in {PARAGRAPH, CODE}:
            self.last = self.end
            self.header = -1
        else:
            self.open(CODE)

    def _open_container(self, char: str) -> bool:
        if char == ">":
            self.close_unmatched()
            self.open_quote()
            return True
        marker = grammar.ITEM.match(self.text, self.at)
        if not marker:
            return False
        after = marker.end()
        if self.leaf == PARAGRAPH and not self.has_unmatched and self._cannot_interrupt(marker):
            return False
        self.close_unmatched()
        self.open_item(after)
        return True

    def _cannot_interrupt(self, marker: re.Match[str]) -> bool:
        """Return whether a list item cannot interrupt a paragraph: no text, or not number 1."""
        return marker.end() >= self.end or int(marker[1] or 1) != 1

    def _continue_text(self) -> None:
        """Continue the open leaf with a line that opens nothing, or open a paragraph."""
        if self.leaf == TABLE and self.delimited:
            self.last = self.end
            return
        # A lazy continuation line is no table header.
        self.header = -1 if self.leaf == PARAGRAPH and self.has_unmatched else self.at
        self.header_line = self.begin
        if self.leaf in {EMPTY_ITEM, EMPTY_QUOTE}:
            self.paragraph_start = self.begin
        elif self.leaf != PARAGRAPH:
            self.open(PARAGRAPH)
        self.leaf = PARAGRAPH
        self.last = self.end

    def _atx_heading(self, _char: str) -> bool:
        opening = grammar.HEADING.match(self.text, self.at)
        if not opening:
            return False
        self.open(HEADING)
        self._finish_heading(len(opening[1]))
        return True

    def _setext_heading(self, char: str) -> bool:
        """Turn the paragraph above into a heading; return whether it is one."""
        if self.leaf != PARAGRAPH or self.has_unmatched:
            return False
        if self.text[self.at : self.end].strip(char):
            return False
        if not self.stack:
            start = grammar.after_definitions(self.text, self.paragraph_start, self.begin)
            self.paragraph_start = start
            if start == self.begin:
                return False
        self.split_before(self.paragraph_start)
        self.kind = KINDS[HEADING]
        self.last = self.end
        self._finish_heading(1 if char == "=" else 2)
        return True

    def _finish_heading(self, level: int) -> None:
        if not self.stack:
            self.add_heading(self.first, self.last, level)
        self.close()

    def _thematic_break(self, char: str) -> bool:
        """Close a rule if the rest of the line is three or more of the marker, and spaces."""
        text = self.text
        if text[self.end - 1] != char:
            return False
        if self.break_from < 0:
            # Found once per line, which may have a hundred thousand list markers.
            self.break_from = self.begin + len(text[self.begin : self.end].rstrip(char + " \t"))
        if self.at < self.break_from or text.count(char, self.at, self.end) < 3:
            return False
        self.open(RULE)
        self.close()
        return True

    def _dash(self, char: str) -> bool:
        return self._delimiter_row(char) or self._setext_heading(char) or self._thematic_break(char)

    def _open_fence(self, _char: str) -> bool:
        opening = grammar.FENCE.match(self.text, self.at)
        if not opening:
            return False
        self.open(FENCE)
        self.fence = opening[1] or opening[2]
        return True

    def _continue_fence(self) -> None:
        self.last = self.end
        closes = self.indent < 4 and self.text.startswith(self.fence, self.at)
        if closes and not self.text[self.at : self.end].strip(self.fence[0]):
            self.close()

    def _open_html(self, _char: str) -> bool:
        opening = grammar.HTML.match(self.text, self.at)
        kind = opening.lastindex if opening else None
        if kind is None or (kind == 7 and self.leaf == PARAGRAPH):
            return False
        self.open(HTML)
        self.is_atomic = kind <= 5
        self.html_end = grammar.HTML_ENDS[kind - 1] if self.is_atomic else None
        self._continue_html()
        return True

    def _continue_html(self) -> None:
        self.last = self.end
        if self.html_end and self.html_end.search(self.text, self.at, self.end):
            self.close()

    def _table_row(self, char: str) -> bool:
        if self._delimiter_row(char):
            return True
        if self.leaf == TABLE:
            self.last = self.end
        else:
            self.open(TABLE)
            self.delimited = False
        self.header = self.at
        return True

    def _delimiter_row(self, _char: str) -> bool:
        """Turn the row above into a table header; return whether the line delimits one."""
        table = self.leaf == TABLE and not self.delimited
        if not (table or (self.leaf == PARAGRAPH and self.header >= 0 and not self.has_unmatched)):
            return False
        columns = grammar.delimiter_columns(self.text[self.at : self.end])
        if not columns or columns != grammar.header_columns(self.text[self.header : self.last]):
            return False
        if not table:
            self.split_before(self.header_line)
            self.leaf = TABLE
            self.kind = KINDS[TABLE]
            self.is_atomic = True
        self.delimited = True
        self.last = self.end
        return True

    _OPENERS: ClassVar[Mapping[str, Callable[[LineParser, str], bool]]] = {
        "#": _atx_heading,
        "`": _open_fence,
        "~": _open_fence,
        "<": _open_html,
        "=": _setext_heading,
        "-": _dash,
        "*": _thematic_break,
        "_": _thematic_break,
        "|": _table_row,
        ":": _delimiter_row,
    }


# Maps the groups of `grammar.WHOLE_BLOCK` to kinds of blocks, and to whether these are atomic.
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
    ends = np.frombuffer(parser.heading_ends, np.int64)
    return units, Outline(starts, OutlinePaths(text, starts, ends, parser.levels, grammar.title))


def _front_matter(parser: LineParser) -> int:
    """Add the front matter, if any; return where the text after it begins."""
    text = parser.text
    end = grammar.front_matter(text)
    if not end:
        return 0
    parser.add(0, len(text[:end].rstrip()), UnitKind.FRONT_MATTER.code, atomic=True)
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

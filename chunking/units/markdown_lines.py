"""Markdown read line by line: what each line opens, continues or closes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

from chunking.units import markdown_grammar as grammar
from chunking.units.markdown_blocks import (
    CODE,
    EMPTY_ITEM,
    EMPTY_QUOTE,
    FENCE,
    HEADING,
    HTML,
    KINDS,
    PARAGRAPH,
    RULE,
    TABLE,
    BlockBuilder,
)

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

"""The lines of a Markdown text, one after the other, as the blocks they belong to.

Every line that is not blank either goes on with the block that is open or opens the next one, so
the blocks leave out blank lines only, whatever the text. The method is CommonMark's: pass by the
marks of the containers that go on, see what the rest of the line opens, and let a paragraph take
in what opens nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from chunking.units import markdown_grammar as grammar
from chunking.units.markdown_blocks import (
    CODE,
    EMPTY,
    FENCE,
    HEADING,
    HOLLOW,
    HTML,
    KINDS,
    PARAGRAPH,
    RULE,
    TABLE,
    Blocks,
)

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping

_CONTAINERS = frozenset(">-+*0123456789")


class Lines(Blocks):
    """The reader of one line at a time, and what it must remember from line to line."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        # The line above as the header of a table: its start, and its content or -1.
        self.header_line = self.header = -1
        self.delimited = False
        self.fence = ""
        self.rule_from = -1

    def read(self, begin: int) -> int:
        """Take in the line at `begin`, or all the blank lines there; where the next one begins."""
        text = self.text
        stop = text.find("\n", begin)
        if stop < 0:
            stop = len(text)
        content = text[begin:stop].rstrip()
        if not content:
            self.blank()
            return grammar.after_blank_lines(text, begin)
        self.enter(begin, begin + len(content))
        self.rule_from = -1
        lapsed = self.lapsed
        if self.at == self.end:
            self.hollow()
        elif self.leaf == FENCE and not lapsed:
            self._go_on_fenced()
        elif self.leaf == HTML and not lapsed:
            self._go_on_marked_up()
        else:
            if lapsed:
                self.lapse()
            self._open()
        return stop + 1

    def _open(self) -> None:
        """What the rest of the line opens: one container after the other, then a leaf."""
        while self.indent < 4:
            mark = self.text[self.at]
            opener = self._OPENERS.get(mark)
            if opener and opener(self, mark):
                return
            if not (mark in _CONTAINERS and self._contain(mark)):
                self._go_on_text()
                return
            if self.at == self.end:
                self.start(EMPTY if self.listed() else HOLLOW)
                return
        if self.leaf in {PARAGRAPH, CODE}:
            self.last = self.end
            self.header = -1
        else:
            self.start(CODE)

    def _contain(self, mark: str) -> bool:
        if mark == ">":
            self.leave()
            self.open_quote()
            return True
        marker = self.item_marker()
        if not marker:
            return False
        after = marker.end()
        if self.leaf == PARAGRAPH and not self.lapsed and self._is_prose(marker):
            return False
        self.leave()
        self.open_item(after)
        return True

    def _is_prose(self, marker: re.Match[str]) -> bool:
        """Whether a list may not begin here amid a paragraph: without text, or not with 1."""
        return marker.end() >= self.end or int(marker[1] or 1) != 1

    def _go_on_text(self) -> None:
        """A line that opens nothing goes on with what is open, or a paragraph begins."""
        if self.leaf == TABLE and self.delimited:
            self.last = self.end
            return
        # A lazy line is text and no header.
        self.header = -1 if self.leaf == PARAGRAPH and self.lapsed else self.at
        self.header_line = self.begin
        if self.leaf in {EMPTY, HOLLOW}:
            self.own = self.begin
        elif self.leaf != PARAGRAPH:
            self.start(PARAGRAPH)
        self.leaf = PARAGRAPH
        self.last = self.end

    def _title(self, _mark: str) -> bool:
        opening = grammar.HEADING.match(self.text, self.at)
        if not opening:
            return False
        self.start(HEADING)
        self._finish_heading(len(opening[1]))
        return True

    def _underline(self, mark: str) -> bool:
        """Whether the paragraph above becomes a heading."""
        if self.leaf != PARAGRAPH or self.lapsed:
            return False
        if self.text[self.at : self.end].strip(mark):
            return False
        if not self.stack:
            self.own = grammar.after_definitions(self.text, self.own, self.begin)
            if self.own == self.begin:
                return False
        self.split(self.own)
        self.kind = KINDS[HEADING]
        self.last = self.end
        self._finish_heading(1 if mark == "=" else 2)
        return True

    def _finish_heading(self, level: int) -> None:
        if not self.stack:
            self.entitle(self.first, self.last, level)
        self.close()

    def _rule(self, mark: str) -> bool:
        """Whether the rest of the line is three or more of the mark, and blanks."""
        text = self.text
        if text[self.end - 1] != mark:
            return False
        if self.rule_from < 0:
            # Found once a line, which may hold a hundred thousand list markers.
            self.rule_from = self.begin + len(text[self.begin : self.end].rstrip(mark + " \t"))
        if self.at < self.rule_from or text.count(mark, self.at, self.end) < 3:
            return False
        self.start(RULE)
        self.close()
        return True

    def _dash(self, mark: str) -> bool:
        return self._delimiter(mark) or self._underline(mark) or self._rule(mark)

    def _fence(self, _mark: str) -> bool:
        opening = grammar.FENCE.match(self.text, self.at)
        if not opening:
            return False
        self.start(FENCE)
        self.fence = opening[1] or opening[2]
        return True

    def _go_on_fenced(self) -> None:
        self.last = self.end
        closes = self.indent < 4 and self.text.startswith(self.fence, self.at)
        if closes and not self.text[self.at : self.end].strip(self.fence[0]):
            self.close()

    def _markup(self, _mark: str) -> bool:
        opening = grammar.HTML.match(self.text, self.at)
        kind = opening.lastindex if opening else None
        if kind is None or (kind == 7 and self.leaf == PARAGRAPH):
            return False
        self.start(HTML)
        self.whole = kind <= 5
        self.until = grammar.HTML_ENDS[kind - 1] if self.whole else None
        self._go_on_marked_up()
        return True

    def _go_on_marked_up(self) -> None:
        self.last = self.end
        if self.until and self.until.search(self.text, self.at, self.end):
            self.close()

    def _pipe(self, mark: str) -> bool:
        if self._delimiter(mark):
            return True
        if self.leaf == TABLE:
            self.last = self.end
        else:
            self.start(TABLE)
            self.delimited = False
        self.header = self.at
        return True

    def _delimiter(self, _mark: str) -> bool:
        """Whether the line delimits the row above it as the header of a table."""
        table = self.leaf == TABLE and not self.delimited
        if not (table or (self.leaf == PARAGRAPH and self.header >= 0 and not self.lapsed)):
            return False
        columns = grammar.columns_delimited(self.text[self.at : self.end])
        if not columns or columns != grammar.columns_headed(self.text[self.header : self.last]):
            return False
        if not table:
            self.split(self.header_line)
            self.leaf = TABLE
            self.kind = KINDS[TABLE]
            self.whole = True
        self.delimited = True
        self.last = self.end
        return True

    _OPENERS: ClassVar[Mapping[str, Callable[[Lines, str], bool]]] = {
        "#": _title,
        "`": _fence,
        "~": _fence,
        "<": _markup,
        "=": _underline,
        "-": _dash,
        "*": _rule,
        "_": _rule,
        "|": _pipe,
        ":": _delimiter,
    }

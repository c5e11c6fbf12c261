"""The blocks of a Markdown text so far, and the quotes and list items they stand in.

Columns are counted rather than characters, so that a tab of which a container takes only a part
needs no special care: what is left of it is indentation.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from chunking.types import UnitKind
from chunking.units import markdown_grammar as grammar

if TYPE_CHECKING:
    import re

# What the last line left open. EMPTY is a list item and HOLLOW a quote of which there are only
# markers yet; TAIL is a text that a line of quote markers has ended.
CLOSED, EMPTY, HOLLOW, TAIL, PARAGRAPH, CODE, FENCE, HTML, TABLE, HEADING, RULE = range(11)
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
_QUOTE = 0  # in the stack; a list item is there by the width its content is indented


class Containers:
    """The containers of the last line, outermost first, and a place in the line at hand.

    The line spans `begin` to `end`; `at` is its first character not passed by, `column` that
    one's column and `indent` its indentation in the innermost container. `depth` containers of
    the last line go on in this one, `passed` of them quotes.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack = array("i")
        # Where in the stack the quotes are: a line may stand in a hundred thousand items, and
        # the next thousand lines must not look through them.
        self.quotes = array("i")
        self.begin = self.end = self.at = self.column = self.indent = 0
        self.depth = self.passed = 0

    @property
    def lapsed(self) -> bool:
        """Whether a container of the last line does not go on."""
        return self.depth < len(self.stack)

    def enter(self, begin: int, end: int) -> None:
        """Pass by the marks of the containers that go on in the line from `begin` to `end`."""
        self.begin = begin
        self.end = end
        self._move(begin, 0)
        self.indent = self.column
        self.depth = self.passed = 0
        for width in self.stack:
            if width != _QUOTE:
                if self.indent < width:
                    return
                self.indent -= width
            elif self.indent < 4 and self.text.startswith(">", self.at, end):
                self._pass_quote()
                self.passed += 1
            else:
                return
            self.depth += 1
            if self.at == end:
                return

    def open_quote(self) -> None:
        """A quote opens at the `>` at hand."""
        self.quotes.append(len(self.stack))
        self._pass_quote()
        self._push(_QUOTE)

    def open_item(self, after: int) -> None:
        """A list item opens, whose marker ends at `after`."""
        width = after - self.at
        column = self.column + width
        width += self.indent
        self._move(after, column)
        gap = self.column - column
        # More than four blanks are one, and the indentation of code.
        belongs = 1 if self.at == self.end or gap > 4 else gap
        self.indent = gap - belongs
        self._push(width + belongs)

    def leave_to(self, depth: int) -> None:
        """The containers beyond the first `depth` are left."""
        del self.stack[depth:]
        while self.quotes and self.quotes[-1] >= depth:
            self.quotes.pop()

    def leave_quotes(self) -> bool:
        """The quotes that did not go on are left; whether there were any.

        That is what a blank rest of a line does; list items go on over it.
        """
        lapsed = self.passed < len(self.quotes)
        if lapsed:
            self.leave_to(self.quotes[self.passed])
        self.depth = len(self.stack)
        return lapsed

    def listed(self) -> bool:
        """Whether the innermost container is a list item."""
        return bool(self.stack) and self.stack[-1] != _QUOTE

    def item_marker(self) -> re.Match[str] | None:
        """The list marker at hand; its group is the number, if it has one."""
        return grammar.ITEM.match(self.text, self.at)

    def _push(self, container: int) -> None:
        self.stack.append(container)
        self.depth = len(self.stack)

    def _pass_quote(self) -> None:
        """Pass by a `>` and the one blank that may belong to it."""
        column = self.column + 1
        belongs = self.text.startswith((" ", "\t"), self.at + 1)
        self._move(self.at + 1, column)
        self.indent = self.column - column - belongs

    def _move(self, at: int, column: int) -> None:
        """Pass by the blanks at `at`, which is at `column`."""
        found = grammar.NOT_BLANK.search(self.text, at, self.end)
        self.at = found.start() if found else self.end
        self.column = grammar.column_after(self.text[at : self.at], column)


class Blocks(Containers):
    """The blocks closed so far, as columns, and the one that is open.

    `heading_starts`, `heading_ends` and `levels` are of those outside of every container.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        # Numbers side by side: as objects they would take many times the text.
        self.starts = array("q")
        self.ends = array("q")
        self.kinds = bytearray()
        self.atomic = bytearray()
        self.heading_starts = array("q")
        self.heading_ends = array("q")
        self.levels = bytearray()
        # The open block spans `first` to `last`; its paragraph proper begins at `own`.
        self.leaf = CLOSED
        self.kind = PROSE
        self.whole = False
        self.first = self.last = self.own = 0
        # What ends the open HTML; None for a blank line.
        self.until: re.Pattern[str] | None = None

    def add(self, start: int, end: int, kind: int, *, atomic: bool = False) -> None:
        """One closed block more."""
        self.starts.append(start)
        self.ends.append(end)
        self.kinds.append(kind)
        self.atomic.append(atomic)

    def entitle(self, start: int, end: int, level: int) -> None:
        """One heading more outside of every container."""
        self.heading_starts.append(start)
        self.heading_ends.append(end)
        self.levels.append(level)

    def close(self) -> None:
        """Put the open block, if any, among the closed ones."""
        if self.leaf != CLOSED:
            self.leaf = CLOSED
            self.add(self.first, self.last, self.kind, atomic=self.whole)

    def leave(self) -> None:
        """Close the open block and the containers that do not go on."""
        self.close()
        if self.lapsed:
            self.leave_to(self.depth)

    def lapse(self) -> None:
        """A container is left with the line at hand; only a paragraph may yet take that one in."""
        if self.leaf == HOLLOW and self.passed == len(self.quotes):
            # Its quote goes on, and only a list item in it is left.
            self.leave_to(self.depth)
        elif self.leaf != PARAGRAPH:
            self.leave()

    def start(self, leaf: int) -> None:
        """A block opens with the line at hand."""
        self.leave()
        self.leaf = leaf
        self.first = self.own = self.begin
        self.last = self.end
        self.whole = leaf in {FENCE, TABLE}
        text = PROSE if not self.stack else LISTED if self.listed() else QUOTED
        self.kind = KINDS.get(leaf, text)

    def split(self, at: int) -> None:
        """What the open block has before the line at `at` becomes a block of its own."""
        if at > self.first:
            self.add(self.first, self.first + len(self.text[self.first : at].rstrip()), self.kind)
            self.first = at

    def _spans_blank_lines(self) -> bool:
        return self.leaf in {CODE, FENCE} or (self.leaf == HTML and self.until is not None)

    def _starve(self) -> None:
        """A list item of which the first two lines are blank ends there."""
        if self.leaf == EMPTY:
            self.leave_to(len(self.stack) - 1)

    def blank(self) -> None:
        """Blank lines end quotes, and all but code, fences and the HTML that has a closing mark."""
        self._starve()
        self.passed = 0
        if self.leave_quotes() or not self._spans_blank_lines():
            self.close()

    def hollow(self) -> None:
        """A line of quote markers alone ends a text as a blank line does, and belongs to it."""
        self._starve()
        lapsed = self.leave_quotes()
        if not lapsed and (self.leaf == HOLLOW or self._spans_blank_lines()):
            self.last = self.end
        elif self.leaf in {EMPTY, HOLLOW, TAIL, PARAGRAPH, CODE}:
            self.last = self.end
            self.leaf = TAIL
        else:
            self.start(HOLLOW)
            self.kind = QUOTED

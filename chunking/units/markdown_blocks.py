"""The blocks of a Markdown text, line by line, with the quotes and list items they stand in.

Every line that is not blank either goes on with the block that is open or opens the next one, so
the blocks leave out blank lines only, whatever the text. The method is CommonMark's: pass by the
marks of the containers that go on, then see what the rest of the line opens, and let a paragraph
take in what opens nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.types import UnitKind
from chunking.units import markdown_grammar as grammar

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

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
PROSE, QUOTED, LISTED = (
    kind.code for kind in (UnitKind.PARAGRAPH, UnitKind.QUOTE, UnitKind.LIST_ITEM)
)
_QUOTE = 0  # in the stack of containers; a list item is there by the width it indents


class Blocks:
    """The blocks closed so far, as columns, and the one that is open.

    `headings` are (start, level, title) of those outside of every container.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.kinds: list[int] = []
        self.atomic: list[bool] = []
        self.headings: list[tuple[int, int, str]] = []
        # The containers of the last line, and where among them the quotes are.
        self.stack: list[int] = []
        self.quotes: list[int] = []
        # The open block spans `first` to `last`; its paragraph proper begins at `own`.
        self.leaf = CLOSED
        self.kind = PROSE
        self.whole = False
        self.first = self.last = self.own = 0
        # Of the line a table may have as its header: the start, and the content or -1.
        self.header_line = self.header = 0
        self.ruled = False
        self.fence = ""
        self.until: re.Pattern[str] | None = None
        # The line at hand: its span, the first character not passed by, that one's column and
        # indentation, how many containers (and quotes among them) go on.
        self.begin = self.end = self.at = self.column = self.indent = 0
        self.depth = self.passed = 0
        self.rule_from = -1

    def read(self, begin: int) -> int:
        """Take in the line at `begin`, or all the blank lines there; where the next one begins."""
        text = self.text
        stop = text.find("\n", begin)
        if stop < 0:
            stop = len(text)
        content = text[begin:stop].rstrip()
        if not content:
            self._blank()
            return grammar.after_blank_lines(text, begin)
        self.begin = begin
        self.end = begin + len(content)
        self.rule_from = -1
        self._move(begin, 0)
        self.indent = self.column
        self._descend()
        if self.at >= self.end:
            self._hollow()
        elif self.depth < len(self.stack):
            if self.leaf != PARAGRAPH:
                self._leave()
            self._open()
        elif self.leaf == FENCE:
            self._fenced()
        elif self.leaf == HTML:
            self._marked_up()
        else:
            self._open()
        return stop + 1

    def add(self, start: int, end: int, kind: int, *, atomic: bool = False) -> None:
        """One closed block more."""
        self.starts.append(start)
        self.ends.append(end)
        self.kinds.append(kind)
        self.atomic.append(atomic)

    def close(self) -> None:
        """Put the open block, if any, among the closed ones."""
        if self.leaf != CLOSED:
            self.leaf = CLOSED
            self.add(self.first, self.last, self.kind, atomic=self.whole)

    def _start(self, leaf: int) -> None:
        """A block opens with the line at hand."""
        self._leave()
        self.leaf = leaf
        self.first = self.own = self.begin
        self.last = self.end
        self.whole = leaf in {FENCE, TABLE}
        container = (LISTED if self.stack[-1] else QUOTED) if self.stack else PROSE
        self.kind = KINDS.get(leaf, container)

    def _split(self, at: int) -> None:
        """What the open block has before the line at `at` becomes a block of its own."""
        if at > self.first:
            end = self.first + len(self.text[self.first : at].rstrip())
            self.add(self.first, end, self.kind)
            self.first = at

    # Containers

    def _move(self, at: int, column: int) -> None:
        """Pass by the blanks at `at`, which is at `column`."""
        found = grammar.NOT_BLANK.search(self.text, at, self.end)
        self.at = found.start() if found else self.end
        self.column = grammar.column_after(self.text[at : self.at], column)

    def _descend(self) -> None:
        """Pass by the marks of the containers that go on in the line at hand."""
        self.depth = self.passed = 0
        for width in self.stack:
            if width != _QUOTE:
                if self.indent < width:
                    break
                self.indent -= width
            elif self.indent < 4 and self.text[self.at] == ">":
                self._pass_quote()
                self.passed += 1
                if self.at >= self.end:
                    self.depth += 1
                    break
            else:
                break
            self.depth += 1

    def _pass_quote(self) -> None:
        """Pass by a `>` and the one blank that may belong to it."""
        after = self.column + 1
        belongs = self.text[self.at + 1 : self.at + 2] in {" ", "\t"}
        self._move(self.at + 1, after)
        self.indent = self.column - after - belongs

    def _push(self, width: int) -> None:
        """A container opens in the line at hand."""
        self._leave()
        if width == _QUOTE:
            self.quotes.append(len(self.stack))
        self.stack.append(width)
        self.depth = len(self.stack)

    def _cut(self, depth: int) -> None:
        """The containers beyond `depth` are left."""
        del self.stack[depth:]
        while self.quotes and self.quotes[-1] >= depth:
            self.quotes.pop()

    def _leave(self) -> None:
        """Close the open block and the containers that do not go on."""
        self.close()
        if self.depth < len(self.stack):
            self._cut(self.depth)

    def _pause(self) -> bool:
        """Leave the containers that a blank rest of a line ends; whether a quote was among them.

        Those are the quotes not `passed` and a list item that has nothing in its first two lines.
        """
        if self.leaf == EMPTY:
            self.stack.pop()
        if self.passed == len(self.quotes):
            return False
        self._cut(self.quotes[self.passed])
        return True

    def _blank(self) -> None:
        """Blank lines end all but code, fences and the HTML that has a closing mark."""
        self.passed = 0
        if self._pause() or not (
            self.leaf in {CODE, FENCE} or (self.leaf == HTML and self.until)
        ):
            self.close()

    def _hollow(self) -> None:
        """A line of quote markers alone ends a text as a blank line does, and belongs to it."""
        goes_on = not self._pause()
        self.depth = len(self.stack)
        if goes_on and (self.leaf in {FENCE, CODE, HOLLOW} or (self.leaf == HTML and self.until)):
            self.last = self.end
        elif self.leaf in {PARAGRAPH, TAIL, CODE, EMPTY, HOLLOW}:
            self.last = self.end
            self.leaf = TAIL
        else:
            self._start(HOLLOW)
            self.kind = QUOTED

    # Leaves

    def _open(self) -> None:
        """What the rest of the line at hand opens, one container after the other, then a leaf."""
        text = self.text
        while self.indent < 4:
            mark = text[self.at]
            opener = _OPENERS.get(mark)
            if opener and opener(self, mark):
                return
            if not (mark in _CONTAINERS and self._contain(mark)):
                self._prose()
                return
            if self.at >= self.end:
                self._start(EMPTY if self.stack[-1] else HOLLOW)
                return
        if self.leaf in {PARAGRAPH, CODE}:
            self.last = self.end
            self.header = -1
        else:
            self._start(CODE)

    def _contain(self, mark: str) -> bool:
        """Whether a quote or a list item opens; passes by its marker."""
        if mark == ">":
            self._push(_QUOTE)
            self._pass_quote()
            return True
        found = grammar.ITEM.match(self.text, self.at)
        if not found:
            return False
        interrupts = self.leaf == PARAGRAPH and self.depth == len(self.stack)
        if interrupts and (found.end() >= self.end or int(found[1] or 1) != 1):
            return False
        width = found.end() - self.at
        after = self.column + width
        width += self.indent
        self._move(found.end(), after)
        gap = self.column - after
        # More than four blanks are one, and the indentation of code.
        belongs = 1 if self.at >= self.end or gap > 4 else gap
        self._push(width + belongs)
        self.indent = gap - belongs
        return True

    def _prose(self) -> None:
        """A line that opens nothing: it goes on with what is open, or a paragraph begins."""
        if self.leaf == TABLE and self.ruled:
            self.last = self.end
            return
        lazy = self.depth < len(self.stack)
        if self.leaf in {EMPTY, HOLLOW}:
            self.own = self.begin
        elif self.leaf != PARAGRAPH:
            lazy = False
            self._start(PARAGRAPH)
        self.leaf = PARAGRAPH
        self.last = self.end
        self.header_line = self.begin
        self.header = -1 if lazy else self.at

    def _title(self, mark: str) -> bool:
        found = grammar.HEADING.match(self.text, self.at)
        if found:
            self._start(HEADING)
            if not self.stack:
                title = grammar.atx_title(self.text[found.end() : self.end])
                self.headings.append((self.begin, len(found[1]), title))
            self.close()
        return found is not None

    def _underline(self, mark: str) -> bool:
        """Whether the paragraph above becomes a heading."""
        if self.leaf != PARAGRAPH or self.depth < len(self.stack):
            return False
        if self.text[self.at : self.end].strip(mark):
            return False
        if not self.stack:
            self.own = grammar.after_definitions(self.text, self.own, self.begin)
            if self.own == self.begin:
                self._prose()
                return True
        self._split(self.own)
        if not self.stack:
            title = " ".join(self.text[self.first : self.last].split())
            self.headings.append((self.first, 1 if mark == "=" else 2, title))
        self.kind = KINDS[HEADING]
        self.last = self.end
        self.close()
        return True

    def _rule(self, mark: str) -> bool:
        """Whether the rest of the line is three or more of the mark, and blanks."""
        text = self.text
        if text[self.end - 1] != mark:
            return False
        if self.rule_from < 0:
            # Found once a line, for a line may hold a hundred thousand list markers.
            self.rule_from = self.begin + len(text[self.begin : self.end].rstrip(mark + " \t"))
        if self.at < self.rule_from or text.count(mark, self.at, self.end) < 3:
            return False
        self._start(RULE)
        self.close()
        return True

    def _dash(self, mark: str) -> bool:
        return self._delimiter(mark) or self._underline(mark) or self._rule(mark)

    def _fence(self, mark: str) -> bool:
        found = grammar.FENCE.match(self.text, self.at)
        if found:
            self._start(FENCE)
            self.fence = found[1] or found[2]
        return found is not None

    def _fenced(self) -> None:
        self.last = self.end
        if self.indent < 4 and self.text.startswith(self.fence, self.at):
            if not self.text[self.at : self.end].strip(self.fence[0]):
                self.close()

    def _markup(self, mark: str) -> bool:
        found = grammar.HTML.match(self.text, self.at)
        kind = found.lastindex if found else None
        if kind is None or (kind == 7 and self.leaf == PARAGRAPH):
            return False
        self._start(HTML)
        self.whole = kind <= 5
        self.until = grammar.HTML_ENDS[kind - 1] if self.whole else None
        self._marked_up()
        return True

    def _marked_up(self) -> None:
        self.last = self.end
        if self.until and self.until.search(self.text, self.at, self.end):
            self.close()

    def _pipe(self, mark: str) -> bool:
        if self._delimiter(mark):
            return True
        if self.leaf == TABLE:
            self.last = self.end
        else:
            self._start(TABLE)
            self.ruled = False
        self.header = self.at
        return True

    def _delimiter(self, mark: str) -> bool:
        """Whether the line delimits the header row above it."""
        if self.header < 0 or self.depth < len(self.stack):
            return False
        if self.leaf != PARAGRAPH and (self.leaf != TABLE or self.ruled):
            return False
        columns = grammar.columns_delimited(self.text[self.at : self.end])
        if not columns or columns != grammar.columns_headed(self.text[self.header : self.last]):
            return False
        if self.leaf == PARAGRAPH:
            self._split(self.header_line)
            self.leaf = TABLE
            self.kind = KINDS[TABLE]
            self.whole = True
        self.ruled = True
        self.last = self.end
        return True


_CONTAINERS = frozenset(">-+*0123456789")
_OPENERS: dict[str, Callable[[Blocks, str], bool]] = {
    "#": Blocks._title,
    "`": Blocks._fence,
    "~": Blocks._fence,
    "<": Blocks._markup,
    "=": Blocks._underline,
    "-": Blocks._dash,
    "*": Blocks._rule,
    "_": Blocks._rule,
    "|": Blocks._pipe,
    ":": Blocks._delimiter,
}

"""Quotes and list items of Markdown: which of them a line continues."""

from array import array

from chunking.units import markdown_grammar as grammar

# On the stack; a list item is there as the indentation of its content.
_QUOTE = 0


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

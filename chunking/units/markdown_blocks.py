"""Blocks of Markdown as columns, and the one that is open."""

import re
from array import array

from chunking.core.units import UnitKind
from chunking.units.markdown_containers import ContainerStack

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

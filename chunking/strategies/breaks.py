"""Where text is split inside a unit above the maximum."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial

import numpy as np

from chunking.core.arrays import Floats, as_sequence, is_any_of
from chunking.core.layout import AttachmentKind
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.core.text.sizes import Sizes
from chunking.core.text.whitespace import (
    Lines,
    chunk_start,
    find_break,
    next_non_space,
)
from chunking.core.units import UnitKind
from chunking.units.line_costs import line_costs

# Kinds of blocks that are code, and those whose lines may be wrapped.
_CODE = [UnitKind.FENCE.code, UnitKind.CODE.code]
_PROSE = [UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code, UnitKind.QUOTE.code]
# The costs of a chunk of code, and of parting the first or the last line from a block of it.
_PER_CHUNK, _AT_MARK = 0.5, 3.0


class HeadingSpans:
    """Spans from a heading to the text below it, in order.

    With `tokens`, front matter of at most half of that size counts as a heading; 0: it does not.
    Manual boundaries take precedence.
    """

    def __init__(
        self, prepared: Prepared, constraints: Constraints = NONE, *, tokens: int = 0
    ) -> None:
        self._text = prepared.document.text
        attached = prepared.layout.attachments
        kept = attached.kinds == AttachmentKind.HEADING.code
        if tokens:
            sizes = prepared.sizes.token_counts(attached.leads, attached.offsets)
            small = 2 * sizes <= tokens
            kept |= small & (attached.kinds == AttachmentKind.FRONT_MATTER.code)
        kept &= ~is_any_of(attached.offsets, constraints.required)
        offsets, leads = attached.offsets[kept], attached.leads[kept]
        # A heading below a heading belongs to the same span.
        opens = np.ones(len(leads), np.bool_)
        opens[1:] = leads[1:] != offsets[:-1]
        first = np.maximum.accumulate(np.where(opens, np.arange(len(leads)), 0))
        self._offsets, self._leads = as_sequence(offsets), as_sequence(leads[first])

    def __bool__(self) -> bool:
        return len(self._offsets) > 0

    @property
    def offsets(self) -> Sequence[int]:
        """Offsets of the text below each heading, ascending."""
        return self._offsets

    def headings_ending_at(self, end: int) -> int:
        """Return the offset of the first of the headings that end at `end`; -1 for none."""
        start = chunk_start(self._text, end)
        i = bisect_left(self._offsets, start)
        found = i < len(self._offsets) and self._offsets[i] == start
        return self._leads[i] if found else -1

    def headings_around(self, end: int) -> int:
        """Return the start of the headings that a chunk ends in or with; -1 without any."""
        start = chunk_start(self._text, end)
        i = bisect_left(self._offsets, start)
        found = i < len(self._offsets) and self._leads[i] < start
        return self._leads[i] if found else -1

    def opening(self, start: int, limit: int) -> int:
        """Return the offset below the headings at `start`, if before `limit`; -1 for none.

        Indentation before `start` does not matter.
        """
        after = bisect_right(self._leads, next_non_space(self._text, start))
        i = bisect_left(self._offsets, limit, 0, after) - 1
        return self._offsets[i] if i >= 0 and self._offsets[i] > start else -1


class Breaks:
    """Finds where to end a chunk inside text that is too long for it.

    With `after_sentence`, the ends of sentences and clauses are preferred, as in `find_break`.
    """

    def __init__(
        self,
        prepared: Prepared,
        constraints: Constraints = NONE,
        *,
        after_sentence: bool = True,
    ) -> None:
        self._text = prepared.document.text
        self._find = partial(find_break, after_sentence=after_sentence)
        self._block_starts = as_sequence(prepared.layout.blocks.starts)
        kinds = prepared.layout.blocks.kinds
        self._is_prose = np.isin(kinds, _PROSE).data
        self._is_table = (kinds == UnitKind.TABLE.code).data
        self._block_ends = as_sequence(prepared.layout.blocks.ends)
        self._is_code = np.isin(kinds, _CODE).data
        self._lines = CodeBreaks(self._text, prepared.sizes) if after_sentence else None
        self._verse = prepared.layout.verse
        self._levels = [as_sequence(each.offsets) for each in prepared.layout.split_points]
        self._headings = HeadingSpans(prepared, constraints)

    def __call__(self, start: int, limit: int, *, at_least: int = 0, most: int = 0) -> int:
        """Return the offset at which a chunk ends.

        At the last split point of the outermost level that has one, else as `find_break` does; not
        directly after headings, but before them, or later where the chunk starts with them.

        Args:
            limit: Preferred last offset.
            at_least: No split point, newline or whitespace before this offset is taken.
            most: Last offset that is allowed where `limit` has too little room; 0: none beyond it.
        """
        point = self._split_point(start, limit, at_least)
        if point >= 0:
            return point
        block = bisect_right(self._block_starts, limit) - 1
        if self._lines and block >= 0 and self._is_code[block]:
            floor = max(start + 1, at_least)
            span = self._block_starts[block], self._block_ends[block]
            end = self._lines.cheapest(span, start, floor, limit)
            if end >= 0:
                return end
        lines = self._kind_of_lines(block)
        end = self._find(self._text, start, limit, at_least=at_least, most=most, lines=lines)
        lead = self._headings.headings_ending_at(end) if self._headings else -1
        if lead > max(start, at_least):
            return lead
        if not self._headings:
            return end
        # The first limit leaves room for the overlap.
        for heading_limit, reach in ((limit, limit), (limit, most), (most, most)):
            below = self._headings.opening(start, heading_limit)
            if below < 0 or chunk_start(self._text, end) > below:
                continue
            enough = max(at_least, next_non_space(self._text, below) + 1)
            later = self._find(self._text, start, reach, at_least=enough)
            # A word is split only if it is longer than what it leaves with the headings.
            is_whole = self._text[later : later + 1].isspace()
            if enough <= later <= reach and (is_whole or later - below >= below - start):
                return later
        return end

    def _kind_of_lines(self, block: int) -> Lines:
        """Return how the lines of a block end; -1 is the text above the first one."""
        if block in self._verse:
            return "verse"
        if block >= 0 and self._is_table[block]:
            return "rows"
        return "wrapped" if block >= 0 and self._is_prose[block] else "fixed"

    def _split_point(self, start: int, limit: int, at_least: int) -> int:
        """Return the end before a split point in `(start, limit]`; -1 for none."""
        reach = next_non_space(self._text, limit) if self._levels else limit
        for offsets in self._levels:
            i = bisect_right(offsets, reach) - 1
            if i >= 0 and offsets[i] > max(start, at_least):
                return offsets[i]
        return -1


class CodeBreaks:
    """Finds the lines of least total cost at which chunks end inside blocks of code.

    A chunk that is half empty costs a quarter more than a full one. The marks around a block stay
    with the lines next to them.
    """

    def __init__(self, text: str, sizes: Sizes) -> None:
        self._text, self._sizes = text, sizes
        self._block = -1, -1
        # The lines of the block and its end, in characters and ticks, with the cost of a boundary
        # and of the cheapest chunks from there on.
        self._offsets = self._ticks = np.zeros(0, np.int64)
        self._costs = np.zeros(0)

    def cheapest(self, block: tuple[int, int], start: int, floor: int, limit: int) -> int:
        """Return the end in `[floor, limit]` of a chunk from `start`; -1 where no line is."""
        at, most = self._sizes.ticks(np.array([start, limit])).tolist()
        if block != self._block:
            self._read(block, most - at)
        rows = slice(*np.searchsorted(self._offsets, [floor, limit + 1]).tolist())
        if rows.start >= rows.stop:
            return -1
        total = self._totals(rows, at, most - at)
        return int(self._offsets[rows][np.argmin(total)])

    def _read(self, block: tuple[int, int], most: int) -> None:
        """Find the costs in a block, for chunks of at most so many ticks."""
        lines = line_costs(self._text, *block)
        costs = np.array([cost for _, cost in lines] + [0])
        for row in {0, len(lines) - 1} if lines else ():
            costs[row] += _AT_MARK
        self._block = block
        self._offsets = np.array([at for at, _ in lines] + [block[1]], np.int64)
        self._ticks, self._costs = self._sizes.ticks(self._offsets), costs
        stops = np.searchsorted(self._ticks, self._ticks + most, side="right").tolist()
        for row, at in reversed(list(enumerate(self._ticks[:-1].tolist()))):
            rows = slice(row + 1, max(row + 2, stops[row]))
            costs[row] += _PER_CHUNK + self._totals(rows, at, most).min()

    def _totals(self, rows: slice, at: int, most: int) -> Floats:
        """Return the cost of ending a chunk from a tick at each row, with all that is below."""
        unused: Floats = (at + most - self._ticks[rows]) / most
        unused *= unused
        unused += self._costs[rows]
        return unused

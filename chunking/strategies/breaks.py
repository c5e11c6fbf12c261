"""Where text is split inside a unit above the maximum."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial

import numpy as np

from chunking.core.arrays import as_sequence, is_any_of
from chunking.core.layout import AttachmentKind
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.core.text.whitespace import (
    Lines,
    chunk_start,
    find_break,
    next_non_space,
)
from chunking.core.units import UnitKind

# Kinds of blocks whose lines may be wrapped.
_PROSE = [UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code, UnitKind.QUOTE.code]


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
        lines: Lines = "wrapped" if block >= 0 and self._is_prose[block] else "fixed"
        if block in self._verse:
            lines = "verse"
        elif block >= 0 and self._is_table[block]:
            lines = "rows"
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

    def _split_point(self, start: int, limit: int, at_least: int) -> int:
        """Return the end before a split point in `(start, limit]`; -1 for none."""
        reach = next_non_space(self._text, limit) if self._levels else limit
        for offsets in self._levels:
            i = bisect_right(offsets, reach) - 1
            if i >= 0 and offsets[i] > max(start, at_least):
                return offsets[i]
        return -1

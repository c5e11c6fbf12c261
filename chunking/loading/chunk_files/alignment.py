"""Alignment of passages with the text they are from, in their order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.text.characters import WHITESPACE, code_points, in_table
from chunking.loading.chunk_files.occurrences import Occurrences
from chunking.loading.chunk_files.records import Record

Method = Literal["offsets", "exact", "whitespace"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A record found at `[start, end)`.

    The method is its `offsets`, its `exact` text, or its text regardless of `whitespace`.
    """

    index: int
    start: int
    end: int
    method: Method


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A record that was not found: its text, and the reason as a phrase."""

    index: int
    text: str
    reason: str


def align(text: str, records: Sequence[Record]) -> list[Placed | Unplaced]:
    """Find each record in the text, in the order of the records.

    Offsets are used if they are in the text and agree with the text of the record. Otherwise its
    text is searched for: just after the record before it, then further on (repeated passages take
    their occurrences in order), then anywhere. Exact matches precede those with other whitespace.
    Records may overlap. Time is linear in the text and the records together.
    """
    return _Alignment(text, records).run()


@dataclass
class _Cursor:
    """Where the record before starts and ends."""

    start: int = -1
    end: int = 0

    def next_start(self, length: int) -> int:
        """Return the first start of a passage of that length which starts and ends later."""
        return max(self.start + 1, self.end - length + 1)


@dataclass
class _Alignment:
    """One run over the records.

    The text is searched with and without ("dense") its whitespace.
    """

    text: str
    records: Sequence[Record]
    cursor: _Cursor = field(default_factory=_Cursor)
    last_starts: dict[str, int] = field(default_factory=dict)

    def run(self) -> list[Placed | Unplaced]:
        """Place record after record."""
        found: list[Placed | Unplaced] = []
        for index, record in enumerate(self.records):
            each = self._place(index, record)
            if isinstance(each, Placed):
                self.cursor = _Cursor(each.start, each.end)
                self.last_starts[record.text or ""] = each.start
            found.append(each)
        return found

    def _place(self, index: int, record: Record) -> Placed | Unplaced:
        span = self._by_offsets(record)
        if span is not None:
            return Placed(index, *span, "offsets")
        if record.text is None:
            reason = f"offsets {record.start} to {record.end} are not in the text"
            return Unplaced(index, "", reason)
        dense = _dense(record.text)
        if not dense:
            return Unplaced(index, record.text, "it holds no text")
        span = self._adjacent(record.text, dense) or self._search(record.text, dense)
        if span is None:
            return Unplaced(index, record.text, "its text is not in the document")
        exact = self.text[slice(*span)] == record.text
        return Placed(index, *span, "exact" if exact else "whitespace")

    def _by_offsets(self, record: Record) -> tuple[int, int] | None:
        """Return the offsets of a record if they are plausible."""
        start, end, passage = record.start, record.end, record.text
        if start is None or not 0 <= start < len(self.text):
            return None
        if passage and self.text.startswith(passage, start):
            return start, start + len(passage)
        if end is None or not start < end <= len(self.text):
            return None
        same = passage is None or _dense(self.text[start:end]) == _dense(passage)
        return (start, end) if same else None

    def _adjacent(self, passage: str, dense: str) -> tuple[int, int] | None:
        """Return the span just after the record before, regardless of whitespace."""
        start = self._dense_offset(self.cursor.end)
        return self._span(passage, dense, start) if self._dense.startswith(dense, start) else None

    def _search(self, passage: str, dense: str) -> tuple[int, int] | None:
        """Return the next span of a passage: after the record before, an equal one, or any."""
        repeated = self.last_starts.get(passage, -1) + 1
        dense_cursor = self.cursor
        if dense_cursor.start >= 0:
            dense_cursor = _Cursor(
                self._dense_offset(dense_cursor.start), self._dense_offset(dense_cursor.end)
            )
        for start, dense_start in (
            (self.cursor.next_start(len(passage)), dense_cursor.next_start(len(dense))),
            (repeated, self._dense_offset(repeated)),
            (0, 0),
        ):
            found = self._occurrences.first(passage, start)
            if found >= 0:
                return found, found + len(passage)
            found = self._dense_occurrences.first(dense, dense_start)
            if found >= 0:
                return self._span(passage, dense, found)
        return None

    def _span(self, passage: str, dense: str, first: int) -> tuple[int, int]:
        """Return the span of a dense match, with the edges of the passage if they match too."""
        start = int(self._offsets[first])
        end = int(self._offsets[first + len(dense) - 1]) + 1
        lead = len(passage) - len(passage.lstrip())
        if start >= lead and self.text.startswith(passage, start - lead):
            return start - lead, start - lead + len(passage)
        return start, end

    def _dense_offset(self, offset: int) -> int:
        """Return the number of non-whitespace characters before an offset."""
        return int(self._offsets.searchsorted(offset))

    @cached_property
    def _offsets(self) -> Ints:
        """The offset of every non-whitespace character."""
        return np.flatnonzero(~in_table(code_points(self.text), WHITESPACE))

    @cached_property
    def _dense(self) -> str:
        return _dense(self.text)

    @cached_property
    def _occurrences(self) -> Occurrences:
        return Occurrences(self.text, (r.text for r in self.records if r.text))

    @cached_property
    def _dense_occurrences(self) -> Occurrences:
        passages = (_dense(r.text) for r in self.records if r.text)
        return Occurrences(self._dense, filter(None, passages))


def _dense(text: str) -> str:
    """Return the text without its whitespace."""
    return "".join(text.split())

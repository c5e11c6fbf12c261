"""Passages brought to their places in the text they were taken from, in the order they come in."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from chunking.characters import BLANKS, among, characters
from chunking.imported.occurrences import Occurrences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.imported.records import Record
    from chunking.types import Ints

How = Literal["offsets", "exact", "white space"]


@dataclass(frozen=True, slots=True)
class Placed:
    """The record `index` lies at `[start, end)`, and how that was found.

    By its `offsets`, by its `exact` text, or by its text without regard to `white space`.
    """

    index: int
    start: int
    end: int
    how: How


@dataclass(frozen=True, slots=True)
class Unplaced:
    """The record `index` has no place in the text; `text` is what it holds, `why` a phrase."""

    index: int
    text: str
    why: str


def align(text: str, records: Sequence[Record]) -> list[Placed | Unplaced]:
    """The place of each record in the text, in the order of the records.

    Offsets are taken where they are in the text and agree with the record's own text. Else its
    text is looked for: just after the record before it, then further on (a passage that is there
    several times goes to its places in order), then anywhere. What is there exactly comes before
    what is there with other white space. Records may overlap. Time grows with the text and the
    records together.
    """
    return _Alignment(text, records).run()


@dataclass
class _Cursor:
    """Where the record before begins and ends, in one string."""

    start: int = -1
    end: int = 0

    def least(self, length: int) -> int:
        """Where a passage of that length may begin that begins and ends later."""
        return max(self.start + 1, self.end - length + 1)


@dataclass
class _Alignment:
    """One run over the records; `text` and `inked`, the text without its white space."""

    text: str
    records: Sequence[Record]
    at: _Cursor = field(default_factory=_Cursor)
    last: dict[str, int] = field(default_factory=dict)

    def run(self) -> list[Placed | Unplaced]:
        """Place record after record."""
        found: list[Placed | Unplaced] = []
        for index, record in enumerate(self.records):
            each = self._place(index, record)
            if isinstance(each, Placed):
                self.at = _Cursor(each.start, each.end)
                self.last[record.text or ""] = each.start
            found.append(each)
        return found

    def _place(self, index: int, record: Record) -> Placed | Unplaced:
        span = self._by_offsets(record)
        if span is not None:
            return Placed(index, *span, "offsets")
        if record.text is None:
            why = f"offsets {record.start} to {record.end} are not in the text"
            return Unplaced(index, "", why)
        inked = _inked(record.text)
        if not inked:
            return Unplaced(index, record.text, "it holds no text")
        span = self._adjoining(record.text, inked) or self._sought(record.text, inked)
        if span is None:
            return Unplaced(index, record.text, "its text is not in the document")
        exact = self.text[slice(*span)] == record.text
        return Placed(index, *span, "exact" if exact else "white space")

    def _by_offsets(self, record: Record) -> tuple[int, int] | None:
        """The offsets of a record, where they can be right."""
        start, end, given = record.start, record.end, record.text
        if start is None or not 0 <= start < len(self.text):
            return None
        if given is not None and given and self.text.startswith(given, start):
            return start, start + len(given)
        if end is None or not start < end <= len(self.text):
            return None
        same = given is None or _inked(self.text[start:end]) == _inked(given)
        return (start, end) if same else None

    def _adjoining(self, passage: str, inked: str) -> tuple[int, int] | None:
        """The place just after the record before, whatever the white space there."""
        start = self._inks_before(self.at.end)
        return self._span(passage, inked, start) if self._inked.startswith(inked, start) else None

    def _sought(self, passage: str, inked: str) -> tuple[int, int] | None:
        """The next place of a passage; else the next after that of the same text; else any."""
        again = self.last.get(passage, -1) + 1
        there = self.at
        if there.start >= 0:
            there = _Cursor(self._inks_before(there.start), self._inks_before(there.end))
        for start, ink in (
            (self.at.least(len(passage)), there.least(len(inked))),
            (again, self._inks_before(again)),
            (0, 0),
        ):
            found = self._texts.first(passage, start)
            if found >= 0:
                return found, found + len(passage)
            found = self._inks.first(inked, ink)
            if found >= 0:
                return self._span(passage, inked, found)
        return None

    def _span(self, passage: str, inked: str, first: int) -> tuple[int, int]:
        """The place that begins with that inked character; with the passage's own edges if so."""
        start, end = int(self._ink[first]), int(self._ink[first + len(inked) - 1]) + 1
        lead = len(passage) - len(passage.lstrip())
        if start >= lead and self.text.startswith(passage, start - lead):
            return start - lead, start - lead + len(passage)
        return start, end

    def _inks_before(self, offset: int) -> int:
        """How many characters before an offset are no white space."""
        return int(self._ink.searchsorted(offset))

    @cached_property
    def _ink(self) -> Ints:
        """The offset of every character that is not white space."""
        return np.flatnonzero(~among(characters(self.text), BLANKS))

    @cached_property
    def _inked(self) -> str:
        return _inked(self.text)

    @cached_property
    def _texts(self) -> Occurrences:
        return Occurrences(self.text, (r.text for r in self.records if r.text))

    @cached_property
    def _inks(self) -> Occurrences:
        inked = (_inked(r.text) for r in self.records if r.text)
        return Occurrences(self._inked, (each for each in inked if each))


def _inked(text: str) -> str:
    """The text without its white space."""
    return "".join(text.split())

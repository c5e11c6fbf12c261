"""The lines of a source file, and the comments that have lines of their own."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.types import Ints

# Characters of which the lines are told apart at once, and more up to a line's end.
_PART = 250_000


class _Run(NamedTuple):
    """Comments on neighbouring lines with the same indentation: the first line of them."""

    first: int
    column: int


def _parts(text: str) -> Iterator[str]:
    """Some lines at a time: as objects all of them would take many times the text."""
    start = 0
    while (stop := text.find("\n", start + _PART)) >= 0:
        yield text[start:stop]
        start = stop + 1
    yield text[start:]


class Lines:
    """Where the lines of a text begin that all end at a line feed, by number."""

    def __init__(self, text: str) -> None:
        lengths, columns = array("q"), array("q")
        for part in _parts(text):
            rows = part.split("\n")
            lengths.extend(map(len, rows))
            inks = [len(row.lstrip()) for row in rows]
            pairs = zip(rows, inks, strict=True)
            columns.extend(len(row) - ink if ink else -1 for row, ink in pairs)
        ends = np.cumsum(np.frombuffer(lengths, np.int64) + 1)
        self.starts: Ints = np.append(0, ends[:-1])
        self._columns: Ints = np.frombuffer(columns, np.int64)
        self._runs: dict[int, _Run] = {}
        self._firsts: set[int] = set()
        self._taken: set[int] = set()

    def numbers(self, offsets: Ints) -> Ints:
        """The line of each offset, (n,)."""
        return np.searchsorted(self.starts, offsets, side="right") - 1

    def begun(self, offsets: Ints) -> Ints:
        """The line that each offset begins, but for blank space before it; else -1, (n,)."""
        lines = self.numbers(offsets)
        return np.where(self.starts[lines] + self._columns[lines] == offsets, lines, -1)

    def put_comments(self, starts: Ints, ends: Ints) -> None:
        """Learn of all comments, in reading order."""
        last = self.numbers(np.maximum(starts, ends - 1))
        for line, end in zip(self.begun(starts).tolist(), last.tolist(), strict=True):
            if line >= 0:
                first, column = line, int(self._columns[line])
                before = self._runs.get(line - 1)
                if before is not None and before.column == column:
                    first = before.first
                    del self._runs[line - 1]
                self._runs[end] = _Run(first, column)
        self._firsts = {run.first for run in self._runs.values()}

    def above(self, line: int) -> int:
        """The first of the lines of comments just above a line, which are taken; else that line."""
        run = self._runs.get(line - 1)
        if run is None or run.column != self._columns[line]:
            return line
        self._taken.add(run.first)
        return run.first

    def stands_alone(self, line: int) -> bool:
        """Whether a comment on a line is the first of a run that nothing below has taken."""
        return line in self._firsts and line not in self._taken

    def follows_blank(self, line: int) -> bool:
        """Whether the line above is blank."""
        return line > 0 and bool(self._columns[line - 1] < 0)

"""Layout: the structure of a document, such as its blocks, headings and tables."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from typing import overload

import numpy as np

from chunking.core.arrays import (
    Bools,
    Codes,
    Ints,
)
from chunking.core.units import Units

Path = tuple[str, ...]
PATH_SEPARATOR = " > "


class OutlinePaths(Sequence[Path]):
    """The path of each heading, built from columns on access, (n,).

    `levels[i]` is the level of the heading at `[starts[i], ends[i])`; `title` extracts its title
    from that text.
    """

    def __init__(
        self, text: str, starts: Ints, ends: Ints, levels: bytearray, title: Callable[[str], str]
    ) -> None:
        self._text = text
        self._starts = starts
        self._ends = ends
        self._levels = levels
        self._title = title

    @cached_property
    def _parents(self) -> Ints:
        """The row of the heading above each, -1 for none, (n,)."""
        parents = array("q")
        path: list[int] = []
        for i, depth in enumerate(self._depths):
            del path[depth - 1 :]
            parents.append(path[-1] if path else -1)
            path.append(i)
        return np.frombuffer(parents, np.int64)

    @cached_property
    def _depths(self) -> bytes:
        depths = bytearray()
        levels: list[int] = []
        for level in self._levels:
            while levels and levels[-1] >= level:
                levels.pop()
            levels.append(level)
            depths.append(len(levels))
        return bytes(depths)

    @property
    def depths(self) -> Ints:
        """The length of each path, (n,)."""
        return np.frombuffer(self._depths, np.uint8).astype(np.int64)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Path: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Path, ...]: ...

    def __getitem__(self, index: int | slice) -> Path | tuple[Path, ...]:
        if isinstance(index, slice):
            return tuple([self[i] for i in range(*index.indices(len(self)))])
        i = range(len(self))[index]
        path = []
        while i >= 0:
            path.append(self._title(self._text[self._starts[i] : self._ends[i]]))
            i = int(self._parents[i])
        return tuple(reversed(path))

    def __iter__(self) -> Iterator[Path]:
        path: list[str] = []
        spans = zip(self._starts.data, self._ends.data, self._depths, strict=True)
        for start, end, depth in spans:
            path[depth - 1 :] = [self._title(self._text[start:end])]
            yield tuple(path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


@dataclass(frozen=True, slots=True)
class Outline:
    """The headings of a document: `paths[i]` applies from `starts[i]` on.

    A path holds the titles of the headings above a position, outermost first. Front matter right
    above the first heading, which ends at `front_matter_end` (0 if there is none), has its path.
    """

    starts: Ints
    paths: Sequence[Path]
    front_matter_end: int = 0

    @property
    def depths(self) -> Ints:
        """The length of each path, (n,)."""
        if isinstance(self.paths, OutlinePaths):
            return self.paths.depths
        return np.array([len(path) for path in self.paths], dtype=np.int64)

    def path_at(self, offset: int) -> Path:
        """Return the heading path at `offset`; empty before the first heading."""
        if offset < self.front_matter_end:
            return self.paths[0]
        i = int(np.searchsorted(self.starts, offset, side="right")) - 1
        return self.paths[i] if i >= 0 else ()


@dataclass(frozen=True, slots=True)
class SplitPoints:
    """Ascending offsets of one level at which units may be split, and the preferred ones, (k,)."""

    offsets: Ints
    preferred: Bools


class AttachmentKind(StrEnum):
    """Why a block stays with the one before it.

    Attributes:
        HEADING: It is below a heading, or below the rule under one.
        FRONT_MATTER: It is below front matter.
        LEAD_IN: The one before announces it, as with a colon at the end.
        CAPTION: One of the two is the caption of the other.
        ANSWER: It answers a labeled question, such as "Q: Why?".
        TABLE_INTRODUCTION: It is a table below a paragraph.
    """

    HEADING = "heading"
    FRONT_MATTER = "front_matter"
    LEAD_IN = "lead_in"
    CAPTION = "caption"
    ANSWER = "answer"
    TABLE_INTRODUCTION = "table_introduction"

    @property
    def code(self) -> int:
        """The index in the enumeration, as columns store it."""
        return _ATTACHMENT_CODES[self]


_ATTACHMENT_CODES = {kind: code for code, kind in enumerate(AttachmentKind)}


@dataclass(frozen=True, slots=True)
class Attachments:
    """The blocks that stay with the one before them, (n,).

    `offsets` are their starts, ascending, `leads` the starts of the blocks before them, `kinds`
    codes of `AttachmentKind`.
    """

    offsets: Ints
    leads: Ints
    kinds: Codes

    @classmethod
    def of(cls, rows: Iterable[tuple[int, int, AttachmentKind]]) -> Attachments:
        """Return attachments from rows of (offset, lead, kind); the first of an offset counts."""
        found = {row[0]: row for row in reversed(list(rows))}
        ordered = [found[offset] for offset in sorted(found)]
        offsets, leads = (np.array([row[i] for row in ordered], np.int64) for i in (0, 1))
        return cls(offsets, leads, np.array([row[2].code for row in ordered], np.uint8))

    def within(self, start: int, end: int) -> Attachments:
        """Return those whose blocks both begin in `[start, end)`."""
        kept = (self.leads >= start) & (self.offsets < end)
        return Attachments(self.offsets[kept], self.leads[kept], self.kinds[kept])


NO_ATTACHMENTS = Attachments.of(())


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables that have a header, in order: a header is `[starts[i], header_ends[i])`, (n,)."""

    starts: Ints
    header_ends: Ints
    ends: Ints


NO_TABLES = Tables(*[np.zeros(0, np.int64)] * 3)


@dataclass(frozen=True, slots=True)
class Layout:
    """The structure of a document.

    `blocks` are its structural blocks in order, `outline` its headings. The protected spans
    (fences and tables) must stay whole where they fit. `split_points` are those of code, of JSON or
    of a dialogue, coarsest level first. `attachments` are the blocks that belong to the one before.
    `tables` are those with a header. `notes` say what could not be parsed. `verse` has the rows of
    the blocks whose lines end although the next word would fit.
    """

    blocks: Units
    outline: Outline
    protected_starts: Ints
    protected_ends: Ints
    split_points: tuple[SplitPoints, ...] = ()
    attachments: Attachments = NO_ATTACHMENTS
    tables: Tables = NO_TABLES
    notes: tuple[str, ...] = ()
    verse: frozenset[int] = frozenset()


class HeadingPaths(Sequence[Path]):
    """The heading paths of some spans, looked up on first access.

    A path is that at the start of the span. Where a heading begins the span and others follow that
    are not below it, it is the part that the paths of all of them share.

    Args:
        starts: The offsets where the spans begin, (n,).
        ends: The offsets where they end, (n,).
    """

    def __init__(self, layout: Layout, starts: Ints, ends: Ints) -> None:
        self._layout = layout
        self._starts = starts
        self._ends = ends

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        outline, starts = self._layout.outline, self._starts
        paths = [(), *outline.paths]  # the empty one is above the first heading
        first = np.searchsorted(outline.starts, starts, side="right")
        in_front_matter = starts < outline.front_matter_end
        first[in_front_matter] = 1
        begins = np.append(-1, outline.starts)[first]
        last = np.searchsorted(outline.starts, self._ends, side="left")
        last = np.where((begins == starts) | in_front_matter, np.maximum(last, first), first)
        found = [paths[i] for i in first.tolist()]
        for row in np.flatnonzero(last > first).tolist():
            found[row] = _shared_path(paths[first[row] : last[row] + 1])
        return tuple(found)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Path: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Path, ...]: ...

    def __getitem__(self, index: int | slice) -> Path | tuple[Path, ...]:
        return self._paths[index]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._paths)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._paths == tuple(other)

    def __hash__(self) -> int:
        return hash(self._paths)


class TableHeaders(Mapping[int, str]):
    """The table header of each row that starts below one, looked up on first access.

    `begins` are the offsets of the rows, (n,). Other rows have no key.
    """

    def __init__(self, text: str, layout: Layout, begins: Ints) -> None:
        self._text = text
        self._layout = layout
        self._begins = begins

    @cached_property
    def _headers(self) -> dict[int, str]:
        tables, begins = self._layout.tables, self._begins
        if len(tables.starts) == 0:
            return {}
        table = np.searchsorted(tables.starts, begins, side="right") - 1
        below = (begins >= tables.header_ends[table]) & (begins < tables.ends[table])
        rows = np.flatnonzero((table >= 0) & below)
        spans = zip(tables.starts.tolist(), tables.header_ends.tolist(), strict=True)
        headers = [self._text[start:end] for start, end in spans]
        return {row: headers[i] for row, i in zip(rows.tolist(), table[rows].tolist(), strict=True)}

    def __getitem__(self, row: int) -> str:
        return self._headers[row]

    def __iter__(self) -> Iterator[int]:
        return iter(self._headers)

    def __len__(self) -> int:
        return len(self._headers)


def _shared_path(paths: list[Path]) -> Path:
    """Return the titles of the first path that begin the others too.

    Paths above the first are ignored: they resume a section, as the rest of a class after a method.
    """
    first = paths[0]
    others = [path for path in paths[1:] if path != first[: len(path)]]
    shared = zip(first, *others, strict=False)
    return tuple([titles[0] for titles in takewhile(lambda titles: len(set(titles)) == 1, shared)])

"""Where a text comes apart, and what its parts are called."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, overload

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chunking.types import Bools, Ints, Layout

Path = tuple[str, ...]


class Sections(Sequence[Path]):
    """The paths of headings as columns: nothing is made of a title until it is asked for.

    `levels[i]` is the level of a heading, and `title` makes its title of the heading itself, which
    spans `starts[i]` to `ends[i]` of the text; all (n,).
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
    def _above(self) -> Ints:
        """The heading that each one is below, -1 for none, (n,)."""
        above = array("q")
        path: list[int] = []
        for i, depth in enumerate(self._depths):
            del path[depth - 1 :]
            above.append(path[-1] if path else -1)
            path.append(i)
        return np.frombuffer(above, np.int64)

    @cached_property
    def _depths(self) -> bytes:
        """How many headings each path has; at most as many as there are levels."""
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
        """How long each path is, (n,)."""
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
            i = int(self._above[i])
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
    """The headings of a document: `paths[i]` is in force from `starts[i]` on.

    A path is the tuple of the titles of the headings above a place, outermost first.
    """

    starts: Ints
    paths: Sequence[Path]

    @property
    def depths(self) -> Ints:
        """How long each path is, (n,)."""
        if isinstance(self.paths, Sections):
            return self.paths.depths
        return np.array([len(path) for path in self.paths], dtype=np.int64)

    def path_at(self, offset: int) -> Path:
        """The heading path at `offset`; empty before the first heading."""
        i = int(np.searchsorted(self.starts, offset, side="right")) - 1
        return self.paths[i] if i >= 0 else ()


@dataclass(frozen=True, slots=True)
class Seams:
    """Places of one size at which a text comes apart, ascending; `better` marks the best, (k,)."""

    offsets: Ints
    better: Bools


class Headings(Sequence[Path]):
    """The heading path at each of some offsets, looked up when one is first asked for."""

    def __init__(self, layout: Layout, offsets: Ints) -> None:
        self._layout = layout
        self._offsets = offsets

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        outline = self._layout.outline
        paths = [*outline.paths, ()]
        section = np.searchsorted(outline.starts, self._offsets, side="right") - 1
        return tuple([paths[i] for i in section.tolist()])

    def __len__(self) -> int:
        return len(self._offsets)

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

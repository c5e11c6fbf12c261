"""Where the text of a document comes from in its file, and what the loader left out of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LocationKind: TypeAlias = Literal["pages", "chapters", "cells", "slides", "sheets", "times", "rows"]

# Kinds of which a span has only the first and the last one: there may be thousands.
_RANGES = frozenset({"times", "rows"})


@dataclass(frozen=True, slots=True)
class Locations:
    """Parts of a file: the text from `starts[i]` to `starts[i + 1]` comes from `labels[i]`.

    `starts` are offsets in increasing order. Labels are numbers from 1 of pages, cells, slides and
    rows, titles of chapters, names of sheets, or times as 00:01:02.
    """

    kind: LocationKind
    starts: Sequence[int]
    labels: Sequence[int | str]

    def of(self, start: int, end: int) -> list[int | str]:
        """Return the labels of a span in order, each once; of times and rows the outer ones.

        >>> Locations("pages", [0, 40, 90], [1, 2, 3]).of(20, 60)
        [1, 2]
        """
        first = max(0, bisect_right(self.starts, start) - 1)
        last = max(first, bisect_left(self.starts, end) - 1)
        if not self.starts or end <= self.starts[0]:
            return []
        if self.kind in _RANGES:
            return [self.labels[first], self.labels[last]]
        return list(dict.fromkeys(self.labels[first : last + 1]))


def join_parts(
    kind: LocationKind, parts: Iterable[tuple[int | str, str]], separator: str = "\n\n"
) -> tuple[str, Locations | None]:
    r"""Return the texts of labelled parts as one text, and their locations if there are any.

    Of parts in a row with one label, the first is located.

    >>> join_parts("cells", [(1, "One."), (3, "Two.")])
    ('One.\n\nTwo.', Locations(kind='cells', starts=[0, 6], labels=[1, 3]))
    """
    texts: list[str] = []
    starts: list[int] = []
    labels: list[int | str] = []
    size = 0
    for label, text in parts:
        if not labels or labels[-1] != label:
            starts.append(size)
            labels.append(label)
        texts.append(text)
        size += len(text) + len(separator)
    return separator.join(texts), Locations(kind, starts, labels) if labels else None


@dataclass(frozen=True, slots=True)
class Removed:
    """Text of the file that is not in the document: it stood at an offset of the document."""

    offset: int
    text: str
    reason: str

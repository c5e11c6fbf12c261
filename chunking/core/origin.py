"""Where the text of a document comes from in its file, and what the loader removed from it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

LocationKind: TypeAlias = Literal["pages", "chapters", "cells", "slides", "sheets", "times", "rows"]

# Kinds of which a span has only the first and the last one: there may be thousands.
_RANGES = frozenset({"times", "rows"})

# Wording of a place in the text, by the kind of part. Rows have none: each line is one.
PART_NAMES = {"pages": "p. {}", "cells": "cell {}", "slides": "slide {}", "times": "{}"}
PART_NAMES |= {"chapters": "{}", "sheets": "{}"}

# The beginning of the note on removed text.
REMOVED_NOTE = "removed: "


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


def part_at(locations: Locations | None, offset: int) -> str:
    """Return the page, cell or other part of the file at an offset; "" without one.

    >>> part_at(Locations("pages", [0, 40, 90], [1, 2, 3]), 60)
    'p. 2'
    """
    wording = None if locations is None else PART_NAMES.get(locations.kind)
    if locations is None or wording is None:
        return ""
    return wording.format(*locations.of(offset, offset + 1)[:1] or [""]).strip()


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
    """Text of the file that is not in the document: it stood at an offset of the document.

    An `inline` text stood within a line, others on lines of their own.
    """

    offset: int
    text: str
    reason: str
    inline: bool = False


def restore(
    text: str, removed: Sequence[Removed], locations: Locations | None
) -> tuple[str, Locations | None]:
    r"""Return a text with what was removed at its place again, and its locations moved.

    >>> restore("The end.", [Removed(0, "Page 3", "page number")], None)[0]
    'Page 3\n\nThe end.'
    """
    parts: list[str] = []
    offsets: list[int] = []  # where text is inserted
    added = [0]  # characters up to and with each
    last = 0
    for each in sorted(removed, key=lambda one: one.offset):
        before, after = text[last : each.offset], text[each.offset : each.offset + 2]
        inserted = (
            each.text
            if each.inline
            else _on_own_lines(each.text, "".join(parts[-1:]) + before, after)
        )
        parts += [before, inserted]
        offsets.append(each.offset)
        added.append(added[-1] + len(inserted))
        last = each.offset
    parts.append(text[last:])
    if locations is not None:
        starts = [start + added[bisect_left(offsets, start)] for start in locations.starts]
        locations = Locations(locations.kind, starts, locations.labels)
    return "".join(parts), locations


def _on_own_lines(text: str, before: str, after: str) -> str:
    """Return a text between blank lines, unless it is at an edge or they are there."""
    above = (
        "" if not before or before.endswith("\n\n") else "\n" if before.endswith("\n") else "\n\n"
    )
    below = (
        "" if not after or after.startswith("\n\n") else "\n" if after.startswith("\n") else "\n\n"
    )
    return above + text + below

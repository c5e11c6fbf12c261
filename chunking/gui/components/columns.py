"""What the views are told of a chunking: columns, packed so that a step of a slider stays small."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class ChunkColumns:
    """One row a chunk, in reading order; all of length n, all offsets UTF-16.

    The core of chunk i is `[starts[i], ends[i])`; the `overlaps[i]` units before it are
    repeated from the chunk before. `reasons[i]` (a value of `Reason`) and `labels[i]`
    (such as "0.31 < 0.55") say why chunk i ends where it does; the last one has no label.
    `unread` are the chunks that are longer than a model reads, as (row, the offset at which it
    stops, the word pieces that follow).
    """

    starts: Ints
    ends: Ints
    overlaps: Ints
    tokens: Ints
    reasons: Sequence[str]
    labels: Sequence[str]
    oversize: Bools
    unread: Sequence[tuple[int, int, int]] = ()

    def packed(self) -> dict[str, Any]:
        """As JSON values: sizes and distances instead of offsets, each word once."""
        before = np.concatenate((np.zeros(1, dtype=np.int64), self.ends[:-1]))[: len(self.starts)]
        return {
            "leads": (self.starts - before).tolist(),
            "sizes": (self.ends - self.starts).tolist(),
            "overlaps": self.overlaps.tolist() if self.overlaps.any() else 0,
            "tokens": self.tokens.tolist(),
            "reasons": coded(self.reasons),
            "labels": coded(self.labels),
            "oversize": np.flatnonzero(self.oversize).tolist(),
            "unread": [list(each) for each in self.unread],
        }


@dataclass(frozen=True, slots=True)
class Lane:
    """One strategy's chunks in the comparison, under its title."""

    title: str
    chunks: ChunkColumns


@dataclass(frozen=True, slots=True)
class Changes:
    """What became of the boundaries from lane `before` to lane `after`, by the lanes' numbers.

    Boundary i is the one before chunk i + 1. `moved` has rows of (boundary before, boundary after,
    tokens between them), `removed` boundaries of the first lane, `added` of the second; all others
    are kept, `kept` of them. `said` is a sentence on what the change costs.
    """

    before: int
    after: int
    kept: int
    moved: Sequence[tuple[int, int, int]]
    removed: Sequence[int]
    added: Sequence[int]
    said: str = ""

    def packed(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "before": self.before,
            "after": self.after,
            "kept": self.kept,
            "moved": [list(row) for row in self.moved],
            "removed": list(self.removed),
            "added": list(self.added),
            "said": self.said,
        }


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One measure of every lane: its name, its values as they are written, and what it says.

    `better` is "higher" or "lower" where one of them is better, else anything.
    """

    title: str
    values: Sequence[str]
    better: str
    meaning: str


def coded(words: Sequence[str] | Sequence[tuple[str, ...]]) -> dict[str, list[Any]]:
    """Each different word once, and for every row the number of its word."""
    numbers: dict[str | tuple[str, ...], int] = {}
    codes = [numbers.setdefault(word, len(numbers)) for word in words]
    return {"words": list(numbers), "codes": codes}

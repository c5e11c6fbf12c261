"""What became of each boundary from one chunking to another of the same document."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.errors import ChunkingError
from chunking.metrics.agreement import nearest

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.types import Bools, Ints, Sizes

# A boundary at the next gap is a near miss: the transposition distance n_t = 2 of Fournier (2013).
NEXT = 1

_VISIBLE = re.compile(r"\S")


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """The boundaries of two chunkings, by what became of them; all (k,), as indices.

    An index i means the boundary before chunk i + 1, `chunking.boundaries[i]`. `kept_before[j]`
    and `kept_after[j]` are one boundary, as are `moved_before[j]` and `moved_after[j]`, between
    whose places lie `moved_tokens[j]` tokens that went from one chunk to its neighbour.
    `removed` are of the first chunking alone, `added` of the second.
    """

    kept_before: Ints
    kept_after: Ints
    moved_before: Ints
    moved_after: Ints
    moved_tokens: Ints
    removed: Ints
    added: Ints

    @property
    def count(self) -> int:
        """How many differences there are; a moved boundary is one."""
        return len(self.moved_before) + len(self.removed) + len(self.added)


def differences(
    before: Chunking, after: Chunking, gaps: Ints, sizes: Sizes, *, within: int = NEXT
) -> Differences:
    """What became of each boundary of `before` in `after`.

    `gaps` are the offsets between sentences, (g,), and `sizes` counts tokens. A boundary is kept
    where the text goes on at the same character. It has moved where one of the other chunking is
    at most `within` gaps away (each counted at its nearest gap) and none of either lies between;
    along a run of such places every second one closes a pair. With cuts at gaps alone and
    `within` 1, boundary similarity is
    1 - (removed + added + moved / 2) / (removed + added + moved + kept) (Fournier 2013).

    Raises:
        ChunkingError: they are of two documents, or `within` is negative.
    """
    if before.document.sha256 != after.document.sha256:
        raise ChunkingError("differences are between two chunkings of one document, got two")
    if within < 0:
        raise ChunkingError(f"within must be 0 gaps or more, got {within}")
    one = _places(before.document.text, before.boundaries, after.boundaries)
    other = _places(after.document.text, after.boundaries, before.boundaries)
    _, kept_before, kept_after = np.intersect1d(one, other, return_indices=True)
    only_one, only_other = _without(len(one), kept_before), _without(len(other), kept_after)
    places = np.concatenate([one[only_one], other[only_other], one[kept_before]])
    order = np.argsort(places, kind="stable")
    owner = np.repeat([0, 1, 2], [len(only_one), len(only_other), len(kept_before)])[order]
    rows = np.concatenate([only_one, only_other, kept_before])[order]
    first = _first_of_pairs(nearest(places[order], gaps), owner, within)
    pairs = np.stack([first, first + 1])
    turned = owner[first] == 1
    pairs[:, turned] = pairs[::-1, turned]
    moved_before, moved_after = rows[pairs]
    return Differences(
        kept_before=kept_before,
        kept_after=kept_after,
        moved_before=moved_before,
        moved_after=moved_after,
        moved_tokens=_between(sizes, one[moved_before], other[moved_after]),
        removed=np.setdiff1d(only_one, moved_before),
        added=np.setdiff1d(only_other, moved_after),
    )


def _places(text: str, offsets: Ints, others: Ints) -> Ints:
    """Where the text goes on at each offset; only those without an equal one are looked at."""
    found = offsets.copy()
    for i in np.flatnonzero(~np.isin(offsets, others)).tolist():
        seen = _VISIBLE.search(text, int(offsets[i]))
        found[i] = seen.start() if seen else len(text)
    return found


def _without(count: int, rows: Ints) -> Ints:
    left = np.ones(count, np.bool_)
    left[rows] = False
    return np.flatnonzero(left)


def _first_of_pairs(numbers: Ints, owner: Ints, within: int) -> Ints:
    """The rows that open a pair: every second one of a run that changes hands at every step."""
    if len(numbers) == 0:
        return np.zeros(0, np.int64)
    near = np.diff(numbers) <= within
    joined: Bools = near & (owner[1:] != owner[:-1]) & (owner[1:] < 2) & (owner[:-1] < 2)
    begins = np.concatenate([[True], ~joined])
    row = np.arange(len(numbers))
    since = row - np.maximum.accumulate(np.where(begins, row, 0))
    return np.flatnonzero(joined & (since[:-1] % 2 == 0))


def _between(sizes: Sizes, one: Ints, other: Ints) -> Ints:
    return sizes.between(np.minimum(one, other), np.maximum(one, other))

"""Differences between two chunkings of one document."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from chunking.analysis.metrics.boundaries import nearest_gaps
from chunking.core.arrays import Bools, Ints
from chunking.core.chunking import Chunking
from chunking.core.errors import ChunkingError
from chunking.core.text.characters import WHITESPACE, code_points, in_table
from chunking.core.text.sizes import Sizes

# A boundary at the adjacent gap is a near miss: the transposition distance n_t = 2 (Fournier 2013).
NEAR_MISS_GAPS = 1

_INK = re.compile(r"\S")


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """The boundaries of two chunkings that are kept, moved, removed and added.

    All columns are indices into `chunking.boundaries`, (k,). `kept_before[j]` and `kept_after[j]`
    are the same boundary. `moved_before[j]` has become `moved_after[j]`, with `moved_tokens[j]`
    tokens between them. `removed` are of the first chunking, `added` of the second.
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
        """The number of differences; a moved boundary is one."""
        return len(self.moved_before) + len(self.removed) + len(self.added)


def differences(
    before: Chunking, after: Chunking, gaps: Ints, sizes: Sizes, *, within: int = NEAR_MISS_GAPS
) -> Differences:
    """Return the boundaries that `after` keeps, moves, removes and adds.

    A boundary is kept if the text continues at the same character. It has moved if the other
    chunking has a boundary at most `within` gaps away and neither has one between; along a run of
    such boundaries every second one closes a pair. With boundaries at gaps and `within` 1, boundary
    similarity is 1 - (removed + added + moved / 2) / (removed + added + moved + kept) (Fournier
    2013).

    Args:
        gaps: The offsets between sentences, (g,); a boundary counts at the nearest one.
        within: The largest distance of a move, in gaps.

    Raises:
        ChunkingError: They are of two documents, or `within` is negative.
    """
    if before.document.sha256 != after.document.sha256:
        raise ChunkingError("differences are between chunkings of one document, got two documents")
    if within < 0:
        raise ChunkingError(f"within must be 0 gaps or more, got {within}")
    one = _ink_offsets(before.document.text, before.boundaries, after.boundaries)
    other = _ink_offsets(after.document.text, after.boundaries, before.boundaries)
    _, kept_before, kept_after = np.intersect1d(one, other, return_indices=True)
    only_one, only_other = _other_rows(len(one), kept_before), _other_rows(len(other), kept_after)
    offsets = np.concatenate([one[only_one], other[only_other], one[kept_before]])
    order = np.argsort(offsets, kind="stable")
    owner = np.repeat([0, 1, 2], [len(only_one), len(only_other), len(kept_before)])[order]
    rows = np.concatenate([only_one, only_other, kept_before])[order]
    first = _first_of_pairs(nearest_gaps(offsets[order], gaps), owner, within)
    pairs = np.stack([first, first + 1])
    reversed_ = owner[first] == 1
    pairs[:, reversed_] = pairs[::-1, reversed_]
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


def _ink_offsets(text: str, offsets: Ints, others: Ints) -> Ints:
    """Move each offset without an equal in `others` to the next character that is not blank."""
    found = offsets.copy()
    for i in np.flatnonzero(~np.isin(offsets, others)).tolist():
        seen = _INK.search(text, int(offsets[i]))
        found[i] = seen.start() if seen else len(text)
    return found


def _other_rows(count: int, rows: Ints) -> Ints:
    left = np.ones(count, np.bool_)
    left[rows] = False
    return np.flatnonzero(left)


def _first_of_pairs(numbers: Ints, owner: Ints, within: int) -> Ints:
    """Return the rows that open a pair: every second one of a run that alternates in owner."""
    if len(numbers) == 0:
        return np.zeros(0, np.int64)
    near = np.diff(numbers) <= within
    joined: Bools = near & (owner[1:] != owner[:-1]) & (owner[1:] < 2) & (owner[:-1] < 2)
    begins = np.concatenate([[True], ~joined])
    row = np.arange(len(numbers))
    since = row - np.maximum.accumulate(np.where(begins, row, 0))
    return np.flatnonzero(joined & (since[:-1] % 2 == 0))


def _between(sizes: Sizes, one: Ints, other: Ints) -> Ints:
    return sizes.token_counts(np.minimum(one, other), np.maximum(one, other))


@dataclass(frozen=True, slots=True, eq=False)
class CommonBoundaries:
    """The offsets of boundaries that all chunkings have, and of those that any has, ascending."""

    all: Ints
    any: Ints


def common_boundaries(chunkings: Sequence[Chunking]) -> CommonBoundaries:
    """Compare the boundaries of at least one chunking of one document.

    Boundaries are equal if the text continues at the same character that is not blank; its offset
    stands for them.
    """
    text = chunkings[0].document.text
    inked = np.flatnonzero(~in_table(code_points(text), WHITESPACE))
    ink = np.append(inked, len(text)).astype(np.int64)
    sets = [np.unique(ink[np.searchsorted(ink, each.boundaries)]) for each in chunkings]
    return CommonBoundaries(reduce(np.intersect1d, sets), np.unique(np.concatenate(sets)))

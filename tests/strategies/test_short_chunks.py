"""Merging of short chunks with a neighbor."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.prepared import Material
from chunking.engine import prepare
from chunking.strategies.overlap import Overlap, OverlapStarts
from chunking.strategies.short_chunks import Cores, mark_tails, merge_short_chunks

# A text of sentences of four words.
PREPARED = prepare(
    Document(" ".join(["One two three four."] * 10)), Material("sentences", tokenizer="words")
)
STARTS = PREPARED.units.starts


def chunks(boundaries: list[int], manual: tuple[int, ...] = ()) -> Cores:
    """Return chunks that start with these sentences, and with the first one."""
    rows = [0, *boundaries]
    ends = PREPARED.units.ends[np.array([*boundaries, 10]) - 1]
    reasons = [Reason.MANUAL if row in manual else Reason.SIZE for row in rows]
    return Cores(STARTS[rows], ends, np.array([reason.code for reason in reasons], np.uint8))


@dataclass(frozen=True)
class Problem:
    """Sentences that start chunks, and how to merge these."""

    boundaries: list[int]
    least: int
    most: int = 40
    overlap: int = 0
    manual: tuple[int, ...] = ()
    depths: list[int] | None = None

    def merged(self) -> list[int]:
        """Return the sentences that start chunks after merging, without the first."""
        overlap = OverlapStarts(PREPARED, Overlap(self.overlap))
        depths = None
        if self.depths:
            depths = np.array(self.depths[: len(self.boundaries) + 1], np.uint8)
        found = merge_short_chunks(
            chunks(self.boundaries, self.manual),
            PREPARED.sizes,
            self.least,
            self.most,
            overlap=overlap,
            depths=depths,
        )
        kept: list[int] = np.searchsorted(STARTS, found.starts).tolist()
        same = chunks(kept[1:], self.manual)
        assert [column.tolist() for column in found] == [column.tolist() for column in same]
        return kept[1:]

    def expected(self) -> list[int]:
        """Return the same by removing one boundary after the other."""
        kept: list[int] = []
        rows, depths = [0, *self.boundaries], self.depths or [0] * 10
        for row, after in pairwise([*rows, 10]):
            kept.append(row)
            while len(kept) > 1 and kept[-1] not in self.manual:
                before, start = kept[-2:]
                smaller = 4 * min(start - before, after - start)
                size = 4 * (after - before) + min(self.overlap, 4 * before)
                fits = size <= self.most and depths[rows.index(start)] >= depths[rows.index(before)]
                if smaller >= self.least or not fits:
                    break
                kept.pop()
        return kept[1:]


@given(
    st.builds(
        Problem,
        st.sets(st.integers(1, 9), max_size=9).map(sorted),
        st.integers(0, 20),
        st.integers(4, 40),
        st.sampled_from([0, 3, 4]),
        st.sets(st.integers(1, 9), max_size=2).map(tuple),
        st.none() | st.lists(st.integers(1, 3), min_size=10, max_size=10),
    )
)
def test_each_chunk_merges_with_those_before_it_while_one_is_short_and_both_fit(
    problem: Problem,
) -> None:
    assert problem.merged() == problem.expected()


def test_a_short_chunk_merges_with_the_one_before_where_both_fit() -> None:
    assert Problem([3, 4, 8], least=8, most=16).merged() == [4, 8]
    assert Problem([4, 5, 8], least=8, most=16).merged() == [4, 8]
    assert Problem([4, 5, 8], least=8, most=12).merged() == [4, 5, 8]
    assert Problem([4, 8, 9], least=8, most=16).merged() == [4, 8]
    assert Problem([4, 9], least=8, most=20).merged() == [4, 9]
    assert Problem([4, 9], least=8, most=24).merged() == [4]
    assert Problem([5], least=20).merged() == [5]
    assert Problem([5], least=21).merged() == []


def test_the_overlap_counts_where_short_chunks_merge() -> None:
    assert Problem([3, 6, 7], least=8, most=16).merged() == [3, 7]
    assert Problem([3, 6, 7], least=8, most=16, overlap=4).merged() == [3, 6, 7]
    assert Problem([3, 6, 7], least=8, most=20, overlap=4).merged() == [3, 7]


def test_chunks_do_not_merge_across_a_manual_boundary() -> None:
    assert Problem([1, 2], least=9).merged() == []
    assert Problem([1, 2], least=9, manual=(2,)).merged() == [2]
    assert Problem([1, 2], least=9, manual=(1, 2)).merged() == [1, 2]


def test_a_chunk_does_not_merge_with_a_deeper_one() -> None:
    assert Problem([1, 2], least=40, depths=[1, 2, 3]).merged() == []
    assert Problem([1, 2], least=40, depths=[1, 2, 1]).merged() == []
    assert Problem([1, 2], least=40, depths=[2, 1, 2]).merged() == [1]


def test_no_chunk_is_short_without_a_minimum() -> None:
    assert Problem([1, 2], least=0).merged() == [1, 2]


def test_the_boundary_after_a_chunk_that_stays_short_is_a_tail() -> None:
    found = mark_tails(chunks([1, 4, 5, 8, 9], (5,)), PREPARED.sizes, 8)
    assert [REASONS[code] for code in found.reasons[1:]] == [
        Reason.TAIL, Reason.SIZE, Reason.MANUAL, Reason.SIZE, Reason.TAIL,
    ]  # fmt: skip

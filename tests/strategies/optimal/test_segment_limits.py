"""Limits on segments: candidates, sizes, and the cost of a chunk below the minimum."""

import numpy as np
import pytest
from planted import prepared as of_similarities

from chunking.core.document import Document
from chunking.core.prepared import Constraints, Material, Prepared
from chunking.engine import prepare
from chunking.strategies.optimal.limits import (
    Candidates,
    Limits,
    apply_limits,
    find_candidates,
    max_segment_units,
)
from chunking.strategies.overlap import Overlap

FOUR = "One two three four."


def words(*texts: str) -> Prepared:
    """Return a document of sentences; sizes in words."""
    return prepare(Document(" ".join(texts)), Material("sentences", tokenizer="words"))


def found(  # a keyword for each limit
    prepared: Prepared,
    *,
    least: int = 0,
    most: int = 12,
    overlap: int = 0,
    required: tuple[int, ...] = (),
    forbidden: tuple[int, ...] = (),
    split_atomic: bool = True,
) -> Candidates:
    """Return the candidates; manual boundaries by the number of the unit after them."""
    starts = prepared.units.starts
    manual = Constraints(starts[list(required)].tolist(), starts[list(forbidden)].tolist())
    limits = Limits(least, most, Overlap(overlap), split_atomic=split_atomic)
    return find_candidates(prepared, limits, manual)


@pytest.mark.parametrize(
    ("most", "overlap", "earliest"),
    [
        (12, 0, [0, 0, 0, 1, 2, 3]),
        (15, 0, [0, 0, 0, 1, 2, 3]),
        (16, 0, [0, 0, 0, 0, 1, 2]),
        (4, 0, [0, 1, 2, 3, 4, 5]),
        (12, 1, [0, 0, 0, 2, 3, 4]),
        (13, 1, [0, 0, 0, 1, 2, 3]),
        (12, 4, [0, 0, 0, 2, 3, 4]),
        (12, 9, [0, 0, 0, 3, 4, 5]),
    ],
)
def test_a_chunk_begins_as_early_as_the_maximum_allows_with_its_overlap(
    most: int, overlap: int, earliest: list[int]
) -> None:
    candidates = found(words(*[FOUR] * 6), most=most, overlap=overlap)
    assert candidates.earliest.tolist() == earliest
    assert candidates.first.tolist() == candidates.last.tolist() == list(range(6))
    assert candidates.max_units == max(i - first for i, first in enumerate(earliest)) + 1


@pytest.mark.parametrize(
    ("least", "latest"),
    [
        (8, [-1, 0, 1, 2]),
        (5, [-1, 0, 1, 2]),
        (4, [0, 1, 2, 3]),
        (9, [-1, -1, 0, 1]),
        (1, [0, 1, 2, 3]),
    ],
)
def test_a_chunk_begins_at_the_latest_where_it_has_the_minimum(
    least: int, latest: list[int]
) -> None:
    assert found(words(*[FOUR] * 4), least=least).latest.tolist() == latest


def test_without_a_minimum_no_chunk_is_too_short() -> None:
    latest = found(words(*[FOUR] * 4)).latest
    assert (latest >= np.arange(4)).all()


def test_a_required_boundary_begins_a_chunk_and_the_first_unit_needs_none() -> None:
    candidates = found(words(*[FOUR] * 6), required=(0, 2, 4))
    assert candidates.required.tolist() == [2, 4]
    assert candidates.earliest.tolist() == [0, 0, 2, 2, 4, 4]


def test_units_around_forbidden_gaps_are_one_candidate() -> None:
    prepared = words(*[FOUR] * 6)
    candidates = found(prepared, forbidden=(1, 2, 5), required=(2, 3))
    assert candidates.first.tolist() == [0, 3, 4]
    assert candidates.last.tolist() == [2, 3, 5]
    assert candidates.starts.tolist() == prepared.units.starts[[0, 3, 4]].tolist()
    assert candidates.ends.tolist() == prepared.units.ends[[2, 3, 5]].tolist()
    assert candidates.required.tolist() == [1]
    assert candidates.earliest.tolist() == [0, 1, 1]
    assert candidates.max_units == 3


def test_a_unit_above_the_maximum_is_split_and_begins_a_chunk() -> None:
    prepared = words(FOUR, "a b c d e f g h i yes.", FOUR, FOUR)
    candidates = found(prepared, most=4)
    text = prepared.document.text
    assert {row: [text[offset] for offset in at] for row, at in candidates.splits.items()} == {
        1: ["e", "i"]
    }
    assert text[candidates.starts[1]] == "i"
    assert candidates.earliest.tolist() == [0, 1, 2, 3]
    # The rest of the split unit, of two words, shares a chunk with the next unit.
    assert found(prepared, most=6).splits == {1: [text.index("g")]}
    assert found(prepared, most=8).earliest.tolist() == [0, 1, 1, 2]
    assert found(prepared, most=10).splits == {}


def test_a_split_leaves_room_for_the_overlap() -> None:
    prepared = words("a b c d e f g h i yes.", FOUR)
    text = prepared.document.text
    splits = found(prepared, most=4, overlap=1).splits
    assert [text[offset] for offset in splits[0]] == ["e", "h"]


@pytest.mark.parametrize(("split_atomic", "rows"), [(True, [1]), (False, [])])
def test_a_fence_above_the_maximum_is_split_only_where_allowed(
    rows: list[int], *, split_atomic: bool
) -> None:
    fence = "\n\n```\na b c\nd e f\n```\n\n"
    candidates = found(words(FOUR, fence, FOUR), most=5, split_atomic=split_atomic)
    assert list(candidates.splits) == rows
    assert candidates.earliest.tolist() == [0, 1, 2]


def test_joined_units_above_the_maximum_are_not_split() -> None:
    candidates = found(words(*[FOUR] * 4), most=6, forbidden=(1,))
    assert candidates.splits == {}
    assert candidates.earliest.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("tokens", "units"), [(0, 1), (3, 1), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (99, 4)]
)
def test_the_longest_segment_has_as_many_units_as_fit(tokens: int, units: int) -> None:
    prepared = words(*[FOUR] * 4)
    assert max_segment_units(prepared.units, prepared.sizes, tokens) == units


def test_sizes_in_characters_are_tokens_of_four() -> None:
    # Four units of 39 characters, one blank between two: three units have 119, 30 tokens.
    prepared = of_similarities([0.5] * 3)
    assert found(prepared, most=30).earliest.tolist() == [0, 0, 0, 1]
    assert found(prepared, most=29).earliest.tolist() == [0, 0, 1, 2]
    assert found(prepared, most=30, overlap=1).earliest.tolist() == [0, 0, 0, 2]
    assert found(prepared, least=10).latest.tolist() == [0, 1, 2, 3]
    assert found(prepared, least=11).latest.tolist() == [-1, 0, 1, 2]
    for tokens, units in ((9, 1), (10, 1), (19, 1), (20, 2), (29, 2), (30, 3)):
        assert max_segment_units(prepared.units, prepared.sizes, tokens) == units


def test_limits_make_long_segments_impossible_and_short_ones_expensive() -> None:
    empty = np.zeros(0, np.int64)
    rows = np.arange(3)
    candidates = Candidates(
        rows, rows, rows, rows, {}, np.array([0, 0, 1]), np.array([-1, 0, 2]), empty
    )
    costs = np.array([[1.0, np.inf, np.inf], [2.0, 3.0, np.inf], [4.0, -5.0, 6.0]])
    limited = apply_limits(costs, candidates, np.array([0.0, 0.5, 0.0]))
    assert limited.max_penalty == 2 * 5 + 2 * 0.5
    assert limited.min_tokens_cost == 1 + 4 * 3 * (5 + 11)
    extra = limited.min_tokens_cost
    inf = np.inf
    assert limited.segment_costs.tolist() == [
        [1 + extra, inf, inf], [2 + extra, 3, inf], [4, -5, inf],
    ]  # fmt: skip

"""Filling a text by a rule: manual boundaries, joined units, and short chunks merged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.prepared import Constraints, Material, Prepared
from chunking.engine import prepare
from chunking.strategies.filling import EndRule, Space, end_at_limit, fill, joined_spans
from chunking.strategies.overlap import Overlap


def words(*paragraphs: int) -> Prepared:
    """Return paragraphs of so many words of one letter; sizes in words."""
    text = "\n\n".join(" ".join(["w"] * count) for count in paragraphs)
    return prepare(Document(text), Material("paragraphs", tokenizer="words"))


def ends_after(*counts: int) -> EndRule:
    """Return the rule that ends chunks after these numbers of words of one paragraph."""
    ends = [2 * count - 1 for count in counts]

    def rule(space: Space) -> tuple[int, Reason]:
        end = next((end for end in ends if end > space.start), space.end)
        return min(end, space.end), Reason.SIZE

    return rule


def merged(counts: list[int], total: int, *, below: int, most: int, overlap: int = 0) -> list[int]:
    """Return the word that each chunk after the first starts with."""
    rule = ends_after(*counts)
    cuts = fill(words(total), most, Overlap(overlap), rule, merge_below=below)
    return [offset // 2 for offset in cuts.offsets.tolist()]


@given(
    st.sets(st.integers(1, 29), min_size=1, max_size=9).map(sorted),
    st.integers(0, 9),
    st.integers(5, 30),
    st.sampled_from([0, 2]),
)
def test_a_chunk_below_the_limit_merges_with_the_next_where_both_fit(
    counts: list[int], below: int, most: int, overlap: int
) -> None:
    expected: list[int] = []
    start = 0
    for cut, after in zip(counts, [*counts[1:], 30], strict=True):
        fits = after - start + min(overlap, start) <= most
        if not (fits and min(cut - start, after - cut) < below):
            expected.append(cut)
            start = cut
    assert merged(counts, 30, below=below, most=most, overlap=overlap) == expected


def test_chunks_merge_up_to_the_maximum() -> None:
    assert merged([3, 6, 9], 12, below=4, most=6) == [6]
    assert merged([3, 6, 9], 12, below=4, most=5) == [3, 6, 9]
    assert merged([3, 6, 9], 12, below=3, most=100) == [3, 6, 9]
    assert merged([3, 6, 9], 12, below=0, most=100) == [3, 6, 9]
    assert merged([3, 9], 12, below=4, most=9) == [9]
    assert merged([3, 6], 9, below=4, most=7, overlap=1) == [6]


def test_chunks_are_not_merged_across_a_manual_boundary() -> None:
    prepared = words(2, 2, 2)
    manual = Constraints(required=prepared.units.gaps[:1].tolist())
    rule = end_at_limit(prepared.document.text)
    cuts = fill(prepared, 9, Overlap(0), rule, manual, merge_below=9)
    assert cuts.offsets.tolist() == prepared.units.gaps[:1].tolist()
    assert [REASONS[code] for code in cuts.verdicts] == [Reason.MANUAL, Reason.FITS]


def test_a_boundary_that_is_also_forbidden_is_not_made() -> None:
    prepared = words(2, 2)
    gaps = prepared.units.gaps.tolist()
    rule = end_at_limit(prepared.document.text)
    cuts = fill(prepared, 9, Overlap(0), rule, Constraints(gaps, gaps))
    assert cuts.offsets.tolist() == []
    assert [REASONS[code] for code in cuts.verdicts] == [Reason.FORBIDDEN]


def test_an_empty_text_has_no_cuts() -> None:
    prepared = words(0)
    cuts = fill(prepared, 9, Overlap(0), end_at_limit(""))
    assert cuts.offsets.tolist() == cuts.verdicts.tolist() == []


def test_joined_units_have_one_span() -> None:
    prepared = words(1, 1, 1, 1, 1)
    gaps = prepared.units.gaps.tolist()
    assert joined_spans(prepared, Constraints()) == []
    assert joined_spans(prepared, Constraints(forbidden=gaps[:1])) == [(0, 4)]
    assert joined_spans(prepared, Constraints(forbidden=[gaps[0], gaps[2], gaps[3]])) == [
        (0, 4), (6, 13),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("most", "forbidden", "starts"),
    [
        (5, [1], [2, 7]),  # before the joined paragraphs
        (3, [0], [4]),  # they begin the chunk, so it ends after them
        (2, [0, 1], [6]),
        (6, [1], [6]),
    ],
)
def test_a_chunk_ends_before_joined_units_or_else_after_them(
    most: int, forbidden: list[int], starts: list[int]
) -> None:
    prepared = words(2, 2, 2, 2)
    gaps = prepared.units.gaps

    def rule(space: Space) -> tuple[int, Reason]:
        return min(space.limit, space.end), Reason.SIZE

    manual = Constraints(forbidden=gaps[forbidden].tolist())
    cuts = fill(prepared, most, Overlap(0), rule, manual)
    text = prepared.document.text
    found = [text[:offset].count("w") for offset in cuts.offsets.tolist()]
    assert found[: len(starts)] == starts


def test_a_chunk_at_the_limit_ends_there_or_before_a_word() -> None:
    text = "aaaa bbbb"
    rule = end_at_limit(text)
    assert rule(Space(0, 9, 9, 9)) == (9, Reason.TAIL)
    assert rule(Space(0, 9, 8, 8)) == (8, Reason.SIZE)
    assert rule(Space(0, 9, 12, 12)) == (9, Reason.TAIL)
    # Only whitespace fits: the chunk ends after the first character of the word.
    assert rule(Space(4, 9, 5, 5)) == (6, Reason.SIZE)
    accent = "ae\u0301o"
    assert end_at_limit(accent)(Space(0, 4, 2, 2)) == (1, Reason.SIZE)
    assert end_at_limit(accent)(Space(1, 4, 2, 3)) == (3, Reason.SIZE)

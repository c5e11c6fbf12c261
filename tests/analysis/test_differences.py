from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.analysis.differences import Differences, differences
from chunking.analysis.metrics import boundary_agreement
from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import ChunkingError
from chunking.core.text.tokenizers import token_sizes

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

# Ten sentences of ten characters: "aaaaaaaa. bbbbbbbb. …"
TEXT = " ".join(letter * 8 + "." for letter in "abcdefghij")
GAPS = np.arange(10, 100, 10)


def cut(*offsets: int, text: str = TEXT) -> Chunking:
    edges = [0, *offsets, len(text)]
    return Chunking.from_spans(Document(text), list(pairwise(edges)))


def found(before: Chunking, after: Chunking, gaps: Ints = GAPS, within: int = 1) -> Differences:
    return differences(before, after, gaps, token_sizes(before.document.text), within=within)


def named(
    before: Chunking, after: Chunking, gaps: Ints = GAPS, within: int = 1
) -> dict[str, object]:
    """The differences as offsets, and the moved ones as (from, to, tokens)."""
    it = found(before, after, gaps, within)
    one, other = before.boundaries, after.boundaries
    return {
        "kept": list(zip(one[it.kept_before].tolist(), other[it.kept_after].tolist(), strict=True)),
        "moved": list(
            zip(
                one[it.moved_before].tolist(),
                other[it.moved_after].tolist(),
                it.moved_tokens.tolist(),
                strict=True,
            )
        ),
        "removed": one[it.removed].tolist(),
        "added": other[it.added].tolist(),
    }


def test_boundaries_are_kept_moved_removed_or_added() -> None:
    assert named(cut(20, 40, 70), cut(20, 50, 90)) == {
        "kept": [(20, 20)],
        "moved": [(40, 50, 3)],  # one sentence of ten characters went to the chunk before
        "removed": [70],
        "added": [90],
    }


def test_identical_chunkings_have_no_differences() -> None:
    assert found(cut(20, 40), cut(20, 40)).count == 0
    assert named(cut(20, 40), cut(20, 40))["kept"] == [(20, 20), (40, 40)]


def test_a_moved_boundary_is_one_difference() -> None:
    assert found(cut(40), cut(50)).count == 1
    assert found(cut(40), cut(60)).count == 2


@pytest.mark.parametrize(
    ("before", "after", "within", "moved"),
    [
        ([20], [40], 1, []),
        ([20], [40], 2, [(20, 40, 5)]),
        ([20, 40], [30, 50], 1, [(20, 30, 3), (40, 50, 3)]),
        ([20, 40], [30], 1, [(20, 30, 3)]),  # 30 is used up; 40 is removed
        ([20, 30], [40], 2, [(30, 40, 3)]),  # 20 would have to pass 30
        ([20, 30], [30, 40], 2, []),  # 30 is kept and lies between
        ([20], [30], 0, []),
    ],
)
def test_a_boundary_has_moved_by_at_most_one_gap(
    before: list[int], after: list[int], within: int, moved: list[tuple[int, int, int]]
) -> None:
    assert named(cut(*before), cut(*after), within=within)["moved"] == moved


def test_boundaries_inside_one_sentence_have_moved() -> None:
    assert named(cut(42), cut(44), within=0)["moved"] == [(42, 44, 1)]


def test_a_boundary_on_either_side_of_blank_lines_is_kept() -> None:
    text = "one.\n\n  two."
    before, after = cut(4, text=text), cut(8, text=text)
    assert named(before, after, np.array([6]))["kept"] == [(4, 8)]


def test_differences_without_boundaries_or_gaps() -> None:
    nothing = np.zeros(0, np.int64)
    assert named(cut(), cut(), nothing)["moved"] == []
    assert named(cut(), cut(30))["added"] == [30]
    assert named(cut(30), cut())["removed"] == [30]
    assert named(cut(30), cut(60), nothing)["moved"] == [(30, 60, 8)]


def test_two_documents_and_a_negative_distance_raise() -> None:
    with pytest.raises(ChunkingError, match="between chunkings of one document"):
        found(cut(30), cut(30, text=TEXT + "x"))
    with pytest.raises(ChunkingError, match="within must be 0 gaps or more, got -1"):
        found(cut(30), cut(30), within=-1)


places = st.sets(st.sampled_from(GAPS.tolist()))


@given(places, places)
def test_the_counts_give_boundary_similarity(a: set[int], b: set[int]) -> None:
    before, after = cut(*sorted(a)), cut(*sorted(b))
    it = found(before, after)
    moved, far = len(it.moved_before), len(it.removed) + len(it.added)
    edits = far + moved + len(it.kept_before)
    value = 1 - (far + moved / 2) / edits if edits else 1
    assert boundary_agreement(before.boundaries, after.boundaries, GAPS) == pytest.approx(value)


@given(places, places, st.integers(0, 9))
def test_every_boundary_is_in_one_column(a: set[int], b: set[int], within: int) -> None:
    it = found(cut(*sorted(a)), cut(*sorted(b)), within=within)
    before = [*it.kept_before, *it.moved_before, *it.removed]
    after = [*it.kept_after, *it.moved_after, *it.added]
    assert sorted(before) == list(range(len(a)))
    assert sorted(after) == list(range(len(b)))

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.analysis.metrics import agreement_matrix, boundary_agreement
from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.core.document import Document

GAPS = np.arange(10, 100, 10)  # ten sentences of ten characters


def at(*offsets: int) -> Ints:
    return np.array(offsets, np.int64)


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [
        ([50], [40], 0.5),  # masses 5, 5 against 4, 6
        ([50], [50], 1),
        ([], [], 1),
        ([90], [], 0),
        ([20], [40], 0),  # two gaps off is no near miss
        ([20, 50], [20, 60], 0.75),
        ([20, 50], [20], 0.5),
        ([20, 30], [30, 40], 1 / 3),  # 30 matches, so 20 and 40 are far
        ([20, 40], [30], 0.25),  # one near miss uses 30 up; the other is missing
        ([20, 40], [30, 50], 0.5),
    ],
)
def test_boundary_similarity_of_two_sets(a: list[int], b: list[int], value: float) -> None:
    assert boundary_agreement(at(*a), at(*b), GAPS) == pytest.approx(value)


def test_a_boundary_inside_a_sentence_counts_at_the_nearest_gap() -> None:
    assert boundary_agreement(at(47), at(50), GAPS) == 1
    assert boundary_agreement(at(44), at(50), GAPS) == 0.5
    assert boundary_agreement(at(45), at(40), GAPS) == 1  # of two as near, the first
    assert boundary_agreement(at(3), at(10), GAPS) == 1
    assert boundary_agreement(at(99), at(90), GAPS) == 1
    assert boundary_agreement(at(48, 52), at(50), GAPS) == 1


def test_a_single_sentence_has_no_gaps() -> None:
    none = at()
    assert boundary_agreement(at(3), none, none) == 0
    assert boundary_agreement(at(3), at(7), none) == 1
    assert boundary_agreement(none, none, none) == 1


def oracle(a: set[int], b: set[int]) -> float:
    """The definition, place by place from the left."""
    only_a, only_b, near = a - b, b - a, 0
    for place in range(-1, 12):
        for one, other in ((only_a, only_b), (only_b, only_a)):
            if place in one and place + 1 in other:
                one.remove(place)
                other.remove(place + 1)
                near += 1
    far = len(only_a) + len(only_b)
    edits = far + near + len(a & b)
    return 1 - (far + near / 2) / edits if edits else 1


PLACES = st.sets(st.integers(0, 8))


@settings(max_examples=4 * settings().max_examples)
@given(PLACES, PLACES)
def test_boundary_similarity_matches_its_definition_and_is_symmetric(
    a: set[int], b: set[int]
) -> None:
    of_a, of_b = GAPS[sorted(a)] if a else at(), GAPS[sorted(b)] if b else at()
    found = boundary_agreement(of_a, of_b, GAPS)
    assert found == pytest.approx(oracle(a, b))
    assert boundary_agreement(of_b, of_a, GAPS) == pytest.approx(found)
    assert 0 <= found <= 1
    assert (found == 1) == (a == b)


def test_the_matrix_has_the_agreement_of_each_pair() -> None:
    document = Document("x" * 100)
    chunkings = [
        Chunking.from_spans(document, [(0, cut), (cut, 100)] if cut else [(0, 100)])
        for cut in (50, 40, 0)
    ]
    assert agreement_matrix(chunkings, GAPS).tolist() == [[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]]

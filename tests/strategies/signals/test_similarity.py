from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.units import UnitKind, Units
from chunking.strategies.signals.similarity import adjacent_signal


def units(count: int) -> Units:
    """Return units of three characters, separated by one space."""
    return Units.of([(4 * i, 4 * i + 3, UnitKind.SENTENCE, False) for i in range(count)])


def test_the_similarity_of_adjacent_units_is_their_cosine() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1], [0, -1], [0.6, 0.8]], dtype=np.float32)
    signal = adjacent_signal(units(5), vectors)
    assert signal.scores.tolist() == [1.0, 0.0, -1.0, -0.8]
    assert signal.gaps.tolist() == [4, 8, 12, 16]


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_units_have_no_gap(count: int) -> None:
    signal = adjacent_signal(units(count), np.ones((count, 3 if count else 0), dtype=np.float32))
    assert signal.scores.shape == signal.gaps.shape == (0,)


def test_a_zero_vector_has_similarity_zero() -> None:
    vectors = np.array([[0, 0], [1, 0]], dtype=np.float32)
    assert adjacent_signal(units(2), vectors).scores.tolist() == [0.0]


def test_scores_have_no_negative_zero() -> None:
    vectors = np.array([[1, 0], [-1e-6, 1]], dtype=np.float32)
    assert not np.signbit(adjacent_signal(units(2), vectors).scores[0])


@given(st.integers(2, 30), st.integers(1, 16), st.integers(0, 2**32 - 1))
def test_scores_are_rounded_to_four_decimals(n: int, d: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    vectors = draw.normal(size=(n, d))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    signal = adjacent_signal(units(n), vectors.astype(np.float32))
    exact = np.array([a @ b for a, b in pairwise(vectors)])
    assert np.all(np.abs(signal.scores) <= 1)
    assert np.allclose(signal.scores, exact, atol=6e-5)
    assert np.array_equal(signal.scores, np.round(signal.scores, 4))

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.similarity import adjacent
from chunking.types import UnitKind, Units


def units(count: int) -> Units:
    """So many units of three characters with a blank between."""
    return Units.of([(4 * i, 4 * i + 3, UnitKind.SENTENCE, False) for i in range(count)])


def test_the_similarity_of_neighbours_is_their_cosine() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1], [0, -1], [0.6, 0.8]], dtype=np.float32)
    signal = adjacent(units(5), vectors)
    assert signal.scores.tolist() == [1.0, 0.0, -1.0, -0.8]
    assert signal.gaps.tolist() == [4, 8, 12, 16]


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_units_have_no_gap(count: int) -> None:
    signal = adjacent(units(count), np.ones((count, 3 if count else 0), dtype=np.float32))
    assert signal.scores.shape == signal.gaps.shape == (0,)


def test_a_vector_of_nothing_is_like_nothing() -> None:
    vectors = np.array([[0, 0], [1, 0]], dtype=np.float32)
    assert adjacent(units(2), vectors).scores.tolist() == [0.0]


def test_there_is_no_negative_zero() -> None:
    vectors = np.array([[1, 0], [-1e-6, 1]], dtype=np.float32)
    assert not np.signbit(adjacent(units(2), vectors).scores[0])


@given(st.integers(2, 30), st.integers(1, 16), st.integers(0, 2**32 - 1))
def test_float_noise_below_the_rounding_changes_no_score(n: int, d: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    vectors = draw.normal(size=(n, d))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    signal = adjacent(units(n), vectors.astype(np.float32))
    exact = np.array([a @ b for a, b in pairwise(vectors)])
    assert np.all(np.abs(signal.scores) <= 1)
    assert np.allclose(signal.scores, exact, atol=6e-5)
    assert np.array_equal(signal.scores, np.round(signal.scores, 4))

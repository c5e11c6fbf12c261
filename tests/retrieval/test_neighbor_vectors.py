"""Vectors with a share of their neighbors."""

import numpy as np

from chunking.retrieval.ranking import with_neighbors

AXES = np.eye(3, dtype=np.float32)


def test_weights_fall_with_the_distance() -> None:
    expected = np.array([[1, 0.5, 0.25], [0.5, 1, 0.5], [0.25, 0.5, 1]])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(with_neighbors(AXES, [3], 0.5), expected, rtol=1e-6)


def test_other_documents_do_not_count() -> None:
    found = with_neighbors(AXES, [1, 0, 2], 0.5)
    assert found[0].tolist() == [1, 0, 0]
    assert found[1, 0] == found[2, 0] == 0
    np.testing.assert_allclose(found[1, 2] / found[1, 1], 0.5)


def test_without_weight_vectors_stay_the_same_and_the_given_ones_are_not_changed() -> None:
    given = AXES.copy()
    assert (with_neighbors(given, [3], 0) == AXES).all()
    with_neighbors(given, [3], 0.5)
    assert (given == AXES).all()


def test_vectors_that_cancel_stay_finite() -> None:
    opposed = np.array([[1, 0], [-1, 0]], np.float32)
    assert np.isfinite(with_neighbors(opposed, [2], 0.5)).all()
    assert with_neighbors(opposed[:0], [], 0.5).shape == (0, 2)

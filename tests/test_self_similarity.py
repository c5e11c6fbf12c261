from __future__ import annotations

import numpy as np

from chunking.selfsimilarity import self_similarity
from chunking.similarity import depth
from chunking.types import Signal, UnitKind, Units


def units(count: int) -> Units:
    """Units of ten characters with a blank after each."""
    return Units.of([(11 * i, 11 * i + 10, UnitKind.SENTENCE, False) for i in range(count)])


def test_a_cell_is_a_unit_where_there_is_room() -> None:
    found = self_similarity(units(2), np.array([[1, 0], [0.6, 0.8]], np.float32))
    assert found.edges.tolist() == [0, 11, 21]
    np.testing.assert_allclose(found.values, [[1, 0.6], [0.6, 1]], atol=1e-6)


def test_with_more_units_a_cell_is_the_mean_of_all_its_cosines() -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(7, 5))
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    found = self_similarity(units(7), vectors.astype(np.float32), most=3)
    assert found.edges.tolist() == [0, 22, 44, 76]
    cosines = vectors @ vectors.T
    assert np.isclose(found.values[0, 2], cosines[0:2, 4:7].mean(), atol=1e-6)
    assert np.isclose(found.values[1, 1], cosines[2:4, 2:4].mean(), atol=1e-6)


def test_no_units_are_an_empty_map_with_a_range() -> None:
    found = self_similarity(units(0), np.zeros((0, 4), np.float32))
    assert found.values.shape == (0, 0)
    assert found.range() == (0, 1)


def test_the_depth_of_a_gap_is_how_far_it_lies_below_the_peaks_beside_it() -> None:
    scores = np.array([0.5, 0.8, 0.3, 0.4, 0.9, 0.2])
    found = depth(Signal(np.arange(6), scores))
    assert found.kind == "depth"
    assert found.scores.tolist() == [0.3, 0.0, 1.1, 0.5, 0.0, 0.7]


def test_a_gap_between_equal_ones_lies_as_deep_as_they() -> None:
    found = depth(Signal(np.arange(3), np.array([0.8, 0.5, 0.5])))
    assert found.scores.tolist() == [0.0, 0.3, 0.3]

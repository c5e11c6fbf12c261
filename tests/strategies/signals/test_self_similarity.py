import numpy as np

from chunking.core.prepared import Signal
from chunking.core.units import UnitKind, Units
from chunking.strategies.signals.similarity import depth_signal, self_similarity


def units(count: int) -> Units:
    """Return units of ten characters, separated by one space."""
    return Units.of([(11 * i, 11 * i + 10, UnitKind.SENTENCE, False) for i in range(count)])


def test_a_short_document_has_one_cell_per_unit() -> None:
    found = self_similarity(units(2), np.array([[1, 0], [0.6, 0.8]], np.float32))
    assert found.edges.tolist() == [0, 11, 21]
    np.testing.assert_allclose(found.values, [[1, 0.6], [0.6, 1]], atol=1e-6)


def test_a_cell_of_several_units_is_the_mean_of_their_cosines() -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(7, 5))
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    found = self_similarity(units(7), vectors.astype(np.float32), max_cells=3)
    assert found.edges.tolist() == [0, 22, 44, 76]
    cosines = vectors @ vectors.T
    assert np.isclose(found.values[0, 2], cosines[0:2, 4:7].mean(), atol=1e-6)
    assert np.isclose(found.values[1, 1], cosines[2:4, 2:4].mean(), atol=1e-6)


def test_an_empty_document_has_an_empty_matrix() -> None:
    found = self_similarity(units(0), np.zeros((0, 4), np.float32))
    assert found.values.shape == (0, 0)
    assert found.range() == (0, 1)


def test_the_depth_of_a_gap_is_its_distance_to_the_adjacent_peaks() -> None:
    scores = np.array([0.5, 0.8, 0.3, 0.4, 0.9, 0.2])
    found = depth_signal(Signal(np.arange(6), scores))
    assert found.kind == "depth"
    assert found.scores.tolist() == [0.3, 0.0, 1.1, 0.5, 0.0, 0.7]


def test_equal_neighboring_gaps_have_the_same_depth() -> None:
    found = depth_signal(Signal(np.arange(3), np.array([0.8, 0.5, 0.5])))
    assert found.scores.tolist() == [0.0, 0.3, 0.3]

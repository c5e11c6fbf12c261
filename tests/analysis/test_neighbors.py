"""Nearest texts by vectors."""

import numpy as np
import pytest

from chunking.analysis import chunk_checks
from chunking.analysis.chunk_checks import nearest


def unit(*degrees: float) -> np.ndarray:
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_the_nearest_come_first_without_the_text_itself() -> None:
    rows, similarities = nearest(unit(0, 10, 30, 90), 2)
    assert rows.tolist() == [[1, 2], [0, 2], [1, 0], [2, 1]]
    assert similarities[0] == pytest.approx(np.cos(np.radians([10, 30])), abs=1e-6)


def test_few_texts_have_few_neighbors() -> None:
    assert nearest(unit(0, 10), 5)[0].tolist() == [[1], [0]]
    assert nearest(unit(0), 5)[0].shape == (1, 0)
    assert nearest(np.zeros((0, 0), np.float32), 5)[0].shape == (0, 0)


def test_blocks_give_the_same_as_the_whole_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(50, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    whole = nearest(vectors, 5)[0]
    monkeypatch.setattr(chunk_checks, "_ROWS", 7)
    assert nearest(vectors, 5)[0].tolist() == whole.tolist()
    scores = vectors @ vectors.T
    np.fill_diagonal(scores, -np.inf)
    assert whole.tolist() == np.argsort(-scores, axis=1)[:, :5].tolist()

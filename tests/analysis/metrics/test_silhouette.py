import math

import numpy as np
import pytest
from evaluations import Span, evaluation
from hypothesis import given
from hypothesis import strategies as st

from chunking.analysis.metrics import Evaluation, compute_metrics, sentence_silhouettes

EAST, NORTH, WEST = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]


def shown(sizes: list[int], vectors: list[list[float]]) -> Evaluation:
    """Sentences of two characters, so many of them in each chunk."""
    edges = np.cumsum([0, *sizes]) * 2
    chunks: list[Span] = list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
    sentences: list[Span] = [(2 * i, 2 * i + 2) for i in range(len(vectors))]
    return evaluation("x." * len(vectors), chunks, sentences=sentences, vectors=vectors)


def test_fitting_sentences_have_one_and_misplaced_ones_are_negative() -> None:
    found = sentence_silhouettes(shown([2, 3], [EAST, EAST, NORTH, NORTH, EAST]))
    # The last one: 1 to its own chunk, 0 to the chunk before.
    assert found == pytest.approx([1, 1, 0.5, 0.5, -1])


def test_the_nearer_adjacent_chunk_counts() -> None:
    found = sentence_silhouettes(shown([2, 2, 2], [WEST, WEST, EAST, EAST, NORTH, NORTH]))
    # West is at distance 2, north at 1; of the middle chunk the distance inside is 0.
    assert found.tolist() == [1] * 6
    found = sentence_silhouettes(shown([1, 2, 1], [WEST, EAST, NORTH, NORTH]))
    assert found.tolist() == [0, 0, -1, 0]


def test_a_single_sentence_in_a_chunk_has_zero() -> None:
    assert sentence_silhouettes(shown([1, 1], [EAST, NORTH])).tolist() == [0, 0]


def test_equal_sentences_have_zero() -> None:
    vectors = [[0.6, 0.8]] * 4
    assert sentence_silhouettes(shown([2, 2], vectors)).tolist() == [0] * 4


def test_without_adjacent_chunks_the_silhouette_is_undefined() -> None:
    row = shown([2], [EAST, NORTH])
    assert np.isnan(sentence_silhouettes(row)).all()
    assert math.isnan(compute_metrics(row)["silhouette"])


def test_without_vectors_the_silhouette_is_undefined() -> None:
    row = evaluation("x.x.", [(0, 2), (2, 4)], sentences=[(0, 2), (2, 4)])
    assert sentence_silhouettes(row).tolist() == []
    assert math.isnan(compute_metrics(row)["silhouette"])


def by_the_book(sizes: list[int], vectors: list[list[float]]) -> list[float]:
    """Every distance by itself."""
    rows = np.array(vectors)
    chunk = np.repeat(np.arange(len(sizes)), sizes)
    found = []
    for i, home in enumerate(chunk.tolist()):
        distances = 1 - rows @ rows[i]
        mates = [distances[j] for j in np.flatnonzero(chunk == home) if j != i]
        beside = [distances[chunk == c].mean() for c in (home - 1, home + 1) if sizes[c : c + 1]]
        nearest = min(beside)
        inside = float(np.mean(mates)) if mates else math.nan
        larger = max(inside, nearest)
        found.append((nearest - inside) / larger if mates and larger > 1e-6 else 0)
    return found


@given(st.lists(st.integers(1, 4), min_size=2, max_size=5), st.integers(0, 999))
def test_the_silhouette_matches_its_definition(sizes: list[int], seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(sum(sizes), 3))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    row = shown(sizes, vectors.tolist())
    found = sentence_silhouettes(row)
    assert found == pytest.approx(by_the_book(sizes, vectors.tolist()), abs=1e-5)
    assert compute_metrics(row)["silhouette"] == pytest.approx(float(found.mean()))

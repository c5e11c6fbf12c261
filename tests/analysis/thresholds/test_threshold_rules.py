"""Rules of single selectors, each by its definition on small inputs."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import planted, prepared

from chunking.analysis.thresholds import SELECTORS, ThresholdGrid
from chunking.analysis.thresholds.cohesion import _edges, _sampled_units, adjacent_silhouette
from chunking.analysis.thresholds.selector import below
from chunking.analysis.thresholds.windows import (
    boundary_probabilities,
    expected_f1,
    mean_window_similarity,
)
from chunking.core.arrays import Floats

similarities = st.lists(st.integers(0, 100), min_size=4, max_size=30).map(
    lambda numbers: np.array(numbers) / 100
)


def test_a_grid_has_a_threshold_between_any_two_similarities() -> None:
    grid = ThresholdGrid.of(np.array([0.5, 0.1, 0.3, 0.1]))
    assert grid.thresholds == pytest.approx([0.2, 0.4])
    assert grid.counts.tolist() == [2, 3]
    assert [grid.nearest(count) for count in (0, 2, 2.5, 2.6, 9)] == [0, 0, 0, 1, 1]
    assert grid.summary(1) == "3 of 4 gaps below 0.40"


def test_a_similarity_at_the_threshold_is_not_below_it() -> None:
    scores = np.array([0.1, 0.3, 0.5])
    assert below(0.3, scores) == "1 of 3 gaps below 0.30"
    assert below(0.31, scores, "local minima") == "2 of 3 local minima below 0.31"
    assert _edges(scores, 0.3).tolist() == [0, 1, 4]
    assert _edges(scores, 0.1).tolist() == [0, 4]


@pytest.mark.parametrize(
    ("spread", "arbitrary"), [(0.0498, True), (0.05, False), (0.0502, False), (0.03, True)]
)
def test_boundaries_are_arbitrary_where_similarities_differ_by_less_than_a_twentieth(
    spread: float, *, arbitrary: bool
) -> None:
    found = SELECTORS["otsu"](prepared([0.0, 0.0, spread, spread]))
    assert found.reason.endswith("so boundaries are arbitrary") is arbitrary


def test_otsu_shows_the_share_of_the_variance_that_each_threshold_explains() -> None:
    bars, explained = SELECTORS["otsu"](prepared([0.1, 0.2, 0.8, 0.9])).curves
    assert bars.y.sum() == 4
    assert explained.x == pytest.approx([0.15, 0.5, 0.85])
    total = 4 * 0.125
    within = [2 / 3 * 0.43, 0.01, 2 / 3 * 0.43]
    assert explained.y == pytest.approx([1 - each / total for each in within])


def silhouette_of(vectors: Floats, edges: list[int]) -> float:
    """Return the mean silhouette, by comparing each pair of units."""
    total = 0.0
    chunks = [list(range(a, b)) for a, b in pairwise(edges)]
    for k, chunk in enumerate(chunks):
        if len(chunk) == 1:
            continue
        pairs = [(i, j) for i in chunk for j in chunk if i != j]
        inside = 1 - np.mean([vectors[i] @ vectors[j] for i, j in pairs])
        outside = 1 - max(
            np.mean([vectors[i] @ vectors[j] for i in chunk for j in chunks[other]])
            for other in (k - 1, k + 1)
            if 0 <= other < len(chunks)
        )
        total += len(chunk) * (outside - inside) / max(inside, outside)
    return total / len(vectors)


@pytest.mark.parametrize("edges", [[0, 4, 9], [0, 1, 4, 9], [0, 3, 4, 6, 9], [0, 2, 8, 9]])
def test_a_silhouette_compares_each_chunk_with_the_nearer_neighbor(edges: list[int]) -> None:
    vectors = np.random.default_rng(4).standard_normal((9, 3)) + 1
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    cumulative = np.concatenate([np.zeros((1, 3)), np.cumsum(vectors, axis=0)])
    expected = silhouette_of(vectors, edges)
    assert adjacent_silhouette(cumulative, np.array(edges)) == pytest.approx(expected)


@pytest.mark.parametrize(("count", "sampled"), [(1, 1), (2000, 2000), (2001, 2000), (9000, 2000)])
def test_long_documents_are_sampled_in_eight_spans_of_250_units(count: int, sampled: int) -> None:
    units = _sampled_units(count)
    assert len(units) == sampled
    assert (units[0], units[-1]) == (0, count - 1)
    if count == 9000:
        starts = units[::250]
        assert (np.diff(units.reshape(8, 250), axis=1) == 1).all()
        assert starts.tolist() == [0, 1250, 2500, 3750, 5000, 6250, 7500, 8750]


def test_cohesion_tries_thresholds_with_up_to_half_of_the_gaps_below() -> None:
    found = SELECTORS["cohesion"](planted([9, 12, 8, 10, 11, 9, 12, 8]))
    [curve] = found.curves
    assert len(curve.x) <= 32
    assert curve.y.max() == found.facts["silhouette"]
    document = planted([9, 12, 8, 10, 11, 9, 12, 8])
    assert document.signal is not None
    counts = [np.count_nonzero(document.signal.scores < each) for each in curve.x]
    assert counts[0] == 1
    assert counts[-1] == 39
    assert counts == sorted(set(counts))


@given(similarities, st.data())
def test_the_expected_f1_counts_a_boundary_at_its_gap_or_next_to_it(
    scores: Floats, data: st.DataObject
) -> None:
    if len(np.unique(scores)) < 2:
        return
    shares = st.lists(st.integers(0, 10), min_size=len(scores), max_size=len(scores))
    probabilities = np.array(data.draw(shares)) / 10
    grid = ThresholdGrid.of(scores)
    if probabilities.sum() == 0:
        return
    expected = []
    for threshold in grid.thresholds:
        below_it = scores < threshold
        near = below_it.copy()
        near[:-1] |= below_it[1:]
        near[1:] |= below_it[:-1]
        found = min(probabilities[near].sum(), below_it.sum())
        expected.append(2 * found / (below_it.sum() + probabilities.sum()))
    assert expected_f1(scores, probabilities, grid) == pytest.approx(expected)


def test_windows_reports_the_expected_number_of_boundaries() -> None:
    document = planted([9, 12, 8, 10])
    assert document.vectors is not None
    assert document.signal is not None
    found = SELECTORS["windows"](document)
    probabilities = boundary_probabilities(document.vectors)
    assert found.value is not None
    assert found.facts["boundaries"] == pytest.approx(probabilities.sum())
    assert found.facts["cuts"] == np.count_nonzero(document.signal.scores < found.value)
    agreement, probability = found.curves
    assert agreement.y.max() == 1
    assert probability.x.tolist() == list(range(1, 39))
    assert probability.y.tolist() == probabilities.tolist()
    assert found.reason.endswith("boundaries estimated from windows of 2 and 4 units")


def test_the_window_similarity_is_the_mean_of_two_window_lengths() -> None:
    vectors = planted([6, 7]).vectors
    assert vectors is not None
    found = mean_window_similarity(vectors)
    for gap in range(4, 10):
        means = []
        for window in (2, 4):
            a, b = (
                vectors[gap - window : gap].mean(axis=0),
                vectors[gap : gap + window].mean(axis=0),
            )
            means.append(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))
        assert found[gap - 1] == pytest.approx(np.mean(means), abs=1e-4)


def test_the_probability_of_a_boundary_is_a_logistic_function_of_the_similarity() -> None:
    vectors = planted([5, 7, 6]).vectors
    assert vectors is not None
    similarity = mean_window_similarity(vectors)
    z = (similarity - similarity.mean()) / similarity.std()
    plain = 1 / (1 + np.exp(z + 0.5))
    ratio = boundary_probabilities(vectors) / plain
    assert sorted({round(each, 6) for each in ratio.tolist()}) == [0.1, 1.0]

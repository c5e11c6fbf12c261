import math

import numpy as np
import pytest
from evaluations import Span, evaluation

from chunking.analysis.metrics import METRICS, Evaluation, boundary_similarity, compute_metrics
from chunking.analysis.metrics.metric import mean_interval

TEXT = "aaaa bbbb cccc dddd"
SENTENCES: list[Span] = [(0, 4), (5, 9), (10, 14), (15, 19)]
EAST, NORTH, WEST = [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]


def shown(chunks: list[Span], *vectors: list[float]) -> Evaluation:
    return evaluation(TEXT, chunks, sentences=SENTENCES, vectors=vectors)


def test_a_chunk_has_the_mean_vector_of_its_sentences() -> None:
    means = shown([(0, 9), (10, 19)], EAST, NORTH, WEST, WEST).means
    assert means.tolist() == [[0.5, 0.5], [-1, 0]]


def test_a_sentence_belongs_to_the_chunk_of_its_midpoint() -> None:
    # The middle of the second sentence is at 7.
    assert shown([(0, 7), (7, 19)], EAST, NORTH, NORTH, NORTH).means[0].tolist() == EAST
    assert shown([(0, 8), (8, 19)], EAST, NORTH, NORTH, NORTH).means[0].tolist() == [
        0.5,
        0.5,
    ]


def test_overlap_adds_no_sentence() -> None:
    means = shown([(0, 9), (5, 19)], EAST, EAST, NORTH, NORTH).means
    assert means.tolist() == [EAST, NORTH]


def test_cohesion_and_separation_match_their_formulas() -> None:
    found = compute_metrics(shown([(0, 9), (10, 19)], EAST, NORTH, NORTH, NORTH))
    assert found["cohesion"] == pytest.approx((0.5 + 1) / 2)
    assert found["separation"] == pytest.approx(1 - math.sqrt(0.5))


def test_a_chunk_without_a_sentence_has_no_mean() -> None:
    # The middle chunk holds no middle of a sentence.
    row = shown([(0, 5), (5, 6), (6, 19)], EAST, NORTH, NORTH, NORTH)
    assert np.isnan(row.means).tolist() == [[False] * 2, [True] * 2, [False] * 2]
    assert np.isnan(boundary_similarity(row)).tolist() == [True, True]
    assert compute_metrics(row)["cohesion"] == 1
    assert math.isnan(compute_metrics(row)["separation"])


def test_a_zero_vector_has_no_similarity() -> None:
    found = boundary_similarity(shown([(0, 4), (5, 9), (10, 19)], EAST, [0, 0], EAST, EAST))
    assert np.isnan(found).all()


def test_without_vectors_cohesion_is_undefined_without_a_warning() -> None:
    bare = evaluation(TEXT, [(0, 9), (10, 19)], sentences=SENTENCES)
    assert bare.means.shape == (2, 1)
    assert np.isnan(boundary_similarity(bare)).tolist() == [True]
    assert math.isnan(compute_metrics(bare)["cohesion"])


def test_the_interval_of_a_mean_leaves_out_what_is_undefined() -> None:
    low, high = mean_interval(np.array([0.0, 1.0, np.nan] * 50))
    assert (low + high) / 2 == pytest.approx(0.5)
    assert (high - low) / 2 == pytest.approx(1.96 * math.sqrt(0.25 * 100 / 99) / 10)
    assert mean_interval(np.array([0.5, np.nan])) == (-math.inf, math.inf)


def test_a_mean_is_that_of_its_parts() -> None:
    found = shown([(0, 9), (10, 19)], EAST, [0.6, 0.8], NORTH, NORTH)
    sampled = [each for each in METRICS if each.parts is not None]
    assert {each.name for each in sampled} == {"cohesion", "separation", "silhouette"}
    for metric in sampled:
        assert metric.parts is not None
        assert np.nanmean(metric.parts(found)) == pytest.approx(metric.compute(found))

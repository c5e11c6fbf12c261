"""Threshold selectors find planted boundaries, each by its own rule."""

from dataclasses import replace

import numpy as np
import pytest
from planted import gaps_below, planted, prepared

from chunking import get
from chunking.analysis.thresholds import SELECTORS, ThresholdGrid, round_threshold
from chunking.analysis.thresholds.selector import measured_scores
from chunking.analysis.thresholds.windows import expected_f1
from chunking.core.arrays import Floats
from chunking.core.cuts import REASONS, Reason
from chunking.strategies.signals.similarity import (
    candidate_scores,
    depth_scores,
    window_similarity,
    windowed_signal,
)

# Two clusters of similarities: three boundaries and seven other gaps.
TWO_CLUSTERS = [0.7, 0.72, 0.1, 0.74, 0.71, 0.12, 0.73, 0.75, 0.14, 0.7]


def test_otsu_separates_two_clusters_of_similarities() -> None:
    found = prepared(TWO_CLUSTERS)
    assert gaps_below(found, SELECTORS["otsu"](found).value) == [2, 5, 8]


@pytest.mark.parametrize("name", SELECTORS)
def test_planted_passages_are_found(name: str) -> None:
    found = planted([9, 12, 8, 10, 11, 9, 12, 8])
    assert gaps_below(found, SELECTORS[name](found).value) == [8, 20, 28, 38, 49, 58, 70]


def test_otsu_minimizes_the_variance_within_its_groups() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        scores = np.round(rng.random(30), 4)
        chosen = SELECTORS["otsu"](prepared(scores))
        assert chosen.value is not None

        def within(threshold: float, scores: Floats = scores) -> float:
            groups = scores[scores < threshold], scores[scores >= threshold]
            return float(sum(group.var() * len(group) for group in groups))

        least = min(within(t) for t in np.unique(scores)[1:])
        assert within(chosen.value) == pytest.approx(least)


def test_a_depth_score_is_the_sum_of_the_ascents_on_both_sides() -> None:
    found = depth_scores(np.array([0.5, 0.2, 0.6, 0.4, 0.4, 0.7]))
    assert found.tolist() == pytest.approx([0, 0.3 + 0.4, 0, 0.2 + 0.3, 0.2 + 0.3, 0])


def test_cohesion_samples_a_long_document() -> None:
    found = planted([10] * 400, noise=0.4)
    chosen = SELECTORS["cohesion"](found)
    assert len(gaps_below(found, chosen.value)) == pytest.approx(399, rel=0.15)


@pytest.mark.parametrize("window", [1, 2, 5])
@pytest.mark.parametrize("count", [1, 2, 4, 23, 600])
def test_window_similarity_is_the_cosine_of_the_means(count: int, window: int) -> None:
    rng = np.random.default_rng(count)
    vectors = rng.standard_normal((count, 7))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    expected = []
    for gap in range(1, count):
        a = vectors[max(0, gap - window) : gap].mean(axis=0)
        b = vectors[gap : gap + window].mean(axis=0)
        expected.append(float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b))))
    found = window_similarity(vectors, window)
    full = slice(window - 1, count - window)
    assert found[full].tolist() == pytest.approx(expected[full], abs=1e-5)
    # Shorter windows at both ends are corrected upward.
    correction = found / np.array(expected)
    assert np.all((correction >= 1 - 1e-4) & (correction <= window + 1e-4))


def test_short_windows_at_the_ends_are_as_similar_as_full_ones_in_a_uniform_text() -> None:
    rng = np.random.default_rng(1)
    topic = np.zeros((40, 300, 30))
    topic[..., 0] = 0.8
    vectors = topic + rng.standard_normal(topic.shape) * 0.2
    vectors /= np.linalg.norm(vectors, axis=2, keepdims=True)
    curves = np.array([window_similarity(each.astype(np.float32)) for each in vectors])
    ends, inner = curves[:, [0, 1, -2, -1]].mean(axis=0), curves[:, 5:-5].mean()
    assert ends == pytest.approx(np.full(4, inner), abs=0.03)


def test_zero_vectors_have_similarity_zero() -> None:
    assert window_similarity(np.zeros((5, 3), np.float32)).tolist() == [0, 0, 0, 0]


def test_expected_f1_tolerates_one_unit() -> None:
    scores = np.array([0.9, 0.1, 0.8, 0.7, 0.95])
    grid = ThresholdGrid.of(scores)
    at, near, far = (np.eye(5)[i] for i in (1, 2, 4))
    assert expected_f1(scores, at, grid)[0] == pytest.approx(1)
    assert expected_f1(scores, near, grid)[0] == pytest.approx(1)
    assert expected_f1(scores, far, grid)[0] == 0
    assert grid.counts.tolist() == [1, 2, 3, 4]
    # Four boundaries, one of them true: precision 1/4, recall 1.
    assert expected_f1(scores, at, grid)[3] == pytest.approx(0.4)


def test_only_the_minimum_of_a_valley_is_a_candidate_boundary() -> None:
    found = planted([9, 12, 8, 10], noise=0.2)
    assert found.vectors is not None
    signal = windowed_signal(found.units, found.vectors)
    assert np.flatnonzero(candidate_scores(signal) < 0.5).tolist() == [8, 20, 28]
    assert np.count_nonzero(signal.scores < 0.5) > 3
    cuts = get("semantic")(signal="windowed", threshold=0.5, min_tokens=0).cut(
        replace(found, signal=signal)
    )
    assert np.flatnonzero(np.isin(found.units.gaps, cuts.offsets)).tolist() == [8, 20, 28]
    slopes = signal.scores < 0.5
    slopes[[8, 20, 28]] = False
    assert {REASONS[code] for code in cuts.verdicts[slopes]} == {Reason.FITS}


def test_a_threshold_is_rounded_as_far_as_the_boundaries_stay_the_same() -> None:
    scores = np.array([0.12, 0.3, 0.3005, 0.9])
    assert round_threshold(0.2047, scores) == 0.2
    assert round_threshold(0.30025, scores) == 0.3003
    assert round_threshold(0.6, scores) == 0.6
    assert round_threshold(0.3125, np.array([0.3125, 0.5])) == 0.31
    close = np.array([0.12345678, 0.12345679])
    assert round_threshold(0.123456785, close) == 0.123456785


@pytest.mark.parametrize(
    ("scores", "noun"),
    [
        ([0.9, 0.2, 0.8, 0.3, 0.7, 0.1, 0.9], "local minima"),
        ([0.9, 0.2, 0.8, 0.3, 0.9], "gaps"),
        ([0.9, 0.2, 0.8, 0.2, 0.7, 0.2, 0.9], "gaps"),
    ],
)
def test_of_windowed_similarities_the_minima_count_if_there_are_three(
    scores: list[float], noun: str
) -> None:
    document = prepared(scores)
    assert document.signal is not None
    windowed = replace(document, signal=replace(document.signal, kind="windowed"))
    found, found_noun = measured_scores(windowed, np.array(scores))
    assert found_noun == noun
    assert found.tolist() == ([0.2, 0.3, 0.1] if noun == "local minima" else scores)

"""Parts of the permutation test, and of the curve that its candidates come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from planted import planted, prepared

from chunking.analysis.thresholds import SELECTORS, permutation
from chunking.analysis.thresholds.permutation import (
    PermutationTest,
    _candidates,
    _p_values,
    significant,
)
from chunking.analysis.thresholds.windows import boundary_probabilities, mean_window_similarity

if TYPE_CHECKING:
    from chunking.core.arrays import Vectors


def vectors_of(lengths: list[int], noise: float = 0.5, seed: int = 1) -> Vectors:
    found = planted(lengths, noise, seed).vectors
    assert found is not None
    return found


def best_gain(vectors: Vectors) -> float:
    """Return the largest reduction of the scatter by splitting units in two, by its definition."""
    centered = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    gains: list[float] = []
    for left in range(1, len(vectors)):
        a, b = centered[:left].sum(axis=0), centered[left:].sum(axis=0)
        gains.append(float(a @ a / left + b @ b / (len(vectors) - left)))
    return max(gains)


@pytest.mark.parametrize("lengths", [[2], [1, 3], [5, 2, 6]])
def test_a_test_measures_the_best_split_of_each_order(lengths: list[int]) -> None:
    vectors = vectors_of(lengths)
    test = PermutationTest(vectors)
    orders = np.random.default_rng(1).permuted(np.tile(np.arange(len(vectors)), (6, 1)), axis=1)
    expected = [best_gain(vectors[order]) for order in orders]
    assert test._best_gains(orders) == pytest.approx(expected, abs=1e-4)
    assert test._observed == pytest.approx(best_gain(vectors), abs=1e-4)


def test_shuffles_are_added_up_to_a_total() -> None:
    test = PermutationTest(vectors_of([3, 3]))
    assert test.p == 1
    rng = np.random.default_rng(1)
    for total, shuffles in ((1, 1), (700, 700), (20, 700)):
        test.shuffle(total, rng)
        assert test.shuffles == shuffles
    assert test.p == (test.matches + 1) / 701


def test_equal_units_match_in_every_order() -> None:
    test = PermutationTest(np.ones((4, 3), np.float32))
    test.shuffle(30, np.random.default_rng(1))
    assert test.matches == 30
    assert test.p == 1


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        ([0.02], [True]),
        ([0.0201], [False]),
        ([0.02, 0.5], [False, False]),
        ([0.01, 0.5], [True, False]),
        # The second smallest is above its own limit, the third is not: all three are significant.
        ([0.001, 0.014, 0.011, 0.9], [True, True, True, False]),
        ([0.02, 0.02, 0.02], [True, True, True]),
    ],
)
def test_the_rate_of_false_discoveries_is_two_percent(p: list[float], expected: list[bool]) -> None:
    assert significant(np.array(p)).tolist() == expected


def test_candidates_are_the_minima_a_standard_deviation_below_the_mean() -> None:
    vectors = vectors_of([9, 12, 8, 10], noise=0.8)
    similarity = mean_window_similarity(vectors)
    limit = similarity.mean() - similarity.std()
    expected = [
        i
        for i in range(len(similarity))
        if similarity[i] < limit
        and (i == 0 or similarity[i] < similarity[i - 1])
        and (i + 1 == len(similarity) or similarity[i] <= similarity[i + 1])
    ]
    assert _candidates(vectors).tolist() == expected
    assert {8, 20, 28} <= set(expected)


@pytest.mark.parametrize(("candidates", "spans"), [
    ([8], [(0, 29)]),
    ([20], [(1, 41)]),
    ([8, 20, 28], [(0, 21), (9, 29), (21, 49)]),
    ([8, 50], [(0, 29), (31, 60)]),
])  # fmt: skip
def test_a_candidate_is_tested_between_its_neighbors_on_twenty_units_a_side(
    monkeypatch: pytest.MonkeyPatch, candidates: list[int], spans: list[tuple[int, int]]
) -> None:
    vectors = vectors_of([60])
    tested: list[tuple[int, int]] = []

    class Test(PermutationTest):
        def __init__(self, part: Vectors) -> None:
            super().__init__(part)
            first = int(np.flatnonzero((vectors == part[0]).all(axis=1))[0])
            tested.append((first, first + len(part)))

    monkeypatch.setattr(permutation, "PermutationTest", Test)
    p = _p_values(vectors, np.array(candidates))
    assert tested == spans
    assert len(p) == len(candidates)


def test_only_undecided_candidates_are_shuffled_on() -> None:
    # One test: 199 shuffles reach p = 0.005, which is significant alone.
    assert _p_values(vectors_of([12, 12]), np.array([11])).tolist() == [1 / 200]
    # Among eight candidates p must be below 0.0025.
    vectors = vectors_of([60, 60], noise=1.5)
    candidates = _candidates(vectors)
    p = _p_values(vectors, candidates)
    shuffles = {round(1 / each) for each in p[p < 0.004]}
    assert shuffles <= {1000, 5000}


def test_the_evidence_is_the_sorted_p_values_their_limits_and_the_f1_of_each_threshold() -> None:
    document = planted([9, 12, 8, 10, 11])
    assert document.vectors is not None
    assert document.signal is not None
    found = SELECTORS["permutation"](document)
    p = _p_values(document.vectors, _candidates(document.vectors))
    by_rank, limits, f1 = found.curves
    assert by_rank.x.tolist() == limits.x.tolist() == list(range(1, len(p) + 1))
    assert by_rank.y.tolist() == sorted(p.tolist())
    assert limits.y == pytest.approx([0.02 * rank / len(p) for rank in by_rank.x])
    assert found.facts == {"candidates": len(p), "significant": 4}
    assert found.confidence == f1.y.max() == 1
    assert found.value is not None
    assert np.count_nonzero(document.signal.scores < found.value) == 4
    assert np.count_nonzero(document.signal.scores < f1.x[np.argmax(f1.y)]) == 4


def test_without_a_significant_candidate_the_confidence_is_the_smallest_adjusted_p() -> None:
    document = planted([120])
    assert document.vectors is not None
    found = SELECTORS["permutation"](document)
    p = np.sort(_p_values(document.vectors, _candidates(document.vectors)))
    adjusted = min(each * len(p) / rank for rank, each in enumerate(p.tolist(), start=1))
    assert found.confidence == pytest.approx(adjusted)
    assert f"(adjusted p = {adjusted:.2f})" in found.reason
    assert found.facts["significant"] == 0


def test_where_nothing_is_tested_there_is_no_boundary() -> None:
    scores = [0.1, 0.9, 0.5, 0.4]
    found = SELECTORS["permutation"](prepared(scores, np.ones((5, 2), np.float32) / 2**0.5))
    assert (found.value, found.confidence) == (None, 1)
    assert found.reason == "no boundary: no minimum is low enough to be tested"
    assert found.facts == {"candidates": 0, "significant": 0}


def test_the_probability_of_a_boundary_is_a_logistic_function_of_the_similarity() -> None:
    vectors = vectors_of([5, 7, 6])
    similarity = mean_window_similarity(vectors)
    z = (similarity - similarity.mean()) / similarity.std()
    plain = 1 / (1 + np.exp(z + 0.5))
    ratio = boundary_probabilities(vectors) / plain
    assert sorted({round(each, 6) for each in ratio.tolist()}) == [0.1, 1.0]
    assert ratio[[4, 11]] == pytest.approx([1, 1])
    same = boundary_probabilities(np.ones((12, 3), np.float32))
    assert set(np.round(same * (1 + np.exp(0.5)), 6).tolist()) <= {0.1, 1.0}

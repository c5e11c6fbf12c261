"""Search for a penalty that gives a number of boundaries."""

from typing import Any

import numpy as np
import pytest

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.strategies.optimal import boundary_count
from chunking.strategies.optimal.boundary_count import penalty_curve, penalty_for_count
from chunking.strategies.optimal.costs import (
    SegmentCosts,
    add_context,
    center,
    length_weights,
)
from chunking.strategies.optimal.dynamic_programming import optimal_boundaries
from chunking.strategies.optimal.word_columns import Occurrences

NO_SPEAKERS = Occurrences(np.zeros(0, np.int64), np.zeros(0, np.int64), 0)
ENGLISH = "It is what they have been to us."


def topic_vectors(topics: list[int], noise: float) -> Vectors:
    """Return unit vectors about the axes of topics, with noise, (n, 40)."""
    rng = np.random.default_rng(5)
    rows = noise * rng.standard_normal((len(topics), 40))
    rows[np.arange(len(topics)), topics] += 1.0
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def test_the_costs_of_short_segments_do_not_depend_on_the_maximum_length() -> None:
    costs = SegmentCosts(
        [f"w{i // 4}" for i in range(90)], topic_vectors([i // 30 for i in range(90)], 0.2)
    )
    short = costs.segment_costs(20, 0.5)
    assert np.allclose(costs.segment_costs(90, 0.5)[:, :20], short, atol=1e-4)


def test_longer_units_have_less_context_in_their_vectors() -> None:
    vectors = topic_vectors([0, 1, 2], 0.0)
    short, long = add_context(vectors, 5), add_context(vectors, 200)
    assert short[0, 1] > 0.2
    assert long[0, 1] < 0.01
    assert np.allclose(np.linalg.norm(short, axis=1), 1, atol=1e-6)


def test_length_weights_have_mean_1_and_vectors_are_centered() -> None:
    found = length_weights(np.array([0.0, 1.0, 4.0, 9.0]))
    assert found.mean() == pytest.approx(1)
    assert found[3] / found[1] == pytest.approx(3)
    vectors = topic_vectors([0, 0, 1, 1], 0.0)
    centered = center(vectors, np.array([1.0, 1.0, 1.0, 1.0]), NO_SPEAKERS)
    assert centered[0, 0] == pytest.approx(0.5**0.5, abs=1e-5)
    assert (
        center(topic_vectors([0, 0], 0.0), np.ones(2), NO_SPEAKERS).tolist()
        == np.zeros((2, 40)).tolist()
    )


def test_turns_are_centered_on_the_mean_of_their_speaker() -> None:
    vectors = topic_vectors([0, 1, 0, 1, 0, 1, 0, 1], 0.0)
    vectors[:4, 2] = 0.5
    speakers = Occurrences(np.array([0, 1] * 4), np.arange(8), 2)
    centered = center(vectors, np.ones(8), speakers)
    assert (centered[:4] @ centered[:4].T).min() > 0.5
    assert (centered[:4] @ centered[4:].T).max() < -0.5
    plain = center(vectors, np.ones(8), NO_SPEAKERS)
    assert plain[0] @ plain[1] < 0 < plain[0] @ plain[4]


def find(costs: Floats, bonuses: Floats, count: int, most: float) -> tuple[float, Ints]:
    """Return the penalty up to `most` that gives about `count` boundaries, and these."""
    return penalty_for_count(costs, bonuses, count, penalty_curve(costs, bonuses, most))


def test_a_penalty_is_found_for_every_count_that_is_optimal_at_one() -> None:
    rng = np.random.default_rng(3)
    costs = rng.random((60, 60)).cumsum(axis=1)
    costs[np.arange(60) > np.arange(60)[:, None]] = np.inf
    reached = {len(optimal_boundaries(costs, np.full(60, p))) for p in np.linspace(-3, 60, 4000)}
    assert len(reached) > 10
    for count in reached:
        penalty, boundaries = find(costs, np.zeros(60), count, 200.0)
        assert abs(len(boundaries) - count) <= 0.02 * count
        assert optimal_boundaries(costs, np.full(60, penalty)).tolist() == boundaries.tolist()


@pytest.mark.parametrize("max_penalty", [200.0, 1e6])
@pytest.mark.parametrize(("count", "expected"), [(0, 0), (59, 59), (10_000, 59)])
def test_a_count_out_of_range_is_approached_as_far_as_possible(
    max_penalty: float, count: int, expected: int
) -> None:
    costs = np.random.default_rng(4).random((60, 60)).cumsum(axis=1)
    costs[np.arange(60) > np.arange(60)[:, None]] = np.inf
    assert len(find(costs, np.zeros(60), count, max_penalty)[1]) == expected


def test_a_penalty_is_found_where_the_middle_of_a_long_text_differs_from_the_rest() -> None:
    lengths = np.arange(1, 13)
    short, long = (lengths / 2.0) ** 2, (lengths / 8.0) ** 2
    costs = np.tile(long, (3000, 1))
    costs[900:2100] = short
    costs *= np.random.default_rng(5).uniform(0.5, 1.5, (3000, 1))
    costs[lengths - 1 > np.arange(3000)[:, None]] = np.inf
    for count in (400, 1000, 2000):
        _, boundaries = find(costs, np.zeros(3000), count, 300.0)
        assert abs(len(boundaries) - count) <= 0.02 * count


def counted_runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the number of boundaries of each run of the search."""
    runs: list[int] = []

    def run(*arguments: Any) -> Ints:
        found = optimal_boundaries(*arguments)
        runs.append(len(found))
        return found

    monkeypatch.setattr(boundary_count, "optimal_boundaries", run)
    return runs


def test_the_nearest_number_is_taken_and_of_a_tie_the_lower_one() -> None:
    lengths = np.arange(1, 13)
    costs = np.tile((lengths / 2.0) ** 2, (48, 1))  # equal everywhere: boundaries appear together
    costs[lengths - 1 > np.arange(48)[:, None]] = np.inf
    known = {len(optimal_boundaries(costs, np.full(48, at))) for at in np.linspace(-9, 9, 4001)}
    for boundaries in range(4, 47):
        _, found = find(costs, np.zeros(48), boundaries, 9.0)
        nearest = min(known, key=lambda count: (abs(count - boundaries), count))
        assert len(found) == nearest


@pytest.mark.parametrize("count", [20, 90, 400])
def test_the_number_of_boundaries_is_met_in_few_runs(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    runs = counted_runs(monkeypatch)
    lengths = np.arange(1, 81)
    costs = (lengths / 8.0) ** 2 * np.random.default_rng(7).uniform(0.5, 1.5, (2000, 1))
    costs[lengths - 1 > np.arange(2000)[:, None]] = np.inf
    find(costs, np.full(2000, 0.1), count, 1000.0)
    assert len(runs) <= 4


def test_the_first_guess_is_exact_for_a_short_text() -> None:
    rng = np.random.default_rng(3)
    costs = rng.random((60, 60)).cumsum(axis=1)
    costs[np.arange(60) > np.arange(60)[:, None]] = np.inf
    bonuses = np.linspace(0, 0.5, 60)
    penalties, log_counts = penalty_curve(costs, bonuses, 200.0)
    assert penalties.tolist() == sorted(penalties)
    assert penalties[20] == 0
    assert penalties[[0, -1]].tolist() == [-200, 200]
    for penalty, log_count in zip(penalties.tolist(), log_counts.tolist(), strict=True):
        found = optimal_boundaries(costs, penalty - bonuses)
        assert round(np.expm1(log_count)) == len(found)


@pytest.mark.parametrize(
    ("low", "high", "boundaries", "penalty"),
    [
        # ln(1 + n) is 6.24 at the low penalty and 2.08 at the high one.
        ((0.0, 511), (10.0, 7), 63, 5.0),
        ((0.0, 511), (10.0, 7), 127, 10 / 3),
        ((2.0, 511), (12.0, 7), 31, 2 + 20 / 3),
        ((0.0, 511), (10.0, 7), 510, 2.0),
        ((0.0, 511), (10.0, 7), 8, 8.0),
        ((-4.0, np.inf), (10.0, 7), 8, -4.0),
        ((0.0, 511), (9.0, -np.inf), 8, 9.0),
    ],
)
def test_a_penalty_between_two_is_interpolated_by_the_logarithms_of_their_counts(
    low: tuple[float, float], high: tuple[float, float], boundaries: int, penalty: float
) -> None:
    assert boundary_count._between(low, high, np.log1p(boundaries)) == pytest.approx(penalty)

"""Automatic number of boundaries, and the search for a penalty that gives a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.strategies.optimal import boundary_count
from chunking.strategies.optimal.boundary_count import (
    automatic_penalty,
    penalty_for_count,
    similarity_reach,
)
from chunking.strategies.optimal.costs import (
    SegmentCosts,
    add_context,
    center,
    length_weights,
)
from chunking.strategies.optimal.dynamic_programming import optimal_boundaries
from chunking.strategies.optimal.words import Occurrences

if TYPE_CHECKING:
    from chunking.arrays import Ints, Vectors

NO_SPEAKERS = Occurrences(np.zeros(0, np.int64), np.zeros(0, np.int64), 0)
ENGLISH = "It is what they have been to us."


def topic_vectors(topics: list[int], noise: float) -> Vectors:
    """Return unit vectors about the axes of topics, with noise, (n, 40)."""
    rng = np.random.default_rng(5)
    rows = noise * rng.standard_normal((len(topics), 40))
    rows[np.arange(len(topics)), topics] += 1.0
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def boundaries(costs: SegmentCosts) -> list[int]:
    """Return the boundaries at the automatic penalty, by vectors only."""
    segment_costs = costs.segment_costs(len(costs), 0.0)
    boundary_costs = automatic_penalty(costs, 0.0) - costs.boundary_bonuses()
    return [int(unit) for unit in optimal_boundaries(segment_costs, boundary_costs)]


def test_boundaries_are_found_where_the_topic_changes() -> None:
    topics = [0] * 10 + [1] * 7 + [2] * 12 + [3] * 9
    assert boundaries(SegmentCosts(["eins"] * 38, topic_vectors(topics, 0.1))) == [10, 17, 29]


def test_units_in_random_order_often_have_no_boundary() -> None:
    vectors = topic_vectors(np.repeat(np.arange(8), 6).tolist(), 0.1)
    assert boundaries(SegmentCosts(["eins"] * 48, vectors)) == list(range(6, 48, 6))
    orders = [np.random.default_rng(seed).permutation(48) for seed in range(10)]
    no_boundary = [not boundaries(SegmentCosts(["eins"] * 48, vectors[order])) for order in orders]
    assert sum(no_boundary) >= 3


@pytest.mark.parametrize(
    ("text", "expected"), [(ENGLISH, True), ("Das ist doch nicht wahr.", False)]
)
def test_only_english_texts_of_similar_units_have_a_single_topic(text: str, expected: bool) -> None:  # noqa: FBT001 - a case
    similar = topic_vectors([0] * 30, 0.05)
    assert SegmentCosts([text] * 30, similar).is_single_topic() is expected
    different = topic_vectors(list(range(30)), 0.05)
    assert not SegmentCosts([text] * 30, different).is_single_topic()
    assert not SegmentCosts([text] * 30).is_single_topic()


def test_similarity_by_distance_is_the_mean_product_in_excess_of_the_average() -> None:
    vectors = topic_vectors([0] * 5 + [1] * 4 + [2] * 6, 0.2)
    found = SegmentCosts(["eins"] * 15, vectors).similarity_by_distance()
    centered = center(vectors, np.ones(15), NO_SPEAKERS).astype(np.float64)
    products = centered @ centered.T
    expected = [np.diagonal(products, apart).mean() + 1 / 14 for apart in range(1, 15)]
    assert found.tolist() == pytest.approx(expected, abs=1e-5)
    assert SegmentCosts(["eins"] * 3).similarity_by_distance().tolist() == [0, 0]
    assert len(SegmentCosts(["eins"], topic_vectors([0], 0.1)).similarity_by_distance()) == 0


@pytest.mark.parametrize("length", [5, 12, 40])
def test_similarity_reaches_about_as_far_as_segments_are_long(length: int) -> None:
    topics = np.repeat(np.arange(240 // length) % 40, length).tolist()
    found = similarity_reach(
        SegmentCosts(["eins"] * 240, topic_vectors(topics, 0.2)).similarity_by_distance()
    )
    assert 0.7 * length <= found <= 1.3 * length


def test_similarity_that_never_falls_to_the_average_reaches_through_the_text() -> None:
    assert similarity_reach(np.array([0.3, 0.2, 0.1, 0.05])) == 5
    assert similarity_reach(np.array([0.3, -0.1, 0.1, 0.05])) == 2
    assert similarity_reach(np.array([-0.3])) == 1


def test_a_long_text_has_as_many_boundaries_per_unit_as_its_parts() -> None:
    topics = np.random.default_rng(2).permutation(np.repeat(np.arange(40), 2))
    vectors = topic_vectors(np.repeat(topics, 8).tolist(), 0.6)
    whole = boundaries(SegmentCosts(["eins"] * 640, vectors))
    parts = [
        boundaries(SegmentCosts(["eins"] * 80, vectors[i : i + 80])) for i in range(0, 640, 80)
    ]
    assert len(whole) == pytest.approx(sum(map(len, parts)) + 7, rel=0.2)


def test_the_costs_of_a_subset_are_those_of_its_units() -> None:
    texts = [f"Der Wal w{i} w{i // 3} schwimmt?" for i in range(20)]
    vectors = topic_vectors([i // 5 for i in range(20)], 0.2)
    whole = SegmentCosts(texts, vectors)
    same = whole.subset(np.arange(20))
    assert np.array_equal(whole.segment_costs(20, 0.5), same.segment_costs(20, 0.5))
    assert np.array_equal(whole.boundary_bonuses(), same.boundary_bonuses())
    reversed_units = whole.subset(np.arange(20)[::-1])
    assert np.allclose(
        reversed_units.segment_costs(20, 0.5)[-1, -1],
        whole.segment_costs(20, 0.5)[-1, -1],
        rtol=1e-3,
    )


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


def test_a_list_has_about_as_many_segments_as_items() -> None:
    vectors = topic_vectors([i // 6 for i in range(60)], 0.4)
    plain = [f"w{i} shall x{i}." for i in range(60)]
    listed = [f"No one shall x{i}." if i % 2 else text for i, text in enumerate(plain)]
    of_plain = boundaries(SegmentCosts(plain, vectors))
    of_listed = boundaries(SegmentCosts(listed, vectors))
    assert len(of_listed) > len(of_plain)
    assert sum(unit % 2 for unit in of_listed) > 0.8 * len(of_listed)


def test_a_penalty_is_found_for_every_count_that_is_optimal_at_one() -> None:
    rng = np.random.default_rng(3)
    costs = rng.random((60, 60)).cumsum(axis=1)
    costs[np.arange(60) > np.arange(60)[:, None]] = np.inf
    reached = {len(optimal_boundaries(costs, np.full(60, p))) for p in np.linspace(-3, 60, 4000)}
    assert len(reached) > 10
    for count in reached:
        penalty, boundaries = penalty_for_count(costs, np.zeros(60), count, 200.0)
        assert abs(len(boundaries) - count) <= 0.02 * count
        assert optimal_boundaries(costs, np.full(60, penalty)).tolist() == boundaries.tolist()


@pytest.mark.parametrize("max_penalty", [200.0, 1e6])
@pytest.mark.parametrize(("count", "expected"), [(0, 0), (59, 59), (10_000, 59)])
def test_a_count_out_of_range_is_approached_as_far_as_possible(
    max_penalty: float, count: int, expected: int
) -> None:
    costs = np.random.default_rng(4).random((60, 60)).cumsum(axis=1)
    costs[np.arange(60) > np.arange(60)[:, None]] = np.inf
    assert len(penalty_for_count(costs, np.zeros(60), count, max_penalty)[1]) == expected


def test_a_penalty_is_found_where_the_middle_of_a_long_text_differs_from_the_rest() -> None:
    lengths = np.arange(1, 13)
    short, long = (lengths / 2.0) ** 2, (lengths / 8.0) ** 2
    costs = np.tile(long, (3000, 1))
    costs[900:2100] = short
    costs *= np.random.default_rng(5).uniform(0.5, 1.5, (3000, 1))
    costs[lengths - 1 > np.arange(3000)[:, None]] = np.inf
    for count in (400, 1000, 2000):
        _, boundaries = penalty_for_count(costs, np.zeros(3000), count, 300.0)
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


@pytest.mark.parametrize("count", [20, 90, 400])
def test_the_number_of_boundaries_is_met_in_few_runs(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    runs = counted_runs(monkeypatch)
    lengths = np.arange(1, 81)
    costs = (lengths / 8.0) ** 2 * np.random.default_rng(7).uniform(0.5, 1.5, (2000, 1))
    costs[lengths - 1 > np.arange(2000)[:, None]] = np.inf
    penalty_for_count(costs, np.full(2000, 0.1), count, 1000.0)
    assert len(runs) <= 4


def test_the_first_guess_is_exact_for_a_short_text() -> None:
    rng = np.random.default_rng(3)
    costs = rng.random((60, 60)).cumsum(axis=1)
    costs[np.arange(60) > np.arange(60)[:, None]] = np.inf
    bonuses = np.linspace(0, 0.5, 60)
    penalties, log_counts = boundary_count._estimated_counts(costs, bonuses, 200.0)
    assert penalties.tolist() == sorted(penalties)
    assert penalties[20] == 0
    assert penalties[[0, -1]].tolist() == [-200, 200]
    for penalty, log_count in zip(penalties.tolist(), log_counts.tolist(), strict=True):
        found = optimal_boundaries(costs, penalty - bonuses)
        assert round(np.expm1(log_count)) == len(found)


def test_a_text_above_the_window_size_has_the_median_penalty_of_its_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lengths = [5, 5, 5, 5, 20, 20, 20, 3, 3, 3, 3, 3, 5]
    topics = np.repeat(np.arange(13), lengths).tolist()
    costs = SegmentCosts(["eins"] * 100, topic_vectors(topics, 0.5))
    windows = [costs.subset(np.arange(first, first + 40)) for first in (0, 30, 60)]
    expected = [automatic_penalty(window, 0.0) for window in windows]
    assert len(set(expected)) == 3
    monkeypatch.setattr(boundary_count, "_WINDOW_UNITS", 40)
    again = SegmentCosts(["eins"] * 100, topic_vectors(topics, 0.5))
    assert automatic_penalty(again, 0.0) == pytest.approx(np.median(expected), rel=1e-3)


@pytest.mark.parametrize(
    ("units", "most"), [(10, 12.0), (100, 50.0), (200, 100.0), (201, 42.5), (400, 60.0)]
)
def test_a_text_has_a_maximum_number_of_boundaries(units: int, most: float) -> None:
    assert boundary_count._max_count(units) == pytest.approx(most, abs=0.05)


@pytest.mark.parametrize(
    ("positive", "reach"), [(0, 1), (1, 2), (2, 3), (3, 4), (5, 6), (7, 8), (10, 11), (30, 31)]
)
def test_the_reach_is_the_first_range_of_distances_below_the_average(
    positive: int, reach: int
) -> None:
    # Ranges start at 1, 2, 3, 4, 6, 8, 11, 15 and 20.
    similarity = np.where(np.arange(1, 31) <= positive, 0.1, -0.4)
    assert similarity_reach(similarity) == reach


def test_a_gain_that_most_shuffles_reach_is_explained_by_chance() -> None:
    gain = np.array([0.0, 1.0])
    scatter = np.array([[0.0, -2.0], [0.0, 2.0], [0.0, 1.9], [0.0, -1.9]])
    assert not boundary_count._explained_by_chance(gain, scatter)
    assert boundary_count._explained_by_chance(
        gain, np.array([[0.0, -2.0], [0.0, -2.0], [0.0, -2.0], [0.0, 6.0]])
    )


@given(st.lists(st.integers(-9, 9), min_size=4, max_size=4), st.sampled_from([1.0, 2.0]))
def test_only_the_gain_of_boundaries_counts_not_the_cost_without_any(
    shift: list[int], scale: float
) -> None:
    gain = scale * np.array([0.0, 1.0, 1.5])
    scatter = np.array([[0.0, -2, 1], [0, 2, 0], [0, 1.9, -1], [0, -1.9, 2]])
    shifted = scatter + np.array(shift)[:, None]
    assert boundary_count._explained_by_chance(gain, scatter) == (scale < 2)
    assert boundary_count._explained_by_chance(gain + 7, shifted) == (scale < 2)


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


@pytest.mark.parametrize("count", [16, 64, 400])
def test_without_vectors_a_text_is_expected_to_have_a_mean_of_its_root_and_eight_segments(
    count: int,
) -> None:
    costs = SegmentCosts([f"w{i} x{i}" for i in range(count)])
    expected = (1 / count + 1 / 64) ** -0.5
    assert boundary_count._expected_segments(costs, 1.0) == pytest.approx(expected)


def test_the_reach_of_similarity_moves_the_expected_number_of_segments() -> None:
    vectors = topic_vectors(np.repeat(np.arange(20), 5).tolist(), 0.2)
    costs = SegmentCosts(["eins"] * 100, vectors)
    reach = similarity_reach(costs.similarity_by_distance())
    plain = (1 / 100 + 1 / 64) ** -0.5
    expected = plain ** (250 / 350) * (100 / reach) ** (100 / 350)
    assert boundary_count._expected_segments(costs, 0.5) == pytest.approx(expected)
    assert boundary_count._expected_segments(costs, 1.0) == pytest.approx(plain)


def test_list_items_raise_the_expected_number_of_segments() -> None:
    texts = [f"No one shall x{i}." if i % 2 else f"w{i} shall x{i}." for i in range(60)]
    costs = SegmentCosts(texts)
    assert costs.item_count() == 30
    plain = (1 / 60 + 1 / 64) ** -0.5
    share = 0.5**0.5
    expected = plain ** (1 - share) * 30**share
    assert boundary_count._expected_segments(costs, 1.0) == pytest.approx(expected)


@pytest.mark.parametrize("count", [1, 5, 6, 40])
def test_units_are_shuffled_within_short_runs(count: int) -> None:
    moved = []
    for seed in range(20):
        order = boundary_count._shuffle_runs(count, 6, np.random.default_rng(seed))
        assert sorted(order.tolist()) == list(range(count))
        # Every unit but those of a run stays on its side of the first unit of the next run.
        edges = [i for i in range(count + 1) if set(order[:i].tolist()) == set(range(i))]
        assert max(np.diff(edges)) <= 6
        moved.append((order != np.arange(count)).mean())
    if count == 40:
        assert np.mean(moved) > 0.6


def test_shuffled_costs_have_the_scale_of_the_whole_text() -> None:
    vectors = topic_vectors(np.repeat(np.arange(20), 25).tolist(), 0.3)
    costs = SegmentCosts(["eins"] * 500, vectors)
    counts = np.array([0.0, 10.0, 50.0])
    complete = boundary_count._shuffled_costs(costs, 0.0, counts, 2)
    within = boundary_count._shuffled_costs(costs, 0.0, counts, 3, run=6)
    path = boundary_count._penalty_path(costs, 0.0).lower_bound(counts)
    assert (complete.shape, within.shape) == ((2, 3), (3, 3))
    assert complete.mean(axis=0)[0] == pytest.approx(path[0], rel=0.05)
    assert within.mean(axis=0)[0] == pytest.approx(path[0], rel=0.05)
    # In order, ten boundaries gain more than in the same units out of order.
    gains = (
        path[0] - path[1],
        *(each.mean(axis=0)[0] - each.mean(axis=0)[1] for each in (within, complete)),
    )
    assert gains[0] > gains[1] > gains[2] > 0


@pytest.mark.parametrize("count", [0, 1])
def test_a_text_without_gaps_has_the_highest_penalty(count: int) -> None:
    assert automatic_penalty(SegmentCosts(["eins"] * count), 1.0) == 100


def test_a_single_topic_has_the_highest_penalty_unless_only_words_count() -> None:
    vectors = topic_vectors([0] * 30, 0.05)
    costs = SegmentCosts([f"{ENGLISH} w{i // 10} w{i // 10}" for i in range(30)], vectors)
    assert costs.is_single_topic()
    assert automatic_penalty(costs, 0.99) == 100
    assert automatic_penalty(costs, 1.0) < 100
    assert costs.automatic_penalties.keys() == {0.99, 1.0}

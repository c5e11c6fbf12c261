"""Costs of units in random order, and the evidence of segments against them."""

from itertools import permutations

import numpy as np
import pytest

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.strategies.optimal.chance import chance_cost, cumulative_description_length
from chunking.strategies.optimal.costs import SegmentCosts, description_lengths
from chunking.strategies.optimal.word_columns import extract_words

TEXTS = ["sea tide moon", "tide sea", "bread oven dough heat", "oven bread", "moon", "dough sea"]


def test_the_description_length_of_an_order_is_that_of_its_first_units() -> None:
    words = extract_words(TEXTS).topical
    order = np.array([3, 0, 5, 1, 4, 2])
    found = cumulative_description_length(words, 0.2, order)
    band = description_lengths(words.subset(order), 0.2, 6, 6)
    assert found == pytest.approx([band[end, end] for end in range(6)], abs=1e-4)


def test_the_mean_cost_is_that_of_all_orders() -> None:
    amounts = np.array([1.0, 2.0, 1.0, 3.0])

    def squared(order: Ints) -> Floats:
        return np.cumsum(amounts[order]) ** 2 + np.cumsum(order == 3) * 1.0

    found = chance_cost(amounts, squared, orders=4000)
    orders = [np.array(order) for order in permutations(range(4))]
    expected = np.mean(
        [
            np.interp(3.5, np.cumsum([0.0, *amounts[order]]), [0.0, *squared(order)])
            for order in orders
        ]
    )
    assert found.costs[len(found.costs) // 2] == pytest.approx(expected, rel=0.01)
    assert found.costs[[0, -1]].tolist() == pytest.approx([0, 50])


def test_segments_get_the_cost_of_their_amount() -> None:
    amounts = np.array([1.0, 2.0, 1.0, 4.0])
    chance = chance_cost(amounts, lambda order: np.cumsum(amounts[order]))
    assert chance.of_segments(3) == pytest.approx(
        np.array([[1, 1, 1], [2, 3, 3], [1, 3, 4], [4, 5, 7]], float), abs=1e-3
    )


def test_without_any_amount_there_is_no_cost() -> None:
    chance = chance_cost(np.zeros(3), lambda order: np.zeros(len(order)))
    assert not chance.of_segments(2).any()


def topics(lengths: list[int], noise: float) -> Vectors:
    """Return unit vectors of topics one after another, (n, 40)."""
    rng = np.random.default_rng(5)
    rows = noise * rng.standard_normal((sum(lengths), 40))
    rows[np.arange(len(rows)), np.repeat(np.arange(len(lengths)), lengths)] += 1.0
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def test_a_topic_has_the_most_evidence_and_the_whole_text_has_none() -> None:
    costs = SegmentCosts(["eins"] * 40, topics([10, 14, 16], 0.1))
    evidence = costs.evidence(40, 0.0).gains
    assert evidence[39, 39] == pytest.approx(0, abs=0.1)
    assert np.isneginf(evidence[3, 4:]).all()
    end, length = divmod(int(np.argmax(evidence)), 40)
    assert (end, length + 1) in {(9, 10), (23, 14), (39, 16)}
    assert evidence[9, 9] > evidence[10, 10]
    assert evidence[9, 9] > evidence[8, 8]


def test_units_in_random_order_have_little_evidence() -> None:
    vectors = topics([10, 14, 16], 0.1)
    ordered = SegmentCosts(["eins"] * 40, vectors).evidence(40, 0.0).gains
    rng = np.random.default_rng(2)
    shuffled = [
        SegmentCosts(["eins"] * 40, vectors[rng.permutation(40)]).evidence(40, 0.0).gains.max()
        for _ in range(10)
    ]
    assert np.max(shuffled) < 0.5 * ordered.max()


def test_evidence_is_computed_once_for_a_width_and_weight() -> None:
    costs = SegmentCosts(TEXTS)
    first = costs.evidence(6, 1.0)
    assert costs.evidence(6, 1.0) is first
    assert costs.evidence(3, 1.0) is not first
    assert costs.evidence(3, 1.0).gains[:, :2] == pytest.approx(first.gains[:, :2])


def test_words_without_repetition_are_no_evidence() -> None:
    texts = [f"w{i} x{i}" for i in range(12)]
    gains = SegmentCosts(texts).evidence(12, 1.0).gains
    assert gains[np.isfinite(gains)] == pytest.approx(0, abs=0.1)

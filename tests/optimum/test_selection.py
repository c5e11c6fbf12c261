"""How many cuts the text itself decides, and what its units say for a boundary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from chunking.optimum import SegmentCosts, search
from chunking.optimum.selection import reach
from chunking.optimum.vectors import centred, in_context, weights
from chunking.optimum.words import Words

if TYPE_CHECKING:
    from chunking.types import Vectors

NOBODY = Words(np.zeros(0, np.int64), np.zeros(0, np.int64), 0)
ENGLISH = "It is what they have been to us."


def around(centres: list[int], noise: float) -> Vectors:
    """Unit vectors of 40 numbers about the axes of so many topics."""
    random = np.random.default_rng(5)
    rows = noise * random.standard_normal((len(centres), 40))
    rows[np.arange(len(centres)), centres] += 1.0
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def cuts(costs: SegmentCosts) -> list[int]:
    """Where the penalty it finds has a text cut."""
    rows = costs.rows(len(costs), 0.0)
    return [int(begin) for begin in search.cheapest(rows, costs.penalty(0.0) - costs.worth())]


def test_the_cuts_are_those_that_order_speaks_for() -> None:
    topics = [0] * 10 + [1] * 7 + [2] * 12 + [3] * 9
    assert cuts(SegmentCosts(["eins"] * 38, around(topics, 0.1))) == [10, 17, 29]


def test_units_in_random_order_are_often_left_uncut() -> None:
    vectors = around(np.repeat(np.arange(8), 6).tolist(), 0.1)
    assert cuts(SegmentCosts(["eins"] * 48, vectors)) == list(range(6, 48, 6))
    mixed = [np.random.default_rng(seed).permutation(48) for seed in range(10)]
    uncut = [not cuts(SegmentCosts(["eins"] * 48, vectors[order])) for order in mixed]
    assert sum(uncut) >= 3


@pytest.mark.parametrize(("text", "one"), [(ENGLISH, True), ("Das ist doch nicht wahr.", False)])
def test_an_english_text_of_units_that_are_all_alike_has_one_topic(text: str, one: bool) -> None:  # noqa: FBT001 - a case
    alike = around([0] * 30, 0.05)
    assert SegmentCosts([text] * 30, alike).one_topic() is one
    apart = around(list(range(30)), 0.05)
    assert not SegmentCosts([text] * 30, apart).one_topic()
    assert not SegmentCosts([text] * 30).one_topic()


def test_likeness_is_the_mean_product_at_each_distance_beyond_that_of_any_two() -> None:
    vectors = around([0] * 5 + [1] * 4 + [2] * 6, 0.2)
    found = SegmentCosts(["eins"] * 15, vectors).likeness()
    about = centred(vectors, np.ones(15), NOBODY).astype(np.float64)
    products = about @ about.T
    wanted = [np.diagonal(products, apart).mean() + 1 / 14 for apart in range(1, 15)]
    assert found.tolist() == pytest.approx(wanted, abs=1e-5)
    assert SegmentCosts(["eins"] * 3).likeness().tolist() == [0, 0]
    assert len(SegmentCosts(["eins"], around([0], 0.1)).likeness()) == 0


@pytest.mark.parametrize("length", [5, 12, 40])
def test_likeness_reaches_about_as_far_as_segments_are_long(length: int) -> None:
    topics = np.repeat(np.arange(240 // length) % 40, length).tolist()
    found = reach(SegmentCosts(["eins"] * 240, around(topics, 0.2)).likeness())
    assert 0.7 * length <= found <= 1.3 * length


def test_likeness_that_never_ends_reaches_through_all_of_the_text() -> None:
    assert reach(np.array([0.3, 0.2, 0.1, 0.05])) == 5
    assert reach(np.array([0.3, -0.1, 0.1, 0.05])) == 2
    assert reach(np.array([-0.3])) == 1


def test_a_long_text_has_as_many_cuts_a_unit_as_its_parts() -> None:
    topics = np.random.default_rng(2).permutation(np.repeat(np.arange(40), 2))
    vectors = around(np.repeat(topics, 8).tolist(), 0.6)
    whole = cuts(SegmentCosts(["eins"] * 640, vectors))
    parts = [cuts(SegmentCosts(["eins"] * 80, vectors[i : i + 80])) for i in range(0, 640, 80)]
    assert len(whole) == pytest.approx(sum(map(len, parts)) + 7, rel=0.2)


def test_the_costs_of_a_part_are_those_of_its_units_alone() -> None:
    texts = [f"Der Wal w{i} w{i // 3} schwimmt?" for i in range(20)]
    vectors = around([i // 5 for i in range(20)], 0.2)
    whole = SegmentCosts(texts, vectors)
    same = whole.among(np.arange(20))
    assert np.array_equal(whole.rows(20, 0.5), same.rows(20, 0.5))
    assert np.array_equal(whole.worth(), same.worth())
    back = whole.among(np.arange(20)[::-1])
    assert np.allclose(back.rows(20, 0.5)[-1, -1], whole.rows(20, 0.5)[-1, -1], rtol=1e-3)


def test_longer_stretches_leave_the_costs_of_shorter_ones_as_they_are() -> None:
    costs = SegmentCosts(
        [f"w{i // 4}" for i in range(90)], around([i // 30 for i in range(90)], 0.2)
    )
    short = costs.rows(20, 0.5)
    assert np.allclose(costs.rows(90, 0.5)[:, :20], short, atol=1e-4)


def test_vectors_take_over_less_of_their_neighbours_the_longer_units_are() -> None:
    vectors = around([0, 1, 2], 0.0)
    short, long = in_context(vectors, 5), in_context(vectors, 200)
    assert short[0, 1] > 0.2
    assert long[0, 1] < 0.01
    assert np.allclose(np.linalg.norm(short, axis=1), 1, atol=1e-6)


def test_the_weights_have_mean_1_and_the_centre_is_weighted() -> None:
    found = weights(np.array([0.0, 1.0, 4.0, 9.0]))
    assert found.mean() == pytest.approx(1)
    assert found[3] / found[1] == pytest.approx(3)
    vectors = around([0, 0, 1, 1], 0.0)
    about = centred(vectors, np.array([1.0, 1.0, 1.0, 1.0]), NOBODY)
    assert about[0, 0] == pytest.approx(0.5**0.5, abs=1e-5)
    assert centred(around([0, 0], 0.0), np.ones(2), NOBODY).tolist() == np.zeros((2, 40)).tolist()


def test_turns_are_taken_about_the_mean_of_who_speaks() -> None:
    vectors = around([0, 1, 0, 1, 0, 1, 0, 1], 0.0)
    vectors[:4, 2] = 0.5
    by = Words(np.array([0, 1] * 4), np.arange(8), 2)
    about = centred(vectors, np.ones(8), by)
    assert (about[:4] @ about[:4].T).min() > 0.5
    assert (about[:4] @ about[4:].T).max() < -0.5
    plain = centred(vectors, np.ones(8), NOBODY)
    assert plain[0] @ plain[1] < 0 < plain[0] @ plain[4]


def test_a_list_is_held_to_have_a_segment_an_item() -> None:
    vectors = around([i // 6 for i in range(60)], 0.4)
    plain = [f"w{i} shall x{i}." for i in range(60)]
    listed = [f"No one shall x{i}." if i % 2 else text for i, text in enumerate(plain)]
    of_plain, of_listed = cuts(SegmentCosts(plain, vectors)), cuts(SegmentCosts(listed, vectors))
    assert len(of_listed) > len(of_plain)
    assert sum(begin % 2 for begin in of_listed) > 0.8 * len(of_listed)

"""Comparison of strategies on the same questions."""

from __future__ import annotations

import numpy as np
import pytest

from chunking.retrieval.significance import significance, verdict

ONE = np.zeros(40, np.int64)


def test_a_clear_difference_has_one_winner() -> None:
    rng = np.random.default_rng(1)
    base = rng.random(40) * 0.5
    found = significance(np.stack([base, base + 0.3]), ONE)
    assert found.best == 1
    assert found.best_shares[1] == 1.0
    assert found.tied.tolist() == [False, True]
    assert found.differences[0] == pytest.approx(0.3)
    assert (
        verdict(found, "AB", np.array([1.0, 1.0]), 40)
        == "B is best with 40 questions (best in 100% of draws)"
    )


def test_noise_is_a_tie_and_the_needed_number_of_questions_grows_with_it() -> None:
    rng = np.random.default_rng(2)
    found = significance(rng.random((2, 40)), ONE)
    assert found.tied.all()
    assert found.needed.max() > 40
    text = verdict(found, "AB", np.array([5.0, 3.0]), 40)
    assert text.startswith("A and B are indistinguishable with 40 questions; about ")
    assert text.endswith("; B embeds the fewest tokens")


def test_the_interval_of_a_mean_is_that_of_the_normal_approximation() -> None:
    values = np.tile([0.0, 1.0], 200)[None]
    low, high = significance(values, np.zeros(400, np.int64)).intervals[0]
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.025, 0.5 + 1.96 * 0.025), abs=0.005)


def test_documents_are_drawn_apart() -> None:
    values = np.array([[0.0] * 20 + [1.0] * 20])
    documents = np.repeat([0, 1], 20)
    assert significance(values, documents).intervals[0] == pytest.approx([0.5, 0.5])
    assert np.ptp(significance(values, ONE).intervals[0]) > 0.2


def test_equal_strategies_share_the_first_place() -> None:
    found = significance(np.ones((3, 40)), ONE)
    assert found.best_shares == pytest.approx([1 / 3] * 3)
    assert found.p_values.tolist() == [1, 1, 1]
    assert found.needed.tolist() == [0, 0, 0]


def test_lower_values_may_be_better() -> None:
    values = np.stack([np.linspace(0, 1, 40), np.linspace(0, 1, 40) + 1])
    found = significance(values, ONE, higher=False)
    assert found.best == 0
    assert found.intervals[1, 0] < values[1].mean() < found.intervals[1, 1]


def test_p_values_are_adjusted_for_the_number_of_comparisons() -> None:
    rng = np.random.default_rng(3)
    base = rng.random(40)
    worse = base - rng.normal(0.08, 0.15, 40)
    alone = significance(np.stack([base, worse]), ONE).p_values[1]
    among = significance(np.stack([base, worse, base - rng.normal(0.01, 0.2, 40)]), ONE)
    assert alone < 0.1
    assert among.p_values[1] == pytest.approx(min(1, 2 * alone))


def test_one_question_decides_nothing() -> None:
    found = significance(np.array([[1.0], [0.0]]), np.zeros(1, np.int64))
    assert found.tied.all()


def test_a_tie_says_what_would_show_a_difference() -> None:
    rng = np.random.default_rng(3)
    base, costs = rng.random(40) * 0.5, np.array([5.0, 3.0])
    noise = rng.normal(0, 0.1, 20)
    noise = np.concatenate([noise, -noise])

    near = significance(np.stack([base, base + noise + 0.001]), ONE)
    text = verdict(near, "AB", costs, 40)
    assert near.needed.max() > 10_000
    assert "with 40 questions; more than 10,000 would be needed; B embeds" in text

    equal = significance(np.stack([base, base + noise]), ONE)
    text = verdict(equal, "AB", costs, 40)
    shown = 280 * float(noise.std(ddof=1)) / 40**0.5
    assert f"; differences from {shown:.1f} percentage points would show; B embeds" in text

    same = significance(np.stack([base, base]), ONE)
    text = verdict(same, "AB", costs, 40)
    assert "with 40 questions, with the same recall on every question; B embeds" in text

"""Comparison of strategies on the same questions."""

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_rel

from chunking.retrieval.significance import significance, verdict


def test_a_clear_difference_has_one_winner() -> None:
    rng = np.random.default_rng(1)
    base = rng.random(40) * 0.5
    found = significance(np.stack([base, base + 0.3]))
    assert found.best == 1
    assert found.best_shares[1] == 1.0
    assert found.tied.tolist() == [False, True]
    assert found.differences[0] == pytest.approx(0.3)
    text = verdict(found, "AB", np.array([4, 5]), np.array([210.0, 180.0]), 40)
    assert text.startswith("B is best, ahead of A by 30.0 points with 40 questions (95% interval ")
    assert text.endswith("; mean size A 210, B 180 tokens")


def test_with_few_questions_the_leader_is_named_with_what_would_decide() -> None:
    rng = np.random.default_rng(5)
    base = rng.random(15) * 0.5
    noise = rng.normal(0, 0.2, 7)
    values = np.stack([base, base + 0.05 + np.concatenate([noise, -noise, [0]])])
    found = significance(values)
    assert found.tied.all()
    assert found.best == 1
    low, high = 100 * found.difference_intervals[0]
    more = found.needed[0] - 15
    assert low < 0 < more
    # 8 % fewer tokens are not worth naming.
    assert verdict(found, "AB", np.array([92, 100]), np.array([100.0, 100.0]), 15) == (
        f"B leads A by {100 * found.differences[0]:.1f} points with 15 questions "
        f"(95% interval −{-low:.1f} to {high:.1f}); about {more} more would decide; "
        "mean size A 100, B 100 tokens"
    )


def test_the_interval_of_a_difference_is_that_of_a_paired_t_test() -> None:
    rng = np.random.default_rng(6)
    values = rng.random((2, 12))
    found = significance(values)
    other = 1 - found.best
    expected = ttest_rel(values[found.best], values[other]).confidence_interval(0.95)
    assert found.difference_intervals[other] == pytest.approx(list(expected))
    assert found.difference_intervals[found.best].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("noise", "cost", "named"),
    [(0.001, 60.0, True), (0.001, 70.0, False), (0.2, 60.0, False)],
)
def test_a_cheaper_strategy_saves_a_third_and_loses_little(
    noise: float, cost: float, *, named: bool
) -> None:
    rng = np.random.default_rng(4)
    base = rng.random(40) * 0.5
    found = significance(np.stack([base + rng.normal(0.01, noise, 40), base]))
    assert found.best == 0
    text = verdict(found, "AB", np.array([1, 1]), np.array([100.0, cost]), 40)
    assert text.endswith("; B embeds 40% fewer tokens and loses less than 2 points") is named


def test_the_interval_of_a_mean_is_that_of_the_normal_approximation() -> None:
    values = np.tile([0.0, 1.0], 200)[None]
    low, high = significance(values).intervals[0]
    assert (low, high) == pytest.approx((0.5 - 1.96 * 0.025, 0.5 + 1.96 * 0.025), abs=0.005)


@pytest.mark.parametrize("questions", [1, 8, 100])
@pytest.mark.parametrize("value", [0.0, 0.25, 1.0])
def test_values_that_are_all_alike_leave_others_open(questions: int, value: float) -> None:
    found = significance(np.full((2, questions), value))
    low, high = found.intervals[0]
    known = binomtest(questions, questions).proportion_ci(0.95, "exact").low
    assert (low, high) == pytest.approx((value * known, value * known + 1 - known))
    assert found.difference_intervals.tolist() == [[0, 0], pytest.approx([known - 1, 1 - known])]


def test_a_few_equal_answers_do_not_make_a_strategy_cheaper_without_loss() -> None:
    for questions, named in ((4, False), (100, False), (400, True)):
        text = verdict(
            significance(np.ones((2, questions))), "AB", np.array([2, 1]), np.ones(2), questions
        )
        assert text.endswith("loses less than 2 points") is named


def test_every_strategy_is_named() -> None:
    rng = np.random.default_rng(8)
    base = 0.5 + rng.random(40) * 0.5
    found = significance(np.stack([base - 0.4, base, base - 0.001]))
    text = verdict(found, "ABC", np.ones(3, np.int64), np.ones(3), 40)
    assert text.startswith("B is best, ahead of C by 0.1 points with 40 questions (95% interval ")
    low, high = 100 * found.difference_intervals[0]
    behind = f"; A is 40.0 points behind (95% interval {low:.1f} to {high:.1f}), more than chance; "
    assert f"{behind}mean size A 1, B 1, C 1 tokens" in text


def test_equal_strategies_share_the_first_place() -> None:
    found = significance(np.ones((3, 40)))
    assert found.best_shares == pytest.approx([1 / 3] * 3)
    assert found.p_values.tolist() == [1, 1, 1]
    assert found.needed.tolist() == [0, 0, 0]


def test_p_values_are_adjusted_for_the_number_of_comparisons() -> None:
    rng = np.random.default_rng(3)
    base = rng.random(40)
    worse = base - rng.normal(0.08, 0.15, 40)
    alone = significance(np.stack([base, worse])).p_values[1]
    among = significance(np.stack([base, worse, base - rng.normal(0.01, 0.2, 40)]))
    assert alone < 0.1
    assert among.p_values[1] == pytest.approx(min(1, 2 * alone))


def test_one_question_decides_nothing() -> None:
    found = significance(np.array([[1.0], [0.0]]))
    assert found.tied.all()
    text = verdict(found, "AB", np.array([2, 1]), np.array([9.0, 9.0]), 1)
    assert (
        text == "A leads B by 100.0 points with 1 question (95% interval −95.0 to 100.0); "
        "more would decide; mean size A 9, B 9 tokens"
    )


def test_what_would_decide_a_tie_is_named() -> None:
    rng = np.random.default_rng(3)
    base, counts, sizes = rng.random(40) * 0.5, np.array([5, 4]), np.ones(2)
    noise = rng.normal(0, 0.1, 20)
    noise = np.concatenate([noise, -noise])

    near = significance(np.stack([base, base + noise + 0.001]))
    text = verdict(near, "AB", counts, sizes, 40)
    assert near.needed.max() > 10_040
    assert "; more than 10,000 more questions would be needed to decide" in text

    equal = significance(np.stack([base, base + noise]))
    text = verdict(equal, "AB", counts, sizes, 40)
    assert text.startswith("A and B are equal with 40 questions (95% interval −")

    same = significance(np.stack([base, base]))
    text = verdict(same, "AB", counts, sizes, 40)
    assert text.startswith("A and B are equal with 40 questions (95% interval −8.8 to 8.8 points)")

    three = significance(np.stack([base, base, base - 0.5, base]))
    text = verdict(three, "ABCD", np.ones(4, int), np.ones(4), 40)
    assert text.startswith(
        "A, B and D are equal with 40 questions (95% interval −8.8 to 8.8 points); C is "
    )
    assert " 0.0 behind" not in text

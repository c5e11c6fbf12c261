import numpy as np
import pytest

from chunking.core.prepared import Signal
from chunking.strategies.signals.quantiles import correlation_matrix, rank_correlation


def signal(scores: list[float], gaps: list[int] | None = None) -> Signal:
    places = np.array(gaps or range(10, 10 * len(scores) + 10, 10), np.int64)
    return Signal(places, np.array(scores, np.float64), "adjacent")


def test_the_order_of_similarities_counts_and_not_their_values() -> None:
    one = signal([0.1, 0.5, 0.3, 0.9])
    assert rank_correlation(one, signal([0.81, 0.84, 0.82, 0.85])) == pytest.approx(1)
    assert rank_correlation(one, signal([0.9, 0.3, 0.5, 0.1])) == pytest.approx(-1)


def test_ties_have_their_mean_rank() -> None:
    # Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4.
    found = rank_correlation(signal([0.1, 0.2, 0.2, 0.3]), signal([0.1, 0.2, 0.3, 0.4]))
    assert found == pytest.approx(4.5 / np.sqrt(4.5 * 5))


def test_only_gaps_of_both_curves_count() -> None:
    one = signal([0.1, 0.9, 0.2, 0.3], [10, 15, 20, 30])
    assert rank_correlation(one, signal([0.4, 0.5, 0.6])) == pytest.approx(1)


def test_few_common_gaps_and_a_constant_curve_have_no_correlation() -> None:
    assert np.isnan(rank_correlation(signal([0.1, 0.2]), signal([0.1, 0.2])))
    assert np.isnan(rank_correlation(signal([0.1, 0.2, 0.3]), signal([0.5, 0.5, 0.5])))


def test_the_matrix_has_every_pair_and_nan_without_a_curve() -> None:
    found = correlation_matrix([signal([0.1, 0.2, 0.3]), None, signal([0.3, 0.2, 0.1])])
    assert np.allclose(
        found, [[1, np.nan, -1], [np.nan, np.nan, np.nan], [-1, np.nan, 1]], equal_nan=True
    )

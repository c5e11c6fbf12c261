import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from chunking.core.prepared import Signal
from chunking.strategies.signals.quantiles import (
    correlation_matrix,
    quantiles,
    rank_correlation,
    share_below,
)

SCORES = arrays(np.float64, st.integers(1, 30), elements=st.sampled_from([0.1, 0.2, 0.35, 0.9]))


def test_a_quantile_is_the_share_of_scores_below_and_ties_count_half() -> None:
    assert quantiles(np.array([0.8, 0.2, 0.4, 0.2])).tolist() == [0.875, 0.25, 0.625, 0.25]


def test_a_gap_without_similarity_has_no_quantile_and_does_not_count() -> None:
    found = quantiles(np.array([np.nan, 0.3, 0.1]))
    assert np.isnan(found[0])
    assert found[1:].tolist() == [0.75, 0.25]
    assert share_below(np.array([np.nan, 0.3, 0.1]), 0.2) == 0.5


def test_without_scores_there_is_no_share() -> None:
    assert quantiles(np.zeros(0)).shape == (0,)
    assert np.isnan(share_below(np.zeros(0), 0.5))


@pytest.mark.parametrize(("threshold", "share"), [(0.2, 0), (0.3, 0.5), (0.8, 0.75), (1, 1)])
def test_the_share_below_a_threshold_leaves_out_equal_scores(
    threshold: float, share: float
) -> None:
    assert share_below(np.array([0.8, 0.2, 0.4, 0.2]), threshold) == share


@given(scores=SCORES, threshold=st.sampled_from([0.0, 0.1, 0.15, 0.2, 0.5, 0.9, 1.0]))
def test_a_threshold_separates_the_same_gaps_on_both_scales(
    scores: np.ndarray[tuple[int], np.dtype[np.float64]], threshold: float
) -> None:
    share = share_below(scores, threshold)
    assert ((quantiles(scores) < share) == (scores < threshold)).all()


@given(scores=SCORES)
def test_quantiles_do_not_depend_on_the_scale_of_the_model(
    scores: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> None:
    assert quantiles(scores).tolist() == quantiles(0.8 + scores**3 / 5).tolist()


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

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from chunking.strategies.signals.quantiles import quantiles, share_below

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

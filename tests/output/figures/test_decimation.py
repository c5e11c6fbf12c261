import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.output.similarity_curve import decimate


def test_the_extremes_of_each_bin_and_both_ends_are_kept() -> None:
    y = np.array([5, 1, 9, 2, 3, 8, 0, 4, 6, 5.0])
    x, kept = decimate(np.arange(10), y, bins=3)
    # Both ends, and two bins: [1, 9, 2, 3] and [8, 0, 4, 6].
    assert x.tolist() == [0, 1, 2, 5, 6, 9]
    assert kept.tolist() == [5, 1, 9, 8, 0, 5]


def test_a_short_curve_keeps_all_finite_points() -> None:
    x, y = decimate(np.arange(5), np.array([1, np.nan, 3, np.inf, 5]), bins=2)
    assert x.tolist() == [0, 2, 4]
    assert y.tolist() == [1, 3, 5]


def test_a_single_bin_raises() -> None:
    with pytest.raises(ValueError, match="bins must be at least 2, got 1"):
        decimate(np.arange(5), np.zeros(5), bins=1)


@settings(max_examples=2 * settings().max_examples)
@given(st.lists(st.integers(-9, 9), max_size=200), st.integers(2, 20))
def test_a_decimated_curve_has_the_same_extremes_and_ends(values: list[int], bins: int) -> None:
    y = np.array(values, np.float64)
    x, kept = decimate(np.arange(len(y)), y, bins)
    assert len(x) <= 2 * bins
    assert len(x) == len(y) or len(x) >= bins
    assert (np.diff(x) > 0).all()
    assert (y[x] == kept).all()
    if len(y):
        assert (kept.min(), kept.max()) == (y.min(), y.max())
        assert (x[0], x[-1]) == (0, len(y) - 1)

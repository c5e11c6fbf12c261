"""Optimal segmentation in linear time, against dynamic programming over all segments."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.arrays import Floats, Ints
from chunking.strategies.optimal.dynamic_programming import (
    Allowed,
    SumCosts,
    linear_optimum,
    optimal_boundaries,
)


@st.composite
def problems(draw: st.DrawFn) -> tuple[SumCosts, Allowed]:
    """Draw up to twelve rows with costs in whole numbers, of which many are equal."""
    count = draw(st.integers(1, 12))

    def ascending(low: int) -> Ints:
        steps = draw(st.lists(st.integers(low, count), min_size=count, max_size=count))
        return np.array([min(step, row) for row, step in enumerate(sorted(steps))])

    def whole(most: int) -> Floats:
        values = st.lists(st.integers(-most, most), min_size=count, max_size=count)
        return np.array(draw(values), dtype=np.float64)

    costs = SumCosts(whole(3), whole(3), ascending(-1), whole(2))
    return costs, Allowed(ascending(0), ascending(-1), draw(st.sampled_from([0.0, 1.0, 1000.0])))


@given(problems())
def test_no_segmentation_is_cheaper(problem: tuple[SumCosts, Allowed]) -> None:
    costs, allowed = problem
    count = len(costs.starts)
    segments = np.full((count, count), np.inf)
    for end in range(count):
        for start in range(allowed.earliest[end], end + 1):
            long = start <= costs.long_until[end]
            cost = costs.ends[end] - costs.starts[start] if long else 0.0
            cost += allowed.short_cost * (start > allowed.latest[end])
            segments[end, end - start] = cost
    expected = optimal_boundaries(segments, costs.boundaries)
    assert linear_optimum(costs, allowed).tolist() == expected.tolist()

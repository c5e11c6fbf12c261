"""Dynamic programming against exhaustive search."""

from typing import TypeAlias

import numpy as np
import pytest
from exhaustive import Boundaries, problems, segmentations, total_cost
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.arrays import Floats
from chunking.strategies.optimal import dynamic_programming
from chunking.strategies.optimal.dynamic_programming import (
    counts_by_penalty,
    optima_by_count,
    optimal_boundaries,
    optimal_boundaries_for_count,
)

Problem: TypeAlias = tuple[Floats, Floats]


def lowest_cost(problem: Problem, segments: int | None = None) -> float:
    """Return the cost of the best segmentation, optionally into so many segments."""
    return min(
        total_cost(*problem, boundaries)
        for boundaries in segmentations(len(problem[0]))
        if segments is None or len(boundaries) == segments - 1
    )


def as_tuple(boundaries: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Boundaries:
    return tuple(boundaries.tolist())


def test_the_cheapest_segmentation_of_three_units() -> None:
    segment_costs = np.array([[1.0, np.inf, np.inf], [1.0, 5.0, np.inf], [4.0, 1.0, 9.0]])
    assert optimal_boundaries(segment_costs, np.zeros(3)).tolist() == [1]
    assert optimal_boundaries(segment_costs, np.full(3, 10.0)).tolist() == []


@given(problems())
def test_no_segmentation_is_cheaper_than_the_optimum(problem: Problem) -> None:
    found = optimal_boundaries(*problem)
    assert total_cost(*problem, as_tuple(found)) == lowest_cost(problem)


@given(problems())
def test_no_segmentation_into_as_many_segments_is_cheaper(problem: Problem) -> None:
    count = len(problem[0])
    found = optima_by_count(*problem, count)
    for segments in range(1, count + 1):
        lowest = lowest_cost(problem, segments)
        assert found.totals[segments - 1] == lowest
        if lowest < np.inf:
            assert total_cost(*problem, as_tuple(found.boundaries(segments))) == lowest


@given(problems(), st.booleans())
def test_bisection_and_solving_for_all_counts_give_the_same_cost(
    problem: Problem,
    bisect: bool,  # noqa: FBT001 - drawn
) -> None:
    segment_costs, _ = problem
    count, width = segment_costs.shape
    segment_costs[np.isinf(segment_costs)] = 50.0
    segment_costs[np.arange(width) > np.arange(count)[:, None]] = np.inf
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dynamic_programming, "_MAX_CELLS", 0 if bisect else 20_000_000)
        for segments in range(-(-count // width), count + 1):
            found = as_tuple(optimal_boundaries_for_count(*problem, segments))
            assert len(found) == segments - 1
            assert total_cost(*problem, found) == lowest_cost(problem, segments)


@given(problems(), st.lists(st.floats(-5, 20), min_size=2, max_size=6))
def test_the_number_of_boundaries_does_not_grow_with_the_penalty(
    problem: Problem, penalties: list[float]
) -> None:
    segment_costs, boundary_costs = problem
    # Equally cheap segmentations may differ in count, so ties are broken.
    ties = 1e-6 * np.arange(len(segment_costs))
    counts = [
        len(optimal_boundaries(segment_costs, boundary_costs + penalty + ties))
        for penalty in sorted(set(penalties))
    ]
    fewest = [
        _fewest_optimal((segment_costs, boundary_costs + penalty))
        for penalty in sorted(set(penalties))
    ]
    assert fewest == sorted(fewest, reverse=True)
    assert counts[0] >= fewest[-1]


def _fewest_optimal(problem: Problem) -> int:
    lowest = total_cost(*problem, as_tuple(optimal_boundaries(*problem)))
    return min(
        len(boundaries)
        for boundaries in segmentations(len(problem[0]))
        if total_cost(*problem, boundaries) <= lowest + 1e-9
    )


@given(problems(), st.lists(st.floats(0, 20), min_size=1, max_size=6, unique=True))
def test_the_counts_are_those_of_an_optimum_at_each_penalty(
    problem: Problem, drawn: list[float]
) -> None:
    segment_costs, boundary_costs = problem
    counts = counts_by_penalty(segment_costs, boundary_costs, np.array(sorted(drawn)))
    for count, penalty in zip(counts.tolist(), sorted(drawn), strict=True):
        penalized = segment_costs, boundary_costs + penalty
        lowest = total_cost(*penalized, as_tuple(optimal_boundaries(*penalized)))
        cheapest = min(
            total_cost(*penalized, boundaries)
            for boundaries in segmentations(len(segment_costs))
            if len(boundaries) == count
        )
        assert cheapest == pytest.approx(lowest)

"""Dynamic programming against exhaustive search."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pytest
from exhaustive import Boundaries, problems, segmentations, total_cost
from hypothesis import given
from hypothesis import strategies as st

from chunking.arrays import Floats
from chunking.strategies.optimal import dynamic_programming
from chunking.strategies.optimal.dynamic_programming import (
    margins,
    optima_by_count,
    optimal_boundaries,
    optimal_boundaries_for_count,
    penalty_path,
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


@given(problems())
def test_a_margin_is_the_additional_cost_of_the_best_segmentation_without_a_boundary(
    problem: Problem,
) -> None:
    found = optimal_boundaries(*problem)
    every = list(segmentations(len(problem[0])))
    without = [
        min((total_cost(*problem, each) for each in every if boundary not in each), default=np.inf)
        for boundary in found.tolist()
    ]
    expected = [cost - lowest_cost(problem) for cost in without]
    assert margins(*problem, found).tolist() == expected


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
def test_a_penalty_path_has_the_optimum_at_each_penalty(
    problem: Problem, drawn: list[float]
) -> None:
    segment_costs, boundary_costs = problem
    penalties = np.array(sorted(drawn))
    path = penalty_path(segment_costs, boundary_costs, penalties)
    for i, penalty in enumerate(penalties.tolist()):
        single = optimal_boundaries(segment_costs, boundary_costs + penalty)
        # Every segmentation pays the penalty after the last unit, which is not a boundary.
        lowest = total_cost(segment_costs, boundary_costs + penalty, as_tuple(single))
        assert path.totals[i] + penalty == pytest.approx(lowest)
    assert np.all(np.diff(path.counts) <= 0) or len(np.unique(path.totals)) < len(drawn)


@given(problems(), st.lists(st.floats(0, 20), min_size=1, max_size=6, unique=True))
def test_a_penalty_path_bounds_the_cost_of_every_segmentation(
    problem: Problem, drawn: list[float]
) -> None:
    path = penalty_path(*problem, np.array(sorted(drawn)))
    for boundaries in segmentations(len(problem[0])):
        bound = path.lower_bound(np.array([float(len(boundaries))]))[0]
        assert bound <= total_cost(*problem, boundaries) + 1e-9

"""The dynamic programme against every cutting there is."""

from __future__ import annotations

import numpy as np
import pytest
from exhaustive import cost, cuttings, programmes
from hypothesis import given
from hypothesis import strategies as st

from chunking.optimum import search
from chunking.optimum.selection import penalty_for
from chunking.types import Floats

Programme = tuple[Floats, Floats]


def test_the_cheapest_cutting_of_three_units() -> None:
    rows = np.array([[1.0, np.inf, np.inf], [1.0, 5.0, np.inf], [4.0, 1.0, 9.0]])
    assert search.cheapest(rows, np.zeros(3)).tolist() == [1]
    assert search.cheapest(rows, np.full(3, 10.0)).tolist() == []


@given(programmes())
def test_no_cutting_is_cheaper_than_the_cheapest(programme: Programme) -> None:
    rows, tolls = programme
    found = search.cheapest(rows, tolls)
    least = min(cost(rows, tolls, begins) for begins in cuttings(len(rows)))
    assert cost(rows, tolls, tuple(found.tolist())) == least


@given(programmes())
def test_no_cutting_into_as_many_segments_is_cheaper(programme: Programme) -> None:
    rows, tolls = programme
    found = search.of_each_count(rows, tolls, len(rows))
    for segments in range(1, len(rows) + 1):
        costs = [
            cost(rows, tolls, begins)
            for begins in cuttings(len(rows))
            if len(begins) == segments - 1
        ]
        assert found.totals[segments - 1] == min(costs)
        if min(costs) < np.inf:
            assert cost(rows, tolls, tuple(found.begins(segments).tolist())) == min(costs)


@given(programmes(), st.booleans())
def test_a_count_is_met_by_bisection_or_layer_by_layer(programme: Programme, layers: bool) -> None:  # noqa: FBT001 - drawn
    rows, tolls = programme
    rows[np.isinf(rows)] = 50.0
    rows[np.arange(rows.shape[1]) > np.arange(len(rows))[:, None]] = np.inf
    least = -(-len(rows) // rows.shape[1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_LAYERS", 20_000_000 if layers else 0)
        for segments in range(least, len(rows) + 1):
            found = tuple(search.into(rows, tolls, segments).tolist())
            assert len(found) == segments - 1
            assert cost(rows, tolls, found) == min(
                cost(rows, tolls, begins)
                for begins in cuttings(len(rows))
                if len(begins) == segments - 1
            )


@given(programmes())
def test_a_margin_is_what_the_best_cutting_without_that_boundary_costs_more(
    programme: Programme,
) -> None:
    rows, tolls = programme
    found = search.cheapest(rows, tolls)
    least = cost(rows, tolls, tuple(found.tolist()))
    without = [
        min((cost(rows, tolls, b) for b in cuttings(len(rows)) if begin not in b), default=np.inf)
        for begin in found.tolist()
    ]
    assert search.margins(rows, tolls, found).tolist() == [each - least for each in without]


@given(programmes(), st.lists(st.floats(-5, 20), min_size=2, max_size=6))
def test_the_number_of_cuts_does_not_grow_with_the_penalty(
    programme: Programme, penalties: list[float]
) -> None:
    rows, tolls = programme
    # Of equally cheap cuttings one may have more cuts, so no two may be equally cheap.
    counts = [
        len(search.cheapest(rows, tolls + each + 1e-6 * np.arange(len(rows))))
        for each in sorted(set(penalties))
    ]
    cheapest = [
        min(len(b) for b in cuttings(len(rows)) if _optimal(rows, tolls + each, b))
        for each in sorted(set(penalties))
    ]
    assert cheapest == sorted(cheapest, reverse=True)
    assert counts[0] >= cheapest[-1]


def _optimal(rows: Floats, tolls: Floats, begins: tuple[int, ...]) -> bool:
    least = cost(rows, tolls, tuple(search.cheapest(rows, tolls).tolist()))
    return cost(rows, tolls, begins) <= least + 1e-9


@given(programmes(), st.lists(st.floats(0, 20), min_size=1, max_size=6, unique=True))
def test_many_penalties_at_once_are_each_what_one_alone_is(
    programme: Programme, drawn: list[float]
) -> None:
    rows, tolls = programme
    penalties = np.array(sorted(drawn))
    found = search.of_each_penalty(rows, tolls, penalties)
    for i, penalty in enumerate(penalties.tolist()):
        alone = search.cheapest(rows, tolls + penalty)
        # The last unit's penalty is paid by every cutting and counts for none.
        least = cost(rows, tolls + penalty, tuple(alone.tolist()))
        assert found.totals[i] + penalty == pytest.approx(least)
    assert np.all(np.diff(found.cuts) <= 0) or len(np.unique(found.totals)) < len(drawn)


@given(programmes(), st.lists(st.floats(0, 20), min_size=1, max_size=6, unique=True))
def test_the_curve_of_an_envelope_lies_below_every_cutting(
    programme: Programme, drawn: list[float]
) -> None:
    rows, tolls = programme
    found = search.of_each_penalty(rows, tolls, np.array(sorted(drawn)))
    for begins in cuttings(len(rows)):
        below = found.cost(np.array([float(len(begins))]))[0]
        assert below <= cost(rows, tolls, begins) + 1e-9


def test_a_penalty_is_found_for_every_count_that_one_leads_to() -> None:
    random = np.random.default_rng(3)
    rows = random.random((60, 60)).cumsum(axis=1)
    rows[np.arange(60) > np.arange(60)[:, None]] = np.inf
    spared = np.zeros(60)
    reached = {len(search.cheapest(rows, np.full(60, p))) for p in np.linspace(-3, 60, 4000)}
    assert len(reached) > 10
    for cuts in reached:
        penalty, begins = penalty_for(rows, spared, cuts, 200.0)
        assert abs(len(begins) - cuts) <= 0.02 * cuts
        assert search.cheapest(rows, np.full(60, penalty)).tolist() == begins.tolist()


@pytest.mark.parametrize("highest", [200.0, 1e6])
@pytest.mark.parametrize(("cuts", "found"), [(0, 0), (59, 59), (10_000, 59)])
def test_a_count_beyond_what_there_may_be_is_met_as_nearly_as_can_be(
    highest: float, cuts: int, found: int
) -> None:
    rows = np.random.default_rng(4).random((60, 60)).cumsum(axis=1)
    rows[np.arange(60) > np.arange(60)[:, None]] = np.inf
    assert len(penalty_for(rows, np.zeros(60), cuts, highest)[1]) == found


def test_a_penalty_is_found_where_the_middle_of_a_long_text_is_unlike_the_rest() -> None:
    lengths = np.arange(1, 13)
    short, long = (lengths / 2.0) ** 2, (lengths / 8.0) ** 2
    rows = np.tile(long, (3000, 1))
    rows[900:2100] = short
    rows *= np.random.default_rng(5).uniform(0.5, 1.5, (3000, 1))
    rows[lengths - 1 > np.arange(3000)[:, None]] = np.inf
    for cuts in (400, 1000, 2000):
        _, begins = penalty_for(rows, np.zeros(3000), cuts, 300.0)
        assert abs(len(begins) - cuts) <= 0.02 * cuts

import itertools
import math

import numpy as np
import pytest
import segeval
from hypothesis import given
from hypothesis import strategies as st

from chunking.analysis.metrics import (
    BOUNDARY_METRICS,
    boundary_metrics,
    f1_within,
    metrics_against,
    unit_boundaries,
)
from chunking.analysis.metrics.boundaries import f1, matches, pk, window_diff, window_size
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import ChunkingError
from chunking.core.units import UnitKind, Units


def test_masses_of_five_and_five_against_four_and_six() -> None:
    assert boundary_metrics([5], [4], 10) == {
        "pk": 0.25,
        "wd": 0.25,
        "b": 0.5,
        "f1": 0,
        "f1_1": 1,
        "dk": 0,
    }


@pytest.mark.parametrize(
    ("reference", "units", "size"),
    [
        ([5], 10, 2),  # 2.5 goes to the even number
        ([7], 14, 4),  # 3.5 does, too
        ([], 10, 5),
        ([1, 2, 3], 10, 2),  # two at least
        ([10, 20], 30, 5),
    ],
)
def test_a_window_is_half_a_reference_segment(reference: list[int], units: int, size: int) -> None:
    assert window_size(reference, units) == size


def test_pk_compares_segments_and_window_diff_counts() -> None:
    # Windows of 3 units in 12: nine of them, and the key has a boundary in those from 3 to 5.
    assert pk([6], [5, 6], 12) == 1 / 9
    assert window_diff([6], [5, 6], 12) == 3 / 9
    assert pk([6], [], 12) == 3 / 9
    assert window_diff([6], [], 12) == 3 / 9


@pytest.mark.parametrize("units", [1, 2])
def test_pk_and_window_diff_are_undefined_where_no_window_fits(units: int) -> None:
    found = boundary_metrics([], [], units)
    assert math.isnan(found["pk"])
    assert math.isnan(found["wd"])
    assert found["b"] == found["f1"] == found["f1_1"] == 1


@pytest.mark.parametrize(
    ("reference", "predicted", "tolerance", "value"),
    [
        ([5, 9], [5, 8], 0, 0.5),
        ([5, 9], [5, 8], 1, 1),
        ([5], [4, 5, 6], 1, 0.5),  # one is found, two are made up
        ([5], [], 1, 0),
        ([], [5], 1, 0),
        ([], [], 1, 1),
        # The nearest first would pair 4 with 4 and leave 3 and 5 alone.
        ([3, 4], [4, 5], 1, 1),
        ([10], [13], 3, 1),
    ],
)
def test_f1_counts_pairs_within_a_tolerance(
    reference: list[int], predicted: list[int], tolerance: int, value: float
) -> None:
    assert f1(reference, predicted, 20, tolerance) == value
    assert f1_within(tolerance).compute(reference, predicted, 20) == value


def test_f1_with_a_tolerance_has_its_own_name() -> None:
    named = [(repr(f1_within(t)), f1_within(t).title) for t in (0, 1, 2)]
    assert named == [("f1", "F1"), ("f1_1", "F1@1"), ("f1_2", "F1@2")]
    assert f1_within(1).description.endswith("at most 1 unit apart.")
    assert f1_within(2).description.endswith("at most 2 units apart.")


@pytest.mark.parametrize("wrong", [[0], [10], [3, -1], [2.5], ["2"], [[2]], [True]])
def test_a_boundary_out_of_range_raises(wrong: list[int]) -> None:
    for pair in (([5], wrong), (wrong, [5])):
        with pytest.raises(ChunkingError, match="among 10 units must be whole numbers from 1 to 9"):
            boundary_metrics(*pair, 10)


def test_one_unit_has_no_boundaries() -> None:
    with pytest.raises(ChunkingError, match="among 1 units must be none"):
        boundary_metrics([], [1], 1)


def test_a_negative_tolerance_raises() -> None:
    with pytest.raises(ChunkingError, match="tolerance must be 0 units or more, got -1"):
        f1([1], [1], 4, -1)


@st.composite
def segmentations(draw: st.DrawFn) -> tuple[list[int], list[int], int]:
    units = draw(st.integers(3, 40))
    places = st.sets(st.integers(1, units - 1), max_size=12)
    return sorted(draw(places)), sorted(draw(places)), units


def masses(boundaries: list[int], units: int) -> tuple[int, ...]:
    return tuple(b - a for a, b in itertools.pairwise([0, *boundaries, units]))


@given(segmentations())
def test_pk_window_diff_and_b_equal_those_of_segeval(
    pair: tuple[list[int], list[int], int],
) -> None:
    reference, predicted, units = pair
    found = boundary_metrics(reference, predicted, units)
    key, other = masses(reference, units), masses(predicted, units)
    size = window_size(reference, units)
    assert size == segeval.compute_window_size(key)
    if size < units:
        assert found["pk"] == pytest.approx(float(segeval.pk(other, key)))
        assert found["wd"] == pytest.approx(float(segeval.window_diff(other, key)))
    if reference or predicted:  # it has no answer for two empty sets
        assert found["b"] == pytest.approx(float(segeval.boundary_similarity(other, key)))


@given(segmentations())
def test_measures_stay_in_range_and_are_best_for_the_reference_itself(
    pair: tuple[list[int], list[int], int],
) -> None:
    reference, predicted, units = pair
    found = boundary_metrics(reference, predicted, units)
    best = boundary_metrics(reference, reference, units)
    for metric in BOUNDARY_METRICS:
        value, ideal = found[metric.name], best[metric.name]
        if metric.better == "neither":
            assert ideal == 0
        elif not math.isnan(value):
            assert metric.low is not None
            assert metric.high is not None
            assert metric.low <= value <= metric.high
            assert ideal == (metric.high if metric.better == "higher" else metric.low)
    assert found["dk"] == len(predicted) - len(reference)
    assert (found["f1"] == 1) == (reference == predicted)
    assert math.isnan(found["pk"]) or found["pk"] <= found["wd"]


@given(segmentations())
def test_b_and_f1_are_symmetric(pair: tuple[list[int], list[int], int]) -> None:
    reference, predicted, units = pair
    there = boundary_metrics(reference, predicted, units)
    back = boundary_metrics(predicted, reference, units)
    for name in ("b", "f1", "f1_1"):
        assert there[name] == pytest.approx(back[name])


@given(segmentations())
def test_order_and_repetition_of_boundaries_do_not_matter(
    pair: tuple[list[int], list[int], int],
) -> None:
    reference, predicted, units = pair
    shuffled = np.array([*predicted[::-1], *predicted], np.int64)
    expected = boundary_metrics(reference, predicted, units)
    found = boundary_metrics(reference, shuffled, units)
    np.testing.assert_equal(found, expected)


def most_pairs(left: list[int], right: list[int], tolerance: int) -> int:
    """The largest pairing, by trying every partner of the first one."""
    if not left or not right:
        return 0
    skipped = most_pairs(left[1:], right, tolerance)
    return max(
        skipped,
        *(
            1 + most_pairs(left[1:], right[:i] + right[i + 1 :], tolerance)
            for i, place in enumerate(right)
            if abs(place - left[0]) <= tolerance
        ),
        0,
    )


PLACES = st.sets(st.integers(1, 12), max_size=5).map(sorted)


@given(PLACES, PLACES, st.integers(0, 4))
def test_matches_are_a_largest_pairing(left: list[int], right: list[int], tolerance: int) -> None:
    pairs = matches(left, right, 13, tolerance)
    assert len(pairs) == most_pairs(left, right, tolerance)
    assert all(abs(a - b) <= tolerance for a, b in pairs)
    assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)
    assert {a for a, _ in pairs} <= set(left)
    assert {b for _, b in pairs} <= set(right)


TEXT = "\n\nOne one.  Two two.\n\nThree three.\n"
UNITS = Units.of([(a, b, UnitKind.SENTENCE, False) for a, b in [(2, 10), (12, 20), (22, 34)]])


@pytest.mark.parametrize(
    ("offset", "boundary"),
    [
        (0, []),
        (2, []),  # the first unit starts no new segment
        (3, [1]),  # inside the first unit there is one gap only
        (10, [1]),
        (11, [1]),
        (12, [1]),
        (16, [1]),  # of two ends as near, the first
        (17, [2]),
        (20, [2]),
        (22, [2]),
        (33, [2]),
        (34, []),
        (35, []),
    ],
)
def test_an_offset_counts_at_its_gap_or_the_nearest_one(offset: int, boundary: list[int]) -> None:
    assert unit_boundaries([offset], UNITS).tolist() == boundary


def test_several_offsets_at_one_gap_are_one_boundary() -> None:
    assert unit_boundaries([22, 11, 12, 10], UNITS).tolist() == [1, 2]


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_units_have_no_gap(count: int) -> None:
    units = Units.of([(0, 9, UnitKind.SENTENCE, False)][:count])
    assert unit_boundaries([1, 5], units).tolist() == []


def test_blank_space_between_units_does_not_affect_measures() -> None:
    document = Document(TEXT)
    chunking = Chunking.from_spans(document, [(2, 10), (10, 34)])
    found = metrics_against(chunking, [12], UNITS)
    assert found["b"] == found["f1"] == 1
    assert found["pk"] == 0
    assert metrics_against(chunking, [22], UNITS)["b"] == 0.5
    assert metrics_against(chunking, [], UNITS)["dk"] == 1

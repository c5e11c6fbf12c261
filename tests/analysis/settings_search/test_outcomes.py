"""What comes out at every value of a setting, and over which values a boundary stays."""

from dataclasses import replace

import numpy as np
import pytest

from chunking import Document, get
from chunking.analysis.metrics.sizes import median_size
from chunking.analysis.settings_search.outcomes import (
    OutcomeSweep,
    boundary_ranges,
    outcomes,
    plateaus,
    slider_values,
    swept_field,
)
from chunking.core.arrays import Ints
from chunking.core.errors import SettingsError
from chunking.core.prepared import Constraints, Prepared, Signal
from chunking.engine import prepare, run

TEXT = " ".join(f"Sentence number {n:02} is just as long as any other of them." for n in range(40))
SCORES = np.tile([0.9, 0.3, 0.8, 0.5], 10)[:39]


@pytest.fixture
def prepared() -> Prepared:
    """Forty sentences of 56 characters, with similarities that come again and again."""
    found = prepare(Document(TEXT), get("sentence")().material)
    return replace(found, signal=Signal(found.units.gaps, SCORES))


def at(*offsets: int) -> Ints:
    return np.array(offsets, dtype=np.int64)


def test_a_threshold_is_swept_in_every_step_of_its_slider(prepared: Prepared) -> None:
    found = outcomes(prepared, get("semantic")(min_tokens=0))
    assert found.field == "threshold"
    assert found.values.tolist() == [n / 100 for n in range(101)]
    # Nothing is below 0.30; then ten gaps are, then twenty, thirty from 0.81 on, and all from 0.91.
    counts = dict(zip(found.values.tolist(), found.counts.tolist(), strict=True))
    assert [counts[value] for value in (0.3, 0.31, 0.5, 0.51, 0.8, 0.81, 0.9, 0.91)] == [
        1, 11, 11, 20, 20, 30, 30, 40,
    ]  # fmt: skip


@pytest.mark.parametrize(("lowest", "first"), [(0.3, 0.0), (-0.03, -0.03), (-0.031, -0.04)])
def test_thresholds_are_swept_from_below_every_similarity(
    prepared: Prepared, lowest: float, first: float
) -> None:
    scores = np.where(SCORES == 0.3, lowest, SCORES)
    signal = Signal(prepared.units.gaps, scores)
    strategy = get("semantic")(min_tokens=0, max_tokens=4000)
    found = outcomes(replace(prepared, signal=signal), strategy)
    assert (found.values[0], found.values[-1]) == (first, 1)
    assert np.allclose(np.diff(found.values), 0.01)
    # Nothing changes below the first value.
    assert found.counts[0] == 1
    gap = int(prepared.units.gaps[1])
    now = int(np.searchsorted(found.values, 0.4))
    kept = found.ranges.around(gap, now)
    assert kept is not None
    assert found.values[kept[0] - 1] <= lowest < found.values[kept[0]]


def test_outcomes_have_the_sizes_of_the_chunks(prepared: Prepared) -> None:
    strategy = get("semantic")(min_tokens=30, max_tokens=90, overlap_tokens=10)
    found = outcomes(prepared, strategy)
    for row in (0, 31, 55, 100):
        chunking = run(prepared, strategy.with_(threshold=float(found.values[row])))
        assert found.counts[row] == len(chunking)
        assert found.medians[row] == median_size(chunking.tokens)
        assert found.largest[row] == chunking.tokens.max()


def test_manual_boundaries_hold_at_each_value(prepared: Prepared) -> None:
    gaps = prepared.units.gaps.tolist()
    marks = Constraints(required=(gaps[4],), forbidden=(gaps[1],))
    strategy = get("semantic")(min_tokens=0)
    found = OutcomeSweep(prepared, strategy, constraints=marks).finish()
    plain = outcomes(prepared, strategy)
    for row in (0, 31, 51, 100):
        chunking = run(prepared, strategy.with_(threshold=float(found.values[row])), marks)
        assert found.counts[row] == len(chunking)
    assert found.counts[0] == plain.counts[0] + 1
    assert found.counts[100] == plain.counts[100] - 1


def test_ranges_with_identical_boundaries_are_plateaus(prepared: Prepared) -> None:
    found = outcomes(prepared, get("semantic")(min_tokens=0))
    assert found.plateaus == [(0, 30), (31, 50), (51, 80), (81, 90), (91, 100)]


def test_a_boundary_is_kept_at_thresholds_above_its_similarity(prepared: Prepared) -> None:
    found = outcomes(prepared, get("semantic")(min_tokens=0))
    gaps = prepared.units.gaps.tolist()
    assert found.ranges.around(gaps[1], 55) == (31, 100)
    assert found.ranges.around(gaps[3], 55) == (51, 100)
    assert found.ranges.around(gaps[0], 55) is None
    assert found.ranges.around(gaps[0] + 1, 100) is None


def test_a_boundary_may_have_several_ranges() -> None:
    found = boundary_ranges([at(5, 9), at(5), at(5, 9), at(9)])
    rows = zip(found.offsets.tolist(), found.first.tolist(), found.last.tolist(), strict=True)
    assert list(rows) == [(5, 0, 2), (9, 0, 0), (9, 2, 3)]


def test_without_boundaries_there_are_no_ranges() -> None:
    assert len(boundary_ranges([at(), at()]).offsets) == 0
    assert len(boundary_ranges([]).offsets) == 0


def test_a_plateau_is_at_least_three_values_long() -> None:
    assert plateaus([at(1), at(1), at(2), at(2), at(2), at()]) == [(2, 4)]
    assert plateaus([]) == []


@pytest.mark.parametrize(
    ("name", "field"),
    [("semantic", "threshold"), ("paragraph", "max_tokens"), ("optimal", "target_tokens")],
)
def test_without_a_threshold_the_first_slider_is_swept(name: str, field: str) -> None:
    assert swept_field(get(name)()) == field


def test_a_long_slider_is_sampled() -> None:
    values = slider_values(get("paragraph")(), "max_tokens", most=5)
    assert values == [100.0, 250.0, 630.0, 1590.0, 4000.0]
    with pytest.raises(SettingsError, match="paragraph has no slider 'threshold'"):
        slider_values(get("paragraph")(), "threshold")


def test_a_wide_slider_is_sampled_geometrically() -> None:
    values = np.array(slider_values(get("dialogue")(), "max_tokens"))
    assert (values[0], values[-1]) == (50, 4000)
    assert np.count_nonzero(values <= 500) > len(values) / 3
    # By less than a tenth, or by the slider's own step.
    assert (np.diff(values) <= np.maximum(10, 0.1 * values[:-1])).all()
    assert len(values) <= 101


def test_values_that_contradict_other_settings_are_skipped() -> None:
    strategy = get("semantic")(min_tokens=3000, max_tokens=3500)
    prepared = replace(
        prepare(Document(TEXT), get("sentence")().material), signal=Signal(at(), np.zeros(0))
    )
    prepared = replace(prepared, signal=Signal(prepared.units.gaps, SCORES))
    found = outcomes(prepared, strategy, "max_tokens", most=80)
    assert 3000 <= found.values.min() < 3100
    assert found.values.max() == 4000


def test_a_sweep_in_parts_has_the_same_result(prepared: Prepared) -> None:
    strategy = get("semantic")(min_tokens=30)
    sweep = OutcomeSweep(prepared, strategy)
    assert not sweep.run_for(0)
    assert sweep.share == pytest.approx(1 / 101)
    assert sweep.outcomes is None
    while not sweep.run_for(0):
        pass
    assert sweep.outcomes is not None
    assert sweep.outcomes.counts.tolist() == outcomes(prepared, strategy).counts.tolist()


def test_an_empty_document_has_no_chunks_at_any_value() -> None:
    found = outcomes(prepare(Document(""), get("paragraph")().material), get("paragraph")())
    assert set(found.counts.tolist()) == {0}
    assert found.largest.max() == 0

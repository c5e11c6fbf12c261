"""Contract of all threshold selectors."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import WORD, gaps_below, planted, prepared

from chunking.analysis.thresholds import SELECTORS
from chunking.core.errors import SettingsError
from chunking.core.prepared import Prepared


def test_every_selector_has_a_title_a_source_and_a_one_sentence_summary() -> None:
    assert [selector.name for selector in SELECTORS.values()] == list(SELECTORS)
    for name, selector in SELECTORS.items():
        assert repr(selector) == name
        assert selector.title
        assert selector.source
        assert selector.summary.endswith(".")
        assert selector.summary.count(".") == 1


@pytest.mark.parametrize("name", SELECTORS)
def test_boundaries_are_arbitrary_where_similarities_hardly_differ(name: str) -> None:
    found = planted([20, 20])
    flat = prepared(0.5 + np.tile([0.0, 0.01, 0.03], 13), found.vectors)
    chosen = SELECTORS[name](flat)
    assert "so boundaries are arbitrary" in chosen.reason


@pytest.mark.parametrize("name", SELECTORS)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_gaps_have_no_threshold(name: str, count: int) -> None:
    vectors = np.eye(3, dtype=np.float32)[: count + 1]
    chosen = SELECTORS[name](prepared([0.2, 0.8][:count], vectors))
    assert chosen.value is None
    assert "too few to choose a threshold" in chosen.reason


@pytest.mark.parametrize("name", SELECTORS)
def test_equal_similarities_have_no_threshold(name: str) -> None:
    chosen = SELECTORS[name](prepared([0.25] * 30, np.ones((31, 1), np.float32)))
    assert chosen.value is None
    assert chosen.reason.startswith("all 30 gaps have similarity 0.25")


def test_on_a_windowed_signal_otsu_measures_only_the_minima() -> None:
    low = [0.1, 0.12, 0.14, 0.15, 0.16, 0.5, 0.52, 0.54, 0.55, 0.58] * 3
    plain = SELECTORS["otsu"](prepared(low))
    curve = prepared([each for score in low for each in (score, 0.9, 0.95, 0.9)][:-1])
    assert curve.signal is not None
    chosen = SELECTORS["otsu"](replace(curve, signal=replace(curve.signal, kind="windowed")))
    assert chosen.value == plain.value
    assert chosen.reason == plain.reason.replace(" gaps", " local minima")


@pytest.mark.parametrize("name", SELECTORS)
def test_missing_similarities_or_vectors_are_an_error(name: str) -> None:
    whole = planted([5, 5])
    bare = Prepared(whole.document, whole.material, whole.layout, whole.units, whole.sizes)
    with pytest.raises(SettingsError, match="prepare with the material of semantic"):
        SELECTORS[name](bare)
    if SELECTORS[name].needs_vectors:
        with pytest.raises(SettingsError, match=f"{name} needs the vectors"):
            SELECTORS[name](prepared([0.1, 0.2, 0.9]))


@pytest.mark.parametrize("name", SELECTORS)
@given(
    st.lists(st.integers(2, 9), min_size=1, max_size=6),
    st.floats(0.1, 3),
    st.integers(0, 1000),
)
def test_a_selection_is_valid_and_deterministic(
    name: str, lengths: list[int], noise: float, seed: int
) -> None:
    found = planted([3, *lengths], noise, seed)
    assert found.signal is not None
    chosen, again = SELECTORS[name](found), SELECTORS[name](found)
    assert (chosen.value, chosen.reason) == (again.value, again.reason)
    assert WORD.strip() not in chosen.reason
    assert "nan" not in chosen.reason
    if chosen.value is not None:
        assert 0 < len(gaps_below(found, chosen.value)) < len(found.signal.scores)
    for curve, twin in itertools.zip_longest(chosen.curves, again.curves):
        assert len(curve.x) == len(curve.y) + (curve.kind == "bars")
        assert np.isfinite(curve.x).all()
        assert np.isfinite(curve.y).all()
        assert np.array_equal(curve.y, twin.y)
    assert np.isfinite(list(chosen.facts.values())).all()


def test_a_reason_has_no_negative_zero() -> None:
    found = planted([20, 20])
    scores = np.tile([-0.004, -0.002, -0.001], 13)
    scores[::5] = 0.08
    near = prepared(scores, found.vectors)
    reasons = [selector(near).reason for selector in SELECTORS.values()]
    assert [reason for reason in reasons if "-0.00 " in reason or "-0.00," in reason] == []
    assert sum("0.00" in reason for reason in reasons) >= 2

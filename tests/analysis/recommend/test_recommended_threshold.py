"""The recommended threshold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from embedders import HashEmbedder, PieceEmbedder
from planted import planted
from scipy.optimize import brentq

from chunking import get, recommend
from chunking.analysis.recommend.sizes import starting
from chunking.analysis.recommend.threshold import (
    boundary_probabilities,
    recommended_threshold,
)
from chunking.analysis.threshold_comparison import compare_thresholds
from chunking.core.errors import SettingsError
from chunking.core.prepared import Signal
from chunking.engine import compute_features, prepare, run
from chunking.loading.samples import sample
from chunking.strategies.base import UNLIMITED

LIMITS = {"min_tokens": 40, "max_tokens": 400}
PLANTED = planted([12, 15, 9, 14])


@pytest.mark.parametrize("limits", [(0, 10_000_000), (40, 400), (100, 800)])
def test_it_has_the_highest_expected_f1_of_the_boundaries_within_the_limits(
    limits: tuple[int, int],
) -> None:
    sizes = {"min_tokens": limits[0], "max_tokens": limits[1]}
    base = get("semantic")(**sizes, tokenizer="estimate")
    found = recommended_threshold(PLANTED, base)
    assert found.value is not None
    (curve,) = found.curves
    assert curve.y.max() == pytest.approx(found.confidence)
    assert curve.x[curve.y.argmax()] == found.value
    boundaries = len(run(PLANTED, base.with_(threshold=found.value))) - 1
    assert found.facts["boundaries"] == boundaries
    assert 2 <= boundaries <= 12


def test_a_minimum_lowers_it() -> None:
    base = get("semantic")(tokenizer="estimate")
    free = recommended_threshold(PLANTED, base.with_(min_tokens=0, max_tokens=10_000_000))
    held = recommended_threshold(PLANTED, base.with_(min_tokens=100, max_tokens=800))
    assert free.value is not None
    assert held.value is not None
    assert held.value <= free.value


def test_f1_is_expected_under_the_probabilities_of_optimal() -> None:
    strategy = get("semantic")(min_tokens=0, max_tokens=UNLIMITED)
    optimal = get("optimal")()
    assert PLANTED.vectors is not None
    ready = compute_features(replace(PLANTED, material=optimal.material))
    probabilities = boundary_probabilities(PLANTED)
    assert np.array_equal(probabilities, optimal.probabilities(ready, ready.units.gaps))
    found = recommended_threshold(PLANTED, strategy)
    assert found.value == recommended_threshold(PLANTED, strategy, probabilities).value
    boundaries = run(PLANTED, strategy.with_(threshold=found.value)).boundaries
    near = np.isin(PLANTED.units.gaps, boundaries)
    near[1:] |= np.isin(PLANTED.units.gaps[:-1], boundaries)
    near[:-1] |= np.isin(PLANTED.units.gaps[1:], boundaries)
    hits = min(probabilities[near].sum(), len(boundaries))
    expected = 2 * hits / (len(boundaries) + probabilities.sum())
    assert found.confidence == pytest.approx(expected)
    # Other probabilities have another threshold.
    everywhere = recommended_threshold(PLANTED, strategy, np.full_like(probabilities, 0.9))
    assert everywhere.value is not None
    assert found.value is not None
    assert everywhere.value > found.value


def test_limits_lower_all_odds_by_one_factor() -> None:
    # With chunks of 20 tokens on the geometric mean, less than half of the gaps are expected.
    size = PLANTED.sizes.tokens(0, PLANTED.sizes.length)
    strategy = get("semantic")(min_tokens=10, max_tokens=1000)
    most = size / 100
    probabilities = np.linspace(0.2, 0.9, len(PLANTED.units) - 1)
    assert probabilities.sum() > most
    found = recommended_threshold(PLANTED, strategy, probabilities)
    odds = probabilities / (1 - probabilities)
    factor = brentq(lambda each: (odds * each / (1 + odds * each)).sum() - most, 1e-9, 1)
    lowered = odds * factor / (1 + odds * factor)
    same = recommended_threshold(PLANTED, strategy, lowered)
    assert found.curves[0].y == pytest.approx(same.curves[0].y, abs=1e-6)


def test_it_needs_similarities() -> None:
    with pytest.raises(SettingsError, match="needs similarities and vectors, got none"):
        recommended_threshold(replace(PLANTED, vectors=None), get("semantic")(**LIMITS))


def test_it_depends_on_the_settings_and_not_on_how_the_document_was_prepared() -> None:
    document, embedder = sample("essay.md"), PieceEmbedder()
    settings = [
        get("semantic")(),
        get("semantic")(signal="windowed"),
        get("semantic")(tokenizer="words", min_tokens=60, max_tokens=300),
    ]
    for strategy in settings:
        materials = [each.material for each in [*settings, get("optimal")()]]
        ready = [prepare(document, each, embedder=embedder) for each in materials]
        values = {recommended_threshold(each, strategy).value for each in ready}
        assert len(values) == 1
        # The threshold that the strategy has already makes no difference.
        assert {recommended_threshold(ready[0], strategy.with_(threshold=0.9)).value} == values


def test_every_recommendation_names_the_same_threshold() -> None:
    document, strategy = sample("essay.md"), starting("semantic")
    ready = prepare(document, strategy.material, embedder=HashEmbedder())
    value = recommended_threshold(ready, strategy).value
    assert value is not None
    assert recommend(document, embedder=HashEmbedder()).threshold == value
    found = compare_thresholds(document, [0.3], embedder=HashEmbedder())
    assert (found.suggestions[0].name, found.suggestions[0].selection.value) == (
        "recommended",
        value,
    )
    assert found.recommendation.threshold == value
    limited = compare_thresholds(
        document, [0.3], get("semantic")(**LIMITS), embedder=HashEmbedder()
    )
    assert limited.recommendation.threshold == limited.suggestions[0].selection.value


def test_there_is_none_where_all_thresholds_give_the_same_chunks() -> None:
    found = recommended_threshold(PLANTED, get("semantic")(min_tokens=900, max_tokens=900))
    assert (found.value, found.reason) == (None, "1 chunk at every threshold")


def test_of_similarities_that_hardly_differ_it_is_arbitrary() -> None:
    assert PLANTED.signal is not None
    scores = 0.5 + 0.04 * np.linspace(0, 1, len(PLANTED.signal.scores))
    flat = replace(PLANTED, signal=Signal(PLANTED.signal.gaps, scores))
    found = recommended_threshold(flat, get("semantic")(**LIMITS))
    assert found.confidence == 0
    assert found.reason.endswith("so boundaries are arbitrary")


def test_a_strategy_without_a_threshold_has_none() -> None:
    with pytest.raises(SettingsError, match="with a threshold, such as semantic; got sentence"):
        recommended_threshold(PLANTED, get("sentence")())

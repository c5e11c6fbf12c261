"""The recommended threshold."""

from dataclasses import replace

import numpy as np
import pytest
from embedders import PieceEmbedder
from planted import planted
from topical import topical

from chunking import get
from chunking.analysis.recommend.threshold import (
    boundary_probabilities,
    recommended_threshold,
)
from chunking.analysis.setting_effects import size_effects
from chunking.core.errors import SettingsError
from chunking.core.prepared import Signal
from chunking.embedding import sizes_for
from chunking.engine import compute_features, prepare, run
from chunking.strategies.base import UNLIMITED

LIMITS = {"min_tokens": 40, "max_tokens": 400}
LENGTHS = [12, 30, 5, 22, 9, 41, 7, 26]
PLANTED = planted(LENGTHS)


@pytest.mark.parametrize("limits", [(0, UNLIMITED), (40, 400), (30, 800), (60, 150)])
def test_it_has_the_highest_expected_agreement_of_the_boundaries_within_the_limits(
    limits: tuple[int, int],
) -> None:
    sizes = {"min_tokens": limits[0], "max_tokens": limits[1]}
    base = get("semantic")(**sizes, tokenizer="estimate")
    found = recommended_threshold(PLANTED, base)
    assert found.value is not None
    (curve,) = found.curves
    assert curve.y.max() == 1
    assert curve.x[curve.y.argmax()] == found.value
    boundaries = len(run(PLANTED, base.with_(threshold=found.value))) - 1
    assert found.facts == {"boundaries": boundaries}
    assert found.reason == f"{found.value:.2f}: {boundaries + 1} chunks"


@pytest.mark.parametrize("limits", [(0, UNLIMITED), (60, 1500)])
def test_agreement_is_expected_under_the_probabilities_of_optimal(limits: tuple[int, int]) -> None:
    strategy = get("semantic")(min_tokens=limits[0], max_tokens=limits[1], tokenizer="estimate")
    optimal = get("optimal")()
    ready = compute_features(replace(PLANTED, material=optimal.material))
    probabilities = boundary_probabilities(PLANTED)
    assert np.array_equal(probabilities, optimal.probabilities(ready, ready.units.gaps))
    found = recommended_threshold(PLANTED, strategy)
    assert found.value is not None
    assert found.value == recommended_threshold(PLANTED, strategy, probabilities).value
    (curve,) = found.curves
    expected = []
    for threshold in curve.x:
        boundaries = run(PLANTED, strategy.with_(threshold=float(threshold))).boundaries
        near = np.isin(PLANTED.units.gaps, boundaries)
        near[1:] |= np.isin(PLANTED.units.gaps[:-1], boundaries)
        near[:-1] |= np.isin(PLANTED.units.gaps[1:], boundaries)
        hits = min(probabilities[near].sum(), len(boundaries))
        expected.append(2 * hits / (len(boundaries) + probabilities.sum()))
    decisive = curve.y > 0
    assert curve.y[decisive] == pytest.approx((np.array(expected) / max(expected))[decisive])


@pytest.mark.parametrize(
    ("probability", "why"),
    [
        (0.5, "none is expected to match changes of topic clearly better than even chunks of"),
        (0.0, "none is expected to match changes of topic clearly better than no threshold"),
    ],
)
def test_there_is_none_where_boundaries_agree_no_better_than_others(
    probability: float, why: str
) -> None:
    strategy = get("semantic")(min_tokens=0, max_tokens=UNLIMITED)
    even = np.full(len(PLANTED.units) - 1, probability)
    found = recommended_threshold(PLANTED, strategy, even)
    assert found.value is None
    assert found.reason.startswith(f"no threshold suits this text: {why}")
    assert found.reason.endswith("; use the recommended strategy")


def test_where_there_is_none_one_gives_chunks_of_a_size_between_the_limits() -> None:
    strategy = get("semantic")(min_tokens=60, max_tokens=240, tokenizer="estimate")
    even = np.full(len(PLANTED.units) - 1, 0.5)
    found = recommended_threshold(PLANTED, strategy, even)
    assert found.value is None
    assert found.by_size is not None
    ready = replace(PLANTED, sizes=sizes_for(PLANTED, strategy.material))

    def size(threshold: float) -> float:
        chunks = len(strategy.with_(threshold=threshold).cut(ready).offsets) + 1
        return ready.sizes.tokens(0, ready.sizes.length) / chunks

    # Their geometric mean is 120.
    assert 80 < size(found.by_size) < 180
    no_limits = get("semantic")(min_tokens=0, max_tokens=UNLIMITED)
    assert recommended_threshold(PLANTED, no_limits, even).by_size is None


def test_a_threshold_for_sizes_is_not_above_nearly_all_similarities() -> None:
    # Chunks of one sentence would be the nearest to the limits.
    strategy = get("semantic")(min_tokens=1, max_tokens=60, tokenizer="estimate")
    even = np.full(len(PLANTED.units) - 1, 0.5)
    found = recommended_threshold(PLANTED, strategy, even)
    assert PLANTED.signal is not None
    assert found.by_size is not None
    assert np.mean(PLANTED.signal.scores < found.by_size) < 0.9


def test_a_difference_within_its_uncertainty_is_none() -> None:
    strategy = get("semantic")(min_tokens=0, max_tokens=UNLIMITED)
    sure = np.zeros(len(PLANTED.units) - 1)
    sure[np.cumsum(LENGTHS)[:-1] - 1] = 1
    assert recommended_threshold(PLANTED, strategy, sure).value is not None
    # The same order of gaps, with each boundary so unlikely that hardly any is expected.
    assert recommended_threshold(PLANTED, strategy, sure / 100).value is None


@pytest.mark.parametrize("limits", [(150, 160), (2000, 4000)])
def test_there_is_none_where_the_limits_decide(limits: tuple[int, int]) -> None:
    strategy = get("semantic")(min_tokens=limits[0], max_tokens=limits[1], tokenizer="estimate")
    found = recommended_threshold(PLANTED, strategy)
    assert found.value is None
    assert "the size limits decide the boundaries at every threshold" in found.reason


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("limits", [(0, UNLIMITED), (40, 400), (100, 800), (200, 1200)])
def test_the_boundaries_of_a_recommended_threshold_are_its_own(
    seed: int, limits: tuple[int, int]
) -> None:
    strategy = get("semantic")(min_tokens=limits[0], max_tokens=limits[1], tokenizer="estimate")
    document = planted(LENGTHS, noise=1.0, seed=seed)
    found = recommended_threshold(document, strategy)
    if found.value is None:
        return
    cuts = strategy.with_(threshold=found.value).cut(document)
    assert not size_effects(cuts.reasons, cuts.verdicts).decide
    for other in (-1.0, 1.0):
        assert not np.array_equal(
            cuts.offsets, strategy.with_(threshold=other).cut(document).offsets
        )


def test_it_needs_similarities() -> None:
    with pytest.raises(SettingsError, match="needs similarities and vectors, got none"):
        recommended_threshold(replace(PLANTED, vectors=None), get("semantic")(**LIMITS))


def test_it_depends_on_the_settings_and_not_on_how_the_document_was_prepared() -> None:
    document, embedder = topical(), PieceEmbedder()
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


def test_of_similarities_that_hardly_differ_there_is_none() -> None:
    assert PLANTED.signal is not None
    scores = 0.5 + 0.04 * np.linspace(0, 1, len(PLANTED.signal.scores))
    flat = replace(PLANTED, signal=Signal(PLANTED.signal.gaps, scores))
    found = recommended_threshold(flat, get("semantic")(**LIMITS))
    assert found.value is None
    assert "so boundaries are arbitrary" in found.reason


def test_a_strategy_without_a_threshold_has_none() -> None:
    with pytest.raises(SettingsError, match="with a threshold, such as semantic; got sentence"):
        recommended_threshold(PLANTED, get("sentence")())

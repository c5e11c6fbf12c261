"""Settings fitted to marks made by hand."""

from dataclasses import replace

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import Document, get
from chunking.analysis.metrics.boundaries import ReferenceBoundaries
from chunking.analysis.settings_search.fit import fit
from chunking.core.errors import StoppedError
from chunking.core.prepared import Constraints, Prepared, Signal
from chunking.engine import prepare, run
from chunking.strategies import Strategy

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

# Forty sentences of 80 characters: 20 tokens each.
TEXT = " ".join(f"{'Word ' * 15}n{i:02}." for i in range(40))
DIPS = (4, 11, 18, 25, 33)


def prepared_for(strategy: Strategy) -> Prepared:
    """A signal of .8 with dips of .3, which any threshold between them finds."""
    made = prepare(Document(TEXT), strategy.material, embedder=HashEmbedder())
    scores = np.where(np.isin(np.arange(1, len(made.units)), DIPS), 0.3, 0.8)
    return replace(made, signal=Signal(made.units.gaps, scores))


def reference_at_dips(prepared: Prepared) -> ReferenceBoundaries:
    found = ReferenceBoundaries.of(
        Constraints(tuple(prepared.units.starts[list(DIPS)].tolist())), prepared.units
    )
    assert found is not None
    return found


def test_a_fit_changes_only_the_threshold_where_that_is_enough() -> None:
    strategy = get("semantic")(threshold=0.1, min_tokens=40, max_tokens=2000)
    prepared = prepared_for(strategy)
    found = fit(prepared, strategy, reference_at_dips(prepared))
    assert found.before["b"] == 0
    assert found.after["b"] == 1
    assert list(found.changes) == ["threshold"]
    # The nearest value above .3 that the slider has.
    assert found.changes["threshold"] == (0.1, 0.31)
    assert found.strategy == strategy.with_(threshold=0.31)


def test_a_fit_lowers_a_minimum_that_suppresses_boundaries() -> None:
    strategy = get("semantic")(threshold=0.5, min_tokens=400, max_tokens=2000)
    prepared = prepared_for(strategy)
    found = fit(prepared, strategy, reference_at_dips(prepared))
    assert found.after["b"] == 1
    assert list(found.changes) == ["min_tokens"]


def test_a_fit_never_raises_the_maximum() -> None:
    strategy = get("semantic")(threshold=0.5, min_tokens=0, max_tokens=60)
    prepared = prepared_for(strategy)
    found = fit(prepared, strategy, reference_at_dips(prepared))
    assert found.strategy.limits[1] <= 60
    assert found.units == DIPS[-1] + 1


def test_settings_that_agree_are_kept() -> None:
    strategy = get("semantic")(threshold=0.5, min_tokens=40, max_tokens=2000)
    prepared = prepared_for(strategy)
    found = fit(prepared, strategy, reference_at_dips(prepared))
    assert (found.strategy, found.changes) == (strategy, {})
    assert found.before == found.after


def test_a_strategy_without_a_threshold_is_fitted_by_its_sizes() -> None:
    strategy = get("sentence")(max_tokens=2000, overlap_tokens=24)
    prepared = prepare(Document(TEXT), strategy.material)
    wanted = run(prepared, get("sentence")(max_tokens=192, overlap_tokens=24))
    reference = ReferenceBoundaries.of(
        Constraints(tuple(wanted.boundaries.tolist())), prepared.units
    )
    assert reference is not None
    found = fit(prepared, strategy, reference)
    assert found.after["b"] == 1
    assert "overlap_tokens" not in found.changes


def test_settings_that_agree_only_in_combination_are_found() -> None:
    strategy = get("semantic")(threshold=0.1, min_tokens=900, max_tokens=4000)
    prepared = prepared_for(strategy)
    reference = reference_at_dips(prepared)
    # Neither alone gains anything: no gap is below .1, and no two dips are 900 tokens apart.
    for alone in ({"threshold": 0.5}, {"min_tokens": 40}):
        chunking = run(prepared, strategy.with_(**alone))
        assert reference.metrics_of(chunking)["b"] == 0
    found = fit(prepared, strategy, reference)
    assert found.after["b"] == 1
    # Each goes back as far as nothing is lost: the first piece has 80 tokens.
    assert found.changes == {"threshold": (0.1, 0.31), "min_tokens": (900, 80)}


def test_a_size_is_fitted_where_the_overlap_depends_on_it() -> None:
    strategy = get("structure")()
    prepared = prepare(Document(TEXT.replace(" Word", "\n\nWord", 20)), strategy.material)
    wanted = run(prepared, strategy.with_(target_tokens=150))
    reference = ReferenceBoundaries.of(
        Constraints(tuple(wanted.boundaries.tolist())), prepared.units
    )
    assert reference is not None
    found = fit(prepared, strategy, reference)
    assert found.before["b"] < found.after["b"] == 1
    assert "target_tokens" in found.changes
    assert "overlap_share" not in found.changes


@pytest.mark.parametrize("steps", [1, 5, 200])
def test_a_fit_reports_progress_and_keeps_the_best_when_stopped(steps: int) -> None:
    strategy = get("semantic")(threshold=0.1, min_tokens=900, max_tokens=4000)
    prepared = prepared_for(strategy)
    said: list[tuple[int, int]] = []

    def note(done: int, total: int) -> None:
        said.append((done, total))
        if len(said) == steps:
            raise StoppedError("stopped")

    found = fit(prepared, strategy, reference_at_dips(prepared), on_step=note)
    assert found.tried == steps
    assert [done for done, _ in said] == list(range(1, steps + 1))
    assert all(done < total for done, total in said)
    assert found.after["b"] >= found.before["b"]
    assert bool(found.changes) == (found.strategy != strategy)

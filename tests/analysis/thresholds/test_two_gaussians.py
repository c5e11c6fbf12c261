"""Fit of two normal distributions, and the threshold where they cross."""

from __future__ import annotations

import numpy as np
import pytest
from planted import prepared
from scipy import stats

from chunking.analysis.thresholds import SELECTORS
from chunking.analysis.thresholds.two_gaussians import (
    _binned,
    _crossing,
    _expectation_maximization,
    _fit,
    _Mixture,
    _variance,
)


def mixture(shares: list[float], means: list[float], deviations: list[float]) -> _Mixture:
    return _Mixture(np.array(shares), np.array(means), np.array(deviations))


def two_groups(low: int = 80, high: int = 240) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return two groups of similarities around 0.1 and 0.5."""
    rng = np.random.default_rng(5)
    return np.concatenate([rng.normal(0.1, 0.04, low), rng.normal(0.5, 0.08, high)])


def test_a_density_is_that_of_a_normal_distribution_times_its_share() -> None:
    x = np.linspace(-0.2, 1.2, 9)
    found = mixture([0.3, 0.7], [0.2, 0.6], [0.1, 0.25]).densities(x)
    assert found[0] == pytest.approx(0.3 * stats.norm.pdf(x, 0.2, 0.1))
    assert found[1] == pytest.approx(0.7 * stats.norm.pdf(x, 0.6, 0.25))


def test_the_log_likelihood_counts_every_point() -> None:
    fit = mixture([0.5, 0.5], [0.0, 1.0], [1.0, 1.0])
    once = fit.log_likelihood(np.array([0.0, 0.0, 0.5]), np.ones(3))
    assert fit.log_likelihood(np.array([0.0, 0.5]), np.array([2.0, 1.0])) == pytest.approx(once)


def test_components_cross_where_their_densities_are_equal() -> None:
    assert _crossing(mixture([0.5, 0.5], [0.2, 0.6], [0.1, 0.1])) == pytest.approx(0.4, abs=5e-4)
    # At equal deviations s the crossing moves by s² ln(p / q) / (b - a).
    moved = 0.4 + 0.01 * np.log(4) / 0.4
    assert _crossing(mixture([0.8, 0.2], [0.2, 0.6], [0.1, 0.1])) == pytest.approx(moved, abs=5e-4)
    assert _crossing(mixture([0.01, 0.99], [0.2, 0.21], [0.1, 0.1])) == 0.2


def test_few_similarities_are_points_and_many_are_grouped() -> None:
    few = np.linspace(0.9, 0.1, 400)
    points, counts = _binned(few)
    assert points.tolist() == few.tolist()
    assert counts.tolist() == [1] * 400
    points, counts = _binned(np.concatenate([np.zeros(300), [0.5], np.full(100, 1.0)]))
    assert points == pytest.approx([0.5 / 400, 200.5 / 400, 399.5 / 400])
    assert counts.tolist() == [300, 1, 100]


def test_the_variance_counts_every_point_and_has_a_minimum() -> None:
    assert _variance(np.array([0.0, 3.0]), np.array([2.0, 1.0])) == pytest.approx(2.0)
    assert _variance(np.array([0.5, 0.5]), np.ones(2)) == pytest.approx(1e-4)


def test_a_fit_has_the_lower_mean_first_and_the_moments_of_both_groups() -> None:
    scores = two_groups()
    found = _fit(*_binned(scores))
    assert found.shares == pytest.approx([0.25, 0.75], abs=0.01)
    assert found.means == pytest.approx([scores[:80].mean(), scores[80:].mean()], abs=0.01)
    assert found.deviations == pytest.approx([scores[:80].std(), scores[80:].std()], abs=0.01)


def test_a_fit_is_a_fixed_point_of_expectation_maximization() -> None:
    x = two_groups(40, 60)
    found = _expectation_maximization(x, np.ones(100), x <= np.sort(x)[50])
    densities = found.densities(x)
    shares = densities / densities.sum(axis=0)
    assert found.shares == pytest.approx(shares.mean(axis=1), abs=1e-3)
    assert found.means == pytest.approx(shares @ x / shares.sum(axis=1), abs=1e-3)


def test_a_component_without_points_keeps_a_minimum_deviation() -> None:
    x = np.array([0.2, 0.2, 0.2, 0.8, 0.8, 0.8])
    found = _expectation_maximization(x, np.ones(6), x < 0.5)
    assert found.means == pytest.approx([0.2, 0.8])
    assert found.deviations == pytest.approx([0.01, 0.01])
    assert found.shares == pytest.approx([0.5, 0.5])


def test_the_gain_compares_two_normal_distributions_with_one() -> None:
    scores = two_groups()
    found = SELECTORS["two_gaussians"](prepared(scores))
    fit = _fit(scores, np.ones(320))
    double = fit.log_likelihood(scores, np.ones(320))
    single = stats.norm.logpdf(scores, scores.mean(), scores.std()).sum()
    gain = 2 * (double - single) - 3 * np.log(320)
    assert found.facts["bic_gain"] == pytest.approx(gain)
    assert found.confidence == pytest.approx(1 - np.exp(-gain / 50))
    assert found.value == pytest.approx(_crossing(fit), abs=0.05)


def test_without_a_second_group_the_confidence_grows_with_the_loss() -> None:
    rng = np.random.default_rng(3)
    found = SELECTORS["two_gaussians"](prepared(rng.normal(0.4, 0.1, 60)))
    assert found.value is None
    assert -10 < found.facts["bic_gain"] < 0
    assert found.confidence == pytest.approx(-found.facts["bic_gain"] / 10)

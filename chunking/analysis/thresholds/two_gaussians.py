"""Threshold where two normal distributions of similarities cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.thresholds.otsu import histogram
from chunking.analysis.thresholds.selector import (
    Curve,
    SelectedThreshold,
    ThresholdSelector,
    below,
    measured_scores,
    round_threshold,
)
from chunking.core.text.numbers import rounded

if TYPE_CHECKING:
    from chunking.core.arrays import Bools, Floats
    from chunking.core.prepared import Prepared

# Very strong evidence for the larger model (Kass and Raftery 1995).
_MIN_BIC_GAIN = 10.0
_BINS = 400
_MAX_ITERATIONS = 200
_MIN_DEVIATION = 0.01


@dataclass(frozen=True, slots=True)
class _Mixture:
    """Two normal distributions, the lower mean first; all (2,). The shares sum to 1."""

    shares: Floats
    means: Floats
    deviations: Floats

    def densities(self, x: Floats) -> Floats:
        """Return the density of each component at x, times its share, (2, k)."""
        z = (x[None] - self.means[:, None]) / self.deviations[:, None]
        scale = self.shares / (self.deviations * np.sqrt(2 * np.pi))
        densities: Floats = scale[:, None] * np.exp(-0.5 * z * z)
        return densities + 1e-300

    def log_likelihood(self, x: Floats, counts: Floats) -> float:
        """Return the log-likelihood of points x that occur `counts` times."""
        return float(counts @ np.log(self.densities(x).sum(axis=0)))


def _select(prepared: Prepared, scores: Floats) -> SelectedThreshold:
    scores, noun = measured_scores(prepared, scores)
    x, counts = _binned(scores)
    mixture = _fit(x, counts)
    count = len(scores)
    single = -0.5 * count * (np.log(2 * np.pi * _variance(x, counts)) + 1)
    gain = 2 * (mixture.log_likelihood(x, counts) - single) - 3 * np.log(count)
    bars = histogram(scores)
    grid = np.linspace(scores.min(), scores.max(), 200)
    low, high = mixture.densities(grid) * count * (grid[-1] - grid[0]) / len(bars.y)
    curves = (
        bars,
        Curve("lower Gaussian", grid, low, x_title="similarity", y_title="gaps"),
        Curve("higher Gaussian", grid, high, x_title="similarity", y_title="gaps"),
    )
    facts = {"bic_gain": float(gain), "mean_low": float(mixture.means[0])}
    facts |= {"mean_high": float(mixture.means[1]), "share_low": float(mixture.shares[0])}
    if gain <= _MIN_BIC_GAIN:
        reason = (
            f"no boundary: {count:,} {noun} form one group (BIC gain of a second Gaussian "
            f"{gain:.0f}, {_MIN_BIC_GAIN:.0f} required)"
        )
        return SelectedThreshold(None, float(np.clip(-gain / 10, 0, 1)), reason, curves, facts)
    value = round_threshold(_crossing(mixture), scores)
    reason = (
        f"{below(value, scores, noun)}: Gaussians with means {rounded(mixture.means[0], 2)} and "
        f"{rounded(mixture.means[1], 2)} cross here, BIC gain {gain:.0f}"
    )
    return SelectedThreshold(value, float(1 - np.exp(-gain / 50)), reason, curves, facts)


def _binned(scores: Floats) -> tuple[Floats, Floats]:
    """Return points and their counts; many similarities are grouped in narrow bins."""
    if len(scores) <= _BINS:
        return scores, np.ones(len(scores))
    counts, edges = np.histogram(scores, _BINS)
    filled = counts > 0
    middles = (edges[:-1] + edges[1:]) / 2
    return middles[filled], counts[filled].astype(np.float64)


def _variance(x: Floats, counts: Floats) -> float:
    mean = counts @ x / counts.sum()
    return float(max(counts @ (x - mean) ** 2 / counts.sum(), _MIN_DEVIATION**2))


def _fit(x: Floats, counts: Floats) -> _Mixture:
    """Return the likelier of two fits, from two initial splits."""
    ascending = np.sort(x)
    splits = (ascending[len(x) // 5], ascending[len(x) // 2])
    fits = [_expectation_maximization(x, counts, x <= split) for split in splits]
    best = max(fits, key=lambda fit: fit.log_likelihood(x, counts))
    order = np.argsort(best.means)
    return _Mixture(best.shares[order], best.means[order], best.deviations[order])


def _expectation_maximization(x: Floats, counts: Floats, low: Bools) -> _Mixture:
    """Return the fit reached from an initial assignment to the lower component."""
    responsibilities = np.stack([low, ~low]).astype(np.float64)
    last = -np.inf
    for _ in range(_MAX_ITERATIONS):
        weights = responsibilities * counts
        mass = weights.sum(axis=1).clip(1e-9)
        means = weights @ x / mass
        spread = (weights * (x[None] - means[:, None]) ** 2).sum(axis=1) / mass
        deviations = np.sqrt(spread).clip(_MIN_DEVIATION)
        mixture = _Mixture(mass / mass.sum(), means, deviations)
        densities = mixture.densities(x)
        total = densities.sum(axis=0)
        responsibilities = densities / total
        likelihood = float(counts @ np.log(total))
        if likelihood - last < 1e-6 * abs(likelihood):
            break
        last = likelihood
    return mixture


def _crossing(mixture: _Mixture) -> float:
    """Return the last point from the lower mean on where the lower component is denser."""
    grid = np.linspace(mixture.means[0], mixture.means[1], 1001)
    low, high = mixture.densities(grid)
    return float(grid[max(0, int(np.count_nonzero(np.logical_and.accumulate(low >= high))) - 1)])


TWO_GAUSSIANS = ThresholdSelector(
    "two_gaussians",
    "Two Gaussians",
    "Where the Gaussians of boundaries and of other gaps cross, if there are two.",
    "Dempster, Laird and Rubin 1977; Schwarz 1978",
    _select,
)

"""Thresholds from how the similarities are distributed: Otsu's split, and two bell curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.numerals import rounded
from chunking.thresholds.ladder import Ladder, tidy
from chunking.thresholds.selection import Curve, Selection, Selector, values_of

if TYPE_CHECKING:
    from chunking.types import Floats, Prepared

# The share of the variance that the best split of a single bell curve explains: 2 / pi.
_ONE_GROUP = 2 / np.pi
# Evidence for the larger model is very strong from here on (Kass and Raftery 1995).
BIC_GAIN = 10.0
_BINS = 400
_ROUNDS = 200
_SMALLEST_DEVIATION = 0.01


def histogram(scores: Floats, bins: int = 40) -> Curve:
    """How many gaps have which similarity."""
    counts, edges = np.histogram(scores, bins)
    return Curve(
        "gaps", edges, counts.astype(np.float64), "bars", x_title="similarity", y_title="gaps"
    )


def _otsu(prepared: Prepared, scores: Floats) -> Selection:
    """The split that leaves the least variance within its two groups."""
    scores, things = values_of(prepared, scores)
    ladder = Ladder.of(scores)
    count, low = len(scores), np.cumsum(scores[ladder.order])[ladder.cuts - 1]
    below, above = low / ladder.cuts, (scores.sum() - low) / (count - ladder.cuts)
    weight = ladder.cuts * (count - ladder.cuts) / count**2
    explained = weight * (above - below) ** 2 / scores.var()
    best = int(np.argmax(explained))
    value, cuts, share = ladder.at(best), int(ladder.cuts[best]), explained[best]
    return Selection(
        value,
        float(np.clip((share - _ONE_GROUP) / (1 - _ONE_GROUP), 0, 1)),
        f"{cuts:,} of {count:,} {things} lie below {value:g}; their mean is "
        f"{rounded(below[best], 2)}, that of the others {rounded(above[best], 2)}, and this split "
        f"explains {share:.0%} of the variance",
        (
            histogram(scores),
            Curve("variance explained", ladder.thresholds, explained, y_title="share"),
        ),
        {"mean_below": float(below[best]), "mean_above": float(above[best])},
    )


@dataclass(frozen=True, slots=True)
class _Mixture:
    """Two bell curves with shares that sum to 1; all (2,), the lower mean first."""

    shares: Floats
    means: Floats
    deviations: Floats

    def densities(self, x: Floats) -> Floats:
        """The density of each component at x, times its share, (2, k)."""
        z = (x[None] - self.means[:, None]) / self.deviations[:, None]
        scale = self.shares / (self.deviations * np.sqrt(2 * np.pi))
        densities: Floats = scale[:, None] * np.exp(-0.5 * z * z)
        return densities + 1e-300

    def log_likelihood(self, x: Floats, counts: Floats) -> float:
        """Of points x that occur `counts` times."""
        return float(counts @ np.log(self.densities(x).sum(axis=0)))


def _two_gaussians(prepared: Prepared, scores: Floats) -> Selection:
    """Where a gap is as likely to belong to the lower curve as to the higher one."""
    scores, things = values_of(prepared, scores)
    x, counts = _binned(scores)
    mixture = _fit(x, counts)
    count = len(scores)
    one = -0.5 * count * (np.log(2 * np.pi * _variance(x, counts)) + 1)
    gain = 2 * (mixture.log_likelihood(x, counts) - one) - 3 * np.log(count)
    grid = np.linspace(scores.min(), scores.max(), 200)
    low, high = mixture.densities(grid) * count * (grid[-1] - grid[0]) / 40
    curves = (
        histogram(scores),
        Curve("lower bell curve", grid, low, x_title="similarity", y_title="gaps"),
        Curve("higher bell curve", grid, high, x_title="similarity", y_title="gaps"),
    )
    facts = {"bic_gain": float(gain), "mean_low": float(mixture.means[0])}
    facts |= {"mean_high": float(mixture.means[1]), "share_low": float(mixture.shares[0])}
    if gain <= BIC_GAIN:
        reason = (
            f"the similarities of {count:,} {things} form one group: two bell curves gain "
            f"{gain:.0f} of BIC over one, and {BIC_GAIN:.0f} are wanted"
        )
        return Selection(None, float(np.clip(-gain / 10, 0, 1)), reason, curves, facts)
    value = tidy(_crossing(mixture), scores)
    reason = (
        f"two bell curves around {rounded(mixture.means[0], 2)} and "
        f"{rounded(mixture.means[1], 2)} gain {gain:.0f} of BIC over one and cross at {value:g}"
    )
    return Selection(value, float(1 - np.exp(-gain / 50)), reason, curves, facts)


def _binned(scores: Floats) -> tuple[Floats, Floats]:
    """The similarities as points and how often each occurs: many of them in narrow bins."""
    if len(scores) <= _BINS:
        return scores, np.ones(len(scores))
    counts, edges = np.histogram(scores, _BINS)
    filled = counts > 0
    middles = (edges[:-1] + edges[1:]) / 2
    return middles[filled], counts[filled].astype(np.float64)


def _variance(x: Floats, counts: Floats) -> float:
    mean = counts @ x / counts.sum()
    return float(max(counts @ (x - mean) ** 2 / counts.sum(), _SMALLEST_DEVIATION**2))


def _fit(x: Floats, counts: Floats) -> _Mixture:
    """The likelier of two fits by expectation and maximisation, begun at two splits."""
    ascending = np.sort(x)
    starts = (ascending[len(x) // 5], ascending[len(x) // 2])
    fits = [_climb(x, counts, x <= start) for start in starts]
    best = max(fits, key=lambda fit: fit.log_likelihood(x, counts))
    order = np.argsort(best.means)
    return _Mixture(best.shares[order], best.means[order], best.deviations[order])


def _climb(x: Floats, counts: Floats, low: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> _Mixture:
    belongs = np.stack([low, ~low]).astype(np.float64)
    last = -np.inf
    for _ in range(_ROUNDS):
        weights = belongs * counts
        mass = weights.sum(axis=1).clip(1e-9)
        means = weights @ x / mass
        spread = (weights * (x[None] - means[:, None]) ** 2).sum(axis=1) / mass
        deviations = np.sqrt(spread).clip(_SMALLEST_DEVIATION)
        mixture = _Mixture(mass / mass.sum(), means, deviations)
        densities = mixture.densities(x)
        total = densities.sum(axis=0)
        belongs = densities / total
        likelihood = float(counts @ np.log(total))
        if likelihood - last < 1e-6 * abs(likelihood):
            break
        last = likelihood
    return mixture


def _crossing(mixture: _Mixture) -> float:
    """Between the means, the last place where the lower curve is the higher density."""
    grid = np.linspace(mixture.means[0], mixture.means[1], 1001)
    low, high = mixture.densities(grid)
    return float(grid[max(0, int(np.count_nonzero(np.logical_and.accumulate(low >= high))) - 1)])


OTSU = Selector(
    "otsu",
    "Otsu",
    "Splits the similarities into two groups with the least variance inside each.",
    "Otsu 1979",
    _otsu,
)
TWO_GAUSSIANS = Selector(
    "two_gaussians",
    "Two Gaussians",
    "Where the bell curves of boundaries and of other gaps cross, if there are two curves at all.",
    "Dempster, Laird and Rubin 1977; Schwarz 1978",
    _two_gaussians,
)

"""How many cuts: as many as gain more than they would in the same units out of order.

Cutting a text of shuffled units gains something too, from chance alone. What the order of the
text adds is the difference, and it is largest at some number of cuts (after the gap statistic
of Tibshirani, Walther and Hastie 2001).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.optimum import search

if TYPE_CHECKING:
    from chunking.optimum.costs import SegmentCosts
    from chunking.optimum.search import Envelope
    from chunking.types import Floats

# So many texts out of order: of all units where they are few, else of a sample, since the gain
# of a cut depends on the cuts a unit.
_SHUFFLES = 50
_FEW = 200
_SAMPLES = 10
_SAMPLE = 400

# Of a very long text so many units are looked at, and of its cost rows so many cells.
_LONG = 20_000
_CELLS = 2_000_000

_PENALTIES = np.concatenate([[0.0], np.geomspace(0.01, 100.0, 60)])

# What a cut must gain beside, since even one topic drifts.
_DRIFT = 0.06

# How strongly a text of n units is held to have about 0.9 √n segments, as texts of all lengths
# have, by the squared logarithm.
_PRIOR = 1.5
_ROOT = 0.9

# The share of the texts out of order that may gain as much as the text. A strict test would find
# nothing in short talks, which are too short to be sure of.
_CHANCE = 0.5

# A count is met when it is off by no more than this share.
_CLOSE = 0.02
_NEAR = 1e-9


def automatic(costs: SegmentCosts, share: float) -> float:
    """The penalty at which the text has as many cuts as its order speaks for."""
    count = len(costs)
    if count < 2 or (share < 1 and costs.one_topic()):
        return float(_PENALTIES[-1])
    if count > _LONG:
        return automatic(costs.among(np.arange(_LONG)), share)
    own = _envelope(costs, share)
    cuts = np.unique(own.cuts[own.cuts <= max(_most(count), own.cuts.min())])
    mixed = _out_of_order(costs, share, cuts)
    gain = mixed.mean(axis=0) - own.cost(cuts) - _DRIFT * cuts
    if _by_chance(gain, mixed, _DRIFT * cuts):
        return float(_PENALTIES[-1])
    expected = (cuts + 1) / (_ROOT * np.sqrt(count))
    best = cuts[np.argmax(gain - _PRIOR * np.log(expected) ** 2)]
    at = np.flatnonzero(own.cuts == best)
    return float(np.sqrt(own.penalties[at[0]] * own.penalties[at[-1]]))


def _by_chance(gain: Floats, mixed: Floats, drift: Floats) -> bool:
    """Whether units out of order gain as much as the text against the mean of the others.

    A test of permutations, though a lenient one: then there is nothing that order speaks for.
    """
    times = len(mixed)
    others = (mixed.sum(axis=0) - mixed) / (times - 1)
    gains = others - mixed - drift
    chance = np.max(gains - gains[:, :1], axis=1)
    return bool(np.mean(chance >= np.max(gain - gain[0])) > _CHANCE)


def _most(count: int) -> float:
    """The most cuts that come into question."""
    return max(12.0, count / 2 if count < _FEW else 3 * np.sqrt(count))


def _out_of_order(costs: SegmentCosts, share: float, cuts: Floats) -> Floats:
    """What so many cuts cost in the same units out of order, but for a constant, (times, cuts)."""
    count = len(costs)
    part = min(count, _SAMPLE)
    found = []
    for seed in range(_SHUFFLES if count <= _FEW else _SAMPLES):
        order = np.random.default_rng(seed).permutation(count)[:part]
        mixed = _envelope(costs.among(order), share)
        found.append(mixed.cost(cuts * (part / count)) * (count / part))
    return np.array(found)


def _envelope(costs: SegmentCosts, share: float) -> Envelope:
    rows = costs.rows(max(1, _CELLS // len(costs)), share)
    return search.of_each_penalty(rows, -costs.worth(), _PENALTIES)


def penalty_for(rows: Floats, spared: Floats, cuts: int, highest: float, first: float) -> float:
    """The penalty between `-highest` and `highest` at which the optimum has about so many cuts.

    The number of cuts never grows with the penalty. So it is looked for outwards from `first`
    until it lies between two penalties, then between them where a straight line through the
    logarithms of the counts has it, until it is off by 2 % or nothing lies between.
    """
    low, high = (-highest, np.inf), (highest, -np.inf)
    at, step = first, max(abs(first) / 2, 1e-6 * highest)
    while True:
        at = min(max(at, low[0]), high[0])
        found = len(search.cheapest(rows, at - spared))
        beyond = at >= highest if found > cuts else at <= -highest
        if abs(found - cuts) <= _CLOSE * cuts or beyond:
            return at
        if found > cuts:
            low = at, float(found)
        else:
            high = at, float(found)
        if high[0] - low[0] < _NEAR * highest:
            return high[0]
        if np.isfinite(low[1]) and np.isfinite(high[1]):
            above, below, wanted = np.log1p([low[1], high[1], cuts])
            share = min(max((above - wanted) / (above - below), 0.1), 0.9)
            at = float(low[0] + share * (high[0] - low[0]))
        else:
            at, step = at + (step if found > cuts else -step), 3 * step

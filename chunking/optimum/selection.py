"""How many cuts: as many as gain more than they would in the same units out of order.

Cutting a text of shuffled units gains something too, from chance alone. What the order of the
text adds is the difference (the gap statistic of Tibshirani, Walther and Hastie 2001). Units are
shuffled in two ways: in short runs, which leaves a drift of the whole text where it is, so that
drift speaks for no cut; and all together, which also tells whether order says anything at all.

With k cuts that gain g(k) of these differences in a text of n units, k is where

    ln(g(k) + 2) - 0.4 ln²((k + 1) / m),    m = 1 / √(1 / n + 1 / 64)

is largest. What is gained counts by its logarithm, since a long text gains more by cuts that are
no better. m is how many segments a text of n units is held to have: √n in short ones, towards 8
in long ones, since people name few topics however long it takes. The longer a text is, the more
it tells itself: if units are more alike than any two up to a distance of l, it has about n / l
segments, and with a weight of n / (n + 250) that takes the place of m (as a geometric mean). Where
a text is a list, of which i units open with the same few formulas, it has about as many segments
as items: with a weight of √(i / n), i takes the place of m if it is more.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from chunking.optimum import search

if TYPE_CHECKING:
    from chunking.optimum.costs import SegmentCosts
    from chunking.optimum.search import Envelope
    from chunking.types import Floats, Ints

# Units change places within runs of so many, and so much does the gain against units that
# change places over the whole text count beside it.
_RUN = 6
_WHOLE = 0.15

# So many texts out of order of each kind, fewer of long ones, where chance matters less. Over
# the whole text a sample does, since the gain of a cut depends on the cuts a unit.
_SHUFFLES = 20
_SHUFFLED = 4_000  # units
_FEWEST = 5
_SAMPLE = 400

# A longer text is a chain of texts: some windows of so many units are looked at.
_LONG = 1_200
_WINDOWS = 3

_PENALTIES = np.concatenate([[0.0], np.geomspace(0.01, 100.0, 60)])

# What a gain is small against, in units of the scatter of one unit.
_LITTLE = 2.0

# How strongly a text is held to have m segments, the largest m, and the length of a text at which
# as much is given on how far likeness reaches in it.
_PRIOR = 0.4
_MOST = 8.0
_BELIEVED = 250  # units

# Likeness is averaged over distances up to so many times the least of them.
_SPAN = 4 / 3

# The share of the texts out of order that may gain as much as the text. A strict test would find
# nothing in short talks, which are too short to be sure of.
_CHANCE = 0.5

# A count is met when it is off by no more than this share.
_CLOSE = 0.02
_NEAR = 1e-9

# So many units in the middle of a text tell, at shares of the highest penalty, how the number of
# cuts falls; and so often is that believed.
_PART = 1_000
_LOOKED_AT = np.geomspace(1e-6, 1.0, 20)
_GUESSES = 8


def automatic(costs: SegmentCosts, share: float) -> float:
    """The penalty at which the text has as many cuts as its order speaks for."""
    count = len(costs)
    if count < 2 or (share < 1 and costs.one_topic()):
        return float(_PENALTIES[-1])
    if count > _LONG:
        windows = np.linspace(0, count - _LONG, min(_WINDOWS, math.ceil(count / _LONG)))
        parts = [costs.among(np.arange(_LONG) + round(first)) for first in windows.tolist()]
        return float(np.median([automatic(part, share) for part in parts]))
    own = _envelope(costs, share)
    cuts = np.unique(own.cuts[own.cuts <= max(_most(count), own.cuts.min())])
    times = min(_SHUFFLES, max(_FEWEST, _SHUFFLED // count))
    mixed = _out_of_order(costs, share, cuts, times)
    gain = mixed.mean(axis=0) - own.cost(cuts)
    if _by_chance(gain, mixed):
        return float(_PENALTIES[-1])
    within = _out_of_order(costs, share, cuts, times, run=_RUN)
    gained = within.mean(axis=0) - own.cost(cuts)
    gained = gained - gained[0] + _WHOLE * (gain - gain[0])
    held = np.log((cuts + 1) / _expected(costs, share)) ** 2
    best = cuts[np.argmax(np.log(np.maximum(gained, 0) + _LITTLE) - _PRIOR * held)]
    # The middle of the penalties that have it; one of nothing would leave nothing to scale.
    of_best = np.maximum(own.penalties[own.cuts == best], _PENALTIES[1])
    return float(np.sqrt(of_best[0] * of_best[-1]))


def _expected(costs: SegmentCosts, share: float) -> float:
    """How many segments the text is held to have."""
    count = len(costs)
    expected = 1 / math.hypot(1 / math.sqrt(count), 1 / _MOST)
    if share < 1:
        told = count / (count + _BELIEVED)
        expected = expected ** (1 - told) * (count / reach(costs.likeness())) ** told
    items = costs.item_count()
    listed = math.sqrt(items / count)
    return float(expected ** (1 - listed) * max(expected, items) ** listed)


def reach(likeness: Floats) -> float:
    """From how far apart on units are no more alike than any two; all of them if there is no such.

    `likeness[d - 1]` belongs to d units apart. It is averaged over d to 4/3 d, each distance by
    how many there are.
    """
    count = len(likeness) + 1
    starts = [1]
    while starts[-1] < count:
        starts.append(max(starts[-1] + 1, math.ceil(_SPAN * starts[-1])))
    distances = np.arange(1, count)
    sums = np.add.reduceat((count - distances) * likeness, np.array(starts[:-1]) - 1)
    below = np.flatnonzero(sums < 0)
    return float(starts[below[0]] if len(below) else count)


def _by_chance(gain: Floats, mixed: Floats) -> bool:
    """Whether units out of order gain as much as the text against the mean of the others.

    A test of permutations, though a lenient one: then there is nothing that order speaks for.
    """
    gains = (mixed.mean(axis=0) - mixed) * len(mixed) / (len(mixed) - 1)
    chance = np.max(gains - gains[:, :1], axis=1)
    return bool(np.mean(chance >= np.max(gain - gain[0])) > _CHANCE)


def _most(count: int) -> float:
    """The most cuts that come into question."""
    return max(12.0, count / 2 if count <= _SAMPLE / 2 else 3 * np.sqrt(count))


def _out_of_order(
    costs: SegmentCosts, share: float, cuts: Floats, times: int, run: int | None = None
) -> Floats:
    """What so many cuts cost in the same units out of order, but for a constant, (times, cuts).

    Within runs of so many units, of which the first is of any length up to that, or over all.
    """
    count = len(costs)
    part = count if run else min(count, _SAMPLE)
    found = []
    for seed in range(times):
        random = np.random.default_rng(seed)
        order = _in_runs(count, run, random) if run else random.permutation(count)[:part]
        mixed = _envelope(costs.among(order), share)
        found.append(mixed.cost(cuts * (part / count)) * (count / part))
    return np.array(found)


def _in_runs(count: int, run: int, random: np.random.Generator) -> Ints:
    """The numbers below `count`, out of order within runs of so many."""
    runs = (np.arange(count) + random.integers(run)) // run
    order: Ints = np.lexsort((random.random(count), runs))
    return order


def _envelope(costs: SegmentCosts, share: float) -> Envelope:
    return search.of_each_penalty(costs.rows(len(costs), share), -costs.worth(), _PENALTIES)


def penalty_for(rows: Floats, spared: Floats, cuts: int, highest: float) -> tuple[float, Ints]:
    """The penalty at which the optimum has about so many cuts, and that optimum.

    It lies between `-highest` and `highest`, and the number of cuts never grows with it. How that
    falls is found of a part of the text for many penalties at once. The curve says where to look
    and, shifted by what the whole has more or less, where to look next. What that leaves is
    halved, until the count is off by 2 % or nothing lies between.
    """
    penalties, logs = _counts(rows, spared, highest)
    low, high = (-highest, np.inf), (highest, -np.inf)
    wanted = np.log1p(cuts)
    expected = wanted + np.log(min(len(rows), _PART) / len(rows))
    for tries in itertools.count():
        at = float(np.interp(-expected, -logs, penalties))
        if tries >= _GUESSES or not low[0] < at < high[0]:
            at = _between(low, high, wanted)
        begins = search.cheapest(rows, at - spared)
        found = len(begins)
        beyond = at >= highest if found > cuts else at <= -highest
        if abs(found - cuts) <= _CLOSE * cuts or beyond or high[0] - low[0] < _NEAR * highest:
            break
        low, high = ((at, found), high) if found > cuts else (low, (at, found))
        expected += wanted - np.log1p(found)
    return at, begins


def _counts(rows: Floats, spared: Floats, highest: float) -> tuple[Floats, Floats]:
    """Penalties, ascending, and the logarithm of the segments each makes of a part of the text."""
    count = min(len(rows), _PART)
    first = (len(rows) - count) // 2
    part = rows[first : first + count].copy()
    part[np.arange(part.shape[1]) > np.arange(count)[:, None]] = np.inf
    above = highest * _LOOKED_AT
    penalties = np.concatenate([-above[::-1], [0.0], above])
    found = search.of_each_penalty(part, -spared[first : first + count], penalties)
    return penalties, np.log1p(found.cuts)


def _between(low: tuple[float, float], high: tuple[float, float], wanted: float) -> float:
    """A penalty between two with their counts: on a straight line through the counts' logarithms.

    An end whose count is not known is looked at itself.
    """
    for at, count in (low, high):
        if not np.isfinite(count):
            return at
    above, below = np.log1p([low[1], high[1]])
    share = min(max((above - wanted) / (above - below), 0.2), 0.8)
    return float(low[0] + share * (high[0] - low[0]))

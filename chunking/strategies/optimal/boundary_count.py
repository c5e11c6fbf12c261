"""Number of boundaries: the penalty per boundary that gives it.

**Automatic.** As many boundaries as gain more than in the same units out of order: segmenting a
shuffled text gains something, too, by chance alone, and the difference is what the order of the
text contributes (the gap statistic of Tibshirani, Walther and Hastie 2001). Units are shuffled in
two ways: within short runs, which preserves the drift of the whole text, so that drift is not
mistaken for boundaries; and altogether, which also tests whether the order matters at all.

Of k boundaries that gain g(k) in this sense in a text of n units, the k is taken with the largest

    ln(g(k) + 2) - 0.4 ln²((k + 1) / m),    m = 1 / √(1 / n + 1 / 64)

The gain counts by its logarithm, since a long text gains more by boundaries that are no better. m
is the expected number of segments: √n for short texts, towards 8 for long ones, since people name
few topics however long a text is. The longer the text, the more its own similarities tell: if
units are more similar than average up to a distance of l, it has about n / l segments, which
replaces m with a weight of n / (n + 250), as a geometric mean. A list of i items, units that open
with the same few formulas, has about as many segments as items: if i exceeds m, it replaces m with
a weight of √(i / n).

**By target.** `penalty_for_count` searches for the penalty that gives a number of boundaries.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from chunking.strategies.optimal.dynamic_programming import optimal_boundaries, penalty_path

if TYPE_CHECKING:
    from chunking.arrays import Floats, Ints
    from chunking.strategies.optimal.costs import SegmentCosts
    from chunking.strategies.optimal.dynamic_programming import PenaltyPath

# Units per run within which units are shuffled, and the weight of the gain against a complete
# shuffle.
_RUN = 6
_COMPLETE_WEIGHT = 0.15

# Shuffles of each kind, fewer for long texts, where chance matters less. A complete shuffle needs
# only a sample, since the gain of a boundary depends on the number of boundaries per unit.
_MAX_SHUFFLES = 20
_SHUFFLED_UNITS = 4_000
_MIN_SHUFFLES = 5
_SAMPLE_UNITS = 400

# A longer text is treated as a sequence of texts, of which some windows of this size are examined.
_WINDOW_UNITS = 1_200
_MAX_WINDOWS = 3

_PENALTIES = np.concatenate([[0.0], np.geomspace(0.01, 100.0, 60)])

# Added to the gain before its logarithm, in units of the scatter of one unit.
_GAIN_OFFSET = 2.0

# Weight of the expected number of segments, its maximum, and the length of a text at which the
# reach of similarity has half of the weight.
_PRIOR_WEIGHT = 0.4
_MAX_EXPECTED = 8.0
_HALF_TRUST_UNITS = 250

# Similarity is averaged over distances up to this multiple of the smallest one.
_DISTANCE_RATIO = 4 / 3

# Share of the shuffles that may gain as much as the text. A strict test would find nothing in
# short talks, which are too short to be certain about.
_MAX_P = 0.5

# Relative tolerance of a number of boundaries, and of a penalty.
_COUNT_TOLERANCE = 0.02
_PENALTY_TOLERANCE = 1e-9

# The number of boundaries by penalty is first estimated from the middle units of the text, at
# these shares of the highest penalty; so many guesses rely on it.
_ESTIMATE_UNITS = 1_000
_ESTIMATE_SHARES = np.geomspace(1e-6, 1.0, 20)
_MAX_GUESSES = 8


def automatic_penalty(costs: SegmentCosts, lexical_weight: float) -> float:
    """Return the penalty per boundary that gives as many boundaries as the text supports.

    Args:
        costs: Costs of the segments of a text.
        lexical_weight: Weight of words in them, from 0 (vectors only) to 1 (words only).
    """
    penalties = costs.automatic_penalties
    if lexical_weight not in penalties:
        penalties[lexical_weight] = _automatic_penalty(costs, lexical_weight)
    return penalties[lexical_weight]


def _automatic_penalty(costs: SegmentCosts, lexical_weight: float) -> float:
    count = len(costs)
    if count < 2 or (lexical_weight < 1 and costs.is_single_topic()):
        return float(_PENALTIES[-1])
    if count > _WINDOW_UNITS:
        windows = min(_MAX_WINDOWS, math.ceil(count / _WINDOW_UNITS))
        starts = np.linspace(0, count - _WINDOW_UNITS, windows).tolist()
        parts = [costs.subset(np.arange(_WINDOW_UNITS) + round(start)) for start in starts]
        return float(np.median([automatic_penalty(part, lexical_weight) for part in parts]))
    path = _penalty_path(costs, lexical_weight)
    counts = np.unique(path.counts[path.counts <= max(_max_count(count), path.counts.min())])
    shuffles = min(_MAX_SHUFFLES, max(_MIN_SHUFFLES, _SHUFFLED_UNITS // count))
    complete = _shuffled_costs(costs, lexical_weight, counts, shuffles)
    gain = complete.mean(axis=0) - path.lower_bound(counts)
    if _explained_by_chance(gain, complete):
        return float(_PENALTIES[-1])
    within_runs = _shuffled_costs(costs, lexical_weight, counts, shuffles, run=_RUN)
    total = within_runs.mean(axis=0) - path.lower_bound(counts)
    total = total - total[0] + _COMPLETE_WEIGHT * (gain - gain[0])
    deviation = np.log((counts + 1) / _expected_segments(costs, lexical_weight)) ** 2
    log_gain = np.log(np.maximum(total, 0) + _GAIN_OFFSET)
    best = counts[np.argmax(log_gain - _PRIOR_WEIGHT * deviation)]
    # The middle of the penalties with this count; settings scale it, so it must not be zero.
    penalties = np.maximum(path.penalties[path.counts == best], _PENALTIES[1])
    return float(np.sqrt(penalties[0] * penalties[-1]))


def _expected_segments(costs: SegmentCosts, lexical_weight: float) -> float:
    count = len(costs)
    expected = 1 / math.hypot(1 / math.sqrt(count), 1 / _MAX_EXPECTED)
    if lexical_weight < 1:
        trust = count / (count + _HALF_TRUST_UNITS)
        by_reach = count / similarity_reach(costs.similarity_by_distance())
        expected = expected ** (1 - trust) * by_reach**trust
    items = costs.item_count()
    trust = math.sqrt(items / count)
    return float(expected ** (1 - trust) * max(expected, items) ** trust)


def similarity_reach(similarity_by_distance: Floats) -> float:
    """Return the distance in units at which similarity falls to the average of the text.

    The number of units, if it never does. The similarity is averaged over distances from d to
    4/3 d, weighted by the number of pairs.

    Args:
        similarity_by_distance: Excess similarity of units 1, 2, … apart, (n - 1,).
    """
    count = len(similarity_by_distance) + 1
    starts = [1]
    while starts[-1] < count:
        starts.append(max(starts[-1] + 1, math.ceil(_DISTANCE_RATIO * starts[-1])))
    pairs = count - np.arange(1, count)
    sums = np.add.reduceat(pairs * similarity_by_distance, np.array(starts[:-1]) - 1)
    below = np.flatnonzero(sums < 0)
    return float(starts[below[0]] if len(below) else count)


def _explained_by_chance(gain: Floats, shuffled: Floats) -> bool:
    """Return whether shuffles gain as much against each other as the text does: a lenient test."""
    gains = (shuffled.mean(axis=0) - shuffled) * len(shuffled) / (len(shuffled) - 1)
    by_chance = np.max(gains - gains[:, :1], axis=1)
    return bool(np.mean(by_chance >= np.max(gain - gain[0])) > _MAX_P)


def _max_count(count: int) -> float:
    """Return the maximum number of boundaries to consider."""
    return max(12.0, count / 2 if count <= _SAMPLE_UNITS / 2 else 3 * np.sqrt(count))


def _shuffled_costs(
    costs: SegmentCosts,
    lexical_weight: float,
    counts: Floats,
    shuffles: int,
    run: int | None = None,
) -> Floats:
    """Return the costs of so many boundaries in shuffled units, (shuffles, counts).

    They are comparable up to a constant. Units are shuffled within runs of so many, or altogether.
    """
    count = len(costs)
    size = count if run else min(count, _SAMPLE_UNITS)
    found = []
    for seed in range(shuffles):
        rng = np.random.default_rng(seed)
        order = _shuffle_runs(count, run, rng) if run else rng.permutation(count)[:size]
        path = _penalty_path(costs.subset(order), lexical_weight)
        found.append(path.lower_bound(counts * (size / count)) * (count / size))
    return np.array(found)


def _shuffle_runs(count: int, run: int, rng: np.random.Generator) -> Ints:
    """Return a permutation within runs of so many, the first of which is shorter at random."""
    runs = (np.arange(count) + rng.integers(run)) // run
    order: Ints = np.lexsort((rng.random(count), runs))
    return order


def _penalty_path(costs: SegmentCosts, lexical_weight: float) -> PenaltyPath:
    segment_costs = costs.segment_costs(len(costs), lexical_weight)
    return penalty_path(segment_costs, -costs.boundary_bonuses(), _PENALTIES)


def penalty_for_count(
    segment_costs: Floats, bonuses: Floats, boundaries: int, max_penalty: float
) -> tuple[float, Ints]:
    """Return the penalty that gives about a number of boundaries, and these boundaries.

    The number never grows with the penalty. Its course is estimated from a part of the text for
    many penalties at once. Guesses follow that curve, shifted by its error so far, then bisection
    continues until the number is off by at most 2 % or no penalty remains in between.

    Args:
        segment_costs: Costs of segments, (n, width), as in `dynamic_programming`.
        bonuses: Bonus of a boundary after each unit, (n,).
        boundaries: Number of boundaries to approach.
        max_penalty: The penalty is at most this and at least its negative.
    """
    penalties, log_counts = _estimated_counts(segment_costs, bonuses, max_penalty)
    low, high = (-max_penalty, np.inf), (max_penalty, -np.inf)
    target = np.log1p(boundaries)
    expected = target + np.log(min(len(segment_costs), _ESTIMATE_UNITS) / len(segment_costs))
    for tries in itertools.count():
        penalty = float(np.interp(-expected, -log_counts, penalties))
        if tries >= _MAX_GUESSES or not low[0] < penalty < high[0]:
            penalty = _between(low, high, target)
        found = optimal_boundaries(segment_costs, penalty - bonuses)
        count = len(found)
        at_limit = penalty >= max_penalty if count > boundaries else penalty <= -max_penalty
        close = abs(count - boundaries) <= _COUNT_TOLERANCE * boundaries
        if close or at_limit or high[0] - low[0] < _PENALTY_TOLERANCE * max_penalty:
            break
        low, high = ((penalty, count), high) if count > boundaries else (low, (penalty, count))
        expected += target - np.log1p(count)
    return penalty, found


def _estimated_counts(
    segment_costs: Floats, bonuses: Floats, max_penalty: float
) -> tuple[Floats, Floats]:
    """Return penalties, ascending, and the log number of segments in a part of the text at each."""
    count = min(len(segment_costs), _ESTIMATE_UNITS)
    first = (len(segment_costs) - count) // 2
    part = segment_costs[first : first + count].copy()
    part[np.arange(part.shape[1]) > np.arange(count)[:, None]] = np.inf
    positive = max_penalty * _ESTIMATE_SHARES
    penalties = np.concatenate([-positive[::-1], [0.0], positive])
    path = penalty_path(part, -bonuses[first : first + count], penalties)
    return penalties, np.log1p(path.counts)


def _between(low: tuple[float, float], high: tuple[float, float], target: float) -> float:
    """Return a penalty between two, by linear interpolation of the logarithms of their counts.

    An end whose count is still unknown is returned itself.
    """
    for penalty, count in (low, high):
        if not np.isfinite(count):
            return penalty
    above, below = np.log1p([low[1], high[1]])
    share = min(max((above - target) / (above - below), 0.2), 0.8)
    return float(low[0] + share * (high[0] - low[0]))

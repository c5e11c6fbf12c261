"""Number of boundaries: the penalty per boundary that gives it."""

from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.strategies.optimal.dynamic_programming import counts_by_penalty, optimal_boundaries

# Relative tolerance of a number of boundaries, and of a penalty.
_COUNT_TOLERANCE = 0.02
_PENALTY_TOLERANCE = 1e-9

# The number of boundaries by penalty is first estimated from the middle units of the text, at
# these shares of the highest penalty; so many guesses rely on it.
_ESTIMATE_UNITS = 1_000
_ESTIMATE_SHARES = np.geomspace(1e-6, 1.0, 20)
_MAX_GUESSES = 8


class PenaltyCurve(NamedTuple):
    """The course of the number of boundaries by penalty in a part of the text, (p,) each.

    Attributes:
        penalties: Penalties, ascending, from minus the highest one to the highest one.
        log_counts: Logarithm of the number of segments of the part at each.
    """

    penalties: Floats
    log_counts: Floats


def penalty_for_count(
    segment_costs: Floats, bonuses: Floats, boundaries: int, curve: PenaltyCurve
) -> tuple[float, Ints]:
    """Return the penalty that gives about a number of boundaries, and these boundaries.

    The number never grows with the penalty. Guesses follow a curve, shifted by its error so far,
    then bisection continues until the number is off by at most 2% or no penalty remains in between.
    The nearest number found is taken, of a tie the lower one.

    Args:
        segment_costs: Costs of segments, (n, width), as in `dynamic_programming`.
        bonuses: Bonus of a boundary after each unit, (n,).
        boundaries: Number of boundaries to approach.
        curve: The curve of these costs. The penalty is within its ends.
    """
    penalties, log_counts = curve
    max_penalty = float(penalties[-1])
    low, high = (-max_penalty, np.inf), (max_penalty, -np.inf)
    target = np.log1p(boundaries)
    expected = target + np.log(min(len(segment_costs), _ESTIMATE_UNITS) / len(segment_costs))
    best: tuple[float, Ints] | None = None
    tries = 0
    while True:
        penalty = float(np.interp(-expected, -log_counts, penalties))
        if tries >= _MAX_GUESSES or not low[0] < penalty < high[0]:
            penalty = _between(low, high, target)
        found = optimal_boundaries(segment_costs, penalty - bonuses)
        count = len(found)
        if best is None or _distance(found, boundaries) < _distance(best[1], boundaries):
            best = penalty, found
        at_limit = penalty >= max_penalty if count > boundaries else penalty <= -max_penalty
        close = abs(count - boundaries) <= _COUNT_TOLERANCE * boundaries
        if close or at_limit or high[0] - low[0] < _PENALTY_TOLERANCE * max_penalty:
            return best
        low, high = ((penalty, count), high) if count > boundaries else (low, (penalty, count))
        expected += target - np.log1p(count)
        tries += 1


def _distance(found: Ints, boundaries: int) -> tuple[int, int]:
    return abs(len(found) - boundaries), len(found)


def penalty_curve(segment_costs: Floats, bonuses: Floats, max_penalty: float) -> PenaltyCurve:
    """Return the curve of the middle of the text up to a penalty, computed for all at once."""
    count = min(len(segment_costs), _ESTIMATE_UNITS)
    first = (len(segment_costs) - count) // 2
    part = segment_costs[first : first + count].copy()
    part[np.arange(part.shape[1]) > np.arange(count)[:, None]] = np.inf
    positive = max_penalty * _ESTIMATE_SHARES
    penalties = np.concatenate([-positive[::-1], [0.0], positive])
    counts = counts_by_penalty(part, -bonuses[first : first + count], penalties)
    return PenaltyCurve(penalties, np.log1p(counts))


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

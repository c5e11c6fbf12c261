"""Segmentation that disagrees least with all plausible ones.

Two segmentations disagree on two units a certain distance apart if one has a boundary between them
and the other has none; the share of such pairs is Pk (Beeferman, Berger and Lafferty 1999). Its
expectation over a posterior is a sum over segments, so that the best segmentation is found by
dynamic programming. Where no boundary is probable, the best one has none. Adjacent units count as
well, so that of several places within the distance the most probable is chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.arrays import Floats
    from chunking.strategies.optimal.posterior import Posterior

# Cost of a boundary: none is placed where it makes no difference.
_BOUNDARY_COST = 1e-6

# Least distance of two units; else half of the expected length of a segment, as in Pk.
_MIN_DISTANCE = 1


def expected_losses(posterior: Posterior, granularity: float, width: int) -> Floats:
    """Return the expected disagreement that each segment adds, in pairs of units, (n, width).

    Relative to boundaries between all pairs: negative where its pairs are probably in one segment,
    0 for a segment too short to contain a pair. Segments are as in `dynamic_programming`.

    Args:
        posterior: Distribution of segmentations of n units.
        granularity: Weight of a missing boundary relative to a superfluous one.
        width: Maximum number of units of a segment.
    """
    count = len(posterior.probabilities) + 1
    half_segment = round(count / (2 * (posterior.expected_boundaries + 1)))
    distance = min(max(_MIN_DISTANCE, half_segment), count - 1)
    if distance < 1:
        return np.zeros((count, width))
    together = posterior.together(distance)
    # Loss of leaving a pair together, P(apart) times granularity, minus that of separating it.
    pair_losses = granularity * (1 - together) - together
    cumulative = np.zeros(count + 1)
    cumulative[1 : count - distance + 1] = np.cumsum(pair_losses)
    cumulative[count - distance + 1 :] = cumulative[count - distance]
    padded = np.concatenate([np.zeros(width), cumulative])
    first_pairs = np.lib.stride_tricks.sliding_window_view(padded[:-1], width)[1:, ::-1]
    ends = np.arange(count) + 1 - distance
    losses: Floats = cumulative[np.maximum(ends, 0)][:, None] - first_pairs
    losses[:, : min(distance, width)] = 0.0
    return losses


def expected_boundary_losses(posterior: Posterior, granularity: float) -> Floats:
    """Return the expected loss about adjacent units of a boundary after each, (n,).

    Relative to no boundary, in pairs of units; the last is not used.

    Args:
        posterior: Distribution of segmentations of n units.
        granularity: As for `expected_losses`.
    """
    losses = np.full(len(posterior.probabilities) + 1, _BOUNDARY_COST)
    hits = posterior.probabilities
    losses[:-1] += posterior.constants.adjacent_weight * (1 - hits - granularity * hits)
    return losses

"""Segmentation that disagrees least with all plausible ones.

Two segmentations disagree on two units a certain distance apart if one has a boundary between them
and the other has none; the share of such pairs is Pk (Beeferman, Berger and Lafferty 1999). Its
expectation over a posterior is a sum over the pairs within each segment, so that the best
segmentation is found in linear time. Where no boundary is probable, the best one has none. Adjacent
units count as well, so that of several places within the distance the most probable is chosen.
"""

from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.strategies.optimal.constants import CONSTANTS, Constants
from chunking.strategies.optimal.dynamic_programming import Allowed, SumCosts, linear_optimum
from chunking.strategies.optimal.limits import Candidates
from chunking.strategies.optimal.posterior import LevelPosterior

# Cost of a boundary: none is placed where it makes no difference.
_BOUNDARY_COST = 1e-6

# Least distance of two units; else half of the expected length of a segment, as in Pk.
_MIN_DISTANCE = 1


class ExpectedLosses(NamedTuple):
    """Expected disagreement of the segmentations of n units, in pairs of units.

    Relative to boundaries between all units.

    Attributes:
        distance: Distance of the units of a pair; 0 for a single unit.
        pairs: Loss of leaving each unit and the one at this distance together, (n - distance,);
            negative where they probably are. Empty for a single unit.
        boundaries: Loss about adjacent units of a boundary after each unit, (n,); the last is not
            used.
    """

    distance: int
    pairs: Floats
    boundaries: Floats

    def optimal_boundaries(self, required: Ints) -> Ints:
        """Return the first units of all segments but the first, of the least loss.

        `required` units, ascending, begin a segment in any case.
        """
        units = np.arange(len(self.boundaries))
        first = np.concatenate([[0], required])
        earliest = first[np.searchsorted(required, units, side="right")]
        return linear_optimum(self._of_groups(units, units), Allowed(earliest, units, 0.0))

    def optimal_candidates(self, candidates: Candidates, *, minimum: bool) -> Ints:
        """Return the candidates that begin a chunk, of the least loss within the limits.

        Args:
            minimum: Whether there are as few chunks below the minimum as possible.
        """
        rows = np.arange(len(candidates.first))
        latest = np.minimum(candidates.latest, rows) if minimum else rows
        # More than the difference of any two segmentations.
        short_cost = 1.0 + float(np.abs(self.pairs).sum() + np.abs(self.boundaries).sum())
        return linear_optimum(
            self._of_groups(candidates.first, candidates.last),
            Allowed(candidates.earliest, latest, short_cost),
        )

    def _of_groups(self, first: Ints, last: Ints) -> SumCosts:
        """Return the costs of groups of units, given their first and last units."""
        cumulative = np.zeros(len(self.boundaries) + 1)
        np.cumsum(self.pairs, out=cumulative[1 : len(self.pairs) + 1])
        cumulative[len(self.pairs) + 1 :] = cumulative[len(self.pairs)]
        distance = self.distance
        return SumCosts(
            starts=cumulative[first],
            ends=cumulative[np.maximum(last + 1 - distance, 0)],
            long_until=np.searchsorted(first, last - distance, side="right") - 1,
            boundaries=self.boundaries[last],
        )


def expected_losses(posterior: LevelPosterior, constants: Constants = CONSTANTS) -> ExpectedLosses:
    """Return the expected disagreement with the segmentations of n units at a level."""
    hits = posterior.probabilities
    count = len(hits) + 1
    boundaries = np.full(count, _BOUNDARY_COST)
    boundaries[:-1] += constants.adjacent_weight * (1 - 2 * hits)
    half_segment = round(count / (2 * (posterior.expected_boundaries + 1)))
    distance = min(max(_MIN_DISTANCE, half_segment), count - 1)
    if distance < 1:
        return ExpectedLosses(0, np.zeros(0), boundaries)
    together = posterior.together(distance)
    # Loss of leaving a pair together, P(apart), minus that of separating it.
    return ExpectedLosses(distance, 1 - 2 * together, boundaries)

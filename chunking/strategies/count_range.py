"""Central range of the distribution of a count."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from chunking.core.arrays import Floats

# Share of the probability within a plausible range: with .9 it holds the number of segments of 79 %
# of labeled documents, with .8 of 73 %.
_SHARE = 0.9

# Relative error of a cumulative sum, so that a quantile that equals it is found.
_ROUNDING = 1e-12


class CountRange(NamedTuple):
    """The lowest and the highest plausible count, and the median."""

    low: int
    median: int
    high: int

    @classmethod
    def central(cls, probabilities: Floats, share: float = _SHARE) -> CountRange:
        """Return the central range that holds at least a share of the probability.

        Args:
            probabilities: Probability of each count from 0, (k,).
            share: Share of the probability within the range.
        """
        cumulative = np.cumsum(probabilities)
        quantiles = np.array([(1 - share) / 2, 0.5, (1 + share) / 2]) * cumulative[-1]
        return cls(*np.searchsorted(cumulative, quantiles * (1 - _ROUNDING)).tolist())

"""Number of segments of a text under a distribution of segmentations.

A segmentation is drawn from its last segment backwards, each segment given where it ends. Sums over
where it begins yield the mean and the variance of the number of segments, and where there are few
enough of them their whole distribution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.core.arrays import Floats

# Multiplications of the exact distribution: 0.1 s. Above, a component is taken to be normal, which
# the number of segments of a long text nearly is.
_MAX_PRODUCTS = 50_000_000

# Counts farther from the mean than so many standard deviations are left out.
_DEVIATIONS = 8.0


def count_probabilities(
    last_segments: Callable[[int], Floats], count: int, shares: Floats
) -> Floats:
    """Return the probability of each number of segments from 0, (k,).

    Args:
        last_segments: Given e, the probability that the segment which ends with unit e has d + 1
            units, (at most e + 1, c), for each of c components.
        count: Number of units, at least 1.
        shares: Share of each component, (c,).
    """
    means, variances = _moments(last_segments, count, len(shares))
    deviations = np.sqrt(variances)
    most = min(count, int(np.ceil(np.max(means + _DEVIATIONS * deviations))) + 1)
    width = len(last_segments(count - 1))
    if count * width * (most + 1) * len(shares) <= _MAX_PRODUCTS:
        return shares @ _exact(last_segments, count, len(shares), most)
    from scipy.special import ndtr

    edges = (np.arange(most + 2) - 0.5 - means[:, None]) / np.maximum(deviations, 1e-9)[:, None]
    found: Floats = shares @ np.diff(ndtr(edges))
    return found


def _moments(
    last_segments: Callable[[int], Floats], count: int, components: int
) -> tuple[Floats, Floats]:
    """Return the mean and the variance of the number of segments, (c,) each."""
    means, variances = np.zeros((count + 1, components)), np.zeros((count + 1, components))
    for end in range(count):
        weights = last_segments(end)
        before = slice(end + 1 - len(weights), end + 1)
        earlier = means[before][::-1]
        mean = np.einsum("dc,dc->c", weights, earlier)
        spread = variances[before][::-1] + (earlier - mean) ** 2
        means[end + 1] = mean + 1
        variances[end + 1] = np.einsum("dc,dc->c", weights, spread)
    return means[-1], variances[-1]


def _exact(
    last_segments: Callable[[int], Floats], count: int, components: int, most: int
) -> Floats:
    """Return the probability of each number of segments up to `most`, (c, most + 1)."""
    found = np.zeros((components, count + 1, most + 1))
    found[:, 0, 0] = 1.0
    for end in range(count):
        weights = last_segments(end)
        before = found[:, end + 1 - len(weights) : end + 1, :-1]
        found[:, end + 1, 1:] = (weights[::-1].T[:, None, :] @ before)[:, 0]
    return found[:, -1]

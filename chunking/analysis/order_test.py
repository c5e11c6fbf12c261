"""Permutation test of the order of a text's units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.signals.similarity import lagged_products, window_similarities

if TYPE_CHECKING:
    from chunking.arrays import Vectors

# Above this p-value the order of the units is no stronger than chance.
SIGNIFICANCE_LEVEL = 0.1

# Short, medium and long passages each show in one of these.
_WINDOWS = (2, 4, 8)
_MOST_UNITS = 3_000
# Long texts need fewer shuffles, each of which takes longer.
_MOST_SHUFFLES, _FEWEST_SHUFFLES = 99, 19
_UNITS_IN_ALL = 40_000
_SEED = 20100506
_DECIMALS = 6  # for the same ranks on every machine


def order_p_value(vectors: Vectors) -> float | None:
    """Return the p-value of the hypothesis that the units are in random order.

    The statistic is the standard deviation of the similarity of the windows before and after each
    gap, averaged over windows of 2, 4 and 8 units. Where topics follow one another, windows within
    a topic are similar and windows across its border are not; in random order every window is a
    sample of the whole text. The p-value is the share of shuffles that reach the statistic, the
    text itself included (Davison and Hinkley 1997, 4.3). Shuffles are reproducible.

    Args:
        vectors: Unit vectors in reading order, (n, d); of more than 3,000 those in the middle.

    Returns:
        The p-value, or None for at most 16 units, two of the longest windows.
    """
    middle = max(0, (len(vectors) - _MOST_UNITS) // 2)
    sample = vectors[middle : middle + _MOST_UNITS]
    count = len(sample)
    if count <= 2 * max(_WINDOWS):
        return None
    shuffles = int(np.clip(_UNITS_IN_ALL // count, _FEWEST_SHUFFLES, _MOST_SHUFFLES))
    rng = np.random.default_rng(_SEED)
    observed = _variation(sample)
    reached = sum(_variation(sample[rng.permutation(count)]) >= observed for _ in range(shuffles))
    return (1 + reached) / (1 + shuffles)


def _variation(vectors: Vectors) -> float:
    """The standard deviation of the mean window similarity."""
    longest = max(_WINDOWS)
    products = lagged_products(vectors, 2 * longest)
    similarities = [window_similarities(products, window, len(vectors)) for window in _WINDOWS]
    mean = np.mean(similarities, axis=0)
    # Windows truncated by the ends of the text are noisier than the others.
    return float(np.std(mean[longest - 1 : len(vectors) - longest].round(_DECIMALS)))

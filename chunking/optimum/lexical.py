"""The description length of the words of a stretch of units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.optimum import bands

if TYPE_CHECKING:
    from chunking.optimum.words import Words
    from chunking.types import Floats


def description_lengths(found: Words, theta: float, count: int, width: int) -> Floats:
    """How many nats it takes to say the words of each stretch of the `count` units, (width, n).

    `lnΓ(N + Wθ) - lnΓ(Wθ) - Σ (lnΓ(n_w + θ) - lnΓ(θ))` for N words, of W different ones in the
    document (Eisenstein and Barzilay 2008). Said one by one, a word that was said r times costs
    `-ln((r + θ) / (N + Wθ))`: so each earlier occurrence makes a later one cheaper by a step.
    """
    times = np.arange(np.max(np.bincount(found.words), initial=1), dtype=np.float64)
    cheaper = bands.on_grid(np.log((times + 1 + theta) / (times + theta)))
    band = bands.sums(bands.repetitions(found.words, found.units, cheaper, count, width))
    said = np.arange(len(found.words), dtype=np.float64)
    once = bands.on_grid(np.log((said + found.distinct * theta) / theta))
    new = np.concatenate([[0.0], np.cumsum(once)])
    before = np.searchsorted(found.units, np.arange(count + 1))
    for d in range(width):
        band[d, d:] = new[before[d + 1 :] - before[: count - d]] - band[d, d:]
    return band

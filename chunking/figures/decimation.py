"""A curve with fewer points that looks the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.types import Floats, Ints

# The most points of a curve that a page redraws while a control moves.
MOST_POINTS = 2000


def decimate(
    x: Ints | Floats, y: Floats, bins: int = MOST_POINTS // 2
) -> tuple[Ints | Floats, Floats]:
    """The lowest and the highest point of each bin, and both ends: at most 2 · bins points.

    `x` ascends; both have shape (n,). Bins hold about as many points each. Points whose `y` is
    not finite are left out; a curve that has few enough points stays as it is.

    Raises:
        ValueError: there are fewer than two bins.
    """
    if bins < 2:
        raise ValueError(f"bins must be at least 2, got {bins}")
    finite = np.isfinite(y)
    x, y = x[finite], y[finite]
    if len(y) <= 2 * bins:
        return x, y
    # The two ends stand for the last bin.
    first = np.arange(bins - 1) * (len(y) - 2) // (bins - 1) + 1
    width = int(np.diff(np.append(first, len(y) - 1)).max())
    members = np.minimum(first[:, None] + np.arange(width), len(y) - 2)
    values = y[members]
    rows = np.arange(bins - 1)
    lowest = members[rows, values.argmin(axis=1)]
    highest = members[rows, values.argmax(axis=1)]
    kept = np.unique(np.concatenate([[0], lowest, highest, [len(y) - 1]]))
    return x[kept], y[kept]

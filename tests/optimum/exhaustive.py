"""Every cutting there is, for texts short enough to try them all."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.types import Floats

Cutting = tuple[int, ...]


def cuttings(count: int) -> Iterator[Cutting]:
    """The first units of the segments but for the first, in every way to cut so many units."""
    for cuts in range(count):
        yield from combinations(range(1, count), cuts)


def cost(rows: Floats, tolls: Floats, begins: Cutting) -> float:
    """What a cutting costs, summed segment by segment; infinite where one is too long."""
    total = 0.0
    for first, after in zip((0, *begins), (*begins, len(rows)), strict=True):
        length = after - first
        total += rows[after - 1, length - 1] if length <= rows.shape[1] else np.inf
        total += tolls[after - 1]
    return total


@st.composite
def programmes(draw: st.DrawFn) -> tuple[Floats, Floats]:
    """Cost rows and tolls of up to eight units, in whole numbers, some segments forbidden."""
    count = draw(st.integers(1, 8))
    width = draw(st.integers(1, count))
    numbers = st.one_of(st.integers(0, 9), st.just(np.inf))
    rows = np.array(draw(st.lists(numbers, min_size=count * width, max_size=count * width)))
    rows = rows.astype(np.float64).reshape(count, width)
    rows[np.arange(width) > np.arange(count)[:, None]] = np.inf
    rows[np.isinf(rows[:, 0]), 0] = 30.0  # one unit alone is always a segment
    tolls = draw(st.lists(st.integers(-3, 5), min_size=count, max_size=count))
    return rows, np.array(tolls, dtype=np.float64)

"""Exhaustive enumeration of segmentations of short texts."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

import numpy as np
from hypothesis import strategies as st

from chunking.core.arrays import Floats

# The first units of all segments but the first, ascending.
Boundaries: TypeAlias = tuple[int, ...]


def segmentations(count: int) -> Iterator[Boundaries]:
    """Yield every segmentation of so many units."""
    for boundaries in range(count):
        yield from combinations(range(1, count), boundaries)


def total_cost(segment_costs: Floats, boundary_costs: Floats, boundaries: Boundaries) -> float:
    """Return the cost of a segmentation; infinite where a segment is too long."""
    total = 0.0
    count, width = segment_costs.shape
    for first, after in zip((0, *boundaries), (*boundaries, count), strict=True):
        length = after - first
        total += segment_costs[after - 1, length - 1] if length <= width else np.inf
        total += boundary_costs[after - 1]
    return total


@st.composite
def problems(draw: st.DrawFn) -> tuple[Floats, Floats]:
    """Draw segment and boundary costs of up to eight units, integers, some infinite."""
    count = draw(st.integers(1, 8))
    width = draw(st.integers(1, count))
    numbers = st.one_of(st.integers(0, 9), st.just(np.inf))
    cells = draw(st.lists(numbers, min_size=count * width, max_size=count * width))
    segment_costs = np.array(cells).astype(np.float64).reshape(count, width)
    segment_costs[np.arange(width) > np.arange(count)[:, None]] = np.inf
    segment_costs[np.isinf(segment_costs[:, 0]), 0] = 30.0  # a single unit is always allowed
    boundary_costs = draw(st.lists(st.integers(-3, 5), min_size=count, max_size=count))
    return segment_costs, np.array(boundary_costs, dtype=np.float64)

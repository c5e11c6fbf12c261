"""Optimal segmentation by dynamic programming: exact, for additive costs.

Arguments and results of all functions:

- `segment_costs[e, d]` is the cost of the segment of d + 1 units that ends with unit e, (n, width);
  infinite for a segment that is not allowed.
- `boundary_costs[e]` is the cost of a boundary after unit e, (n,). The last one is paid by every
  segmentation.
- Boundaries are the first units of all segments but the first, ascending.

Of equally cheap segmentations the one with shorter last segments is returned.
"""

from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Floats, Ints

# Up to this many cells, solving for all numbers of segments is as fast as bisection for one.
_MAX_CELLS = 20_000_000


def optimal_boundaries(segment_costs: Floats, boundary_costs: Floats) -> Ints:
    """Return the boundaries of the cheapest segmentation.

    Where no segmentation is allowed, the last segments are of one unit each.
    """
    _, lengths = _forward(segment_costs, boundary_costs)
    starts, end = [], len(lengths)
    last_lengths = lengths.tolist()
    while end > 0:
        end -= last_lengths[end - 1]
        starts.append(end)
    return np.array(starts[-2::-1], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class OptimaByCount:
    """Cheapest segmentation into each number of segments.

    Attributes:
        totals: `totals[k]` is the cost of the cheapest segmentation into k + 1 segments, infinite
            where there is none.
        lengths: `lengths[e, k]` is the length of the last segment of the cheapest segmentation of
            the units up to e into k + 1 segments.
    """

    totals: Floats
    lengths: Ints

    def boundaries(self, segments: int) -> Ints:
        """Return the boundaries of the cheapest segmentation into that many segments."""
        starts, end = [], len(self.lengths)
        for k in range(segments - 1, 0, -1):
            end -= int(self.lengths[end - 1, k])
            starts.append(end)
        return np.array(starts[::-1], dtype=np.int64)


def optima_by_count(
    segment_costs: Floats, boundary_costs: Floats, max_segments: int
) -> OptimaByCount:
    """Return the cheapest segmentations into 1 to `max_segments` segments."""
    count, width = segment_costs.shape
    best = np.full((max_segments + 1, count + 1 + width), np.inf)
    best[0, count] = 0.0
    lengths = np.empty((count, max_segments), np.int32)
    totals = np.empty((max_segments, width))
    layers = np.arange(max_segments)
    for end in range(count):
        at = count - end
        np.add(best[:-1, at : at + width], segment_costs[end], out=totals)
        least = totals.argmin(axis=1)
        lengths[end] = least + 1
        best[1:, at - 1] = totals[layers, least] + boundary_costs[end]
    return OptimaByCount(best[1:, 0].copy(), lengths.astype(np.int64))


def optimal_boundaries_for_count(
    segment_costs: Floats, boundary_costs: Floats, segments: int
) -> Ints:
    """Return the boundaries of the cheapest segmentation into `segments` segments.

    There must be one. A segmentation that is optimal at some penalty per boundary is also the
    cheapest with its number of segments, so a penalty is searched for first. Not every number is
    optimal at some penalty: then all numbers are solved for.
    """
    low = -penalty_bound(segment_costs, boundary_costs)
    high = -low
    if segment_costs.size * segments > _MAX_CELLS:
        for _ in range(40):
            penalty = (low + high) / 2
            boundaries = optimal_boundaries(segment_costs, boundary_costs + penalty)
            if len(boundaries) == segments - 1:
                return boundaries
            low, high = (penalty, high) if len(boundaries) >= segments else (low, penalty)
    return optima_by_count(segment_costs, boundary_costs, segments).boundaries(segments)


def penalty_bound(segment_costs: Floats, boundary_costs: Floats) -> float:
    """Return a penalty from which on there are as few boundaries as possible."""
    largest = float(np.max(np.abs(segment_costs), where=np.isfinite(segment_costs), initial=0))
    return 2 * largest + 2 * float(np.max(np.abs(boundary_costs), initial=0))


def counts_by_penalty(segment_costs: Floats, boundary_costs: Floats, penalties: Floats) -> Floats:
    """Return the number of boundaries of the optimum at each of many penalties, in one pass, (p,).

    Args:
        penalties: Cost added to each boundary, (p,).
    """
    count, width = segment_costs.shape
    paths = len(penalties)
    best = np.full((paths, count + 1 + width), np.inf)
    best[:, count] = 0.0
    segments = np.zeros((paths, count + 1), np.int64)
    totals = np.empty((paths, width))
    rows = np.arange(paths)
    for end in range(count):
        at = count - end
        np.add(best[:, at : at + width], segment_costs[end], out=totals)
        least = totals.argmin(axis=1)
        best[:, at - 1] = totals[rows, least] + (boundary_costs[end] + penalties)
        segments[:, end + 1] = segments[rows, end - least] + 1
    counts: Floats = (segments[:, -1] - 1).astype(np.float64)
    return counts


def _forward(segment_costs: Floats, boundary_costs: Floats) -> tuple[Floats, Ints]:
    """Return the lowest cost of the first units, (n + 1,), and their last segment's length, (n,).

    The costs are stored in reverse, so that each row aligns with the costs of what precedes it.
    """
    count, width = segment_costs.shape
    best = np.full(count + 1 + width, np.inf)
    best[count] = 0.0
    lengths = np.empty(count, np.int64)
    totals = np.empty(width)
    add, smallest = np.add, totals.argmin
    at = count
    for end, boundary_cost in enumerate(boundary_costs.tolist()):
        add(best[at : at + width], segment_costs[end], out=totals)
        least = smallest()
        lengths[end] = least
        at -= 1
        best[at] = totals[least] + boundary_cost
    return best[count::-1], lengths + 1

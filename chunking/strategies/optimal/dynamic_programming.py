"""Optimal segmentation by dynamic programming: exact, for additive costs.

Arguments and results of all functions:

- `segment_costs[e, d]` is the cost of the segment of d + 1 units that ends with unit e, (n, width);
  infinite for a segment that is not allowed.
- `boundary_costs[e]` is the cost of a boundary after unit e, (n,). The last one is paid by every
  segmentation.
- Boundaries are the first units of all segments but the first, ascending.

Of equally cheap segmentations the one with shorter last segments is returned.
"""

from collections import deque
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

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


class SumCosts(NamedTuple):
    """Costs of the segments of m rows.

    Attributes:
        starts: `starts[s]` is the sum up to the start of a segment that begins with row s, (m,).
        ends: `ends[e]` is the sum up to the end of a segment that ends with row e, (m,).
        long_until: Last row that a long segment which ends with each row may begin with, ascending,
            (m,); -1 without one. Shorter segments cost nothing.
        boundaries: Cost of a boundary after each row, (m,); the last is not used.
    """

    starts: Floats
    ends: Floats
    long_until: Ints
    boundaries: Floats


class Allowed(NamedTuple):
    """Rows that a segment which ends with each row may begin with, ascending, (m,) each.

    Attributes:
        earliest: First row.
        latest: Last row of a segment that is not too short, at most the row; -1 without one.
        short_cost: Cost of a segment that is too short.
    """

    earliest: Ints
    latest: Ints
    short_cost: float


def linear_optimum(costs: SumCosts, allowed: Allowed) -> Ints:
    """Return the rows that begin the segments of the cheapest segmentation but the first.

    Of equally cheap segmentations it is the one with shorter last segments.
    """
    starts = _best_starts(costs, allowed)
    found, end = [], len(starts)
    while end > 0:
        end = starts[end - 1]
        found.append(end)
    return np.array(found[-2::-1], dtype=np.int64)


def _best_starts(costs: SumCosts, allowed: Allowed) -> list[int]:
    """Return the start of the last segment of the cheapest segmentation up to each row."""
    rows = np.arange(len(costs.starts))
    long_until, (earliest, latest, short_cost) = costs.long_until, allowed
    # Edges of the windows of starts, by whether the segment is too short and whether it is long.
    both, either = np.minimum(long_until, latest), np.maximum(long_until, latest)
    windows = (
        np.maximum(either + 1, earliest), either < rows,
        np.maximum(both + 1, earliest), either, long_until < latest, long_until > latest,
        earliest, both,
    )  # fmt: skip
    sums = costs.starts, costs.ends, costs.boundaries
    columns = (each.tolist() for each in (rows, *sums, *windows))
    # Least cost of the rows before each row, and minus the sum up to it, for long segments.
    plain: list[float] = []
    reduced: list[float] = []
    plain_short, plain_allowed = _WindowMinimum(plain), _WindowMinimum(plain)
    long_short, long_allowed = _WindowMinimum(reduced), _WindowMinimum(reduced)
    found = []
    cost = 0.0
    for (
        row, start_sum, end_sum, boundary,
        short_first, has_short, middle_first, middle_last, has_plain, has_long_short,
        long_first, long_last,
    ) in zip(*columns, strict=True):  # fmt: skip
        plain.append(cost)
        reduced.append(cost - start_sum)
        cost, best = inf, row
        # The shorter segments first: of equally cheap ones the first is taken.
        if has_short:
            best = plain_short.find(short_first, row)
            cost = plain[best] + short_cost
        if has_plain:
            start = plain_allowed.find(middle_first, middle_last)
            if start >= 0 and plain[start] < cost:
                cost, best = plain[start], start
        elif has_long_short:
            start = long_short.find(middle_first, middle_last)
            if start >= 0 and (total := reduced[start] + end_sum + short_cost) < cost:
                cost, best = total, start
        start = long_allowed.find(long_first, long_last)
        if start >= 0 and (total := reduced[start] + end_sum) < cost:
            cost, best = total, start
        cost += boundary
        found.append(best)
    return found


class _WindowMinimum:
    """The row of the least value in a window whose edges move forward; of equal ones the last."""

    __slots__ = ("_next", "_rows", "_values")

    def __init__(self, values: list[float]) -> None:
        self._values = values
        # Ascending rows with ascending values: later ones only matter once earlier ones are left.
        self._rows: deque[int] = deque()
        self._next = 0

    def find(self, first: int, last: int) -> int:
        """Return the row from `first` to `last`; -1 if there is none.

        Neither `first` nor `last` is below that of an earlier call.
        """
        values, rows = self._values, self._rows
        while self._next <= last:
            value = values[self._next]
            while rows and values[rows[-1]] >= value:
                rows.pop()
            rows.append(self._next)
            self._next += 1
        while rows and rows[0] < first:
            rows.popleft()
        return rows[0] if rows else -1

"""Optimal segmentation in linear time, for costs that are differences of sums.

The cost of a long segment is a sum up to its end minus a sum up to its start, so that the best
start is the same for all ends for which it is allowed. The window of the starts that are allowed
moves with the end, and the least cost in a moving window takes constant time.
"""

from collections import deque
from math import inf
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Floats, Ints


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

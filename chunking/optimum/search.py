"""The cheapest way to cut a row of units into segments: exact, by dynamic programming.

A cost row is `rows[e, d]`: what the d + 1 units that end with unit e cost as one segment, (n,
width), infinite where they may not be one. A toll is what it costs to end a segment with unit e,
(n,); that of the last unit is paid by every cutting alike. Of equally cheap cuttings the one
with the shorter last segments is taken. A cutting is given by the first units of its segments
but for the first, ascending.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import as_strided

if TYPE_CHECKING:
    from chunking.types import Floats, Ints

# Up to so many cells, all counts at once are found as fast as one by bisection.
_LAYERS = 20_000_000


def cheapest(rows: Floats, tolls: Floats) -> Ints:
    """The cheapest cutting. Where none is possible, the last segments are of one unit each."""
    _, lengths = _forward(rows, tolls)
    begins, end = [], len(lengths)
    back = lengths.tolist()
    while end > 0:
        end -= back[end - 1]
        begins.append(end)
    return np.array(begins[-2::-1], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Cuttings:
    """The cheapest cutting into each number of segments.

    `totals[k]` is what the cheapest into k + 1 segments costs, infinite where there is none;
    `lengths[e, k]` is how long the last segment of the cheapest cutting of the units up to e is.
    """

    totals: Floats
    lengths: Ints

    def begins(self, segments: int) -> Ints:
        """The cheapest cutting into that many segments."""
        found, end = [], len(self.lengths)
        for k in range(segments - 1, 0, -1):
            end -= int(self.lengths[end - 1, k])
            found.append(end)
        return np.array(found[::-1], dtype=np.int64)


def of_each_count(rows: Floats, tolls: Floats, most: int) -> Cuttings:
    """The cheapest cuttings into 1 to `most` segments: `most` times the work of one."""
    count, width = rows.shape
    best = np.full((most + 1, count + 1 + width), np.inf)
    best[0, count] = 0.0
    lengths = np.empty((count, most), np.int32)
    totals = np.empty((most, width))
    layers = np.arange(most)
    for end in range(count):
        at = count - end
        np.add(best[:-1, at : at + width], rows[end], out=totals)
        least = totals.argmin(axis=1)
        lengths[end] = least + 1
        best[1:, at - 1] = totals[layers, least] + tolls[end]
    return Cuttings(best[1:, 0].copy(), lengths.astype(np.int64))


def into(rows: Floats, tolls: Floats, segments: int) -> Ints:
    """The cheapest cutting into so many segments, of which there must be one.

    Where some penalty on a boundary leads to just as many, that is what it finds: no other
    cutting into so many can be cheaper. Else it goes through all counts.
    """
    low, high = -_highest(rows, tolls), _highest(rows, tolls)
    if rows.size * segments > _LAYERS:
        for _ in range(40):
            at = (low + high) / 2
            found = cheapest(rows, tolls + at)
            if len(found) == segments - 1:
                return found
            low, high = (at, high) if len(found) >= segments else (low, at)
    return of_each_count(rows, tolls, segments).begins(segments)


def _highest(rows: Floats, tolls: Floats) -> float:
    """A penalty from which on there are as few cuts as there may be."""
    largest = float(np.max(np.abs(rows), where=np.isfinite(rows), initial=0))
    return 2 * largest + 2 * float(np.max(np.abs(tolls), initial=0))


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the cheapest cutting costs at each of many penalties, with its number of cuts.

    `penalties` ascend, (p,); `totals` include the penalties that were paid. `cost(cuts)` is the
    largest convex curve below the cost of the cheapest cutting into each number of cuts.
    """

    penalties: Floats
    totals: Floats
    cuts: Floats

    def cost(self, cuts: Floats) -> Floats:
        """What so many cuts cost at least but for penalties, same shape."""
        lines = self.totals[:, None] - self.penalties[:, None] * cuts
        least: Floats = lines.max(axis=0)
        return least


def of_each_penalty(rows: Floats, tolls: Floats, penalties: Floats) -> Envelope:
    """The cheapest cuttings where each boundary costs a penalty beside its toll, all at once."""
    count, width = rows.shape
    most = len(penalties)
    best = np.full((most, count + 1 + width), np.inf)
    best[:, count] = 0.0
    segments = np.zeros((most, count + 1), np.int64)
    totals = np.empty((most, width))
    each = np.arange(most)
    for end in range(count):
        at = count - end
        np.add(best[:, at : at + width], rows[end], out=totals)
        least = totals.argmin(axis=1)
        best[:, at - 1] = totals[each, least] + (tolls[end] + penalties)
        segments[:, end + 1] = segments[each, end - least] + 1
    cuts = (segments[:, -1] - 1).astype(np.float64)
    return Envelope(penalties, best[:, 0] - penalties, cuts)


def margins(rows: Floats, tolls: Floats, begins: Ints) -> Floats:
    """How much more the cheapest cutting without each of these boundaries costs, same shape.

    Infinite where no cutting can do without it; 0 where an equally cheap one does.
    """
    if len(begins) == 0:
        return np.zeros(0)
    before, _ = _forward(rows, tolls)
    after = _backward(rows, tolls)
    ending = after[1:] + tolls
    # The cheapest cutting in which some segment holds the stretch of units e - d to e.
    held = np.full(len(rows) + 1, np.inf)
    for d in range(rows.shape[1] - 1, 0, -1):
        np.minimum(held[:-1], held[1:], out=held[:-1])
        held[d:-1] = np.minimum(held[d:-1], rows[d:, d] + before[: len(rows) - d] + ending[d:])
    more: Floats = held[begins] - before[-1]
    return more


def _forward(rows: Floats, tolls: Floats) -> tuple[Floats, Ints]:
    """What the first units cost at best, (n + 1,), and how long their last segment is, (n,).

    The costs are kept back to front, so that a row meets the costs of its beginnings in order.
    """
    count, width = rows.shape
    best = np.full(count + 1 + width, np.inf)
    best[count] = 0.0
    lengths = np.empty(count, np.int64)
    totals = np.empty(width)
    add, smallest = np.add, totals.argmin
    at = count
    for end, toll in enumerate(tolls.tolist()):
        add(best[at : at + width], rows[end], out=totals)
        least = smallest()
        lengths[end] = least
        at -= 1
        best[at] = totals[least] + toll
    return best[count::-1], lengths + 1


def _backward(rows: Floats, tolls: Floats) -> Floats:
    """What the units from each on cost at best, (n + 1,)."""
    count, width = rows.shape
    best = np.full(count + 1 + width, np.inf)
    best[count] = 0.0
    # `paid[e]` is the toll of unit e and the best cost of what follows it.
    paid = np.full(count + width, np.inf)
    paid[count - 1] = tolls[-1] if count else 0.0
    down, right = rows.strides
    totals = np.empty(width)
    for begin in range(count - 1, -1, -1):
        reach = min(width, count - begin)
        starting = as_strided(rows[begin:], (reach,), (down + right,), writeable=False)
        np.add(starting, paid[begin : begin + reach], out=totals[:reach])
        best[begin] = totals[:reach].min()
        if begin:
            paid[begin - 1] = best[begin] + tolls[begin - 1]
    return best[: count + 1]

"""Which units may be one chunk: sizes, marks by hand, and blocks that must stay whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.breaks import break_inside, core_start
from chunking.overlap import Carry, Overlap

if TYPE_CHECKING:
    from chunking.types import Constraints, Floats, Ints, Prepared, Sizes, Units


@dataclass(frozen=True, slots=True)
class Limits:
    """What a chunk may be: sizes in tokens; `split_atomic` allows to cut inside a block too large.

    The overlap is reserved in full. What cannot keep to the maximum stands alone, and chunks
    below the minimum are as few as possible.
    """

    min_tokens: int
    max_tokens: int
    overlap: Overlap
    split_atomic: bool = True


@dataclass(frozen=True, slots=True)
class Nodes:
    """The places where chunks may begin and end, (m,): units, those about a forbidden gap as one.

    Node i holds the units `first[i]` to `last[i]`. The chunk that begins with it begins at the
    offset `starts[i]`: within it, if it is cut at the offsets `inside[i]` for being too large.
    It may end with node i where it begins with one from `earliest[i]` on, and falls short of the
    minimum where it begins after `latest[i]`. `required` are the nodes that a mark has begin one.
    """

    first: Ints
    last: Ints
    starts: Ints
    ends: Ints
    inside: dict[int, list[int]]
    earliest: Ints
    latest: Ints
    required: Ints

    @property
    def width(self) -> int:
        """The number of units in the largest chunk there may be of more than one node."""
        return int(np.max(self.last - self.first[self.earliest], initial=0)) + 1


def longest_stretch(units: Units, sizes: Sizes, tokens: int) -> int:
    """The number of units in the longest stretch of at most so many tokens; at least 1."""
    begins, ends = sizes.ticks(units.starts), sizes.ticks(units.ends)
    earliest = np.searchsorted(begins, ends - tokens * sizes.per)
    return int(np.max(np.arange(len(units)) - earliest, initial=0)) + 1


def nodes(prepared: Prepared, limits: Limits, constraints: Constraints) -> Nodes:
    """The nodes of a document that has units."""
    units, sizes = prepared.units, prepared.sizes
    forbidden = np.isin(units.gaps, constraints.forbidden)
    first = np.flatnonzero(np.concatenate([[True], ~forbidden]))
    last = np.append(first[1:], len(units)) - 1
    whole = first < last
    if not limits.split_atomic:
        whole |= np.logical_or.reduceat(units.atomic, first)
    starts, ends = units.starts[first], units.ends[last]
    most = limits.max_tokens * sizes.per
    large = np.flatnonzero((sizes.ticks(ends) - sizes.ticks(starts) > most) & ~whole)
    inside = {}
    for node in large.tolist():
        inside[node] = _pieces(prepared, limits, int(starts[node]), int(ends[node]))
        starts[node] = max([starts[node], *inside[node]])
    begin, end = sizes.ticks(starts), sizes.ticks(ends)
    required = np.flatnonzero(np.isin(units.starts[first], constraints.required))
    required = required[required > 0]
    carried = begin - np.minimum(begin, limits.overlap.tokens * sizes.per)
    nodes = np.arange(len(first))
    earliest = np.searchsorted(carried, end - most)
    # A node that is cut inside, or that a mark has begin a chunk, joins nothing before it.
    alone = np.union1d(required, large)
    mark = np.concatenate([[0], alone])[np.searchsorted(alone, nodes, side="right")]
    least = (limits.min_tokens - 1) * sizes.per + 1 if limits.min_tokens else 0
    return Nodes(
        first=first,
        last=last,
        starts=starts,
        ends=ends,
        inside=inside,
        earliest=np.minimum(np.maximum(earliest, mark), nodes),
        latest=np.searchsorted(begin, end - least, side="right") - 1,
        required=required,
    )


def _pieces(prepared: Prepared, limits: Limits, start: int, end: int) -> list[int]:
    """Where the pieces of a unit that is too large begin, but for the first."""
    sizes, text = prepared.sizes, prepared.document.text
    carry = Carry(prepared, limits.overlap)
    most, found = limits.max_tokens, []
    while sizes.tokens(start, end) > most:
        reach = sizes.reach(carry.start(start), most)
        enough = min(sizes.least(start, limits.min_tokens), reach)
        stop = break_inside(text, start, reach, at_least=enough, most=sizes.reach(start, most))
        stop = start + len(text[start:stop].rstrip())
        if stop >= end:
            break
        start = core_start(text, stop)
        found.append(start)
    return found


@dataclass(frozen=True, slots=True)
class Programme:
    """The cost rows of the nodes under the limits, (m, width), infinite where there is no chunk.

    From `penalty` on, what a boundary costs leaves as few cuts as there may be. A chunk below the
    minimum costs `short` more: more than any two cuttings differ by, if a boundary costs at most
    that penalty or the one that was asked for.
    """

    rows: Floats
    penalty: float
    short: float


def programme(rows: Floats, nodes: Nodes, tolls: Floats, asked: float) -> Programme:
    """The programme of cost rows, (m, width), which it overwrites, and tolls, (m,).

    `asked` is what a boundary is asked to cost.
    """
    count, width = rows.shape
    lengths = np.arange(width)
    at = np.arange(count)[:, None]
    rows[lengths > at - nodes.earliest[:, None]] = np.inf
    largest = float(np.max(np.abs(rows), where=np.isfinite(rows), initial=0))
    penalty = 2 * largest + 2 * float(np.max(np.abs(tolls), initial=0))
    short = 1 + 4 * count * (largest + max(penalty, asked))
    rows[lengths < at - nodes.latest[:, None]] += short
    return Programme(rows, penalty, short)


def stretches_of_nodes(stretches: Floats, nodes: Nodes) -> Floats:
    """The cost rows of stretches of nodes, (m, width); a node too wide to know costs nothing."""
    count, width = len(nodes.first), stretches.shape[1]
    if count == len(stretches):
        return stretches
    begin = np.arange(count)[:, None] - np.arange(min(width, count))
    lengths = nodes.last[:, None] - nodes.first[np.maximum(begin, 0)]
    known = (lengths < width) & (begin >= 0)
    rows = np.full(begin.shape, np.inf)
    ends = np.broadcast_to(nodes.last[:, None], begin.shape)
    rows[known] = stretches[ends[known], lengths[known]]
    rows[~known[:, 0], 0] = 0.0
    return rows

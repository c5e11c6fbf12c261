"""From the nodes at which chunks begin to cuts with their reasons."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from chunking.chunks import Cuts
from chunking.overlap import Carry
from chunking.types import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.optimum.limits import Limits, Nodes
    from chunking.types import Bools, Constraints, Ints, Prepared


def cuts(
    prepared: Prepared,
    limits: Limits,
    nodes: Nodes,
    begins: Ints,
    constraints: Constraints,
    *,
    wanted: Ints,
) -> Cuts:
    """The cuts before the nodes `begins`, and inside those that are too large.

    A node may be required by more than the marks of `constraints`: that is no cut by hand. Where
    one is `wanted` without a minimum, and would leave a chunk below it, that is the verdict.
    """
    places = _places(prepared, nodes, begins, constraints)
    asked = prepared.units.starts[nodes.first[wanted]]
    if limits.min_tokens:
        asked = np.union1d(asked, np.array([place for place, _ in places], np.int64))
        places = _joined(prepared, limits, places)
    gaps = prepared.units.gaps
    verdicts = np.full(len(gaps), Reason.FITS.code, dtype=np.uint8)
    offsets = np.array([place for place, _ in places], np.int64)
    denied = np.setdiff1d(asked, offsets)
    denied = denied[_leaves_short(prepared, limits, offsets, denied)]
    verdicts[np.isin(gaps, denied)] = Reason.MIN_TOKENS.code
    verdicts[np.isin(gaps, constraints.forbidden)] = Reason.FORBIDDEN.code
    return Cuts.of(places, gaps, verdicts)


def _leaves_short(prepared: Prepared, limits: Limits, cuts: Ints, gaps: Ints) -> Bools:
    """Whether a cut at each of the gaps leaves a chunk below the minimum beside these cuts."""
    units, sizes = prepared.units, prepared.sizes
    edges = np.concatenate([units.starts[:1], cuts, [sizes.length]])
    after = np.searchsorted(edges, gaps, side="right")
    ends = units.ends[np.searchsorted(units.starts, edges[after]) - 1]
    before = units.ends[np.searchsorted(units.starts, gaps) - 1]
    left, right = sizes.between(edges[after - 1], before), sizes.between(gaps, ends)
    short: Bools = np.minimum(left, right) < limits.min_tokens
    return short


def _places(
    prepared: Prepared, nodes: Nodes, begins: Ints, constraints: Constraints
) -> list[tuple[int, Reason]]:
    """Where chunks begin but for the first, and why."""
    offsets = prepared.units.starts[nodes.first]
    by_hand = np.isin(offsets[nodes.required], constraints.required)
    required = set(nodes.required[by_hand].tolist())
    forced = nodes.earliest == np.arange(len(nodes.earliest))
    forced[nodes.required] = False
    found: list[tuple[int, Reason]] = []
    for node in [0, *begins.tolist()]:
        if node:
            reason = Reason.MAX_TOKENS if forced[node] else Reason.OPTIMUM
            reason = Reason.MANUAL if node in required else reason
            found.append((int(offsets[node]), reason))
        found += [(place, Reason.MAX_TOKENS) for place in nodes.inside.get(node, ())]
    return found


def _joined(
    prepared: Prepared, limits: Limits, places: list[tuple[int, Reason]]
) -> list[tuple[int, Reason]]:
    """The same cuts but for those at which a chunk below the minimum can still be joined.

    The optimum leaves few: where less is carried over than was reserved, or beside a unit that
    was cut inside. A chunk that stays short ends for that reason.
    """
    ticks, per = prepared.sizes.tick, prepared.sizes.per
    least, most = (limits.min_tokens - 1) * per + 1, limits.max_tokens * per
    carry = Carry(prepared, limits.overlap)
    found: list[tuple[int, int, Reason]] = []

    def short(begin: int, end: int) -> bool:
        return ticks(end) - ticks(begin) < least

    def fits(begin: int, end: int) -> bool:
        return ticks(end) - ticks(carry.start(begin)) <= most

    for start, end, why in _cores(prepared, places):
        begin, reason = start, why
        while found and reason is not Reason.MANUAL:
            before, until, other = found[-1]
            if not (short(before, until) or short(begin, end)) or not fits(before, end):
                break
            begin, reason = before, other
            found.pop()
        found.append((begin, end, reason))
    kept = []
    for (begin, end, _), (after, _, reason) in pairwise(found):
        tail = reason is not Reason.MANUAL and short(begin, end)
        kept.append((after, Reason.TAIL if tail else reason))
    return kept


def _cores(
    prepared: Prepared, places: list[tuple[int, Reason]]
) -> Iterator[tuple[int, int, Reason]]:
    """Each chunk's core and why it begins there."""
    units, text = prepared.units, prepared.document.text
    begin, why = int(units.starts[0]), Reason.TAIL
    for place, reason in places:
        before = int(units.ends[units.starts.searchsorted(place) - 1])
        yield begin, before if before <= place else begin + len(text[begin:place].rstrip()), why
        begin, why = place, reason
    yield begin, int(units.ends[-1]), why

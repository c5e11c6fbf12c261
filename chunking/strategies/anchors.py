"""Gaps that a text itself picks to begin anew at, so that an edit far away does not move a cut.

A strategy that fills chunks one after the other goes on from where the last one ended, so an edit
moves every cut behind it. An anchor depends on the units near it alone: behind the first anchor
past an edit all cuts are where they were. Source: content-defined chunking by local minima
(Bjørner, Blass & Gurevich 2010).
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

from chunking.types import UnitKind

if TYPE_CHECKING:
    from chunking.types import Bools, Ints, Prepared

_HASH_BITS = 32


def anchors(prepared: Prepared, tokens: int) -> Bools:
    """The gaps to begin anew at, about one in so many tokens, (units - 1,); none for 0.

    An anchor comes before all gaps within half of `tokens` on either side: a heading before a
    paragraph, a paragraph before a sentence, and among equals the one with the smallest hash.
    """
    count = len(prepared.units.gaps)
    if tokens <= 0 or count == 0:
        return np.zeros(count, np.bool_)
    ranks = _ranks(prepared)
    ticks = prepared.sizes.ticks(prepared.units.gaps)
    reach = tokens * prepared.sizes.per // 2
    at = np.arange(count)
    first = np.searchsorted(ticks, ticks - reach)
    after = np.searchsorted(ticks, ticks + reach, side="right")
    # Of two that are alike, the first.
    lowest = ranks <= _least(ranks, at, after)
    return lowest & (ranks < _least(ranks, first, at))


def _ranks(prepared: Prepared) -> Ints:
    """What each gap is worth as an anchor: less is better."""
    units, text = prepared.units, prepared.document.text
    spans = zip(units.starts[1:].tolist(), units.ends[1:].tolist(), strict=True)
    hashes = [zlib.crc32(text[a:b].encode("utf-8", "surrogatepass")) for a, b in spans]
    heading = units.kinds[1:] == UnitKind.HEADING.code
    block = np.isin(units.starts[1:], prepared.layout.blocks.starts)
    order = np.where(heading, 0, np.where(block, 1, 2)).astype(np.int64)
    return (order << _HASH_BITS) + np.array(hashes, np.int64)


def _least(values: Ints, first: Ints, after: Ints) -> Ints:
    """The least of `values[first:after]` for each pair; larger than any where that is empty.

    A range is covered by two of a power of two (Bender & Farach-Colton 2000).
    """
    least = np.full(len(values), np.iinfo(np.int64).max)
    lengths = after - first
    width, lows = 1, values
    while width <= int(lengths.max(initial=0)):
        here = np.flatnonzero((lengths >= width) & (lengths < 2 * width))
        least[here] = np.minimum(lows[first[here]], lows[after[here] - width])
        lows = np.minimum(lows[:-width], lows[width:]) if len(lows) > width else lows
        width *= 2
    return least

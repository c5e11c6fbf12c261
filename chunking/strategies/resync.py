"""Boundaries that limit how far an edit moves others."""

import zlib

import numpy as np

from chunking.core.arrays import Bools, Ints
from chunking.core.prepared import Prepared
from chunking.core.units import UnitKind

_HASH_BITS = 32


def resync_gaps(prepared: Prepared, interval: int, joined: Bools | None = None) -> Bools:
    """Return the gaps chosen by content alone, about one per interval of tokens, (units - 1,).

    A gap is chosen if it precedes all others within half the interval on either side in this
    order: headings, paragraphs, sentences, then by hash. Since later gaps do not depend on how
    chunks are filled, an edit moves boundaries only up to the next chosen gap. `joined` gaps,
    same shape, are never chosen.
    """
    count = len(prepared.units.gaps)
    if interval <= 0 or count == 0:
        return np.zeros(count, np.bool_)
    ranks = _ranks(prepared)
    if joined is not None:
        ranks[joined] = np.iinfo(np.int64).max
    ticks = prepared.sizes.ticks(prepared.units.gaps)
    distance = interval * prepared.sizes.per // 2
    at = np.arange(count)
    first = np.searchsorted(ticks, ticks - distance)
    after = np.searchsorted(ticks, ticks + distance, side="right")
    # Of two equal ranks, the first is chosen.
    lowest = ranks <= _range_minima(ranks, at, after)
    return lowest & (ranks < np.iinfo(np.int64).max) & (ranks < _range_minima(ranks, first, at))


def _ranks(prepared: Prepared) -> Ints:
    """Return the rank of each gap: the lowest is chosen."""
    units, text = prepared.units, prepared.document.text
    spans = zip(units.starts[1:].tolist(), units.ends[1:].tolist(), strict=True)
    hashes = [zlib.crc32(text[a:b].encode("utf-8", "surrogatepass")) for a, b in spans]
    heading = units.kinds[1:] == UnitKind.HEADING.code
    block = np.isin(units.starts[1:], prepared.layout.blocks.starts)
    order = np.where(heading, 0, np.where(block, 1, 2)).astype(np.int64)
    return (order << _HASH_BITS) + np.array(hashes, np.int64)


def _range_minima(values: Ints, first: Ints, after: Ints) -> Ints:
    """Return the minimum of `values[first:after]` for each pair; the largest int where empty.

    Two windows of a power of two cover a range (Bender & Farach-Colton 2000).
    """
    minima = np.full(len(values), np.iinfo(np.int64).max)
    lengths = after - first
    width, windows = 1, values
    while width <= int(lengths.max(initial=0)):
        here = np.flatnonzero((lengths >= width) & (lengths < 2 * width))
        minima[here] = np.minimum(windows[first[here]], windows[after[here] - width])
        if len(windows) > width:
            windows = np.minimum(windows[:-width], windows[width:])
        width *= 2
    return minima

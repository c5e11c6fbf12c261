"""The threshold whose chunks are most alike inside and least alike their neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from chunking.numerals import count_of, rounded
from chunking.thresholds.ladder import Ladder
from chunking.thresholds.selection import Curve, Selection, Selector

if TYPE_CHECKING:
    from chunking.types import Floats, Ints, Prepared, Vectors

_RUNGS = 32
# Of a long document, this many stretches of this many units are measured.
_STRETCHES = 8
_LENGTH = 250


def silhouette(sums: Floats, edges: Ints) -> float:
    """How much more alike units are to their own chunk than to the likelier neighbour.

    `sums` are the running sums of the vectors, (n + 1, d); chunk k holds the units from `edges[k]`
    to `edges[k + 1]`. Each chunk weighs as many units as it has; a chunk of one unit counts 0, as
    a cluster of one does.
    """
    counts = np.diff(edges)
    totals = np.diff(sums[edges], axis=0)
    own = np.einsum("ij,ij->i", totals, totals) - counts
    own /= np.maximum(counts * (counts - 1), 1)
    beside = np.einsum("ij,ij->i", totals[:-1], totals[1:]) / (counts[:-1] * counts[1:])
    fence = np.array([-np.inf])
    other = np.maximum(np.concatenate([fence, beside]), np.concatenate([beside, fence]))
    # Of distances 1 - similarity, as Rousseeuw has it: (b - a) / max(a, b).
    inside, outside = 1 - own, 1 - other
    widths = (outside - inside) / np.maximum(np.maximum(inside, outside), 1e-9)
    widths[counts == 1] = 0
    widths = widths.clip(-1, 1)
    return float(widths @ counts / counts.sum())


def _cohesion(prepared: Prepared, scores: Floats) -> Selection:
    """The best of some rungs spread evenly over the logarithm of the number of cuts."""
    vectors = cast("Vectors", prepared.vectors)
    ladder = Ladder.of(scores)
    wanted = np.geomspace(1, max(1, len(scores) / 2), _RUNGS)
    rungs = np.unique(np.searchsorted(ladder.cuts, wanted).clip(0, len(ladder.cuts) - 1))
    units = _stretches(len(vectors))
    sums = np.zeros((len(units) + 1, vectors.shape[1]))
    np.cumsum(vectors[units], axis=0, out=sums[1:])
    # Between two stretches every threshold cuts.
    inside = np.where(np.diff(units) == 1, scores[units[:-1]], -np.inf)
    widths = np.array([silhouette(sums, _edges(inside, t)) for t in ladder.thresholds[rungs]])
    best = int(np.argmax(widths))
    rung = rungs[best]
    value, cuts = ladder.at(rung), int(ladder.cuts[rung])
    lowest, highest = (rounded(ladder.thresholds[rungs[at]], 2) for at in (0, -1))
    reason = (
        f"of {count_of(len(rungs), 'threshold')} from {lowest} to {highest}, {value:g} with "
        f"{count_of(cuts, 'gap')} below it makes chunks that are most alike inside against their "
        f"neighbours: a silhouette of {rounded(widths[best], 2)}"
    )
    curve = Curve("silhouette by chunks", ladder.thresholds[rungs], widths, y_title="silhouette")
    confidence = float(np.clip(2 * widths[best], 0, 1))
    return Selection(value, confidence, reason, (curve,), {"silhouette": float(widths[best])})


def _stretches(count: int) -> Ints:
    """The units that are measured: all of them, or some long stretches spread evenly."""
    if count <= _STRETCHES * _LENGTH:
        return np.arange(count)
    starts = np.linspace(0, count - _LENGTH, _STRETCHES).astype(np.int64)
    return np.concatenate([np.arange(start, start + _LENGTH) for start in starts])


def _edges(scores: Floats, threshold: float) -> Ints:
    """Where chunks begin, and the end of the last, as indices of units."""
    inner = np.flatnonzero(scores < threshold) + 1
    return np.concatenate([[0], inner, [len(scores) + 1]])


COHESION = Selector(
    "cohesion",
    "Cohesion against neighbours",
    "The threshold whose chunks are most alike inside, compared with the chunks beside them.",
    "silhouette: Rousseeuw 1987, against adjacent chunks alone",
    _cohesion,
    needs_vectors=True,
)

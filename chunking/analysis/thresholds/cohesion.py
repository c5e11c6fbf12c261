"""Threshold whose chunks are most similar inside and least similar to their neighbors."""

from typing import cast

import numpy as np

from chunking.analysis.thresholds.selector import (
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
)
from chunking.core.arrays import Floats, Ints, Vectors
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import count_of, format_threshold, rounded

_THRESHOLDS = 32
# Long documents are sampled: this many spans of this many units.
_SPANS = 8
_SPAN_UNITS = 250


def adjacent_silhouette(cumulative: Floats, edges: Ints) -> float:
    """Return the mean silhouette of chunks against their more similar neighbor, -1 to 1.

    Source: Rousseeuw 1987, with distances `1 - similarity`. Chunks are weighted by their number of
    units; a chunk of one unit counts 0, as a cluster of one does.

    Args:
        cumulative: Running sums of the unit vectors, (n + 1, d).
        edges: Chunk k holds the units from `edges[k]` up to `edges[k + 1]`.
    """
    counts = np.diff(edges)
    totals = np.diff(cumulative[edges], axis=0)
    own = np.einsum("ij,ij->i", totals, totals) - counts
    own /= np.maximum(counts * (counts - 1), 1)
    neighbors = np.einsum("ij,ij->i", totals[:-1], totals[1:]) / (counts[:-1] * counts[1:])
    none = np.array([-np.inf])
    other = np.maximum(np.concatenate([none, neighbors]), np.concatenate([neighbors, none]))
    inside, outside = 1 - own, 1 - other
    silhouettes = (outside - inside) / np.maximum(np.maximum(inside, outside), 1e-9)
    silhouettes[counts == 1] = 0
    silhouettes = silhouettes.clip(-1, 1)
    return float(silhouettes @ counts / counts.sum())


def _select(prepared: Prepared, scores: Floats) -> SelectedThreshold:
    """Return the best of some thresholds, evenly spaced by the logarithm of their counts."""
    vectors = cast("Vectors", prepared.vectors)
    grid = ThresholdGrid.of(scores)
    counts = np.geomspace(1, max(1, len(scores) / 2), _THRESHOLDS)
    indices = np.unique(np.searchsorted(grid.counts, counts).clip(0, len(grid.counts) - 1))
    units = _sampled_units(len(vectors))
    cumulative = np.zeros((len(units) + 1, vectors.shape[1]))
    np.cumsum(vectors[units], axis=0, out=cumulative[1:])
    # There is always a boundary between two sampled spans.
    sampled = np.where(np.diff(units) == 1, scores[units[:-1]], -np.inf)
    thresholds = grid.thresholds[indices]
    values = np.array([adjacent_silhouette(cumulative, _edges(sampled, t)) for t in thresholds])
    best = int(np.argmax(values))
    lowest, highest = (format_threshold(float(thresholds[i])) for i in (0, -1))
    reason = (
        f"{grid.summary(int(indices[best]))}: silhouette {rounded(values[best], 2)}, the best of "
        f"{count_of(len(indices), 'threshold')} from {lowest} to {highest}"
    )
    curve = Curve("silhouette", thresholds, values, y_title="silhouette")
    facts = {"silhouette": float(values[best])}
    return SelectedThreshold(grid.rounded(int(indices[best])), reason, (curve,), facts)


def _sampled_units(count: int) -> Ints:
    """Return the indices of all units, or of evenly spaced spans of a long document."""
    if count <= _SPANS * _SPAN_UNITS:
        return np.arange(count)
    starts = np.linspace(0, count - _SPAN_UNITS, _SPANS).astype(np.int64)
    return np.concatenate([np.arange(start, start + _SPAN_UNITS) for start in starts])


def _edges(scores: Floats, threshold: float) -> Ints:
    """Return the first unit of each chunk, and the number of units."""
    inner = np.flatnonzero(scores < threshold) + 1
    return np.concatenate([[0], inner, [len(scores) + 1]])


COHESION = ThresholdSelector(
    "cohesion",
    "Uniform chunks",
    "The threshold whose chunks are most similar inside, compared with adjacent chunks.",
    "silhouette: Rousseeuw 1987, against adjacent chunks alone",
    _select,
    needs_vectors=True,
)

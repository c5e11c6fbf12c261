"""Similarity between the units on both sides of each gap, and of all units to each other."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from chunking.core.arrays import Bools, Floats, Ints, Vectors
from chunking.core.prepared import Signal
from chunking.core.units import Units

Encode: TypeAlias = Callable[[list[str]], Vectors]

# Similarities are rounded before any comparison, so that batching, hardware and the number of
# workers cannot change a result through float noise.
DECIMALS = 4

# Units on each side of a gap.
WINDOW = 3
# Vectors per matrix block: few enough to stay in the processor's cache.
_BLOCK = 256


def adjacent_signal(units: Units, vectors: Vectors) -> Signal:
    """Return the cosine similarity of each pair of neighboring units.

    Returns:
        Scores of shape (n - 1,), from -1 to 1.
    """
    products = np.einsum("ij,ij->i", vectors[:-1], vectors[1:], dtype=np.float64)
    scores = np.round(np.clip(products, -1.0, 1.0), DECIMALS) + 0.0  # no negative zero
    return Signal(units.gaps, scores, "adjacent")


def windowed_signal(units: Units, vectors: Vectors) -> Signal:
    """Return the similarity of the windows before and after each gap.

    Less sensitive to a single outlier than `adjacent_signal`.

    Returns:
        Scores of shape (n - 1,), from -1 to 1.
    """
    scores = np.round(window_similarity(vectors), DECIMALS) + 0.0
    return Signal(units.gaps, scores, "windowed")


def depth_signal(signal: Signal) -> Signal:
    """Return the depth scores of a similarity signal (Hearst 1997, TextTiling).

    The depth of a gap is `(left peak - score) + (right peak - score)`, where a peak is the highest
    score reached from the gap without a descent. It is at least 0, and large where the topic is
    likely to change.
    """
    return Signal(signal.gaps, np.round(depth_scores(signal.scores), DECIMALS) + 0.0, "depth")


def depth_scores(scores: Floats) -> Floats:
    """Return `left peak + right peak - 2 * score` of each gap, same shape (Hearst 1997)."""
    right: Floats = _left_ascents(scores[::-1])[::-1]
    return _left_ascents(scores) + right


def _left_ascents(scores: Floats) -> Floats:
    """Return how far the curve rises to the left of each gap before its first descent."""
    peaks = np.ones(len(scores), np.bool_)
    peaks[1:] = scores[1:] > scores[:-1]
    peak = np.maximum.accumulate(np.where(peaks, np.arange(len(scores)), 0))
    ascents: Floats = scores[peak] - scores
    return ascents


# Prefix of the name of a signal whose units are embedded together with their neighbors.
_BUFFERED = "buffered-"


def buffered_signal(neighbors: int) -> str:
    """Return the name of the signal whose units are embedded with `neighbors` on each side."""
    return f"{_BUFFERED}{neighbors}" if neighbors else "adjacent"


def buffer_size(signal: str | None) -> int:
    """Return the number of neighbors on each side that units of a signal are embedded with."""
    return int(signal.removeprefix(_BUFFERED)) if signal and signal.startswith(_BUFFERED) else 0


SIGNALS: dict[str, Callable[[Units, Vectors], Signal]] = {
    "adjacent": adjacent_signal,
    "windowed": windowed_signal,
}


def compute_signal(
    kind: str | None, text: str, units: Units, vectors: Vectors, encode: Encode
) -> Signal:
    """Return the signal of a kind.

    A buffered signal ignores `vectors` and embeds each unit together with its neighbors.

    Args:
        kind: Name of the signal; None for "adjacent".
    """
    neighbors = buffer_size(kind)
    if not neighbors:
        return SIGNALS[kind or "adjacent"](units, vectors)
    indices = np.arange(len(units))
    starts = units.starts[np.maximum(indices - neighbors, 0)].tolist()
    ends = units.ends[np.minimum(indices + neighbors, len(units) - 1)].tolist()
    buffered = encode([text[start:end] for start, end in zip(starts, ends, strict=True)])
    return replace(adjacent_signal(units, buffered), kind=str(kind))


def candidate_scores(signal: Signal) -> Floats:
    """Return the scores to compare with a threshold, (n - 1,).

    A boundary lowers a windowed signal over several gaps, of which only the minimum is a candidate
    boundary. All other gaps score 1, so that no minimum size is needed to separate boundaries.
    """
    if signal.kind != "windowed":
        return signal.scores
    return np.where(local_minima(signal.scores), signal.scores, 1.0)


def local_minima(scores: Floats) -> Bools:
    """Return where a curve is no higher than on either side, same shape."""
    padded = np.concatenate([[np.inf], scores, [np.inf]])
    minima: Bools = scores <= np.minimum(padded[:-2], padded[2:])
    return minima


def window_similarity(vectors: Vectors, window: int = WINDOW) -> Floats:
    """Return the cosine similarity of the mean vectors before and after each gap.

    Near the ends of a document windows are shorter, and means of fewer vectors are less similar.
    Their similarity is raised to the value expected of full windows, from the mean similarity of
    nearby units.

    Args:
        vectors: Unit vectors of n units, (n, d).
        window: Units on each side.

    Returns:
        Similarities of shape (n - 1,).
    """
    return window_similarities(lagged_products(vectors, 2 * window), window, len(vectors))


def lagged_products(vectors: Vectors, lags: int) -> list[Floats]:
    """Return the product of each unit with the one `lag` units later, for each lag below `lags`.

    Each column is zero-padded by `lags` on both sides: (n + 2 * lags,).
    """
    count = len(vectors)
    products = [np.zeros(count + 2 * lags) for _ in range(lags)]
    for first in range(0, count, _BLOCK):
        block = vectors[first : first + _BLOCK]
        for lag, column in enumerate(products):
            later = vectors[first + lag : first + lag + len(block)]
            target = slice(lags + first, lags + first + len(later))
            column[target] = np.einsum("ij,ij->i", block[: len(later)], later)
    return products


def window_similarities(products: list[Floats], window: int, count: int) -> Floats:
    """Return the window similarity of each gap between `count` units from `lagged_products`.

    Of the sums A and B of the units in both windows, `A·B = (|A + B|² - |A|² - |B|²) / 2`.
    """
    lags = len(products)
    before = lags - window + np.arange(1, count)
    single, double = _squared_sums(products, window), _squared_sums(products, 2 * window)
    a, b, both = single[before], single[before + window], double[before]
    norms = np.sqrt(np.maximum(a * b, 1e-12))
    lengths = _expected_mean_lengths(products, window, count)
    sizes = np.minimum(np.arange(count + 1), window)
    correction = (lengths[sizes] * lengths[sizes[::-1]])[1:-1] / lengths[window] ** 2
    similarities: Floats = np.clip((both - a - b) / 2 / norms * correction, -1, 1)
    return similarities


def _expected_mean_lengths(products: list[Floats], window: int, count: int) -> Floats:
    """Return the expected length of the mean of 0 to `window` nearby unit vectors, (window + 1,).

    For k vectors with a mean product of r it is `√((1 + (k - 1) r) / k)`.
    """
    total = sum(float(products[lag].sum()) for lag in range(1, window))
    pairs = sum(max(count - lag, 0) for lag in range(1, window))
    mean_product = min(max(total / max(pairs, 1), 0.0), 1.0)
    sizes = np.maximum(np.arange(window + 1), 1)
    lengths: Floats = np.sqrt((1 + (sizes - 1) * mean_product) / sizes)
    return lengths


def _squared_sums(products: list[Floats], window: int) -> Floats:
    """Return the squared length of the sum of `window` units from each position on."""
    size = len(products[0]) - window + 1
    total = np.zeros(size)
    for lag in range(window):
        sums = np.concatenate([np.zeros(1), np.cumsum(products[lag])])
        part = sums[window - lag :][:size] - sums[:size]
        total += part if lag == 0 else 2 * part
    return total


# Rows and columns: more than a screen shows.
MAX_CELLS = 400


@dataclass(frozen=True, slots=True, eq=False)
class SelfSimilarity:
    """Similarity of all pairs of spans of a document, an m × m matrix.

    Row and column i stand for the span from offset `edges[i]` to `edges[i + 1]`, (m + 1,).
    `values[i, j]` is the mean cosine of the units of spans i and j, (m, m), symmetric, -1 to 1.
    """

    edges: Ints
    values: Floats

    def range(self) -> tuple[float, float]:
        """Return the 1st and the 99th percentile of the values off the diagonal."""
        off_diagonal = self.values[~np.eye(len(self.values), dtype=bool)]
        if not len(off_diagonal):
            return 0.0, 1.0
        low, high = np.percentile(off_diagonal, [1, 99])
        return (float(low), float(high)) if low < high else (float(low), float(low) + 1)


def self_similarity(units: Units, vectors: Vectors, max_cells: int = MAX_CELLS) -> SelfSimilarity:
    """Return the self-similarity matrix of a document.

    The mean of all cosines between two groups of units is the product of their mean vectors. So
    vectors are averaged first, and the cost of the product does not depend on the length.

    Args:
        max_cells: Maximum number of rows; more units than that are averaged in groups.
    """
    count = len(units)
    cells = min(max_cells, count)
    first = np.linspace(0, count, cells + 1).astype(np.int64)
    if not count:
        return SelfSimilarity(np.zeros(1, np.int64), np.zeros((0, 0)))
    sums = np.add.reduceat(vectors.astype(np.float64), first[:-1], axis=0)
    means = sums / np.diff(first)[:, None]
    edges = np.append(units.starts[first[:-1]], units.ends[-1])
    return SelfSimilarity(edges, np.clip(means @ means.T, -1, 1))

"""Clustering of similar neighbors by dynamic programming (Chroma's ClusterSemanticChunker)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from chunking.core.arrays import Bools, Floats, Ints, Vectors
from chunking.core.cuts import Cuts, Reason
from chunking.core.errors import SettingsError
from chunking.core.prepared import NONE, Constraints, Material, Prepared, Signal
from chunking.strategies.base import (
    COHESION,
    Strategy,
    TokenizerSetting,
    max_field,
    model_field,
    model_tokenizer_field,
    overlap_field,
    oversize_field,
    tokens_field,
)
from chunking.strategies.keep_together import KeepWhole, joined_gaps, keep_whole_field
from chunking.strategies.packing import Packing, pack
from chunking.strategies.signals.similarity import DECIMALS, lagged_products

# Maximum cells of the table of gains, which bounds the segments per chunk of a long text.
_MAX_CELLS = 8_000_000


class Cluster(Strategy):
    """The segmentation whose chunks of at most `max_tokens` have the highest total similarity.

    Sentences are grouped into pieces of about `piece_tokens`. Two pieces in one chunk gain their
    cosine less the mean of all pairs of the text, so dissimilar ones are separated.
    """

    name: ClassVar[str] = "cluster"
    title: ClassVar[str] = "Clusters of neighbors"
    summary: ClassVar[str] = "The segmentation with the highest similarity within chunks."
    source: ClassVar[str] = "Chroma, ClusterSemanticChunker"

    max_tokens: int = max_field(400, "Maximum size, overlap included.", relaxed=False)
    piece_tokens: int = tokens_field(
        50, "Group sentences into pieces of about this size; 1: no grouping.",
        ge=1, slider=[1, 200], step=1,
    )  # fmt: skip
    overlap_tokens: int = overlap_field(0)
    keep_whole: KeepWhole = keep_whole_field()
    oversize: Literal["keep", "split"] = oversize_field("split")
    model: str = model_field()
    tokenizer: TokenizerSetting = model_tokenizer_field()

    @property
    def material(self) -> Material:
        """Sentences, sizes and vectors."""
        return Material("sentences", self.tokenizer, self.model, "adjacent")

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts of the segmentation with the highest total gain."""
        if prepared.vectors is None:
            raise SettingsError("cluster needs prepared vectors; prepare with its own material")
        packing = Packing.of(self, candidate_reason=Reason.OPTIMUM)
        if len(prepared.units) < 2:
            return pack(prepared, packing, constraints=constraints)
        from chunking.strategies.optimal.dynamic_programming import optimal_boundaries

        # The overlap is reserved in full, so that it can never move a boundary.
        room = self.max_tokens - self.overlap_tokens
        joined = joined_gaps(prepared, room, constraints, self.keep_whole)
        pieces = _pieces(prepared, min(self.piece_tokens, room), joined, constraints)
        gains = chunk_gains(_mean_vectors(prepared, pieces.first), pieces.widths(room, prepared))
        candidates = np.zeros(len(prepared.units.gaps), np.bool_)
        candidates[pieces.first[optimal_boundaries(-gains, np.zeros(len(gains)))] - 1] = True
        return pack(prepared, packing, candidates, constraints, joined)

    def curve(self, prepared: Prepared, boundaries: Ints) -> Signal | None:
        """Return the cohesion of the chosen groups."""
        if prepared.vectors is None:
            return None
        gaps = prepared.units.gaps
        return Signal(gaps, cohesion(prepared.vectors, np.isin(gaps, boundaries)), COHESION)


def cohesion(vectors: Vectors, cut: Bools) -> Floats:
    """Return the mean cosine of all pairs of sentences in the group of each gap, (n - 1,).

    At a boundary it is that of all pairs of a sentence before it and one after it.

    Args:
        vectors: Unit vectors of n sentences, (n, d).
        cut: Whether each gap is a boundary between groups, (n - 1,).
    """
    if len(vectors) < 2:
        return np.zeros(0)
    first = np.concatenate([[0], np.flatnonzero(cut) + 1])
    counts = np.diff(np.append(first, len(vectors)))
    sums = np.add.reduceat(vectors.astype(np.float64), first, axis=0)
    squares = np.einsum("ij,ij->i", sums, sums)
    inside = (squares - counts) / np.maximum(1, counts * (counts - 1))
    between = np.einsum("ij,ij->i", sums[:-1], sums[1:]) / (counts[:-1] * counts[1:])
    found: Floats = np.repeat(inside, counts)[:-1]
    found[cut] = between
    return np.round(found, DECIMALS)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Groups of neighboring units: piece i holds units `first[i]` to `last[i]`, (m,) each.

    `required` is whether a manual boundary is before the piece.
    """

    first: Ints
    last: Ints
    required: Bools

    def widths(self, tokens: int, prepared: Prepared) -> Ints:
        """Return how many pieces a chunk of so many tokens may hold that ends with each, (m,)."""
        units, sizes = prepared.units, prepared.sizes
        starts, ends = sizes.ticks(units.starts[self.first]), sizes.ticks(units.ends[self.last])
        earliest = np.searchsorted(starts, ends - tokens * sizes.per)
        at = np.arange(len(starts))
        required = np.maximum.accumulate(np.where(self.required, at, 0))
        widths = at - np.minimum(np.maximum(earliest, required), at) + 1
        return np.minimum(widths, max(1, _MAX_CELLS // len(at)))


def _pieces(prepared: Prepared, tokens: int, joined: Bools, constraints: Constraints) -> _Pieces:
    """Return units grouped up to so many tokens; joined ones always stay together."""
    units, sizes = prepared.units, prepared.sizes
    required = np.concatenate([[False], np.isin(units.gaps, constraints.required)])
    forbidden = np.isin(units.gaps, constraints.forbidden)
    continues = np.concatenate([[False], joined | forbidden]).tolist()
    required[1:] &= ~forbidden
    begins = required.tolist()
    starts, ends = sizes.ticks(units.starts).tolist(), sizes.ticks(units.ends).tolist()
    most, first, piece_start = tokens * sizes.per, [], 0
    for i, end in enumerate(ends):
        if i == 0 or (not continues[i] and (begins[i] or end - piece_start > most)):
            first.append(i)
            piece_start = starts[i]
    firsts = np.array(first, dtype=np.int64)
    return _Pieces(firsts, np.append(firsts[1:], len(units)) - 1, required[firsts])


def _mean_vectors(prepared: Prepared, first: Ints) -> Vectors:
    """Return the mean direction of each piece's sentences, weighted by their size, (m, d)."""
    units, vectors = prepared.units, prepared.vectors
    if vectors is None or len(first) == len(vectors):
        return np.zeros((0, 0), np.float32) if vectors is None else vectors
    weights = prepared.sizes.ticks(units.ends) - prepared.sizes.ticks(units.starts)
    sums = np.add.reduceat(vectors * np.maximum(weights, 1)[:, None], first, axis=0)
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    means: Vectors = (sums / np.where(norms > 0, norms, 1)).astype(np.float32)
    return means


def chunk_gains(vectors: Vectors, widths: Ints) -> Floats:
    """Return the gain of each run of pieces as one chunk, (m, width): the sum over its pairs.

    `[e, d]` belongs to the d + 1 pieces that end with piece e, and is -inf beyond `widths[e]`.
    The gain of a pair is its cosine less the mean of all pairs.
    """
    count, width = len(vectors), int(widths.max(initial=1))
    products = lagged_products(vectors, width)
    mean = _mean_of_pairs(vectors)
    gains = np.zeros((count, width))
    with_last = np.zeros(count)
    for lag in range(1, width):
        # Pairs of the last piece with each of the `lag` before it, plus the pairs among these.
        cosines = np.round(products[lag][width : width + count - lag], DECIMALS)
        with_last[lag:] += cosines - mean
        gains[lag:, lag] = gains[lag - 1 : -1, lag - 1] + with_last[lag:]
    gains[np.arange(width) >= widths[:, None]] = -np.inf
    return gains


def _mean_of_pairs(vectors: Vectors) -> float:
    """Return the mean cosine of all pairs of pieces, rounded to remove float noise."""
    count = len(vectors)
    if count < 2:
        return 0.0
    total = vectors.sum(axis=0, dtype=np.float64)
    squares = float(np.einsum("ij,ij->", vectors, vectors, dtype=np.float64))
    return round((float(total @ total) - squares) / (count * (count - 1)), DECIMALS + 2)

"""The clustering of neighbours that are most alike (Chroma's ClusterSemanticChunker)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from chunking.errors import SettingsError
from chunking.similarity import DECIMALS, band
from chunking.strategies.base import Strategy, oversize_field, tokens_field
from chunking.strategies.fields import (
    Precision,
    max_field,
    model_field,
    overlap_field,
    precision_field,
)
from chunking.strategies.lists import Whole, gaps_held, whole_field
from chunking.strategies.packing import Rule, pack
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.chunks import Cuts
    from chunking.types import Bools, Floats, Ints, Vectors


# So many rows of pieces are compared at most, which bounds the pieces in a chunk of a long text.
_CELLS = 8_000_000


class Cluster(Strategy):
    """Of all cuttings into chunks of at most `max_tokens`, the one with the most alike in them.

    Sentences are put together to pieces of about `piece_tokens`. What two pieces of one chunk
    are worth is their cosine less the mean of all pairs of the text, so unlike ones are parted.
    """

    name: ClassVar[str] = "cluster"
    title: ClassVar[str] = "Clusters of neighbours"
    summary: ClassVar[str] = "The cutting whose chunks hold the most pieces that are alike."
    source: ClassVar[str] = "Chroma, ClusterSemanticChunker"

    max_tokens: int = max_field(
        400, "No chunk is larger than this, overlap included.", relaxed=False
    )
    piece_tokens: int = tokens_field(
        50, "Sentences are put together to pieces of this size; 1 takes each by itself.",
        "Piece", ge=1, slider=[1, 200], step=1,
    )  # fmt: skip
    overlap_tokens: int = overlap_field(0)
    structure: Whole = whole_field()
    oversize: Literal["keep", "split"] = oversize_field("split")
    model: str = model_field()
    precision: Precision = precision_field()

    @property
    def material(self) -> Material:
        """Sentences, their sizes and vectors."""
        return Material("sentences", self.count_in, self.model, self.precision, "adjacent")

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """The cuts of the cutting whose chunks are worth most together."""
        if prepared.vectors is None:
            raise SettingsError("cluster needs prepared vectors; prepare with its own material")
        rule = Rule(
            0, self.max_tokens, self.overlap, Reason.MAX_TOKENS, Reason.FITS,
            asked=Reason.OPTIMUM, split_atomic=self.oversize == "split",
        )  # fmt: skip
        if len(prepared.units) < 2:
            return pack(prepared, rule, constraints=constraints)
        from chunking.optimum.search import cheapest

        # The overlap is reserved in full, so that it can never move a cut.
        room = self.max_tokens - self.overlap_tokens
        held = gaps_held(prepared, self.structure, room, constraints)
        pieces = _pieces(prepared, min(self.piece_tokens, room), held, constraints)
        rows = worths(_means(prepared, pieces.first), pieces.widths(room, prepared))
        wanted = np.zeros(len(prepared.units.gaps), np.bool_)
        wanted[pieces.first[cheapest(-rows, np.zeros(len(rows)))] - 1] = True
        return pack(prepared, rule, wanted, constraints, held)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Units in rows of neighbours: `first[i]` and `last[i]` are those of piece i, (m,) each.

    `marked` says which pieces a mark by hand has begin a chunk.
    """

    first: Ints
    last: Ints
    marked: Bools

    def widths(self, tokens: int, prepared: Prepared) -> Ints:
        """How many pieces a chunk of so many tokens may hold that ends with each, (m,)."""
        units, sizes = prepared.units, prepared.sizes
        begins, ends = sizes.ticks(units.starts[self.first]), sizes.ticks(units.ends[self.last])
        earliest = np.searchsorted(begins, ends - tokens * sizes.per)
        at = np.arange(len(begins))
        mark = np.maximum.accumulate(np.where(self.marked, at, 0))
        widths = at - np.minimum(np.maximum(earliest, mark), at) + 1
        return np.minimum(widths, max(1, _CELLS // len(at)))


def _pieces(prepared: Prepared, tokens: int, held: Bools, constraints: Constraints) -> _Pieces:
    """Units put together while they hold so many tokens; those about a held gap always."""
    units, sizes = prepared.units, prepared.sizes
    required = np.concatenate([[False], np.isin(units.gaps, constraints.required)])
    forbidden = np.isin(units.gaps, constraints.forbidden)
    together = np.concatenate([[False], held | forbidden]).tolist()
    required[1:] &= ~forbidden
    marks = required.tolist()
    begins, ends = sizes.ticks(units.starts).tolist(), sizes.ticks(units.ends).tolist()
    most, first, size_from = tokens * sizes.per, [], 0
    for i, end in enumerate(ends):
        if i == 0 or (not together[i] and (marks[i] or end - size_from > most)):
            first.append(i)
            size_from = begins[i]
    firsts = np.array(first, dtype=np.int64)
    return _Pieces(firsts, np.append(firsts[1:], len(units)) - 1, required[firsts])


def _means(prepared: Prepared, first: Ints) -> Vectors:
    """The mean direction of each piece's sentences, weighed by their size, (m, d)."""
    units, vectors = prepared.units, prepared.vectors
    if vectors is None or len(first) == len(vectors):
        return np.zeros((0, 0), np.float32) if vectors is None else vectors
    weights = prepared.sizes.ticks(units.ends) - prepared.sizes.ticks(units.starts)
    sums = np.add.reduceat(vectors * np.maximum(weights, 1)[:, None], first, axis=0)
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    means: Vectors = (sums / np.where(norms > 0, norms, 1)).astype(np.float32)
    return means


def worths(vectors: Vectors, widths: Ints) -> Floats:
    """What rows of pieces are worth as one chunk, (m, width): the sum over their pairs.

    `[e, d]` belongs to the d + 1 pieces that end with piece e, and is -inf where these are more
    than `widths[e]`. A pair is worth its cosine less the mean of all pairs.
    """
    count, width = len(vectors), int(widths.max(initial=1))
    lags = band(vectors, width)
    mean = _mean_of_pairs(vectors)
    rows = np.zeros((count, width))
    column = np.zeros(count)
    for lag in range(1, width):
        # What the last piece and each of the `lag` before it are worth, then the pairs of those.
        products = np.round(lags[lag][width : width + count - lag], DECIMALS)
        column[lag:] += products - mean
        rows[lag:, lag] = rows[lag - 1 : -1, lag - 1] + column[lag:]
    rows[np.arange(width) >= widths[:, None]] = -np.inf
    return rows


def _mean_of_pairs(vectors: Vectors) -> float:
    """The mean cosine of all pairs of pieces, rounded so that float noise decides nothing."""
    count = len(vectors)
    if count < 2:
        return 0.0
    total = vectors.sum(axis=0, dtype=np.float64)
    squares = float(np.einsum("ij,ij->", vectors, vectors, dtype=np.float64))
    return round((float(total @ total) - squares) / (count * (count - 1)), DECIMALS + 2)

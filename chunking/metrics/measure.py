"""What a measure is, and what it looks at."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from chunking.numerals import rounded
from chunking.strategies.base import LIMITLESS

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.metrics.shared import Shared
    from chunking.types import Floats, Ints, Prepared, Sizes, UnitKind, Units


@dataclass(frozen=True, eq=False)
class Reading:
    """A chunking with all that a measure may look at.

    `sentences` is the same document prepared with units "sentences"; its `vectors` may be None.
    `pieces` counts word pieces of the text (`per` 1), and a model reads `window` of them at
    once, its two special tokens included. `limits` are the smallest and the largest chunk that
    is wanted, in tokens. `shared` saves work where many chunkings of one document are measured.
    """

    chunking: Chunking
    sentences: Prepared
    pieces: Sizes | None = None
    window: int = 256
    limits: tuple[int, int] = (0, LIMITLESS)
    shared: Shared | None = None

    @cached_property
    def edges(self) -> Ints:
        """Every offset at which a core starts or ends, ascending, (2n,)."""
        return edges_of(self.chunking)

    @cached_property
    def members(self) -> Ints:
        """The rows [a, b) of the sentences of each chunk, (n, 2).

        A sentence belongs to the chunk whose core holds its midpoint.
        """
        units, chunking = self.sentences.units, self.chunking
        middles = (units.starts + units.ends) // 2
        edges = np.stack([chunking.start, chunking.end], axis=1)
        return np.searchsorted(middles, edges).astype(np.int64)

    @cached_property
    def means(self) -> Floats:
        """The mean of the sentence vectors of each chunk, (n, d) float64.

        A row is nan where a chunk has no sentence; without vectors the shape is (n, 1) and
        every row is nan.
        """
        vectors = self.sentences.vectors
        if vectors is None or len(vectors) == 0:
            return np.full((len(self.chunking), 1), np.nan)
        means = np.full((len(self.chunking), vectors.shape[1]), np.nan)
        if self.shared is not None and self.shared.sums is not None:
            first, last = self.members[:, 0], self.members[:, 1]
            there = last > first
            sums = self.shared.sums[last[there]] - self.shared.sums[first[there]]
            means[there] = sums / (last - first)[there, None]
            return means
        # One sum a chunk: numpy's reduceat takes three times as long here.
        for row, (a, b) in enumerate(self.members.tolist()):
            if b > a:
                means[row] = vectors[a:b].sum(axis=0, dtype=np.float64) / (b - a)
        return means

    def broken(self, kind: UnitKind) -> int:
        """The blocks of a kind that a core starts or ends inside of."""
        return cut_inside(self.edges, self.sentences.layout.blocks, kind)


def edges_of(chunking: Chunking) -> Ints:
    """Every offset at which a core starts or ends, ascending, (2n,)."""
    return np.sort(np.concatenate([chunking.start, chunking.end]))


def cut_inside(edges: Ints, blocks: Units, kind: UnitKind) -> int:
    """How many blocks of a kind have one of those offsets, ascending, inside."""
    of_kind = blocks.kinds == kind.code
    starts, ends = blocks.starts[of_kind], blocks.ends[of_kind]
    before = np.searchsorted(edges, starts, side="right")
    return int(np.count_nonzero(np.searchsorted(edges, ends) > before))


Compute: TypeAlias = Callable[[Reading], float]
Better: TypeAlias = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True, repr=False)
class Wording:
    """The words for one number, and its range. Its repr is its name.

    `low` and `high` bound it, None where it is open. `caution` is a sentence on what else than
    better cuts changes it, empty where none is known. `source` is author and year. `decimals` are
    those it is shown with wherever it is shown; a share is shown in percent.
    """

    name: str
    title: str
    description: str
    better: Better = field(default="neither", kw_only=True)
    unit: str = field(default="", kw_only=True)
    low: float | None = field(default=0, kw_only=True)
    high: float | None = field(default=None, kw_only=True)
    caution: str = field(default="", kw_only=True)
    source: str = field(default="", kw_only=True)
    decimals: int = field(default=3, kw_only=True)

    def shown(self, value: float) -> str:
        """A value of it as people read it; a dash where it means nothing."""
        if not math.isfinite(value):
            return "-"
        if self.unit == "share":
            return rounded(100 * value, self.decimals) + "%"
        return rounded(value, self.decimals)

    @property
    def meaning(self) -> str:
        """The description, and the caution where there is one."""
        return f"{self.description} {self.caution}".strip()

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Measure(Wording):
    """One number about a chunking, with the words for it.

    `compute` gives nan where the number means nothing: there are no cuts, no vectors, no word
    pieces.
    """

    compute: Compute


def known_mean(values: Floats) -> float:
    """The mean of the numbers that are there; nan where none is."""
    there = values[~np.isnan(values)]
    return float(there.mean()) if len(there) else float("nan")

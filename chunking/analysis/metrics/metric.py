"""Measures and the evaluation of a chunking that they are computed from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.prepared import Prepared
from chunking.core.text.characters import WHITESPACE, code_points, in_table
from chunking.core.text.numbers import rounded
from chunking.core.text.sizes import Sizes
from chunking.core.units import UnitKind, Units
from chunking.embedding import ModelTokens
from chunking.strategies.base import UNLIMITED


@dataclass(frozen=True, eq=False, slots=True)
class Precomputed:
    """Values of one document that many evaluations of it reuse.

    Attributes:
        sums: The sum of the vectors of the first i sentences, (s + 1, d) float64: the mean of
            sentences [a, b) is `(sums[b] - sums[a]) / (b - a)`. None without vectors.
    """

    sums: Floats | None
    blanks: Ints

    @classmethod
    def of(cls, sentences: Prepared) -> Precomputed:
        """Return the values of a document that is prepared with sentences."""
        vectors, sums = sentences.vectors, None
        if vectors is not None and len(vectors):
            sums = np.zeros((len(vectors) + 1, vectors.shape[1]))
            np.cumsum(vectors, axis=0, dtype=np.float64, out=sums[1:])
        return cls(sums, blank_offsets(sentences.document.text))


def blank_offsets(text: str) -> Ints:
    """Return the offsets of blank characters, ascending."""
    return np.flatnonzero(in_table(code_points(text), WHITESPACE)).astype(np.int64, copy=False)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A chunking with everything that metrics are computed from.

    Attributes:
        sentences: The same document prepared with sentences; its vectors may be None.
        tokens: The text in the tokens of the model; None if unknown.
        limits: The minimum and the maximum size of a chunk, in tokens.
        precomputed: Saves time where many chunkings of one document are measured.
        unit: Counts the sizes that are shown; None: as the chunking does.
    """

    chunking: Chunking
    sentences: Prepared
    tokens: ModelTokens | None = None
    limits: tuple[int, int] = (0, UNLIMITED)
    precomputed: Precomputed | None = None
    unit: Sizes | None = None

    @cached_property
    def shown_tokens(self) -> Ints:
        """The sizes of the chunks in the unit that is shown, overlap included, (n,)."""
        return tokens_in(self.chunking, self.unit)

    @cached_property
    def edges(self) -> Ints:
        """The offsets at which a core starts or ends, ascending, (2n,)."""
        return edges_of(self.chunking)

    @cached_property
    def members(self) -> Ints:
        """The range [a, b) of the sentences of each chunk, (n, 2).

        A sentence belongs to the chunk whose core contains its midpoint.
        """
        units, chunking = self.sentences.units, self.chunking
        middles = (units.starts + units.ends) // 2
        edges = np.stack([chunking.start, chunking.end], axis=1)
        return np.searchsorted(middles, edges).astype(np.int64)

    @cached_property
    def means(self) -> Floats:
        """The mean of the sentence vectors of each chunk, (n, d) float64.

        A row is nan where a chunk has no sentence. Without vectors all are nan, (n, 1).
        """
        vectors = self.sentences.vectors
        if vectors is None or len(vectors) == 0:
            return np.full((len(self.chunking), 1), np.nan)
        means = np.full((len(self.chunking), vectors.shape[1]), np.nan)
        if self.precomputed is not None and self.precomputed.sums is not None:
            first, last = self.members[:, 0], self.members[:, 1]
            known = last > first
            sums = self.precomputed.sums[last[known]] - self.precomputed.sums[first[known]]
            means[known] = sums / (last - first)[known, None]
            return means
        # One sum for each chunk: numpy's reduceat takes three times as long here.
        for row, (a, b) in enumerate(self.members.tolist()):
            if b > a:
                means[row] = vectors[a:b].sum(axis=0, dtype=np.float64) / (b - a)
        return means

    def count_broken(self, kind: UnitKind) -> int:
        """Return the number of blocks of a kind that a core starts or ends inside of."""
        return count_broken(self.edges, self.sentences.layout.blocks, kind)


def tokens_in(chunking: Chunking, unit: Sizes | None) -> Ints:
    """Return the sizes of chunks, overlap included, in a unit; None: as the chunking counts."""
    if unit is None:
        return chunking.tokens
    return unit.token_counts(chunking.start - chunking.overlap, chunking.end)


def edges_of(chunking: Chunking) -> Ints:
    """Return the offsets at which a core starts or ends, ascending, (2n,)."""
    return np.sort(np.concatenate([chunking.start, chunking.end]))


def count_broken(edges: Ints, blocks: Units, kind: UnitKind) -> int:
    """Return the number of blocks of a kind with one of the ascending offsets inside."""
    of_kind = blocks.kinds == kind.code
    starts, ends = blocks.starts[of_kind], blocks.ends[of_kind]
    before = np.searchsorted(edges, starts, side="right")
    return int(np.count_nonzero(np.searchsorted(edges, ends) > before))


Compute: TypeAlias = Callable[[Evaluation], float]
Better: TypeAlias = Literal["higher", "lower", "neither"]


@dataclass(frozen=True, slots=True, repr=False)
class MetricInfo:
    """Name, description and range of one number; its repr is its name.

    Attributes:
        unit: Unit of the value; a "share" is shown in percent.
        caution: What other than better boundaries changes the value, as one sentence.
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

    def format(self, value: float) -> str:
        """Format a value; a dash where it is undefined."""
        if not math.isfinite(value):
            return "-"
        if self.unit == "share":
            return rounded(100 * value, self.decimals) + "%"
        return rounded(value, self.decimals)

    @property
    def meaning(self) -> str:
        """The description with the caution."""
        return f"{self.description} {self.caution}".strip()

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, repr=False)
class Metric(MetricInfo):
    """A number computed from an evaluation.

    Attributes:
        compute: Returns nan where the number is undefined: without boundaries, vectors or tokens.
        parts: Returns the values, (n,), nan where undefined, whose mean the number is; None for a
            number that is no mean of a sample.
    """

    compute: Compute
    parts: Callable[[Evaluation], Floats] | None = field(default=None, kw_only=True)


def mean_interval(values: Floats) -> tuple[float, float]:
    """Return the 95% interval of the mean of values that are not nan; infinite for less than two.

    By the normal approximation, with the values taken as independent.
    """
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return -math.inf, math.inf
    mean, reach = float(known.mean()), 1.96 * float(known.std(ddof=1)) / math.sqrt(len(known))
    return mean - reach, mean + reach


def known_mean(values: Floats) -> float:
    """Return the mean of the values that are not nan; nan without any."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


def best_rows(values: Sequence[float], texts: Sequence[str], better: Better) -> list[int]:
    """Return the rows with the best value; none where all are equal or no direction is better.

    Args:
        values: The values, nan where undefined.
        texts: The values as text: those that are equal as text tie.
    """
    known = [
        (value, text) for value, text in zip(values, texts, strict=True) if math.isfinite(value)
    ]
    if better == "neither" or len({text for _, text in known}) < 2:
        return []
    _, best = max(known) if better == "higher" else min(known)
    return [i for i, text in enumerate(texts) if text == best]

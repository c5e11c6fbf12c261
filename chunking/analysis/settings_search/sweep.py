"""Measure every combination of a grid."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import numpy as np

from chunking.analysis.metrics import METRICS, Evaluation, Metric, Precomputed, boundary_agreement
from chunking.analysis.metrics.boundaries import (
    ReferenceBoundaries,
    boundary_metrics,
    unit_boundaries,
)
from chunking.analysis.metrics.cohesion import SILHOUETTE
from chunking.analysis.metrics.metric import MetricInfo
from chunking.analysis.metrics.sizes import CHUNKS, INSIDE_LIMITS, TRUNCATED
from chunking.analysis.settings_search.axes import Grid
from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.errors import SettingsError, expect
from chunking.core.prepared import Material, Prepared
from chunking.embedding import ModelTokens
from chunking.engine import run
from chunking.strategies import Strategy

# Values of `Sweep.result_index` where a cell has no result.
PENDING, INVALID = -2, -1

# The silhouette compares every sentence with three chunks, which takes as long as all the rest.
QUICK = tuple(metric for metric in METRICS if metric is not SILHOUETTE)

AGREEMENT = MetricInfo(
    "agreement",
    "Agreement with current",
    "Boundary similarity to the current settings: 1 means identical, 0 nothing in common.",
    high=1,
    source="Fournier 2013",
)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The boundaries and metrics (by name) of all cells with identical chunks."""

    boundaries: Ints
    metrics: dict[str, float]


class Sweep:
    """A document split with the settings of every cell of a grid.

    Attributes:
        results: One entry for each distinct chunking found so far.
        result_index: The entry of each cell, (cells,); `PENDING` before `steps` reaches the cell,
            `INVALID` where its settings contradict each other.

    Args:
        prepare: Prepares the document for a material; called once for each material.
        tokens: Returns the text in the tokens of a model, for the metrics that compare with its
            limit; called once for each model of the grid, and with None for none.

    Raises:
        SettingsError: `grid` is no Grid, or `sentences` is not a prepared document.
    """

    def __init__(
        self,
        grid: Grid,
        prepare: Callable[[Material], Prepared],
        sentences: Prepared,
        tokens: Callable[[str | None], ModelTokens] | None = None,
        metrics: Sequence[Metric] = QUICK,
    ) -> None:
        self.grid = expect(grid, Grid, "the grid of a sweep must be a Grid of settings")
        expect(sentences, Prepared, "the document must be prepared with sentences")
        self.metrics = tuple(metrics)
        self.results: list[Result] = []
        self.result_index: Ints = np.full(len(grid), PENDING, np.int64)
        self._inside_limits = np.full(len(grid), np.nan)
        self._prepare, self._sentences = prepare, sentences
        self._count = None if tokens is None else cache(tokens)
        self._varies_model = any(axis.name == "model" for axis in grid.axes)
        self._prepared: dict[Material, Prepared] = {}
        self._known: dict[tuple[bytes, str | None], int] = {}

    @property
    def done(self) -> int:
        """Number of cells that are measured."""
        return int(np.count_nonzero(self.result_index != PENDING))

    def steps(self) -> Iterator[int]:
        """Measure cell after cell, yielding the number done; a later call resumes."""
        precomputed = Precomputed.of(self._sentences)
        for cell in range(len(self.grid)):
            if self.result_index[cell] == PENDING:
                strategy = self.grid.strategy(cell)
                self.result_index[cell] = (
                    INVALID if strategy is None else self._measure(cell, strategy, precomputed)
                )
            yield cell + 1

    def _measure(self, cell: int, strategy: Strategy, precomputed: Precomputed) -> int:
        material = strategy.material
        if material not in self._prepared:
            self._prepared[material] = self._prepare(material)
        chunking = run(self._prepared[material], strategy)
        tokens = None if self._count is None else self._count(material.model)
        evaluation = Evaluation(
            chunking, self._sentences, tokens, limits=strategy.limits, precomputed=precomputed
        )
        # Identical chunks may be inside the limits of one cell and outside those of another.
        self._inside_limits[cell] = INSIDE_LIMITS.compute(evaluation)
        # The limits of models differ.
        key = _key(chunking), material.model if self._varies_model else None
        if key not in self._known:
            found = {each.name: each.compute(evaluation) for each in self.metrics}
            self.results.append(Result(chunking.boundaries, found))
            self._known[key] = len(self.results) - 1
        return self._known[key]

    def column(self, name: str) -> Floats:
        """Return a metric of every cell, (cells,); nan where it is undefined or pending.

        Raises:
            SettingsError: the metric is not computed by this sweep.
        """
        known = [each.name for each in (*self.metrics, INSIDE_LIMITS)]
        if name not in known:
            raise SettingsError(f"a metric must be one of {', '.join(known)}, got {name!r}")
        if name == INSIDE_LIMITS.name:
            return self._inside_limits.copy()
        return self.of_cells([each.metrics[name] for each in self.results])

    def agreement(self, chunking: Chunking) -> Floats:
        """Return `AGREEMENT` of every cell with a chunking of the same document, (cells,)."""
        gaps = self._sentences.units.gaps
        return self.of_cells(
            [
                boundary_agreement(each.boundaries, chunking.boundaries, gaps)
                for each in list(self.results)
            ]
        )

    def against(self, reference: ReferenceBoundaries, name: str) -> Floats:
        """Return a boundary metric of every cell against reference boundaries, (cells,)."""
        values = []
        for each in list(self.results):
            found = unit_boundaries(each.boundaries, reference.units)
            inside = found[found < reference.count]
            values.append(boundary_metrics(reference.boundaries, inside, reference.count)[name])
        return self.of_cells(values)

    def of_cells(self, values: list[float]) -> Floats:
        """Return the value of each cell, (cells,), from those of the results; nan without one."""
        index = self.result_index.copy()
        known = (index >= 0) & (index < len(values))
        found: Floats = np.full(len(index), np.nan)
        found[known] = np.array(values)[index[known]] if values else np.nan
        return found

    def within_model_limit(self) -> Bools:
        """Return which cells have no chunk above the model limit, (cells,)."""
        within: Bools = self.column(TRUNCATED.name) == 0
        return within

    def share_above_limit(self) -> Floats:
        """Return the share of chunks above the model limit in each cell, (cells,); 0 if unknown."""
        if TRUNCATED not in self.metrics or CHUNKS not in self.metrics:
            return np.zeros(len(self.grid))
        share = self.column(TRUNCATED.name) / np.maximum(self.column(CHUNKS.name), 1)
        return np.nan_to_num(share)


def _key(chunking: Chunking) -> bytes:
    """Return a digest of the chunks and their sizes, which depend on the tokenizer."""
    columns = (chunking.start, chunking.end, chunking.overlap, chunking.tokens)
    return blake2b(b"".join(each.tobytes() for each in columns), digest_size=16).digest()

"""Measure every combination of a grid, and find the best one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.metrics import METRICS, Evaluation, Precomputed, boundary_agreement
from chunking.analysis.metrics.boundaries import boundary_metrics, unit_boundaries
from chunking.analysis.metrics.cohesion import SILHOUETTE
from chunking.analysis.metrics.metric import MetricInfo
from chunking.analysis.metrics.sizes import CHUNKS, INSIDE_LIMITS, TRUNCATED
from chunking.analysis.settings_search.axes import Grid
from chunking.core.errors import SettingsError, expect
from chunking.core.prepared import Prepared
from chunking.engine import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunking.analysis.metrics import Metric
    from chunking.analysis.metrics.boundaries import ReferenceBoundaries
    from chunking.analysis.metrics.metric import Better
    from chunking.core.arrays import Bools, Floats, Ints
    from chunking.core.chunking import Chunking
    from chunking.core.prepared import Material
    from chunking.embedding import ModelTokens
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

# Values that agree to this many decimals are tied.
_TIE_DECIMALS = 9


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
        grid: The settings to vary.
        prepare: Prepares the document for a material; called once for each material.
        sentences: The document prepared with sentences, for the metrics.
        tokens: Returns the text in the tokens of a model, for the metrics that compare with its
            limit; called once for each model of the grid, and with None for none.
        metrics: The metrics to compute.

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


def _key(chunking: Chunking) -> bytes:
    """Return a digest of the chunks and their sizes, which depend on the tokenizer."""
    columns = (chunking.start, chunking.end, chunking.overlap, chunking.tokens)
    return blake2b(b"".join(each.tobytes() for each in columns), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Best:
    """A cell with the best value.

    `cells` have identical chunks, this one included. `ties` is the number of other chunkings with
    the same value, and `constant` tells that every cell of the map has it.
    """

    cell: int
    value: float
    cells: int
    ties: int
    constant: bool = False


def rank_cells(
    sweep: Sweep, values: Floats, better: Better, count: int, among: Bools | None = None
) -> list[Best]:
    """Return up to `count` cells by their values, the best first, one for each chunking.

    Of tied chunkings the one that most cells have comes first. Of the cells of one chunking the
    one in their middle is taken, where a setting may change a little without effect. Where
    neither direction is better, the highest value comes first.

    Args:
        sweep: The sweep that the cells belong to.
        values: One value for each cell, (cells,); nan where there is none.
        better: The direction of better values.
        count: The most cells to return.
        among: The cells to choose from, (cells,).
    """
    known = np.isfinite(values)
    constant = len(np.unique(values[known].round(_TIE_DECIMALS))) == 1
    cells = np.flatnonzero(known if among is None else known & among)
    if len(cells) == 0:
        return []
    sign = 1 if better == "lower" else -1
    costs = sign * values[cells].round(_TIE_DECIMALS)
    results, row = np.unique(sweep.result_index[cells], return_inverse=True)
    cost = np.full(len(results), np.inf)
    np.minimum.at(cost, row, costs)
    tops = costs == cost[row]
    cells, row = cells[tops], row[tops]
    sizes = np.bincount(row)
    ties = np.unique(cost, return_inverse=True, return_counts=True)
    found = []
    for at in np.lexsort((-sizes, cost))[:count].tolist():
        middle = _middle(sweep, cells[row == at])
        tied = int(ties[2][ties[1][at]]) - 1
        found.append(Best(middle, float(values[middle]), int(sizes[at]), tied, constant))
    return found


def best_of(
    sweep: Sweep, values: Floats, better: Better, among: Bools | None = None
) -> Best | None:
    """Return the first cell of `ranked`; None without values or a better direction."""
    found = [] if better == "neither" else rank_cells(sweep, values, better, 1, among)
    return found[0] if found else None


def least_above_limit(sweep: Sweep, among: Bools | None = None) -> int | None:
    """Return the cell with the lowest share of chunks over the model limit; None if one has none.

    Args:
        sweep: The sweep.
        among: The cells to choose from, (cells,).
    """
    known = sweep.result_index >= 0
    measured = np.flatnonzero(known if among is None else known & among)
    if not len(measured) or np.any(sweep.within_model_limit()[measured]):
        return None
    shares = sweep.column(TRUNCATED.name)[measured] / sweep.column(CHUNKS.name)[measured]
    return int(measured[shares.argmin()])


def _middle(sweep: Sweep, cells: Ints) -> int:
    """Return the cell nearest to the center of some cells."""
    at = np.stack(np.unravel_index(cells, sweep.grid.shape)).astype(np.float64)
    away = ((at - at.mean(axis=1, keepdims=True)) ** 2).sum(axis=0)
    return int(cells[away.argmin()])

"""Fit settings to manual boundaries."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from chunking import engine
from chunking.analysis.metrics.boundaries import ReferenceBoundaries
from chunking.core.arrays import Floats
from chunking.core.errors import ChunkingError, StoppedError
from chunking.core.packages import require
from chunking.core.prepared import Prepared
from chunking.strategies import Strategy
from chunking.strategies.base import sliders

# Values of one setting in the first pass over its slider; later passes are finer around the best.
COARSE = 32
# Combinations of settings that the evolution keeps, and generations times settings: strategies with
# many settings take long to run.
POPULATION = 60
VARIATIONS = 100

# Rank of settings: B, F1@1, number of unchanged settings, nearness of the others.
_Rank = tuple[float, float, int, float]


@dataclass(frozen=True, slots=True)
class Fit:
    """The result of a fit.

    Attributes:
        before: The boundary metrics of the initial settings, by name.
        changes: The settings that differ, as (before, after).
        units: The number of sentences that are evaluated, from the first on.
    """

    strategy: Strategy
    before: dict[str, float]
    after: dict[str, float]
    tried: int
    changes: dict[str, tuple[Any, Any]]
    units: int


def fit(
    prepared: Prepared,
    strategy: Strategy,
    reference: ReferenceBoundaries,
    on_step: Callable[[int, int], None] | None = None,
) -> Fit:
    """Find the settings of a strategy that agree best with manual boundaries.

    Better is a higher B, then a higher F1@1, then fewer changed settings, then smaller changes.
    First each setting is moved over its slider with the others fixed, then all are varied together
    by differential evolution (Storn and Price 1997) with fixed random numbers, and at the end each
    setting goes back towards its initial value as far as nothing is lost. Settings that need other
    material and the overlap stay fixed, and the maximum is never raised: it is what the model
    takes. Chunks are made without the manual boundaries.

    Args:
        on_step: Called with the number of settings tried and an estimated total; may raise
            `StoppedError` to end the search with the best so far.
    """
    search = _Search(prepared, strategy, reference, on_step)
    with suppress(StoppedError):
        search.move_each()
        search.vary_all()
        search.move_each()
        search.move_back()
    best = search.best
    changes = {
        name: (old, getattr(best, name))
        for name, old in strategy.model_dump().items()
        if getattr(best, name) != old
    }
    before, after = (search.measured[each] for each in (strategy, best))
    return Fit(best, before, after, len(search.measured), changes, reference.count)


class _Search:
    """The state of one search."""

    def __init__(
        self,
        prepared: Prepared,
        strategy: Strategy,
        reference: ReferenceBoundaries,
        on_step: Callable[[int, int], None] | None,
    ) -> None:
        self.prepared, self.first, self.reference, self.on_step = (
            prepared,
            strategy,
            reference,
            on_step,
        )
        self.measured = {strategy: self._measure(strategy)}
        self.grids = {name: grid for name, grid in _grids(strategy).items() if self._movable(name)}
        self.fields = sorted(self.grids, key=lambda name: name != "threshold")
        apart = sum(min(len(grid), COARSE + 12) for grid in self.grids.values())
        self.generations = VARIATIONS // max(1, len(self.fields))
        self.total = 1 + apart + POPULATION * (self.generations + 1)
        self.best, self.rank = strategy, self.rank_of(strategy)

    @property
    def perfect(self) -> bool:
        """Whether every boundary matches the reference."""
        return self.rank[:2] == (1.0, 1.0)

    def move_each(self) -> None:
        """Move one setting after the other, the threshold first, from the best so far."""
        for field in self.fields:
            if not self.perfect:
                self._along(field)

    def _along(self, field: str) -> None:
        """Move one setting over its slider, coarsely and then finely around the best."""
        grid = self.grids[field]
        stride = max(1, -(-len(grid) // COARSE))
        near = range(0, len(grid), stride)
        while True:
            held = self.best
            for at in near:
                self._try(held, {field: grid[at]})
            if stride == 1:
                return
            middle = _index(grid, getattr(self.best, field))
            reach, stride = stride, max(1, stride // 4)
            near = range(max(0, middle - reach), min(len(grid), middle + reach + 1), stride)

    def vary_all(self) -> None:
        """Vary all settings at once, from values spread over their sliders."""
        if self.perfect or len(self.fields) < 2:
            return
        require("fitting settings", "scipy")
        from scipy.optimize import differential_evolution

        start = [_share(name, self.grids[name], getattr(self.best, name)) for name in self.fields]
        differential_evolution(
            self._loss,
            [(0.0, 1.0)] * len(self.fields),
            maxiter=self.generations,
            popsize=max(1, POPULATION // len(self.fields)),
            init="halton",
            x0=start,
            rng=0,
            tol=0,
            polish=False,
            callback=lambda _best, convergence: self.perfect,  # noqa: ARG005 - as scipy calls it
        )

    def move_back(self) -> None:
        """Move each setting back towards its initial value as far as nothing is lost."""
        settled = None
        while settled != self.best:
            settled = self.best
            for field in self.fields:
                grid, held = self.grids[field], self.best
                self._try(held, {field: getattr(self.first, field)})
                there = _index(grid, getattr(held, field))
                way = _index(grid, getattr(self.first, field)) - there
                while way:
                    self._try(held, {field: grid[there + way]})
                    way = int(way / 2)

    def rank_of(self, candidate: Strategy) -> _Rank:
        """Return the rank of settings, each measured once."""
        if candidate not in self.measured:
            if self.on_step is not None:
                done = len(self.measured)
                self.on_step(done, max(self.total, done + 1))
            self.measured[candidate] = self._measure(candidate)
        found = self.measured[candidate]
        ways = [
            abs(getattr(candidate, name) - getattr(self.first, name)) / (grid[-1] - grid[0])
            for name, grid in self.grids.items()
            if getattr(candidate, name) != getattr(self.first, name)
        ]
        return (round(found["b"], 9), round(found["f1_1"], 9), -len(ways), -sum(ways))

    def _measure(self, candidate: Strategy) -> dict[str, float]:
        return self.reference.metrics_of(engine.run(self.prepared, candidate))

    def _loss(self, shares: Floats) -> float:
        """Return what the evolution minimizes: B decides, then F1@1."""
        at = zip(self.fields, shares, strict=True)
        rank = self._try(self.best, {name: _at(name, self.grids[name], x) for name, x in at})
        return 1.0 if rank is None else -(rank[0] + rank[1] / 1e3 + rank[2] / 1e6)

    def _try(self, held: Strategy, settings: dict[str, Any]) -> _Rank | None:
        try:
            candidate = held.with_(**settings)
        except ChunkingError:
            return None  # contradicting settings, such as a minimum above the maximum
        if candidate.material != self.first.material:
            return None
        rank = self.rank_of(candidate)
        if rank > self.rank:
            self.best, self.rank = candidate, rank
        return rank

    def _movable(self, field: str) -> bool:
        """Return whether a setting affects boundaries, but neither material nor overlap."""
        if field.startswith("overlap"):
            return False
        current = getattr(self.first, field)
        for value in sorted(_grids(self.first)[field], key=lambda value: -abs(value - current)):
            try:
                return self.first.with_(**{field: value}).material == self.first.material
            except ChunkingError:
                continue
        return False


def _grids(strategy: Strategy) -> dict[str, list[Any]]:
    """Return the values of each slider of a strategy, ascending; a maximum only up to its own."""
    found = sliders(type(strategy)).items()
    grids = {name: [each.value(step) for step in range(each.steps + 1)] for name, each in found}
    if "max_tokens" in grids:
        most = strategy.model_dump()["max_tokens"]
        grids["max_tokens"] = [each for each in grids["max_tokens"] if each < most] + [most]
    return grids


def _index(grid: list[Any], value: float) -> int:
    """Return the index of the nearest value of a slider."""
    return min(range(len(grid)), key=lambda at: abs(grid[at] - value))


def _at(field: str, grid: list[Any], share: float) -> Any:  # noqa: ANN401 - a setting's
    """Return the value at a share of a slider, 0 to 1; small sizes are denser."""
    share = share**2 if field.endswith("_tokens") else share
    return grid[min(int(share * len(grid)), len(grid) - 1)]


def _share(field: str, grid: list[Any], value: float) -> float:
    """Return the share of a slider at which `_at` gives a value."""
    share = (_index(grid, value) + 0.5) / len(grid)
    return float(share**0.5) if field.endswith("_tokens") else share

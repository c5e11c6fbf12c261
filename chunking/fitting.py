"""The settings that agree best with boundaries marked by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking import engine
from chunking.errors import ChunkingError
from chunking.strategies.sliders import sliders

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.metrics.gold import Gold
    from chunking.strategies import Strategy
    from chunking.types import Prepared

# Values of one setting that are tried at first, evenly over its slider; then those beside the best.
COARSE = 128
# Rounds over all settings; each begins from the best of the one before.
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found: the settings, and every boundary measure before and after, by name.

    `changes` holds the settings that differ, as (before, after): none where nothing is better.
    """

    strategy: Strategy
    before: dict[str, float]
    after: dict[str, float]
    tried: int
    changes: dict[str, tuple[Any, Any]]


def fit(
    prepared: Prepared,
    strategy: Strategy,
    gold: Gold,
    on_step: Callable[[int, int], None] | None = None,
) -> Fit:
    """The settings of this strategy that agree best with the marks, on the same material.

    One setting after the other is moved over the steps of its slider, the threshold first,
    the others held; round after round until nothing gains. Better is a higher B, then a higher
    F1@1, then fewer settings changed, then a shorter way. A setting that would need other
    material, or changes what a chunk repeats, is left alone. Every cut is made without the marks.

    `on_step(done, total)` is told how far it is, `total` being an estimate, and may raise
    `StoppedError`.
    """
    search = _Search(prepared, strategy, gold, on_step)
    for _ in range(ROUNDS):
        before = search.best
        for field in search.fields:
            search.along(field)
        if search.best == before:
            break
    best = search.best
    changes = {
        name: (old, getattr(best, name))
        for name, old in strategy.model_dump().items()
        if getattr(best, name) != old
    }
    return Fit(best, search.measured[strategy], search.measured[best], search.tried, changes)


class _Search:
    """One search: what was tried, and the best of it."""

    def __init__(
        self,
        prepared: Prepared,
        strategy: Strategy,
        gold: Gold,
        on_step: Callable[[int, int], None] | None,
    ) -> None:
        self.prepared, self.first, self.gold, self.on_step = prepared, strategy, gold, on_step
        self.measured: dict[Strategy, dict[str, float]] = {}
        self.tried = 0
        self.grids = {name: grid for name, grid in _grids(strategy).items() if self._movable(name)}
        self.fields = sorted(self.grids, key=lambda name: name != "threshold")
        self.total = 1 + sum(min(len(grid), COARSE + 8) for grid in self.grids.values())
        self.best = strategy
        self.rank = self._ranked(strategy)

    def along(self, field: str) -> None:
        """Move one setting over its slider, roughly and then closely about the best."""
        grid = self.grids[field]
        stride = max(1, -(-len(grid) // COARSE))
        tried = range(0, len(grid), stride)
        while True:
            at = self._best_of(field, [grid[i] for i in tried])
            if stride == 1:
                return
            middle = int(np.argmin(np.abs(np.array(grid) - at)))
            reach, stride = stride, max(1, stride // 4)
            tried = range(max(0, middle - reach), min(len(grid), middle + reach + 1), stride)

    def _best_of(self, field: str, values: list[Any]) -> Any:  # noqa: ANN401 - a setting's
        held = self.best
        for value in values:
            self._try(held, field, value)
        return getattr(self.best, field)

    def _try(self, held: Strategy, field: str, value: Any) -> None:  # noqa: ANN401 - a setting's
        try:
            candidate = held.with_(**{field: value})
        except ChunkingError:
            return  # settings that contradict each other, as a minimum above the maximum
        if candidate.material != self.first.material:
            return
        rank = self._ranked(candidate)
        if rank > self.rank:
            self.best, self.rank = candidate, rank

    def _ranked(self, candidate: Strategy) -> tuple[float, float, int, float]:
        if candidate not in self.measured:
            self.tried += 1
            if self.on_step is not None:
                self.on_step(self.tried - 1, max(self.total, self.tried))
            chunking = engine.run(self.prepared, candidate)
            self.measured[candidate] = self.gold.measure(chunking)
        found = self.measured[candidate]
        ways = [
            abs(getattr(candidate, name) - getattr(self.first, name)) / (grid[-1] - grid[0])
            for name, grid in self.grids.items()
            if getattr(candidate, name) != getattr(self.first, name)
        ]
        return (round(found["b"], 9), round(found["f1_1"], 9), -len(ways), -sum(ways))

    def _movable(self, field: str) -> bool:
        """Whether a setting moves boundaries alone: neither the material nor the overlap."""
        for value in self._ends(field):
            try:
                moved = self.first.with_(**{field: value})
            except ChunkingError:
                continue
            return moved.material == self.first.material and moved.overlap == self.first.overlap
        return False

    def _ends(self, field: str) -> list[Any]:
        """Values far from the one that is set."""
        grid = _grids(self.first)[field]
        return sorted(grid, key=lambda value: -abs(value - getattr(self.first, field)))


def _grids(strategy: Strategy) -> dict[str, list[Any]]:
    """The values that each slider of a strategy offers, ascending."""
    found = sliders(type(strategy)).items()
    return {name: [each.value(step) for step in range(each.steps + 1)] for name, each in found}

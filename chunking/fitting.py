"""The settings that agree best with boundaries marked by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chunking import engine
from chunking.errors import ChunkingError, StoppedError
from chunking.strategies.sliders import sliders

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.metrics.gold import Gold
    from chunking.strategies import Strategy
    from chunking.types import Floats, Prepared

# Values of one setting that are tried at first, evenly over its slider; then those beside the best.
COARSE = 32
# Combinations of all settings that are kept at a time, and how often each of them is varied, over
# the number of settings: what has many of them takes long to cut.
POPULATION = 60
VARIATIONS = 100

# How good settings are: B, F1@1, how many are as they were, how near those that differ are.
_Rank = tuple[float, float, int, float]


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found: the settings, and every boundary measure before and after, by name.

    `changes` holds the settings that differ, as (before, after): none where nothing is better.
    `stopped` says that the search was ended before its time.
    """

    strategy: Strategy
    before: dict[str, float]
    after: dict[str, float]
    tried: int
    changes: dict[str, tuple[Any, Any]]
    stopped: bool = False


def fit(
    prepared: Prepared,
    strategy: Strategy,
    gold: Gold,
    on_step: Callable[[int, int], None] | None = None,
) -> Fit:
    """The settings of this strategy that agree best with the marks, on the same material.

    Better is a higher B, then a higher F1@1, then fewer settings changed, then a shorter way.
    First each setting is moved over its slider, the others held. Where that leaves something to
    gain, all are varied together by differential evolution (Storn and Price 1997), with the same
    random numbers every time. At the end every setting goes back as far as nothing is lost. A
    setting that would need other material is left alone, and so is the overlap, which says what
    chunks repeat. Every cut is made without the marks.

    `on_step(done, total)` is told how far it is, `total` being an estimate, and may raise
    `StoppedError`: the best so far is what was found.
    """
    search = _Search(prepared, strategy, gold, on_step)
    stopped = False
    try:
        search.apart()
        search.together()
        search.apart()
        search.settle()
    except StoppedError:
        stopped = True
    best = search.best
    changes = {
        name: (old, getattr(best, name))
        for name, old in strategy.model_dump().items()
        if getattr(best, name) != old
    }
    before, after = (search.measured[each] for each in (strategy, best))
    return Fit(best, before, after, len(search.measured), changes, stopped)


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
        self.measured = {strategy: self._measure(strategy)}
        self.grids = {name: grid for name, grid in _grids(strategy).items() if self._movable(name)}
        self.fields = sorted(self.grids, key=lambda name: name != "threshold")
        apart = sum(min(len(grid), COARSE + 12) for grid in self.grids.values())
        self.generations = VARIATIONS // max(1, len(self.fields))
        self.total = 1 + apart + POPULATION * (self.generations + 1)
        self.best, self.rank = strategy, self.ranked(strategy)

    @property
    def perfect(self) -> bool:
        """Whether every boundary is where a mark wants it."""
        return self.rank[:2] == (1.0, 1.0)

    def apart(self) -> None:
        """Move one setting after the other, the threshold first, each from the best so far."""
        for field in self.fields:
            if not self.perfect:
                self._along(field)

    def _along(self, field: str) -> None:
        """Move one setting over its slider, roughly and then closely about the best."""
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

    def together(self) -> None:
        """Vary all settings at once, beginning with places all over their sliders."""
        if self.perfect or len(self.fields) < 2:
            return
        from scipy.optimize import differential_evolution

        start = [_share(name, self.grids[name], getattr(self.best, name)) for name in self.fields]
        differential_evolution(
            self._badness,
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

    def settle(self) -> None:
        """Take every setting back as far towards where it was as nothing is lost."""
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

    def ranked(self, candidate: Strategy) -> _Rank:
        """How good settings are; they are cut once.

        Raises:
            StoppedError: the search was stopped.
        """
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
        return self.gold.measure(engine.run(self.prepared, candidate))

    def _badness(self, shares: Floats) -> float:
        """What the evolution makes small: B decides, F1@1 where it is equal."""
        at = zip(self.fields, shares, strict=True)
        rank = self._try(self.best, {name: _at(name, self.grids[name], x) for name, x in at})
        return 1.0 if rank is None else -(rank[0] + rank[1] / 1e3 + rank[2] / 1e6)

    def _try(self, held: Strategy, settings: dict[str, Any]) -> _Rank | None:
        try:
            candidate = held.with_(**settings)
        except ChunkingError:
            return None  # settings that contradict each other, as a minimum above the maximum
        if candidate.material != self.first.material:
            return None
        rank = self.ranked(candidate)
        if rank > self.rank:
            self.best, self.rank = candidate, rank
        return rank

    def _movable(self, field: str) -> bool:
        """Whether a setting moves boundaries alone: neither the material nor the overlap."""
        if field.startswith("overlap"):
            return False
        set_to = getattr(self.first, field)
        for value in sorted(_grids(self.first)[field], key=lambda value: -abs(value - set_to)):
            try:
                return self.first.with_(**{field: value}).material == self.first.material
            except ChunkingError:
                continue
        return False


def _grids(strategy: Strategy) -> dict[str, list[Any]]:
    """The values that each slider of a strategy offers, ascending."""
    found = sliders(type(strategy)).items()
    return {name: [each.value(step) for step in range(each.steps + 1)] for name, each in found}


def _index(grid: list[Any], value: float) -> int:
    """Which value of a slider is nearest."""
    return min(range(len(grid)), key=lambda at: abs(grid[at] - value))


def _at(field: str, grid: list[Any], share: float) -> Any:  # noqa: ANN401 - a setting's
    """The value so far along a slider, 0 to 1; sizes lie closer together where they are small."""
    bent = share**2 if field.endswith("_tokens") else share
    return grid[min(int(bent * len(grid)), len(grid) - 1)]


def _share(field: str, grid: list[Any], value: float) -> float:
    """How far along a slider a value is: `_at` gives it back."""
    share = (_index(grid, value) + 0.5) / len(grid)
    return float(share**0.5) if field.endswith("_tokens") else share

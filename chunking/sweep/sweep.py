"""Every cell of a grid cut and measured, a cell at a time."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from chunking.engine import run
from chunking.errors import SettingsError, expect
from chunking.metrics import MEASURES, Reading, Shared, boundary_agreement
from chunking.metrics.measure import Wording
from chunking.metrics.silhouette import SILHOUETTE
from chunking.metrics.sizes import INSIDE_LIMITS
from chunking.sweep.grid import Grid
from chunking.types import Prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunking.chunks import Chunking
    from chunking.metrics import Measure
    from chunking.strategies import Strategy
    from chunking.types import Floats, Ints, Material, Sizes

# What stands for a cutting where a cell has none.
WAITING, IMPOSSIBLE = -2, -1

# The silhouette compares every sentence with three chunks, which takes as long as all the rest.
QUICK = tuple(measure for measure in MEASURES if measure is not SILHOUETTE)

AGREEMENT = Wording(
    "agreement",
    "Same cuts as now",
    "Boundary similarity with the present settings: 1 is the same cuts, 0 none in common.",
    high=1,
    source="Fournier 2013",
)


@dataclass(frozen=True, slots=True, eq=False)
class Cutting:
    """One way to cut that some cells have in common: its boundaries, and its measures by name."""

    boundaries: Ints
    measures: dict[str, float]


class Sweep:
    """A document cut by every cell of a grid, as far as `steps` has gone.

    `prepare` gives the document prepared for a material, and is asked once for each. `sentences`
    is the document as `Reading` takes it. `number[i]` is the row in `cuttings` of cell i, which
    cells with identical chunks share, or `WAITING` or `IMPOSSIBLE`, (cells,).

    Raises:
        SettingsError: the grid or the sentences are none.
    """

    def __init__(
        self,
        grid: Grid,
        prepare: Callable[[Material], Prepared],
        sentences: Prepared,
        pieces: Sizes | None = None,
        measures: Sequence[Measure] = QUICK,
    ) -> None:
        self.grid = expect(grid, Grid, "what is swept must be a Grid of settings")
        expect(sentences, Prepared, "the document must be prepared with sentences")
        self.measures = tuple(measures)
        self.number: Ints = np.full(len(grid), WAITING, np.int64)
        self.cuttings: list[Cutting] = []
        self._inside = np.full(len(grid), np.nan)
        self._prepare, self._sentences, self._pieces = prepare, sentences, pieces
        self._ready: dict[Material, Prepared] = {}
        self._rows: dict[bytes, int] = {}

    @property
    def done(self) -> int:
        """How many cells are cut."""
        return int(np.count_nonzero(self.number != WAITING))

    def steps(self) -> Iterator[int]:
        """Cut cell after cell, giving how many are done; who stops keeps what is there."""
        shared = Shared.of(self._sentences)
        for cell in range(len(self.grid)):
            if self.number[cell] == WAITING:
                strategy = self.grid.strategy(cell)
                row = IMPOSSIBLE
                if strategy is not None:
                    row = self._cut(cell, strategy, shared)
                self.number[cell] = row
            yield cell + 1

    def _cut(self, cell: int, strategy: Strategy, shared: Shared) -> int:
        material = strategy.material
        if material not in self._ready:
            self._ready[material] = self._prepare(material)
        chunking = run(self._ready[material], strategy)
        reading = Reading(
            chunking, self._sentences, self._pieces, limits=strategy.limits, shared=shared
        )
        # Whether a chunk is inside of the limits is not a matter of the cuts alone.
        self._inside[cell] = INSIDE_LIMITS.compute(reading)
        key = _key(chunking)
        if key not in self._rows:
            found = {each.name: each.compute(reading) for each in self.measures}
            self.cuttings.append(Cutting(chunking.boundaries, found))
            self._rows[key] = len(self.cuttings) - 1
        return self._rows[key]

    def column(self, name: str) -> Floats:
        """A measure of every cell, (cells,); nan where a cell has none or is not cut yet.

        Raises:
            SettingsError: it is none of those that are measured.
        """
        self._wording(name)
        if name == INSIDE_LIMITS.name:
            return self._inside.copy()
        return self._of_cuttings([each.measures[name] for each in self.cuttings])

    def _wording(self, name: str) -> Measure:
        known = {each.name: each for each in (*self.measures, INSIDE_LIMITS)}
        if name not in known:
            raise SettingsError(f"a measure must be one of {', '.join(known)}, got {name!r}")
        return known[name]

    def agreement(self, chunking: Chunking) -> Floats:
        """`AGREEMENT` of every cell with these chunks of the same document, (cells,)."""
        gaps = self._sentences.units.gaps
        return self._of_cuttings(
            [
                boundary_agreement(each.boundaries, chunking.boundaries, gaps)
                for each in list(self.cuttings)
            ]
        )

    def _of_cuttings(self, values: list[float]) -> Floats:
        number = self.number.copy()
        there = (number >= 0) & (number < len(values))
        found: Floats = np.full(len(number), np.nan)
        found[there] = np.array(values)[number[there]] if values else np.nan
        return found

    def best(self, name: str, count: int) -> list[int]:
        """Up to `count` cells by a measure, the best first, one for each cutting.

        Where neither more nor less is better, those that are most first.

        Raises:
            SettingsError: the measure is none of those that are measured.
        """
        wording, values = self._wording(name), self.column(name)
        order = np.argsort(values if wording.better == "lower" else -values, kind="stable")
        found: dict[int, int] = {}
        for cell in order.tolist():
            if np.isfinite(values[cell]):
                found.setdefault(int(self.number[cell]), cell)
        return list(found.values())[:count]


def _key(chunking: Chunking) -> bytes:
    """The same for the same chunks, of the same sizes: what a token is may be varied too."""
    columns = (chunking.start, chunking.end, chunking.overlap, chunking.tokens)
    return blake2b(b"".join(each.tobytes() for each in columns), digest_size=16).digest()

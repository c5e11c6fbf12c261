"""The methods of the segmentation benchmark that need no package of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from statistics import mean
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

import chunking
from benchmarks.segmentation_data import Case
from chunking.embedding import DEFAULT_MODEL
from chunking.layout import layout
from chunking.metrics import f1_within, unit_boundaries
from chunking.similarity import SIGNALS, candidates, windowed
from chunking.sizes import measure
from chunking.thresholds import RECOMMENDED, SELECTORS
from chunking.types import Material, Prepared

if TYPE_CHECKING:
    from chunking.thresholds import Selector
    from chunking.types import Floats

RANDOM_DRAWS = 20
WINDOW = 3

# From a case and how many cuts are asked for (None: as many as it finds) to one or more answers,
# whose measures are averaged.
Cut: TypeAlias = Callable[[Case, int | None], Sequence[Sequence[int]]]


@dataclass(frozen=True)
class Method:
    """One way to cut a list of units.

    It decides by itself how many cuts there are (`auto`), is told (`told`), or both. `needs` are
    the modules it imports, `install` the package that has them.
    """

    name: str
    cut: Cut
    auto: bool = True
    told: bool = False
    needs: tuple[str, ...] = ()
    install: str = ""

    @property
    def missing(self) -> str:
        """What is not there that it needs; empty where all is."""
        try:
            for module in self.needs:
                import_module(module)
        except ImportError as error:
            return f"{error}; pip install {self.install}"
        return ""


def once(cut: Callable[[Case, int | None], Sequence[int]]) -> Cut:
    """A method that gives one answer."""
    return lambda case, count: [cut(case, count)]


def none(_case: Case, _count: int | None) -> list[int]:
    """No cut at all."""
    return []


def even(case: Case, count: int | None) -> list[int]:
    """Segments of equal length."""
    units, segments = len(case.units), (count or 0) + 1
    return sorted({round(i * units / segments) for i in range(1, segments)} - {0, units})


def random_cuts(case: Case, count: int | None) -> list[list[int]]:
    """Some draws without replacement, the same on every run."""
    chance = np.random.default_rng(7)
    places = np.arange(1, len(case.units))
    most = min(count or 0, len(places))
    return [
        sorted(chance.choice(places, most, replace=False).tolist()) for _ in range(RANDOM_DRAWS)
    ]


def lowest(scores: Callable[[Case], Floats], case: Case, count: int | None) -> list[int]:
    """The gaps of lowest similarity; of equal ones the first."""
    order = np.argsort(scores(case), kind="stable")[: count or 0]
    return sorted((order + 1).tolist())


def neighbours(case: Case) -> Floats:
    """The similarity of each two neighbours, (n - 1,)."""
    return case.similarities


def windows(case: Case) -> Floats:
    """The cosine of the means of three units on either side of each gap, (n - 1,)."""
    return windowed(case.vectors, WINDOW)


def below(threshold: float, case: Case, _count: int | None = None) -> list[int]:
    """The gaps whose similarity is below a threshold, whatever the size of what lies between."""
    return (np.flatnonzero(case.similarities < threshold) + 1).tolist()


def percentile_95(case: Case, _count: int | None) -> list[int]:
    """The gaps whose distance is above the 95th percentile of all."""
    distances = 1 - case.similarities
    if len(distances) == 0:
        return []
    return (np.flatnonzero(distances > np.percentile(distances, 95)) + 1).tolist()


def best_threshold(case: Case, _count: int | None) -> list[int]:
    """The cuts of the threshold with the highest F1@1, by the key: what no selector can beat."""
    score, best, cuts = f1_within(1), -1.0, list[int]()
    fewest = min(map(len, case.keys))
    most = max(map(len, case.keys))
    similarities = case.similarities
    for threshold in np.unique(np.append(similarities, np.inf)).tolist():
        found = (np.flatnonzero(similarities < threshold) + 1).tolist()
        # Even if all of every key were found from here on.
        if 2 * most / max(1, fewest + len(found)) < best:
            break
        reached = mean(score.compute(key, found, len(case.units)) for key in case.keys)
        if reached > best:
            best, cuts = reached, found
    return cuts


def optimal(case: Case, count: int | None) -> list[int]:
    """The optimum over units that are already there."""
    return chunking.segment(case.units, count=count, embedder=case.embedder)


def strategy(name: str, case: Case, _count: int | None) -> list[int]:
    """A strategy as it is set when nobody sets it, on the units as one text."""
    found = chunking.chunk(case.text, chunking.get(name)(), embedder=case.embedder)
    return [int(each) for each in unit_boundaries(found.boundaries, case.places)]


def selected(selector: Selector, kind: str, case: Case, _count: int | None) -> list[int]:
    """The gaps below the threshold that a selector finds for the document in a signal."""
    if len(case.units) < 2:
        return []
    document = chunking.Document(case.text)
    signal = SIGNALS[kind](case.places, case.vectors)
    prepared = Prepared(
        document,
        Material("sentences", model=DEFAULT_MODEL, signal=kind),
        layout(document),
        case.places,
        measure(document.text, "characters"),
        case.vectors,
        signal,
    )
    threshold = selector(prepared).value
    if threshold is None:
        return []
    return (np.flatnonzero(candidates(signal) < threshold) + 1).tolist()


OURS = (
    Method("none", once(none)),
    Method("even", once(even), auto=False, told=True),
    Method("random", random_cuts, auto=False, told=True),
    Method("lowest", once(partial(lowest, neighbours)), auto=False, told=True),
    Method("lowest_windows", once(partial(lowest, windows)), auto=False, told=True),
    Method("threshold_0.55", once(partial(below, 0.55))),
    Method("percentile_95", once(percentile_95)),
    Method("threshold_best", once(best_threshold)),
    Method("optimal", once(optimal), told=True),
)


def strategies() -> tuple[Method, ...]:
    """Every strategy there is."""
    names = chunking.available()
    return tuple(Method(f"strategy_{name}", once(partial(strategy, name))) for name in names)


def selectors() -> tuple[Method, ...]:
    """Every threshold selector on neighbours; what is recommended, on windows."""
    every = [
        *((name, selector, "adjacent") for name, selector in SELECTORS.items()),
        ("recommended", RECOMMENDED, "windowed"),
    ]
    return tuple(
        Method(f"selector_{name}", once(partial(selected, selector, kind)))
        for name, selector, kind in every
    )

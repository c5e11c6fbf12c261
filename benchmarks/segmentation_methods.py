"""Methods of the segmentation benchmark that need no other package."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from statistics import mean
from typing import TypeAlias

import numpy as np

import chunking
from benchmarks.segmentation_data import Case
from chunking.analysis.metrics import f1_within, unit_boundaries
from chunking.analysis.recommend.threshold import recommended_threshold
from chunking.analysis.thresholds import SELECTORS, SelectedThreshold
from chunking.core.arrays import Floats
from chunking.core.prepared import Material, Prepared
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding import DEFAULT_MODEL
from chunking.strategies.base import UNLIMITED
from chunking.strategies.optimal.constants import Level
from chunking.strategies.signals.similarity import SIGNALS, candidate_scores, window_similarity
from chunking.units.layout import layout

RANDOM_DRAWS = 20
WINDOW = 3

# From a case and a number of boundaries (None: as many as the method finds) to one or more answers,
# whose measures are averaged.
Segment: TypeAlias = Callable[[Case, int | None], Sequence[Sequence[int]]]


@dataclass(frozen=True)
class Method:
    """Segmentation method.

    Attributes:
        name: Name in the tables.
        segment: The method.
        finds_count: Whether it can find the number of boundaries.
        takes_count: Whether it can be given the number of boundaries.
        needs: Modules that it imports.
        install: Package that provides them.
    """

    name: str
    segment: Segment
    finds_count: bool = True
    takes_count: bool = False
    needs: tuple[str, ...] = ()
    install: str = ""

    @property
    def missing(self) -> str:
        """Why its modules cannot be imported; empty if they can."""
        try:
            for module in self.needs:
                import_module(module)
        except ImportError as error:
            return f"{error}; pip install {self.install}"
        return ""


def once(segment: Callable[[Case, int | None], Sequence[int]]) -> Segment:
    """Return a method with a single answer."""
    return lambda case, count: [segment(case, count)]


def none(_case: Case, _count: int | None) -> list[int]:
    """Return no boundary."""
    return []


def even(case: Case, count: int | None) -> list[int]:
    """Return the boundaries of segments of equal length."""
    units, segments = len(case.units), (count or 0) + 1
    return sorted({round(i * units / segments) for i in range(1, segments)} - {0, units})


def random_boundaries(case: Case, count: int | None) -> list[list[int]]:
    """Return draws without replacement, the same on every run."""
    rng = np.random.default_rng(7)
    candidates = np.arange(1, len(case.units))
    size = min(count or 0, len(candidates))
    return [
        sorted(rng.choice(candidates, size, replace=False).tolist()) for _ in range(RANDOM_DRAWS)
    ]


def lowest(scores: Callable[[Case], Floats], case: Case, count: int | None) -> list[int]:
    """Return the gaps of lowest similarity, the first of equal ones."""
    order = np.argsort(scores(case), kind="stable")[: count or 0]
    return sorted((order + 1).tolist())


def adjacent(case: Case) -> Floats:
    """Return the similarity of adjacent units, (n - 1,)."""
    return case.similarities


def windows(case: Case) -> Floats:
    """Return the similarity of windows of three units on each side of a gap, (n - 1,)."""
    return window_similarity(case.vectors, WINDOW)


def below(threshold: float, case: Case, _count: int | None = None) -> list[int]:
    """Return the gaps whose similarity is below a threshold, without size limits."""
    return (np.flatnonzero(case.similarities < threshold) + 1).tolist()


def percentile_95(case: Case, _count: int | None) -> list[int]:
    """Return the gaps whose distance is above the 95th percentile."""
    distances = 1 - case.similarities
    if len(distances) == 0:
        return []
    return (np.flatnonzero(distances > np.percentile(distances, 95)) + 1).tolist()


def best_threshold(case: Case, _count: int | None) -> list[int]:
    """Return the boundaries of the threshold with the highest F1@1: the bound of all selectors."""
    f1, best_f1, best = f1_within(1), -1.0, list[int]()
    fewest = min(map(len, case.references))
    most = max(map(len, case.references))
    similarities = case.similarities
    for threshold in np.unique(np.append(similarities, np.inf)).tolist():
        found = (np.flatnonzero(similarities < threshold) + 1).tolist()
        # From here on even finding all references would not be better.
        if 2 * most / max(1, fewest + len(found)) < best_f1:
            break
        reached = mean(f1.compute(each, found, len(case.units)) for each in case.references)
        if reached > best_f1:
            best_f1, best = reached, found
    return best


def optimal(level: Level, case: Case, count: int | None) -> list[int]:
    """Return the exact optimum at a level, or with a number of boundaries."""
    return chunking.segment(case.units, count=count, level=level, embedder=case.embedder)


def strategy(name: str, case: Case, _count: int | None) -> list[int]:
    """Return the boundaries of a strategy with default settings, on the units as one text."""
    result = chunking.chunk(case.text, chunking.get(name)(), embedder=case.embedder)
    return [int(each) for each in unit_boundaries(result.boundaries, case.spans)]


def selected(
    select: Callable[[Prepared], SelectedThreshold], kind: str, case: Case, _count: int | None
) -> list[int]:
    """Return the gaps below the threshold that a selector chooses for a signal."""
    if len(case.units) < 2:
        return []
    document = chunking.Document(case.text)
    signal = SIGNALS[kind](case.spans, case.vectors)
    prepared = Prepared(
        document,
        Material("sentences", model=DEFAULT_MODEL, signal=kind),
        layout(document),
        case.spans,
        token_sizes(document.text, "characters"),
        case.vectors,
        signal,
    )
    threshold = select(prepared).value
    if threshold is None:
        return []
    return (np.flatnonzero(candidate_scores(signal) < threshold) + 1).tolist()


def recommended(prepared: Prepared) -> SelectedThreshold:
    """Return the recommended threshold without size limits."""
    semantic = chunking.get("semantic")(
        min_tokens=0, max_tokens=UNLIMITED, tokenizer="characters", signal=prepared.material.signal
    )
    return recommended_threshold(prepared, semantic)


OURS = (
    Method("none", once(none)),
    Method("even", once(even), finds_count=False, takes_count=True),
    Method("random", random_boundaries, finds_count=False, takes_count=True),
    Method("lowest", once(partial(lowest, adjacent)), finds_count=False, takes_count=True),
    Method("lowest_windows", once(partial(lowest, windows)), finds_count=False, takes_count=True),
    Method("threshold_0.55", once(partial(below, 0.55))),
    Method("percentile_95", once(percentile_95)),
    Method("threshold_best", once(best_threshold)),
    Method("optimal", once(partial(optimal, "medium")), takes_count=True),
    Method("optimal_coarse", once(partial(optimal, "coarse"))),
    Method("optimal_fine", once(partial(optimal, "fine"))),
)


def strategies() -> tuple[Method, ...]:
    """Return every strategy."""
    names = chunking.available()
    return tuple(Method(f"strategy_{name}", once(partial(strategy, name))) for name in names)


def selectors() -> tuple[Method, ...]:
    """Return every threshold selector on adjacent units, and the recommended threshold."""
    every: list[tuple[str, Callable[[Prepared], SelectedThreshold], str]] = [
        *((name, selector, "adjacent") for name, selector in SELECTORS.items()),
        ("recommended", recommended, "adjacent"),
        ("recommended_windowed", recommended, "windowed"),
    ]
    return tuple(
        Method(f"selector_{name}", once(partial(selected, selector, kind)))
        for name, selector, kind in every
    )

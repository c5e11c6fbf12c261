"""The map of a sweep: the values on screen, the part where it varies, and its best cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.analysis.settings_search.sweep import INVALID, PENDING, best_of
from chunking.gui.core.cache import Key, cached
from chunking.gui.results.engine_calls import key_of
from chunking.gui.sweep import metrics, question_metrics
from chunking.retrieval.evidence_metrics import RETRIEVAL_METRICS

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.analysis.metrics.metric import MetricInfo
    from chunking.analysis.settings_search.sweep import Best, Sweep
    from chunking.core.arrays import Bools, Floats, Ints
    from chunking.gui.core.jobs import Job
    from chunking.gui.session.session import Session
    from chunking.gui.sweep.measured import Measured


class Crop(NamedTuple):
    """The rows and columns of a map where it varies; the upper bounds are not included."""

    row: int
    row_end: int
    column: int
    column_end: int

    def cells(self, shape: tuple[int, int]) -> Bools:
        """Return which cells of a map of this shape are inside, (cells,)."""
        inside = np.zeros(shape, np.bool_)
        inside[self.row : self.row_end, self.column : self.column_end] = True
        found: Bools = inside.ravel()
        return found


class Map(NamedTuple):
    """One metric of a sweep, as the page draws it.

    Attributes:
        metric: The metric.
        values: Its value in each cell, (cells,); nan where there is none.
        results: The result of each cell as in `Sweep.result_index`, (cells,).
        within: Which cells have no chunk above the model limit, (cells,).
        crop: The part where the map varies.
        best: The best cell of what is on screen.
        present: The cell nearest to the settings of Tune; None if there is none.
        exact: Whether that cell has the settings of Tune.
    """

    metric: MetricInfo
    values: Floats
    results: Ints
    within: Bools
    crop: Crop
    best: Best | None
    present: int | None
    exact: bool


def shape_of(sweep: Sweep) -> tuple[int, int]:
    """Return rows and columns of the map; a single axis is one row of cells."""
    shape = sweep.grid.shape
    return (shape[0], shape[1]) if len(shape) > 1 else (1, shape[0])


def map_of(session: Session, measured: Measured, job: Job) -> Map:
    """Return the map of a sweep, which is computed again only when something has changed.

    Args:
        session: Holds the metric, the switch, and the settings of Tune.
        measured: The sweep, which may still run.
        job: Its job.
    """
    document, sweep = session.document, measured.sweep
    metric, within_limit = metrics.chosen(session), session.sweep.within_limit
    others = (session.strategy("tune"), session.boundaries_of(document), session.apply_boundaries)
    evaluated = None
    if metric in RETRIEVAL_METRICS and question_metrics.is_computed(session, job):
        evaluated = question_metrics.key_of(session, job)
    known = (job.name, sweep.done, metric.name, evaluated)
    key = (*key_of(document), *known, within_limit, repr(others))
    values = lambda: metrics.column(session, measured, job, metric)  # noqa: E731 - only if it is not cached
    return _map(key, session, sweep, metric, values)


@cached(8)
def _map(
    _: Key, session: Session, sweep: Sweep, metric: MetricInfo, column: Callable[[], Floats]
) -> Map:
    results = sweep.result_index.copy()
    within = sweep.within_model_limit()
    values = column()
    crop = crop_of(results.reshape(shape_of(sweep)))
    among = crop.cells(shape_of(sweep))
    if session.sweep.within_limit:
        among &= within
    best = best_of(sweep, values, metric.better, among)
    tune = session.strategy("tune")
    present = sweep.grid.nearest(tune)
    exact = present is not None and sweep.grid.strategy(present) == tune
    return Map(metric, values, results, within, crop, best, present, exact)


def crop_of(results: Ints) -> Crop:
    """Return the part of a map that is left without outer rows and columns that repeat others.

    An outer row is left out if all its settings contradict each other, or if it has the same
    chunks in each column as the row next to it. Columns likewise. An unfinished map stays whole.

    Args:
        results: The result of each cell, (rows, columns).
    """
    rows, columns = results.shape
    if np.any(results == PENDING):
        return Crop(0, rows, 0, columns)
    row, row_end = _varying(results)
    column, column_end = _varying(results[row:row_end].T)
    return Crop(row, row_end, column, column_end)


def _varying(lines: Ints) -> tuple[int, int]:
    first, end = 0, len(lines)
    while end - first > 1 and _repeats(lines[first], lines[first + 1]):
        first += 1
    while end - first > 1 and _repeats(lines[end - 1], lines[end - 2]):
        end -= 1
    return first, end


def _repeats(outer: Ints, inner: Ints) -> bool:
    return bool(np.all(outer == INVALID)) or np.array_equal(outer, inner)

"""The map of a sweep: the values on screen, and its best cell."""

from collections.abc import Callable
from typing import NamedTuple

from chunking.analysis.metrics.metric import MetricInfo
from chunking.analysis.settings_search.best import Best, Crop, best_of, crop_of, shape_of
from chunking.analysis.settings_search.sweep import Sweep
from chunking.core.arrays import Bools, Floats, Ints
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Job
from chunking.gui.results.engine_calls import key_of
from chunking.gui.session.session import Session
from chunking.gui.sweep import metrics, question_metrics
from chunking.gui.sweep.measured import Measured
from chunking.retrieval.evidence_metrics import RETRIEVAL_METRICS


class Map(NamedTuple):
    """One metric of a sweep, as the page draws it.

    Attributes:
        metric: The metric.
        values: Its value in each cell, (cells,); nan where there is none.
        results: The result of each cell as in `Sweep.result_index`, (cells,).
        within: Which cells have no chunk above the model limit, (cells,).
        crop: The part where the map varies.
        best: The best region of what is on screen.
        present: The cell nearest to the settings of Tune; None if there is none.
        exact: Whether that cell has the settings of Tune.
        behind: The questions behind the value of the best cell, with its interval; else "".
    """

    metric: MetricInfo
    values: Floats
    results: Ints
    within: Bools
    crop: Crop
    best: Best | None
    present: int | None
    exact: bool
    behind: str


def map_of(session: Session, measured: Measured, job: Job) -> Map:
    """Return the map of a sweep, which is computed again only when something has changed.

    Args:
        session: Holds the metric and the settings of Tune.
        measured: The sweep, which may still run.
        job: Its job.
    """
    document, sweep = session.document, measured.sweep
    metric = metrics.chosen(session)
    others = (session.strategy("tune"), session.boundaries_of(document), session.apply_boundaries)
    evaluated = None
    if metric in RETRIEVAL_METRICS and question_metrics.is_computed(session, job):
        evaluated = question_metrics.key_of(session, job)
    known = (job.name, sweep.done, metric.name, evaluated)
    key = (*key_of(document), *known, repr(others))
    values = lambda: metrics.column(session, measured, job, metric)  # noqa: E731 - only if it is not cached
    found = _map(key, session, sweep, metric, values)
    if evaluated is None or found.best is None:
        return found
    cell = found.best.cell
    return found._replace(behind=question_metrics.interval(session, measured, job, metric, cell))


@cached(8)
def _map(
    _: Key, session: Session, sweep: Sweep, metric: MetricInfo, column: Callable[[], Floats]
) -> Map:
    results = sweep.result_index.copy()
    within = sweep.within_model_limit()
    values = column()
    crop = crop_of(results.reshape(shape_of(sweep)))
    best = best_of(sweep, values, metric.better, crop.cells(shape_of(sweep)))
    tune = session.strategy("tune")
    present = sweep.grid.nearest(tune)
    exact = present is not None and sweep.grid.strategy(present) == tune
    return Map(metric, values, results, within, crop, best, present, exact, "")

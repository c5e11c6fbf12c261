"""The map of a sweep: the values on screen, and its best cell."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from chunking.analysis.metrics.metric import Metric, MetricInfo, mean_interval
from chunking.analysis.settings_search.best import Best, Crop, best_of, crop_of, shape_of
from chunking.analysis.settings_search.sweep import Sweep
from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.text.numbers import count_of
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Job
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.gui.session.session import Session
from chunking.gui.sweep import metrics, question_metrics
from chunking.gui.sweep.measured import Measured
from chunking.retrieval.evidence_metrics import RETRIEVAL_METRICS


class Interval(NamedTuple):
    """The 95% interval of the value of the best cell.

    Attributes:
        low: Its lower end; infinite, as the upper one, where nothing can be said.
        high: Its upper end.
        questions: The questions behind the value; 0 for a metric of the chunks.
        inside: How many other chunkings have a value in it.
        others: How many other chunkings there are.
    """

    low: float
    high: float
    questions: int
    inside: int
    others: int

    @property
    def width(self) -> float:
        """Its width; 0 where nothing can be said."""
        return self.high - self.low if math.isfinite(self.high) else 0.0

    def text(self, metric: MetricInfo) -> str:
        """Return it in words, with the questions and the ties."""
        parts = [count_of(self.questions, "question")] if self.questions else []
        if math.isfinite(self.high):
            ends = f"{metric.format(self.low)} to {metric.format(self.high)}"
            share = f"{self.inside:,} of {count_of(self.others, 'other chunking')} inside"
            parts = [f"95% interval {ends}", *parts, *([share] if self.others else [])]
        return ", ".join(parts)


class Map(NamedTuple):
    """One metric of a sweep, as the page draws it.

    Attributes:
        metric: The metric.
        values: Its value in each cell, (cells,); nan where there is none.
        results: The result of each cell as in `Sweep.result_index`, (cells,).
        within: Which cells have no chunk above the model limit, (cells,).
        crop: The part where the map varies, with the best cell.
        best: The best region.
        present: The cell nearest to the settings of Tune; None if there is none.
        exact: Whether that cell has the settings of Tune.
        interval: What is uncertain about the value of the best cell.
    """

    metric: MetricInfo
    values: Floats
    results: Ints
    within: Bools
    crop: Crop
    best: Best | None
    present: int | None
    exact: bool
    interval: Interval | None


def map_of(session: Session, measured: Measured, job: Job) -> Map:
    """Return the map of a sweep, which may still run; it is cached until something changes."""
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
    return (
        found
        if found.best is None
        else found._replace(interval=_interval(key, session, measured, job, found, found.best))
    )


@cached(8)
def _interval(
    _: Key, session: Session, measured: Measured, job: Job, shown: Map, best: Best
) -> Interval | None:
    metric, questions = shown.metric, 0
    if metric in RETRIEVAL_METRICS:
        questions, low, high = question_metrics.interval(session, measured, job, metric, best.cell)
    else:
        parts = metric.parts if isinstance(metric, Metric) else None
        strategy = measured.sweep.grid.strategy(best.cell)
        chunking = None if strategy is None else measured.chunking(strategy)
        if parts is None or chunking is None:
            return None
        reference = measured.reference
        found = engine_calls.evaluation(chunking, strategy, reference, reference.tokens)
        low, high = mean_interval(parts(found))
    known = np.isfinite(shown.values) & (shown.results >= 0)
    results, first = np.unique(shown.results[known], return_index=True)
    values = shown.values[known][first][results != shown.results[best.cell]]
    inside = int(((values >= low) & (values <= high)).sum())
    return Interval(low, high, questions, inside, len(values))


@cached(8)
def _map(
    _: Key, session: Session, sweep: Sweep, metric: MetricInfo, column: Callable[[], Floats]
) -> Map:
    results = sweep.result_index.copy()
    within = sweep.within_model_limit()
    values = column()
    shape = shape_of(sweep)
    crop = crop_of(results.reshape(shape))
    best = best_of(sweep, values, metric.better)
    if best is not None:
        crop = crop.around(*divmod(best.cell, shape[1]))
    tune = session.strategy("tune")
    present = sweep.grid.nearest(tune)
    exact = present is not None and sweep.grid.strategy(present) == tune
    return Map(metric, values, results, within, crop, best, present, exact, None)

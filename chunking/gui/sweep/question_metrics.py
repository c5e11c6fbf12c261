"""Metrics of the question set for the chunks of every cell, computed in a background job."""

import math

import numpy as np

from chunking.analysis.metrics.metric import MetricInfo
from chunking.core.arrays import Floats
from chunking.gui.core.cache import Key
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.question_set import answered, retrieval_of, sends_text
from chunking.gui.session.session import Session
from chunking.gui.sweep.measured import Measured
from chunking.retrieval.evaluation import Retrieval
from chunking.retrieval.evidence_metrics import RETRIEVAL_METRICS
from chunking.retrieval.significance import significance

_MEASURING = Kind("Evaluating the cells", "Embedding", "chunks", late=True)
_NAME = "sweep questions"


def is_available(session: Session) -> bool:
    """Return whether cells can be evaluated: by questions, without sending text to a server."""
    return bool(answered(session)) and not sends_text(_retrieval(session))


def evaluate(session: Session, measured: Measured, sweep_job: Job) -> Waiting | None:
    """Return the job that evaluates all cells of a sweep; None before the sweep is finished.

    That of other questions or settings is stopped.
    """
    slot = (session.name, _NAME)
    if not sweep_job.finished.is_set() or not measured.sweep.results:
        JOBS.occupy(slot)
        return None
    questions, retrieval = answered(session), _retrieval(session)

    def work(job: Job) -> dict[str, Floats]:
        from chunking.retrieval.evaluation import evaluate_distinct

        sweep = measured.sweep
        # The first cell of each result, in their order.
        results, firsts = np.unique(sweep.result_index, return_index=True)
        settings = [sweep.grid.strategy(int(cell)) for cell in firsts[results >= 0]]
        made = [None if each is None else measured.chunking(each) for each in settings]
        chunkings = [(each,) for each in made if each is not None]
        document = measured.reference.prepared.document
        found = evaluate_distinct(
            [document], chunkings, questions, retrieval, on_batch=job.on_batch
        )
        return {each.name: found.values[each.name] for each in RETRIEVAL_METRICS}

    waiting = engine_calls.background(key_of(session, sweep_job), work, _MEASURING)
    JOBS.occupy(slot, waiting)
    return waiting


def column(session: Session, measured: Measured, sweep_job: Job, name: str) -> Floats:
    """Return a metric of every cell, (cells,); nan before it is computed."""
    known = _values(session, sweep_job).get(name)
    return measured.sweep.of_cells([] if known is None else known.mean(axis=1).tolist())


def interval(
    session: Session, measured: Measured, sweep_job: Job, metric: MetricInfo, cell: int
) -> tuple[int, float, float]:
    """Return the questions behind the value of a cell, and its 95% interval; 0 before it is known.

    The interval of one question is infinite.
    """
    known, result = _values(session, sweep_job).get(metric.name), measured.sweep.result_index[cell]
    if known is None or result < 0:
        return 0, -math.inf, math.inf
    questions = known.shape[1]
    if questions < 2:
        return questions, -math.inf, math.inf
    values = known[int(result)][None]
    low, high = significance(values).intervals[0]
    return questions, float(low), float(high)


def is_computed(session: Session, sweep_job: Job) -> bool:
    """Return whether the cells have been evaluated."""
    return bool(_values(session, sweep_job))


def _values(session: Session, sweep_job: Job) -> dict[str, Floats]:
    """Return the metrics of the results on each question, (results, questions), by name."""
    job = JOBS.find(key_of(session, sweep_job))
    return {} if job is None or job.result is None else job.result


def retry(session: Session) -> None:
    """Evaluate again after a failure or a stop."""
    for job, key in JOBS.occupying((session.name, _NAME)):
        if job.error is not None:
            JOBS.forget(key)


def key_of(session: Session, sweep_job: Job) -> Key:
    """Return everything that the metrics of the questions depend on."""
    parts = (sweep_job.name, sweep_job.done, answered(session), _retrieval(session))
    return (_NAME, *parts)


def _retrieval(session: Session) -> Retrieval:
    model = session.strategy("sweep").material.model or session.model("sweep")
    return retrieval_of(session, model)

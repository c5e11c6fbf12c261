"""Recall by the question set at every threshold, computed in a background job."""

from typing import NamedTuple

import numpy as np

from chunking.analysis.settings_search.outcomes import THRESHOLD
from chunking.core.arrays import Floats
from chunking.core.text.numbers import count_of
from chunking.engine.run import Split
from chunking.gui.core.cache import Key
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.core.view import View
from chunking.gui.results import engine_calls, question_set
from chunking.gui.results.chunks import depends_on, split
from chunking.gui.results.question_set import retrieval_of, sends_text
from chunking.gui.session.session import Session
from chunking.gui.tune import outcomes
from chunking.gui.tune.messages import RecallColumns, RecallMessage, RecallResult
from chunking.retrieval.evaluation import Retrieval
from chunking.retrieval.questions import Question
from chunking.retrieval.recall_curve import (
    RecallCurve,
    chunk_at_thresholds,
    curve_verdict,
    recall_curve,
)

_MEASURING = Kind("Measuring recall by threshold", "Embedding", "chunks", late=True)


class _Plan(NamedTuple):
    """What is measured.

    Attributes:
        shown: The chunks on screen: their settings, apart from the threshold, hold.
        thresholds: Those of the outcomes, and the present one, (t,).
        questions: The questions on the document that have evidence.
        retrieval: How chunks are ranked and retrieved.
    """

    shown: Split
    thresholds: Floats
    questions: tuple[Question, ...]
    retrieval: Retrieval

    @property
    def key(self) -> Key:
        """Everything that the curve depends on."""
        about = depends_on(self.shown, THRESHOLD)
        return (*about, "recall", self.thresholds.tobytes(), self.questions, self.retrieval)


def add_recall(view: View, session: Session, shown: Split) -> None:
    """Add the recall at every threshold while Outcome shows it, or what is missing for it."""
    tune, swept = session.tune, outcomes.swept(shown)
    if swept is None or swept["field"] != THRESHOLD:
        return
    message: RecallMessage = {
        "kind": "recall",
        "id": swept["id"],
        "on": tune.recall,
        "note": "",
        "offer": "",
        "verdict": "",
        "columns": None,
    }
    if tune.recall:
        message = {**message, **_measured(view, session, shown)}
    view.send(message)


def start(session: Session) -> None:
    """Measure the curve on screen; one that was stopped starts again."""
    shown = split(session)
    plan = None if isinstance(shown, Waiting) else _plan(session, shown)
    if plan is None:
        return
    session.tune.recall_sent = plan.key
    job = JOBS.find(plan.key)
    if job is not None and job.error is not None:
        JOBS.forget(plan.key)


def _measured(view: View, session: Session, shown: Split) -> RecallResult:
    if not question_set.answered(session):
        return {"note": "Recall needs questions on this document.", "offer": "questions"}
    plan = _plan(session, shown)
    if plan is None:
        return {"note": "Computing outcomes…"}
    if sends_text(plan.retrieval) and session.tune.recall_sent != plan.key:
        return {"note": f"Recall sends chunks to {plan.retrieval.model}.", "offer": "measure"}
    waiting = engine_calls.background(plan.key, lambda job: _curve(plan, job), _MEASURING)
    # Other questions or settings: of what is under way, only the cached vectors are of use.
    JOBS.occupy((session.name, "recall"), waiting)
    found: RecallCurve | None = waiting.job.result
    if found is None:
        view.wait_for(waiting)
        if waiting.job.error is not None:
            return {"note": "Recall was not measured.", "offer": "measure"}
        return {"note": "Measuring recall at every threshold…"}
    return {
        "note": _about(plan),
        "verdict": curve_verdict(found),
        "columns": _columns(found),
    }


def _plan(session: Session, shown: Split) -> _Plan | None:
    """Return what to measure; None before the thresholds are known, or without questions."""
    thresholds = outcomes.values(shown)
    questions = question_set.answered(session)
    if thresholds is None or not questions:
        return None
    present = float(getattr(shown.strategy, THRESHOLD))
    if not np.isclose(thresholds, present).any():
        thresholds = np.sort(np.append(thresholds, present))
    model = shown.strategy.material.model or session.model()
    return _Plan(shown, thresholds, questions, retrieval_of(session, model))


def _curve(plan: _Plan, job: Job) -> RecallCurve:
    """Return the curve.

    Raises:
        ChunkingError: The model cannot be used, or the job was stopped.
    """
    shown = plan.shown
    chunkings = chunk_at_thresholds(
        [shown.prepared], shown.strategy, plan.thresholds.tolist(), shown.boundaries
    )
    return recall_curve(chunkings, plan.questions, plan.retrieval, on_batch=job.on_batch)


def _about(plan: _Plan) -> str:
    """Return by what the recall was measured."""
    synthetic = sum(bool(each.synthetic) for each in plan.questions)
    of_them = f"{count_of(synthetic, 'synthetic question')}, " if synthetic else ""
    return f"{of_them}{plan.retrieval.extent} retrieved"


def _columns(found: RecallCurve) -> RecallColumns:
    return {
        "thresholds": found.thresholds.tolist(),
        "recall": found.recall.tolist(),
        "low": found.low.tolist(),
        "high": found.high.tolist(),
        "tied": found.tied.tolist(),
    }

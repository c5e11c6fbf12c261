"""Runs of the document on screen: settings that were tried, with their sizes and metrics."""

import time
from dataclasses import replace

from chunking.analysis.metrics import METRICS, Evaluation
from chunking.analysis.runs import Run, measure, with_run
from chunking.core.prepared import Material
from chunking.engine.run import Split
from chunking.engine.serialization import summarize
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.core.view import View
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import depends_on, split, without_boundaries
from chunking.gui.results.engine_calls import Reference
from chunking.gui.session.compare_state import display_name
from chunking.gui.session.session import UNDO, Session
from chunking.gui.tune.messages import RunRow, RunsMessage
from chunking.gui.tune.status import analyze

# The headings of the metrics that are shown: the titles of some are wider than their values.
_HEADINGS = {
    "chunks": "Chunks",
    "tokens_median": "Median",
    "cohesion": "Cohesion",
    "separation": "Separation",
    "truncated": "Over limit",
}
_COLUMNS = [metric for metric in METRICS if metric.name in _HEADINGS]
_MEASURING = Kind("Measuring the chunks", quiet=True)
# Characters of a note.
_LONGEST = 300


def record(session: Session) -> list[Waiting]:
    """Record the settings of Tune as a run once they have settled; return the job that measures.

    They have when their analysis has ended, which a change of the settings stops.
    """
    document, strategy = session.document, session.strategy("tune")
    shown, known = split(session), engine_calls.reference(document, session.model())
    if isinstance(shown, Waiting) or not shown.complete or _is_embedding(known):
        return []
    if any((each.document, each.strategy) == (document.sha256, strategy) for each in session.runs):
        return []
    if _awaits_threshold(session) or isinstance(analyze(session, shown, known), Waiting):
        return []
    waiting = _measured(session, shown, known)
    if not waiting.job.finished.is_set():
        return [waiting]
    if waiting.job.result is not None:
        metrics, sizes = waiting.job.result
        step, now = session.history.steps, int(time.time())
        new = Run(0, document.sha256, strategy, now, metrics, sizes, step=step)
        session.runs = with_run(session.runs, new)
    return []


def _is_embedding(known: Reference | Waiting) -> bool:
    return isinstance(known, Waiting) and known.job.error is None


def _awaits_threshold(session: Session) -> bool:
    """Return whether the recommended threshold of the document is still to be set."""
    has_threshold = getattr(session.strategy("tune"), "threshold", None) is not None
    is_own = "tune" in session.touched
    return has_threshold and not is_own and session.document.sha256 not in session.tune.recommended


def _measured(session: Session, shown: Split, known: Reference | Waiting) -> Waiting:
    """Return the job that measures what the settings alone make of the document."""

    def work(_: Job) -> object:
        plain = without_boundaries(session, shown)
        if isinstance(known, Reference):
            return measure(
                engine_calls.evaluation(plain.chunking, plain.strategy, known, known.tokens)
            )
        sentences = engine_calls.prepared(shown.document, Material("sentences"))
        if isinstance(sentences, Waiting):
            return None
        return measure(Evaluation(plain.chunking, sentences, limits=plain.strategy.limits))

    key = (*depends_on(shown, ""), isinstance(known, Reference), session.name, "run")
    waiting = engine_calls.background(key, work, _MEASURING)
    JOBS.occupy((session.name, "run"), waiting)
    return waiting


# ---- the view ------------------------------------------------------------------------------------


def add_runs(view: View, session: Session) -> None:
    """Add the runs of the document on screen, newest first, and all of them as CSV."""
    from chunking.analysis.runs import runs_to_csv

    document = session.document
    found = runs_of(session)
    message: RunsMessage = {
        "kind": "runs",
        "document": document.sha256,
        "name": document.source,
        "columns": [(_HEADINGS[each.name], each.meaning) for each in _COLUMNS],
        "rows": [_row(each, session.strategy("tune") == each.strategy) for each in found],
        "csv": runs_to_csv(found, document.source),
    }
    view.send(message)


def runs_of(session: Session) -> list[Run]:
    """Return the runs of the document on screen, newest first."""
    return [each for each in session.runs if each.document == session.document.sha256]


def _row(run: Run, is_current: bool) -> RunRow:  # noqa: FBT001 - one caller
    values = [run.metrics.get(each.name) for each in _COLUMNS]
    return {
        "number": run.number,
        "settings": summarize(run.strategy),
        "at": run.at,
        "sizes": list(run.sizes),
        "values": [
            "–" if value is None else metric.format(value)
            for metric, value in zip(_COLUMNS, values, strict=True)
        ],
        "note": run.note,
        "current": is_current,
    }


# ---- actions -------------------------------------------------------------------------------------


def use(session: Session, number: int) -> None:
    """Set the settings of a run on Tune."""
    run = _find(session, number)
    if run is not None:
        session.apply("tune", run.strategy)


def compare(session: Session, one: int, other: int) -> None:
    """Open two runs in Compare, the earlier one first."""
    found = [_find(session, number) for number in sorted((int(one), int(other)))]
    if found[0] is None or found[1] is None or one == other:
        return
    lanes = []
    for letter, run in zip("ab", found, strict=True):
        if run is not None:
            session.apply(letter, run.strategy)
            lanes.append(f"lane {display_name(letter)} is run {run.number}")
    sentence = f"{' and '.join(lanes)} of {session.document.source}, as tried on Tune."
    session.compare.shown, session.compare.pair = 2, ("a", "b")
    session.record(f"comparison of runs {found[0].number} and {found[1].number}")
    session.notify(
        f"{sentence[:1].upper()}{sentence[1:]}", problem=False, offer=UNDO, page="compare"
    )
    session.go = "compare"


def annotate(session: Session, number: int, note: str) -> None:
    """Set the note of a run."""
    text = " ".join(str(note).split())[:_LONGEST]
    run = _find(session, number)
    session.runs = tuple(replace(each, note=text) if each is run else each for each in session.runs)


def delete(session: Session, number: int) -> None:
    """Delete a run; the settings on screen are a run again once they are set again."""
    run = _find(session, number)
    session.runs = tuple(each for each in session.runs if each is not run)


def _find(session: Session, number: int) -> Run | None:
    return next((each for each in runs_of(session) if each.number == number), None)

"""Manual boundaries of the document on screen: agreement of the settings, and fitting them."""

from typing import NamedTuple

from chunking.analysis.reference_agreement import (
    NOTHING_TO_FIND,
    agreement_in_words,
    evaluated_in_words,
    fit_in_words,
    unmet_in_words,
)
from chunking.analysis.settings_search.fit import Fit
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.core.text.numbers import count_of
from chunking.engine.manual_boundaries import unmet_constraints
from chunking.engine.run import Split
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import split, without_boundaries
from chunking.gui.results.engine_calls import key_of, utf16
from chunking.gui.results.reference_boundaries import reference_of
from chunking.gui.session.session import Session
from chunking.gui.tune.messages import Agreement, Marks
from chunking.strategies import Strategy

_FITTING = Kind("Fitting settings to manual boundaries", "Trying", "settings", late=True)


class Fitting(NamedTuple):
    """A running fit: what it was started for, and the key of its job."""

    prepared: Prepared
    strategy: Strategy
    boundaries: Constraints
    key: tuple[object, ...]


def columns(session: Session, document: Document) -> Marks | None:
    """Return the manual boundaries of a document for the page; None without any."""
    import numpy as np

    found = session.boundaries_of(document)
    if found == NONE:
        return None
    to = utf16(document)
    required, forbidden = (
        to(np.array(offsets, dtype=np.int64)).tolist()
        for offsets in (found.required, found.forbidden)
    )
    return {"required": required, "forbidden": forbidden}


def described(boundaries: Constraints) -> str:
    """Return how many boundaries are set and forbidden."""
    count = count_of(len(boundaries.required), "manual boundary", "manual boundaries")
    return f"{count}, {len(boundaries.forbidden):,} forbidden"


def agreement(session: Session, shown: Split) -> Agreement | None:
    """Return the agreement of the settings alone with the manual boundaries; None without any."""
    document = shown.document
    found = session.boundaries_of(document)
    if found == NONE:
        return None
    about: Agreement = {
        "text": described(found),
        "applied": session.apply_boundaries,
        "metrics": [],
        "detail": "",
        "unmet": "",
        "fit": session.tune.fit[1] if session.tune.fit[0] == document.sha256 else "",
    }
    if session.apply_boundaries:
        about["unmet"] = unmet_in_words(unmet_constraints(found, shown.chunking))
    if not found.required:
        return {**about, "unmet": about["unmet"] or NOTHING_TO_FIND}
    reference = reference_of(session, document)
    if reference is None:
        return {**about, "detail": "Agreement follows once the text is embedded."}
    about["metrics"] = agreement_in_words(reference, without_boundaries(session, shown).chunking)
    return {**about, "detail": evaluated_in_words(reference)}


def start_fit(session: Session) -> None:
    """Search the settings that agree best with the manual boundaries."""
    shown, document = split(session), session.document
    reference = reference_of(session, document)
    if isinstance(shown, Waiting) or reference is None:
        return
    ready = engine_calls.prepared(document, shown.strategy.material)
    if isinstance(ready, Waiting):
        return
    key = (*key_of(document), "fit", repr(shown.strategy), str(session.boundaries_of(document)))

    def work(job: Job) -> Fit:
        from chunking.analysis.settings_search.fit import fit

        return fit(ready, shown.strategy, reference, job.step)

    boundaries = session.boundaries_of(document)
    session.tune.fitting = Fitting(ready, shown.strategy, boundaries, key)
    engine_calls.background(key, work, _FITTING)


def finish_fit(session: Session) -> list[Waiting]:
    """Apply the result of a finished fit; return the job of one that still runs."""
    fitting: Fitting | None = session.tune.fitting
    if fitting is None:
        return []
    job = JOBS.find(fitting.key)
    if job is not None and not job.finished.is_set():
        return [Waiting(job, fitting.key)]
    session.tune.fitting = None
    document = fitting.prepared.document
    if job is None or job.error is not None:
        reason = "it was evicted" if job is None else job.error
        session.tune.fit = (document.sha256, f"Nothing changed: {reason}.")
        return []
    found: Fit = job.result
    JOBS.forget(fitting.key)
    now = (session.document.sha256, session.boundaries_of(document), session.strategy("tune"))
    text = fit_in_words(found)
    if now == (document.sha256, fitting.boundaries, fitting.strategy):
        session.apply("tune", found.strategy)
        session.record()
    else:
        text = f"Not applied, as settings or boundaries have changed since: {text}"
    session.tune.fit = (document.sha256, text)
    return []

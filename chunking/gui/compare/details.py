"""What compares the lanes besides their boundaries, in a background job."""

from collections.abc import Sequence

from chunking.gui.compare import agreement, changes, metrics
from chunking.gui.compare.changes import Pair
from chunking.gui.compare.equal_size import EqualSize
from chunking.gui.compare.messages import CompareDetails
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane, lane_tokens
from chunking.gui.results.reference_boundaries import reference_of
from chunking.gui.session.session import Session

_COMPARING = Kind("Comparing the lanes", quiet=True)
_EMPTY: CompareDetails = {
    "metrics": [],
    "agreement": [],
    "correlation": [],
    "pair_agreement": [],
    "cost": None,
}


def compare(
    session: Session,
    shown: Sequence[Lane],
    known: Reference | Waiting,
    equal: EqualSize | Waiting | None,
    pair: Pair | None,
) -> CompareDetails | Waiting:
    """Return what compares the lanes, or its job, of which a tab has one at a time.

    Args:
        session: The session.
        shown: The lanes that have chunks.
        known: The document as the selected model reads it, or the job in which it does.
        equal: The lanes at one mean size, or the job that scales them; None where they are
            compared as set.
        pair: The two lanes whose differences are listed.
    """
    is_whole = all(each.complete for each in shown)
    lanes = equal.lanes if isinstance(equal, EqualSize) else shown
    tokens = [lane_tokens(session, each) for each in lanes]
    manual = reference_of(session, session.document)

    def work(job: Job) -> CompareDetails:
        found: CompareDetails = {**_EMPTY, "cost": None if pair is None else changes.cost_of(pair)}
        if isinstance(known, Waiting) or not shown:
            return found
        found["metrics"] = metrics.rows(
            lanes, tokens, known, manual, lambda: job.step(0, 1),
            are_scaled=isinstance(equal, EqualSize),
        )  # fmt: skip
        if isinstance(equal, Waiting) or not is_whole:
            # A part of the text is no match for the whole, nor are large chunks for small ones.
            found["metrics"] = [{**row, "best": []} for row in found["metrics"]]
        if not is_whole:
            return found
        if len(shown) > 1:
            found["agreement"] = agreement.boundary_similarities(shown, known)
            found["correlation"] = agreement.correlations(shown)
        if pair is not None:
            found["pair_agreement"] = agreement.of_pair(pair, known)
        return found

    key = (
        session.document.sha256,
        session.name,
        *((each.letter, each.version, each.complete) for each in (*shown, *lanes)),
        *(each is None for each in tokens),
        session.model(),
        isinstance(known, Waiting),
        isinstance(equal, Waiting),
        pair and tuple(each.letter for each in pair),
        None if manual is None else session.boundaries_of(session.document),
    )
    waiting = engine_calls.background(key, work, _COMPARING)
    JOBS.occupy((session.name, "comparison"), waiting)
    if not waiting.job.finished.is_set():
        return waiting
    found: CompareDetails | None = waiting.job.result
    return found or _EMPTY

"""Analysis of the boundaries on screen, in a background job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from chunking.gui.core.jobs import JOBS, Kind, Waiting
from chunking.gui.results.chunks import depends_on
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.recommendations import recommended_threshold
from chunking.gui.shell import window
from chunking.gui.tune import status

if TYPE_CHECKING:
    from chunking.analysis.thresholds import SelectedThreshold
    from chunking.gui.core.jobs import Job
    from chunking.gui.results.chunks import Split
    from chunking.gui.session.session import Session

# Seconds between checks for events.
_POLL_SECONDS = 0.02


class Analysis(NamedTuple):
    """What takes longer to compute than the boundaries.

    Attributes:
        verdict: As `status.verdict` returns it.
        plausible: The plausible number of chunks, where the strategy knows it.
        threshold: The recommended threshold, where the strategy has one.
    """

    verdict: dict[str, Any]
    plausible: status.Plausible | None = None
    threshold: SelectedThreshold | None = None


EMPTY = Analysis({"text": "", "detail": "", "offer": False, "advise": False})


def analyze(session: Session, shown: Split, known: object) -> Analysis:
    """Return the analysis of the chunks on screen; an event of the page ends the run meanwhile.

    The next run finds the job, or stops it if the chunks have changed.

    Args:
        session: It has one such job at a time.
        shown: The chunks.
        known: The `Reference` of the document; anything else while there is none.
    """

    def work(job: Job) -> Analysis:
        return Analysis(
            status.verdict(shown, known, lambda: job.step(0, 1)),
            status.plausible(shown),
            recommended_threshold(shown.prepared, shown.strategy) if shown.complete else None,
        )

    has_reference = isinstance(known, Reference)
    key = (*depends_on(shown, ""), shown.complete, has_reference, session.name, "analysis")
    _stop_other(session, key)
    job = JOBS.start(key, work, Kind("Analyzing the boundaries"))
    session.tune.analysis = Waiting(job, key)
    while not job.finished.wait(_POLL_SECONDS):
        window.yield_to_events()
    found: Analysis | None = job.result
    return found or EMPTY


def _stop_other(session: Session, key: tuple[object, ...]) -> None:
    """Stop and drop the job of other chunks: results of few jobs are kept."""
    before = session.tune.analysis
    if before is not None and before.key != key:
        before.job.stopped.set()
        JOBS.forget(before.key)

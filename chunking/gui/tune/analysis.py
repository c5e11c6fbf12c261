"""Analysis of the boundaries on screen, in a background job."""

import time
from typing import NamedTuple

from chunking.analysis.thresholds import SelectedThreshold
from chunking.engine.run import Split
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import depends_on
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.recommendations import recommended_threshold
from chunking.gui.session.session import Session
from chunking.gui.tune import status
from chunking.gui.tune.messages import Verdict

_ANALYZING = Kind("Analyzing the boundaries", quiet=True)
# Seconds that a setting rests at most before its boundaries are analyzed.
_LONGEST = 1.0


class Analysis(NamedTuple):
    """What takes longer to compute than the boundaries.

    Attributes:
        verdict: As `status.verdict` returns it.
        threshold: The recommended threshold, where the strategy has one.
    """

    verdict: Verdict
    threshold: SelectedThreshold | None = None


EMPTY = Analysis({"text": "", "detail": "", "offer": False, "advise": False})


def analyze(session: Session, shown: Split, known: object) -> Analysis | Waiting:
    """Return the analysis of the chunks on screen, or its job, of which a tab has one at a time.

    Args:
        session: The session.
        shown: The chunks.
        known: The `Reference` of the document; anything else while there is none.
    """

    def work(job: Job) -> Analysis:
        # As long as the last one took: a slow one would delay the steps of a slider that moves.
        job.stopped.wait(min(session.tune.analyzed_in, _LONGEST))
        job.step(0, 1)
        began = time.monotonic()
        found = Analysis(
            status.verdict(shown, known, lambda: job.step(0, 1)),
            recommended_threshold(shown.prepared, shown.strategy) if shown.complete else None,
        )
        session.tune.analyzed_in = time.monotonic() - began
        return found

    has_reference = isinstance(known, Reference)
    key = (*depends_on(shown, ""), shown.complete, has_reference, session.name, "analysis")
    waiting = engine_calls.background(key, work, _ANALYZING)
    JOBS.occupy((session.name, "analysis"), waiting)
    if not waiting.job.finished.is_set():
        return waiting
    found: Analysis | None = waiting.job.result
    return found or EMPTY

"""The threshold recommended for each document of Library, and one for all of them."""

from collections.abc import Mapping
from typing import NamedTuple

from chunking.analysis.recommend.shared_threshold import fits, shared_threshold
from chunking.analysis.thresholds import SelectedThreshold
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.library.preparation import Ready
from chunking.gui.results import engine_calls
from chunking.gui.results.recommendations import boundary_probabilities
from chunking.gui.session.session import Session
from chunking.loading.folder import MAX_FILES
from chunking.strategies import Strategy

_RECOMMENDING = Kind(
    "Recommending thresholds", "Recommending", "documents", stoppable=False, late=True
)
# Seconds until a job begins: settings that are dragged change more often.
_DELAY = 0.3


class Common(NamedTuple):
    """One threshold for all documents, the range of their own, and those that it does not fit.

    Where there is none, `value` is None and `reason` says why. None fits documents that have no
    threshold of their own.
    """

    value: float | None
    reason: str
    low: float = 0.0
    high: float = 0.0
    misfits: tuple[Key, ...] = ()


def recommend(
    session: Session, ready: Mapping[Key, Ready], strategy: Strategy
) -> tuple[dict[Key, SelectedThreshold], Waiting | None]:
    """Return the thresholds recommended so far, by document, and the job that goes on.

    The job of other settings is dropped.
    """
    having = {name: each for name, each in ready.items() if each.prepared.signal is not None}
    if not having or getattr(strategy, "threshold", None) is None:
        return {}, None
    others = repr(sorted(strategy.model_dump(exclude={"threshold"}).items()))
    key = ("library thresholds", strategy.material, others, *(part for n in having for part in n))

    def work(job: Job) -> dict[Key, SelectedThreshold]:
        found: dict[Key, SelectedThreshold] = {}
        job.on_part(found)
        job.stopped.wait(_DELAY)
        for done, (name, each) in enumerate(having.items()):
            job.step(done, len(having))
            found[name] = _recommended((*name, strategy.material, others), each, strategy)
        return found

    waiting = engine_calls.background(key, work, _RECOMMENDING)
    JOBS.occupy((session.name, "library thresholds"), waiting)
    if waiting.job.result is not None:
        return waiting.job.result, None
    return dict(waiting.job.part or {}), waiting


def common(found: Mapping[Key, SelectedThreshold]) -> Common | None:
    """Return the threshold that suits all documents best; None without any recommendation yet."""
    if not found:
        return None
    shared = shared_threshold([*found.values()])
    if shared.value is None:
        return Common(None, shared.reason)
    own = {name: each for name, each in found.items() if each.value is not None}
    misfits = tuple(
        name for name, each in found.items() if each.value is None or not fits(each, shared.value)
    )
    values = [float(each.value or 0.0) for each in own.values()]
    return Common(shared.value, shared.reason, min(values), max(values), misfits)


@cached(2 * MAX_FILES)
def _recommended(_: Key, ready: Ready, strategy: Strategy) -> SelectedThreshold:
    from chunking.analysis.recommend.threshold import recommended_threshold

    prepared = ready.prepared
    return recommended_threshold(prepared, strategy, boundary_probabilities(prepared))

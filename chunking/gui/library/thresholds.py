"""The threshold recommended for each document of Library, and one for all of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from chunking.analysis.recommend.shared_threshold import count_that_fits, fits, shared_threshold
from chunking.analysis.recommend.threshold_transfer import Transfer
from chunking.analysis.thresholds import SelectedThreshold
from chunking.core.document import Document
from chunking.core.prepared import Prepared
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.library.preparation import Ready
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
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

    Where there is none, `value` is None and `reason` says why. Documents that have no threshold of
    their own are not among `misfits`; `verdict` tells how many there are.
    """

    value: float | None
    reason: str
    verdict: str
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


def common(documents: Sequence[Document], found: Mapping[Key, SelectedThreshold]) -> Common | None:
    """Return the threshold that suits all documents best; None until each of them is known."""
    if not found or not {key_of(each) for each in documents} <= found.keys():
        return None
    each_own = [*found.values()]
    shared = shared_threshold(each_own)
    if shared.value is None:
        end = "; " if len(each_own) > 1 else ": "
        return Common(None, shared.reason, shared.reason.partition(end)[0])
    verdict = count_that_fits(each_own, shared.value)
    own = {name: each for name, each in found.items() if each.value is not None}
    misfits = tuple(name for name, each in own.items() if not fits(each, shared.value))
    values = [float(each.value or 0.0) for each in own.values()]
    return Common(shared.value, shared.reason, verdict, min(values), max(values), misfits)


@cached(2 * MAX_FILES)
def _recommended(_: Key, ready: Ready, strategy: Strategy) -> SelectedThreshold:
    from chunking.analysis.recommend.threshold import recommended_threshold

    prepared = ready.prepared
    return recommended_threshold(prepared, strategy, boundary_probabilities(prepared))


# ---- the threshold of Tune -----------------------------------------------------------------------

_TRANSFERRING = Kind("Transferring the threshold of Tune", stoppable=False)


class FromTune(NamedTuple):
    """A threshold of Tune, and its equivalent on Library."""

    original: float
    found: Transfer


def from_tune(
    session: Session, ready: Mapping[Key, Ready], strategy: Strategy
) -> FromTune | Waiting | None:
    """Return the threshold with the same share of candidates below as on Tune, or the running job.

    None if Tune has another strategy or signal, its document is not embedded yet, or is the only
    one of Library.
    """
    tuned = session.strategy("tune")
    threshold = getattr(tuned, "threshold", None)
    name = key_of(session.document)
    is_alike = (tuned.name, tuned.material.signal) == (strategy.name, strategy.material.signal)
    if threshold is None or not is_alike or set(ready) <= {name}:
        return None
    source = _tuned(session.document, tuned)
    others = [each.prepared for each in ready.values() if len(each.prepared.units) > 1]
    if source is None or len(source.units) < 2 or not others:
        return None

    def work(_: object) -> FromTune:
        from chunking.analysis.recommend.threshold_transfer import transfer_by_share

        return FromTune(threshold, transfer_by_share([source], others, tuned, strategy))

    materials = (tuned.material, strategy.material)
    parts = (part for each in ready for part in each)
    key = ("from tune", threshold, *materials, *name, *parts)
    return engine_calls.result_of(key, work, _TRANSFERRING)


def _tuned(document: Document, strategy: Strategy) -> Prepared | None:
    """Return the document of Tune if it is embedded; nothing is embedded for Library."""
    model = strategy.material.model
    if model is None or engine_calls.model_tokens(document, model) is None:
        return None
    found = engine_calls.prepared(document, strategy.material)
    return None if isinstance(found, Waiting) else found

"""The threshold of Tune, transferred to the documents of Library."""

from collections.abc import Mapping
from typing import NamedTuple

from chunking.analysis.recommend.threshold_transfer import Transfer
from chunking.core.document import Document
from chunking.core.prepared import Prepared
from chunking.gui.core.cache import Key
from chunking.gui.core.jobs import Kind, Waiting
from chunking.gui.library.preparation import Ready
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.gui.session.session import Session
from chunking.strategies import Strategy

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

    Args:
        session: The session.
        ready: All documents of Library, prepared.
        strategy: The settings of Library.
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

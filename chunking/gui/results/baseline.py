"""The baseline: a pinned chunking of the document, with which every later one is compared."""

from typing import Any, NamedTuple

from chunking.analysis.differences import Differences, differences
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import ChunkingError
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.engine.manual_boundaries import boundaries_before
from chunking.engine.serialization import summarize
from chunking.engine.spec import parse_named, to_spec
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import Reference, key_of
from chunking.gui.session.servers import check_server
from chunking.gui.session.session import Session
from chunking.library.plan import Cost, State, embedding_cost, state_of
from chunking.loading.chunk_files import Record, place_records
from chunking.strategies import Strategy


class Baseline(NamedTuple):
    """The pinned chunking, made again, and its state as a store would hold it.

    `title` is the settings in words, or the file name of imported chunks; those have no `strategy`
    and no `prepared` document.
    """

    title: str
    strategy: Strategy | None
    prepared: Prepared | None
    chunking: Chunking
    state: State


class Change(NamedTuple):
    """The boundaries kept, moved, added and removed, and the re-embedding cost."""

    differences: Differences
    cost: Cost


def pin(
    session: Session, chunking: Chunking, strategy: Strategy | None, boundaries: Constraints = NONE
) -> None:
    """Make a chunking the baseline, in values that a workspace file can hold."""
    value: dict[str, Any] = {"document": chunking.document.sha256}
    if strategy is not None:
        value["strategy"] = to_spec(strategy)
        if boundaries != NONE:
            value["required"] = list(boundaries.required)
            value["forbidden"] = list(boundaries.forbidden)
    else:
        begins = (chunking.start - chunking.overlap).tolist()
        value["chunks"] = list(map(list, zip(begins, chunking.end.tolist(), strict=True)))
        value["title"] = chunking.strategy
    session.baseline = value


def is_pinned(session: Session, document: Document) -> bool:
    """Return whether there is a baseline of this document."""
    return session.baseline is not None and session.baseline.get("document") == document.sha256


def baseline(session: Session, document: Document) -> Baseline | Waiting | None:
    """Return the baseline of a document; None without one, or if it cannot be made any more."""
    try:
        return make_baseline(session, document)
    except ChunkingError:
        return None


def make_baseline(session: Session, document: Document) -> Baseline | Waiting | None:
    """Return the baseline of a document; None without one.

    Raises:
        ChunkingError: It cannot be made any more, as when its model is gone.
    """
    value = session.baseline
    if value is None or not is_pinned(session, document):
        return None
    if "chunks" in value:
        rows = [Record(start=start, end=end) for start, end in value["chunks"]]
        chunking = place_records(rows, document, name=str(value.get("title", ""))).chunking
        return Baseline(chunking.strategy, None, None, chunking, state(chunking))
    strategy = parse_named(str(value["strategy"]))
    check_server(strategy, session.servers)
    found = engine_calls.prepared(document, strategy.material)
    if isinstance(found, Waiting):
        return found
    boundaries = _boundaries(value, document)
    ready = engine_calls.split_at(found, boundaries)
    key = (*key_of(document), found.material, strategy, boundaries)
    chunking = _chunked(key, ready, strategy, boundaries)
    return Baseline(summarize(strategy), strategy, found, chunking, state(chunking))


def change(
    before: Chunking, after: Chunking, model: str, known: State | None = None
) -> Change | None:
    """Return what changes from one chunking to another; None while sentences are unknown.

    Args:
        before: The earlier chunking.
        after: The later one.
        model: The model that reads the document.
        known: The state of the earlier one, if it is known.
    """
    found = differences_between(before, after, model)
    if found is None:
        return None
    old = known or state(before)
    return Change(found, embedding_cost(old, state_of(after, known=(before, old))))


def differences_between(before: Chunking, after: Chunking, model: str) -> Differences | None:
    """Return the boundaries kept, moved, added and removed; None while sentences are unknown."""
    units = _sentences(before.document, model)
    if units is None:
        return None
    return differences(before, after, units.units.gaps, units.sizes)


def state(chunking: Chunking) -> State:
    """Return the state of a chunking as a store would hold it."""
    document, settings = chunking.document, repr(dict(chunking.settings))
    key = (*key_of(document), document.route, chunking.strategy, settings)
    return _state((*key, len(chunking), chunking.start.tobytes()), chunking)


def _boundaries(value: dict[str, Any], document: Document) -> Constraints:
    """Return the pinned manual boundaries that lie in the document."""
    found = Constraints(tuple(value.get("required", ())), tuple(value.get("forbidden", ())))
    return boundaries_before(found, len(document.text))


def _sentences(document: Document, model: str) -> Prepared | None:
    known = engine_calls.reference(document, model)
    if isinstance(known, Reference):
        return known.prepared
    found = engine_calls.prepared(document, Material("sentences"))
    return None if isinstance(found, Waiting) else found


@cached(4)
def _chunked(_: Key, ready: Prepared, strategy: Strategy, boundaries: Constraints) -> Chunking:
    return engine_calls.chunk(ready, strategy, boundaries)


@cached(8)
def _state(_: Key, chunking: Chunking) -> State:
    return state_of(chunking)


def drop_unusable_baseline(session: Session) -> list[Waiting]:
    """Remove the baseline with a notice if it cannot be made any more."""
    try:
        make_baseline(session, session.document)
    except ChunkingError as error:
        session.notify(f"The baseline was removed: {error}.")
        session.baseline = None
    return []

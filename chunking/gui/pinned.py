"""The baseline: a way to cut this document that was pinned, to set every later one against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from chunking.analysis.differences import differences
from chunking.errors import ChunkingError
from chunking.gui import cached, marked, state
from chunking.gui.cached import Reference, Waiting, key_of
from chunking.gui.keeping import Key, kept
from chunking.library.plan import State, embedding_cost, state_of
from chunking.loading.chunk_files import Record, place_records
from chunking.settings.serialization import summarize
from chunking.settings.spec import parse_spec, to_spec
from chunking.types import NONE, Constraints, Material

if TYPE_CHECKING:
    from chunking.analysis.differences import Differences
    from chunking.library.plan import Cost
    from chunking.strategies import Strategy
    from chunking.types import Chunking, Document, Prepared


class Baseline(NamedTuple):
    """What was pinned, cut again, and its state as a store would hold it.

    `title` is the settings in words, or the name of the file of chunks that were made elsewhere;
    of those `strategy` and `prepared` are None.
    """

    title: str
    strategy: Strategy | None
    prepared: Prepared | None
    chunking: Chunking
    state: State


class Change(NamedTuple):
    """What became of the boundaries from one chunking to another, and what it costs to embed."""

    differences: Differences
    cost: Cost


def pin(chunking: Chunking, strategy: Strategy | None, marks: Constraints = NONE) -> None:
    """Pin this way to cut this document, with the marks that cut, in values a file can hold."""
    value: dict[str, object] = {"document": chunking.document.sha256}
    if strategy is not None:
        value["strategy"] = to_spec(strategy)
        if marks != NONE:
            value |= {"required": list(marks.required), "forbidden": list(marks.forbidden)}
    else:
        begins = (chunking.start - chunking.overlap).tolist()
        value["chunks"] = list(map(list, zip(begins, chunking.end.tolist(), strict=True)))
        value["title"] = chunking.strategy
    state.pin(value)


def is_of(document: Document) -> bool:
    """Whether the baseline is one of this document."""
    value = state.baseline()
    return value is not None and value.get("document") == document.sha256


def baseline(document: Document) -> Baseline | Waiting | None:
    """The baseline of this document, the job that prepares it, or None if there is none.

    One that cannot be made any more (its model is gone, say) is none; it is taken away.
    """
    value = state.baseline()
    if value is None or not is_of(document):
        return None
    try:
        if "chunks" in value:
            rows = [Record(start=start, end=end) for start, end in value["chunks"]]
            chunking = place_records(rows, document, name=str(value.get("title", ""))).chunking
            return Baseline(chunking.strategy, None, None, chunking, _state(chunking))
        strategy = parse_spec(str(value["strategy"]))
    except ChunkingError as error:
        state.notify(f"The baseline is gone: {error}.")
        state.pin(None)
        return None
    found = cached.prepared(document, strategy.material)
    if isinstance(found, Waiting):
        return found
    marks = _marks(value, document)
    key = (*key_of(document), found.material, strategy, marks)
    chunking = _chunked(key, marked.split(found, marks), strategy, marks)
    return Baseline(summarize(strategy), strategy, found, chunking, _state(chunking))


def _marks(value: dict[str, Any], document: Document) -> Constraints:
    """The marks that were pinned, as far as they lie in the document."""
    required, forbidden = (
        tuple(each for each in value.get(name, ()) if 0 < each < len(document.text))
        for name in ("required", "forbidden")
    )
    return Constraints(required, forbidden)


def change(before: Chunking, after: Chunking, known: State | None = None) -> Change:
    """The way from one chunking to another; `known` is the state of the first where it is known."""
    sentences = _sentences(before.document)
    old = known or _state(before)
    new = state_of(after, known=(before, old))
    found = differences(before, after, sentences.units.gaps, sentences.sizes)
    return Change(found, embedding_cost(old, new))


def _sentences(document: Document) -> Prepared:
    """The document in sentences, as they are known already if they are."""
    known = cached.reference(document)
    if isinstance(known, Reference):
        return known.prepared
    found = cached.prepared(document, Material("sentences"))
    if isinstance(found, Waiting):  # pragma: no cover - without a model nothing is waited for
        raise ChunkingError("the sentences of the document are not known yet")
    return found


def _state(chunking: Chunking) -> State:
    document, settings = chunking.document, repr(dict(chunking.settings))
    key = (*key_of(document), document.route, chunking.strategy, settings)
    return _cached_state((*key, len(chunking), chunking.start.tobytes()), chunking)


@kept(4)
def _chunked(_: Key, ready: Prepared, strategy: Strategy, marks: Constraints) -> Chunking:
    return cached.chunk(ready, strategy, marks)


@kept(8)
def _cached_state(_: Key, chunking: Chunking) -> State:
    return state_of(chunking)

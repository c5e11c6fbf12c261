"""The engine's calls, cached by content: slow work is done once, for all sessions.

A function that may take long returns `Waiting` while a background job works.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from chunking import engine
from chunking.analysis.metrics import Evaluation
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints, Feature, Material, Prepared, Signal
from chunking.core.text.sizes import Sizes
from chunking.core.text.tokenizers import MODEL, token_sizes
from chunking.core.units import Units
from chunking.embedding import DEFAULT_MODEL, ModelTokens
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.core.utf16 import Utf16
from chunking.strategies import Strategy
from chunking.strategies.base import UNLIMITED
from chunking.strategies.signals.similarity import SIGNALS, SelfSimilarity, buffer_size
from chunking.units import preformatted

T = TypeVar("T")

EMBEDDING = Kind("Loading the embedding model", "Embedding", "sentences")
_COSTS = Kind("Computing costs of all segments", stoppable=False)

# Fewer units are not worth splitting.
_LEAST_UNITS = 8
# Characters of a text whose sentences are found without a noticeable delay.
_SOON = 200_000
# Characters that a model embeds in a second: the bundled one on two cores, others once they have
# embedded a text for so many seconds.
_speeds = {DEFAULT_MODEL: 30_000.0}
_MEASURED = 2.0
# Seconds from which on a time is told in minutes.
_IN_SECONDS = 100

_SIGNAL = "adjacent"


def plain(model: str) -> Material:
    """Return what a document is embedded for, in the tokens of the model.

    Other signals and costs come from the same vectors.
    """
    return Material("sentences", MODEL, model, _SIGNAL)


class Reference(NamedTuple):
    """A document as a model reads it: its sentences with vectors, and the limit in its tokens."""

    prepared: Prepared
    limit: int | None

    @property
    def tokens(self) -> ModelTokens:
        """The text in the tokens of the model."""
        return ModelTokens(self.prepared.sizes, self.limit, self.prepared.material.size_unit)


def key_of(document: Document) -> tuple[object, ...]:
    """Return everything about a document that its preparation depends on."""
    return (document.sha256, document.language, document.media_type)


def prepared(document: Document, material: Material) -> Prepared | Waiting:
    """Return the document prepared for a material."""
    if material.model is None:
        key = (*key_of(document), material)
        if not material.needs_complete_units:
            return replace(_prepared(key, material, document), document=document)
        return result_of(key, lambda _: engine.prepare(document, material), _COSTS)
    found = reference(document, material.model)
    if isinstance(found, Waiting):
        return found
    if buffer_size(material.signal):
        key = (*key_of(document), material)
        return result_of(
            key, lambda job: engine.prepare(document, material, on_batch=job.on_batch), EMBEDDING
        )
    ready = _for_material(found.prepared, material)
    return _with_features(ready) if material.features else ready


def partial(waiting: Waiting, document: Document, material: Material) -> Prepared | None:
    """Return the part of a document that is prepared so far, if it is of any use."""
    known: Prepared | None = waiting.job.part
    if known is None or len(known.units) < _LEAST_UNITS:
        return None
    if material.model != known.material.model or buffer_size(material.signal):
        return None
    if material.needs_complete_units:
        return None
    return engine.compute_features(_for_material(replace(known, document=document), material))


def reference(document: Document, model: str) -> Reference | Waiting:
    """Return the sentences, vectors and tokens of a document under a model."""
    key = (*key_of(document), model)

    def work(job: Job) -> Reference:
        from chunking import embedding

        limit = embedding.token_limit(embedding.get_embedder(model))
        found = engine.prepare(document, plain(model), on_batch=job.on_batch, on_part=job.on_part)
        began, first = job.began or (time.monotonic(), 0)
        passed = time.monotonic() - began
        if first == 0 and passed > _MEASURED:
            _speeds[model] = len(document.text) / passed
        return Reference(found, limit)

    done = result_of(key, work, _embedding(document, model))
    if isinstance(done, Waiting):
        return done
    return done._replace(prepared=replace(done.prepared, document=document))


def _embedding(document: Document, model: str) -> Kind:
    """Return the wording of a job: on a large document with its size and how long it takes."""
    length = len(document.text)
    if length <= _SOON:
        return EMBEDDING
    title, speed = f"{length:,} characters to embed", _speeds.get(model)
    if speed is not None:
        seconds = length / speed
        about = f"{seconds:.0f} s" if seconds < _IN_SECONDS else f"{seconds / 60:.0f} min"
        title = f"{title}: about {about}"
    return replace(EMBEDDING, title=title)


def model_tokens(document: Document, model: str) -> ModelTokens | None:
    """Return the text of a document in the tokens of a model; None before it has read it."""
    job = JOBS.find((*key_of(document), model))
    found: Reference | None = None if job is None else job.result
    return None if found is None else found.tokens


def sentences(document: Document, model: str) -> Units | None:
    """Return the sentences of a document; of a long one, only once a model reads it."""
    known = reference(document, model)
    if isinstance(known, Reference):
        return known.prepared.units
    if known.job.error is not None or len(document.text) <= _SOON:
        found = prepared(document, Material("sentences"))
        return None if isinstance(found, Waiting) else found.units
    part: Prepared | None = known.job.part
    return None if part is None else part.units


def is_remote(model: str) -> bool:
    """Return whether a model sends text to a server."""
    from chunking import embedding

    # Embedders of tests and other packages need not be behind the cache.
    return getattr(embedding.get_embedder(model), "remote", None) is not None


def split_at(ready: Prepared, boundaries: Constraints) -> Prepared:
    """Return the document with its units split at the manual boundaries inside them."""
    if boundaries == NONE or ready.vectors is not None:
        return ready
    key = (*key_of(ready.document), ready.material, boundaries)
    return replace(_split(key, boundaries, ready), document=ready.document)


def chunk(ready: Prepared, strategy: Strategy, boundaries: Constraints = NONE) -> Chunking:
    """Return the chunks of a prepared document: milliseconds, not cached."""
    return engine.run(ready, strategy, boundaries)


def evaluation(
    chunking: Chunking,
    strategy: Strategy | None,
    reference: Reference,
    tokens: ModelTokens | None,
    unit: Sizes | None = None,
) -> Evaluation:
    """Return what the metrics of a chunking are computed from.

    Args:
        chunking: The chunks.
        strategy: Their strategy; None for imported chunks.
        reference: The document with the vectors of a model.
        tokens: The text in the tokens of the model that the chunks are for; None if unknown.
        unit: Counts the sizes that are shown; None: as the chunking does.
    """
    return Evaluation(
        chunking,
        reference.prepared,
        tokens,
        limits=(0, UNLIMITED) if strategy is None else strategy.limits,
        unit=unit,
    )


@cached(8, key=lambda ready: (*key_of(ready.document), ready.material))
def self_similarity(ready: Prepared) -> SelfSimilarity | None:
    """Return the similarity of every two places of a document; None without vectors."""
    from chunking.strategies.signals.similarity import self_similarity as compute

    return None if ready.vectors is None else compute(ready.units, ready.vectors)


def signal_of_kind(ready: Prepared, kind: str) -> Signal | None:
    """Return a signal of another kind from the same vectors; None without vectors."""
    from chunking.strategies.signals.similarity import depth_signal

    if ready.vectors is None:
        return None
    key = (*key_of(ready.document), ready.material.model, len(ready.units))
    if kind == "depth":
        plain = _signal((*key, "adjacent"), "adjacent", ready)
        return None if plain is None else depth_signal(plain)
    return _signal((*key, kind), kind, ready)


@cached(16, key=lambda document: (document.sha256,))
def utf16(document: Document) -> Utf16:
    """Return the conversion of the document's offsets to those of the browser."""
    return Utf16(document.text)


def background(key: Key, work: Callable[[Job], object], kind: Kind) -> Waiting:
    """Start other slow work, or find it; its result is in the job."""
    return Waiting(JOBS.start(key, work, kind), key)


def result_of(
    key: Key, work: Callable[[Job], T], kind: Kind, *, slot: Key | None = None
) -> T | Waiting:
    """Return the result of other slow work; the job before it is there, or if it failed."""
    found = result_or_none(key, work, kind, slot=slot)
    return background(key, work, kind) if found is None else found


def result_or_none(
    key: Key, work: Callable[[Job], T], kind: Kind, *, slot: Key | None = None
) -> T | Waiting | None:
    """Return the result of other slow work; the job before it is there, None if it failed.

    A slot has one job at a time: see `Jobs.occupy`.
    """
    waiting = background(key, work, kind)
    if slot is not None:
        JOBS.occupy(slot, waiting)
    result: T | None = waiting.job.result
    return result if waiting.job.finished.is_set() else waiting


def _for_material(known: Prepared, material: Material) -> Prepared:
    """Return the same sentences and vectors for another material."""
    document = known.document
    sizes = known.sizes if material.tokenizer == MODEL else _sizes_of(document, material)
    ready = replace(known, material=material, sizes=sizes)
    if material.signal in {None, _SIGNAL} or ready.vectors is None:
        return ready
    kind = str(material.signal)
    key = (*key_of(document), material.model, len(ready.units), kind)
    return replace(ready, signal=_signal(key, kind, ready))


@cached(16, key=lambda document, material: (document.sha256, material.tokenizer))
def _sizes_of(document: Document, material: Material) -> Sizes:
    return token_sizes(document.text, material.tokenizer)


def _with_features(ready: Prepared) -> Prepared | Waiting:
    """Return the document with the features of its material.

    Features of other materials are reused: moving a slider that changes the material is fast.
    """
    known = _features((*key_of(ready.document), ready.material.model))

    def compute() -> Prepared:
        found = engine.compute_features(replace(ready, features=MappingProxyType(dict(known))))
        known.update(found.features)
        return found

    if not ready.material.needs_complete_units:
        return compute()

    def work(job: Job) -> Prepared:  # noqa: ARG001 - one step without progress
        return compute()

    found = result_of((*key_of(ready.document), ready.material), work, _COSTS)
    return found if isinstance(found, Waiting) else replace(found, document=ready.document)


@cached(16, key=lambda document: key_of(document))  # noqa: PLW0108 - defined below
def is_preformatted(document: Document) -> bool:
    """Return whether the document needs a fixed-width font."""
    return preformatted.is_preformatted(document)


@cached(4)
def _features(_: Key) -> dict[Feature[object], object]:
    return {}


@cached(16)
def _signal(_: Key, kind: str, ready: Prepared) -> Signal | None:
    vectors = ready.vectors
    return None if vectors is None else SIGNALS[kind](ready.units, vectors)


@cached(16)
def _split(_: Key, boundaries: Constraints, ready: Prepared) -> Prepared:
    return engine.split_units(ready, boundaries)


@cached(16)
def _prepared(_: Key, material: Material, document: Document) -> Prepared:
    return engine.prepare(document, material)

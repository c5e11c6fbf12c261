"""The engine's calls, cached by content: what is slow is done once, whoever asks."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, cast

import streamlit as st

from chunking import engine
from chunking.analysis.metrics import Evaluation
from chunking.embedding import DEFAULT_MODEL
from chunking.gui.components import Utf16
from chunking.gui.jobs import Job, Jobs, Kind
from chunking.gui.keeping import Key, kept
from chunking.signals.similarity import SIGNALS, buffer_size
from chunking.strategies.base import UNLIMITED
from chunking.text.tokenizers import MAX_PIECES, token_sizes
from chunking.types import NONE, Constraints, Material

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.analysis.metrics.boundaries import ReferenceBoundaries
    from chunking.analysis.search.fit import Fit
    from chunking.arrays import Vectors
    from chunking.signals.self_similarity import SelfSimilarity
    from chunking.strategies import Strategy
    from chunking.text.sizes import Sizes
    from chunking.types import Chunking, Document, Feature, Prepared, Signal


_EMBEDDING = Kind("Loading the embedding model", "Embedding", "new sentences")
_FITTING = Kind("Trying settings against your marks", "Trying against your marks", "settings")
# It takes seconds, in one piece.
_COMPARING = Kind("Comparing all stretches of the text", stoppable=False)

# A part of a document that is worth to be cut.
_LEAST_UNITS = 8

# The word pieces that a model reads at once where it does not say.
# What a document is read for; other signals and costs come from the same vectors.
PLAIN = Material("sentences", signal="adjacent")


class Reference(NamedTuple):
    """A document as a model reads it: its sentences with their vectors, and its word pieces.

    By the default model it is what every strategy is measured against.
    """

    prepared: Prepared
    pieces: Sizes


class Waiting(NamedTuple):
    """A document that is not yet prepared: the job, and its key to begin it again."""

    job: Job
    key: tuple[object, ...]


def prepared(document: Document, material: Material) -> Prepared | Waiting:
    """The document prepared for a material, or the job that does it where that takes long."""
    if material.model is None:
        key = (*key_of(document), material)
        if not needs_complete_units(material):
            return replace(_prepared(key, material, document), document=document)
        return _done(key, lambda _: engine.prepare(document, material), _COMPARING)
    found = reference(document, material.model)
    if isinstance(found, Waiting):
        return found
    if buffer_size(material.signal):
        key = (*key_of(document), material)
        return _done(
            key, lambda job: engine.prepare(document, material, on_batch=job.on_batch), _EMBEDDING
        )
    ready = _for(found.prepared, material)
    return _with_features(ready) if material.features else ready


def needs_complete_units(material: Material) -> bool:
    """Return whether a feature of the material depends on all units of the document."""
    return any(feature.depends_on_units for feature in material.features)


def self_similarity(ready: Prepared) -> SelfSimilarity | None:
    """How alike every two places of a document are; None where no model has read it."""
    if ready.vectors is None:
        return None
    return _self_similarity((*key_of(ready.document), ready.material), ready)


@kept(8)
def _self_similarity(_: Key, ready: Prepared) -> SelfSimilarity:
    from chunking.signals.self_similarity import self_similarity as made

    return made(ready.units, cast("Vectors", ready.vectors))


def overlaid(ready: Prepared, kind: str) -> Signal | None:
    """A signal of that kind from vectors that are there; None where there are none."""
    from chunking.signals.similarity import depth_signal

    if ready.vectors is None:
        return None
    key = (*key_of(ready.document), ready.material.model, len(ready.units))
    if kind == "depth":
        plain = _signal((*key, "adjacent"), "adjacent", ready)
        return None if plain is None else depth_signal(plain)
    return _signal((*key, kind), kind, ready)


def part(waiting: Waiting, document: Document, material: Material) -> Prepared | None:
    """As much of a document as is prepared for a material by now, if it is of any use."""
    known: Prepared | None = waiting.job.part
    if known is None or len(known.units) < _LEAST_UNITS:
        return None
    if material.model != known.material.model or buffer_size(material.signal):
        return None
    if needs_complete_units(material):
        return None
    return engine.compute_features(_for(replace(known, document=document), material))


def _for(known: Prepared, material: Material) -> Prepared:
    """The same sentences and vectors for another material: embedded once for all of them."""
    document = known.document
    sizes = _sizes((document.sha256, material.tokenizer), material.tokenizer, document.text)
    ready = replace(known, material=material, sizes=sizes)
    if material.signal in {None, PLAIN.signal} or ready.vectors is None:
        return ready
    kind = str(material.signal)
    key = (*key_of(document), material.model, len(ready.units), kind)
    return replace(ready, signal=_signal(key, kind, ready))


def _with_features(ready: Prepared) -> Prepared | Waiting:
    """Return the document with the features of its material, or the job that computes them.

    Features of other materials are reused: moving a slider that changes the material is fast.
    """
    known = _features((*key_of(ready.document), ready.material.model))

    def compute() -> Prepared:
        found = engine.compute_features(replace(ready, features=MappingProxyType(dict(known))))
        known.update(found.features)
        return found

    if not needs_complete_units(ready.material):
        return compute()

    def work(job: Job) -> Prepared:  # noqa: ARG001 - one step without progress
        return compute()

    found = _done((*key_of(ready.document), ready.material), work, _COMPARING)
    return found if isinstance(found, Waiting) else replace(found, document=ready.document)


@kept(4)
def _features(_: Key) -> dict[Feature[object], object]:
    return {}


def _done(
    key: tuple[object, ...], work: Callable[[Job], Prepared], kind: Kind
) -> Prepared | Waiting:
    """What a job makes, or that it is waited for."""
    job = _jobs().get(key, work, kind)
    made: Prepared | None = job.result if job.look() else None
    return Waiting(job, key) if made is None else made


def reference(document: Document, model: str = DEFAULT_MODEL) -> Reference | Waiting:
    """The document as a model reads it, or the job that does it."""
    key = (*key_of(document), model)

    def work(job: Job) -> Reference:
        material = replace(PLAIN, model=model)
        found = engine.prepare(document, material, on_batch=job.on_batch, on_part=job.on_part)
        return Reference(found, token_sizes(document.text, "wordpiece"))

    job = _jobs().get(key, work, _EMBEDDING)
    if not job.look() or job.result is None:
        return Waiting(job, key)
    done: Reference = job.result
    return done._replace(prepared=replace(done.prepared, document=document))


def chunk(prepared_for: Prepared, strategy: Strategy, marks: Constraints = NONE) -> Chunking:
    """A prepared document cut by a strategy: milliseconds, so it is not cached."""
    return engine.run(prepared_for, strategy, marks)


def fitting(
    prepared_for: Prepared, strategy: Strategy, gold: ReferenceBoundaries, name: str
) -> Waiting | Fit:
    """The settings that agree best with the marks, or the job that looks for them.

    `name` stands for the marks and the settings. A search that was stopped has found something
    too, which is given once.
    """

    def work(job: Job) -> Fit:
        from chunking.analysis.search.fit import fit

        return fit(prepared_for, strategy, gold, job.step)

    key = (*key_of(prepared_for.document), "fit", name)
    job = _jobs().get(key, work, _FITTING)
    found: Fit | None = job.result if job.look() else None
    if found is not None and found.stopped:
        _jobs().forget(key)  # asked for again, it is begun again
    return Waiting(job, key) if found is None else found


def measured(chunking: Chunking, strategy: Strategy | None, reference: Reference) -> Evaluation:
    """A chunking as the measures look at it; None made it where it was made elsewhere."""
    return Evaluation(
        chunking,
        reference.prepared,
        reference.pieces,
        max_pieces=MAX_PIECES if strategy is None else window(strategy),
        limits=(0, UNLIMITED) if strategy is None else strategy.limits,
    )


def job(key: tuple[object, ...], work: Callable[[Job], object], kind: Kind) -> Waiting:
    """Other slow work; it is begun unless it is there."""
    return Waiting(_jobs().get(key, work, kind), key)


def made_by(key: tuple[object, ...]) -> object:
    """What the job of that key has made; None where it is at work, failed, or not there."""
    found = _jobs().peek(key)
    return None if found is None else found.result


def window(strategy: Strategy) -> int:
    """The word pieces that the strategy's model reads at once, or the default model."""
    return _window(strategy.material.model or DEFAULT_MODEL)


def begin_again(waiting: Waiting) -> None:
    """Begin a job that was stopped or failed; what it had done is in the cache of vectors."""
    _jobs().forget(waiting.key)


@kept(16)
def _signal(_: Key, kind: str, ready: Prepared) -> Signal | None:
    vectors = ready.vectors
    return None if vectors is None else SIGNALS[kind](ready.units, vectors)


@st.cache_resource(max_entries=16, show_spinner=False)
def _window(model: str) -> int:
    from chunking import embedding

    return embedding.get_embedder(model).max_pieces or MAX_PIECES


def utf16(sha256: str, text: str) -> Utf16:
    """The offsets of a text as the browser counts them."""
    return _utf16((sha256,), text)


def key_of(document: Document) -> tuple[object, ...]:
    """All of a document that preparing it depends on."""
    return (document.sha256, document.language, document.media_type)


@kept(16)
def _utf16(_: Key, text: str) -> Utf16:
    return Utf16(text)


@kept(16)
def _sizes(_: Key, tokenizer: str, text: str) -> Sizes:
    return token_sizes(text, tokenizer)


@kept(16)
def _prepared(_: Key, material: Material, document: Document) -> Prepared:
    return engine.prepare(document, material)


@st.cache_resource(show_spinner=False)
def _jobs() -> Jobs:
    return Jobs()

"""The engine's calls, cached by content: what is slow is done once, whoever asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from chunking import engine
from chunking.embedding import DEFAULT_MODEL
from chunking.gui.components import Utf16
from chunking.gui.jobs import Job, Jobs
from chunking.metrics import Reading
from chunking.sizes import measure
from chunking.types import Material

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.strategies import Strategy
    from chunking.types import Document, Prepared, Sizes


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
    """The document prepared for a material, or the job that does it where a model is needed."""
    if material.model is None:
        return replace(_prepared(_key(document), material, document), document=document)
    found = reference(document, material.model)
    if isinstance(found, Waiting):
        return found
    # However tokens are counted, the vectors are the same: embedded once for all of them.
    sizes = _sizes(document.sha256, material.count_in, document.text)
    return replace(found.prepared, material=material, sizes=sizes)


def reference(document: Document, model: str = DEFAULT_MODEL) -> Reference | Waiting:
    """The document as a model reads it, or the job that does it."""
    key = (*_key(document), model)

    def work(job: Job) -> Reference:
        material = Material("sentences", model=model, signal="adjacent")
        found = engine.prepare(document, material, on_batch=job.on_batch)
        return Reference(found, measure(document.text, "wordpiece"))

    job = _jobs().get(key, work)
    if not job.look() or job.result is None:
        return Waiting(job, key)
    done: Reference = job.result
    return done._replace(prepared=replace(done.prepared, document=document))


def chunk(prepared_for: Prepared, strategy: Strategy) -> Chunking:
    """A prepared document cut by a strategy: milliseconds, so it is not cached."""
    return engine.run(prepared_for, strategy)


def measured(chunking: Chunking, strategy: Strategy, reference: Reference) -> Reading:
    """A chunking as the measures look at it."""
    return Reading(chunking, reference.prepared, reference.pieces, limits=strategy.limits)


def begin_again(waiting: Waiting) -> None:
    """Begin a job that was stopped or failed; what it had done is in the cache of vectors."""
    _jobs().forget(waiting.key)


@st.cache_resource(max_entries=16, show_spinner=False)
def utf16(sha256: str, _text: str) -> Utf16:  # noqa: ARG001 - the key of the cache
    """The offsets of a text as the browser counts them."""
    return Utf16(_text)


def _key(document: Document) -> tuple[object, ...]:
    """All of a document that preparing it depends on."""
    return (document.sha256, document.language, document.media_type)


@st.cache_resource(max_entries=16, show_spinner=False)
def _sizes(sha256: str, count_in: str, _text: str) -> Sizes:  # noqa: ARG001 - the key of the cache
    return measure(_text, count_in)


@st.cache_resource(max_entries=16, show_spinner=False)
def _prepared(
    key: tuple[object, ...],  # noqa: ARG001 - the key of the cache
    material: Material,
    _document: Document,
) -> Prepared:
    return engine.prepare(_document, material)


@st.cache_resource(show_spinner=False)
def _jobs() -> Jobs:
    return Jobs()

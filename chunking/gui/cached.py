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

# What the curve, the measures and the comparison need of every document, whatever cuts it.
REFERENCE = Material("sentences", model=DEFAULT_MODEL, signal="adjacent")

# How long a first look waits for work that may already be in the cache of vectors.
_PATIENCE = 0.35


class Reference(NamedTuple):
    """A document as the default model reads it: sentences with vectors, and word pieces."""

    prepared: Prepared
    pieces: Sizes


class Waiting(NamedTuple):
    """A document that is not yet prepared: the job, and its key to begin it again."""

    job: Job
    key: tuple[object, ...]


def prepared(document: Document, material: Material) -> Prepared | Waiting:
    """The document prepared for a material, or the job that does it where a model is needed."""
    if material.model is None:
        found = _prepared(_key(document), material, document)
    else:
        waiting = _wait(
            (*_key(document), material),
            lambda job: engine.prepare(document, material, on_batch=job.on_batch),
        )
        if not isinstance(waiting, Job):
            return waiting
        found = waiting.result
    return replace(found, document=document)


def reference(document: Document) -> Reference | Waiting:
    """The document as the default model reads it, or the job that does it."""

    def work(job: Job) -> Reference:
        found = engine.prepare(document, REFERENCE, on_batch=job.on_batch)
        return Reference(found, measure(document.text, "wordpiece"))

    waiting = _wait((*_key(document), "reference"), work)
    if not isinstance(waiting, Job):
        return waiting
    found: Reference = waiting.result
    return found._replace(prepared=replace(found.prepared, document=document))


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


def _wait(key: tuple[object, ...], work: object) -> Job | Waiting:
    """The job of that key if it is done, after a moment's patience."""
    job = _jobs().get(key, work)  # type: ignore[arg-type]  # called with the job
    job.finished.wait(_PATIENCE if job.done == 0 and not job.stopped.is_set() else 0)
    return job if job.result is not None else Waiting(job, key)


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

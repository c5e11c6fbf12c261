"""What marks need of a document: its sentences, and its units split at the marks inside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import cached
from chunking.gui.cached import Reference, Waiting
from chunking.splitting import split_at_marks
from chunking.types import NONE, Constraints, Material

if TYPE_CHECKING:
    from chunking.types import Document, Prepared, Units

# Characters of a text whose sentences are found so fast that it is done beside its reading.
_SOON = 200_000


def split(prepared_for: Prepared, marks: Constraints) -> Prepared:
    """The same with its units split at the marks inside them, which takes longer than to cut."""
    if marks == NONE or prepared_for.vectors is not None:
        return prepared_for
    document = prepared_for.document
    key = (*cached.key_of(document), prepared_for.material)
    return replace(_split(key, marks, prepared_for), document=document)


def sentences(document: Document) -> Units | None:
    """The sentences of a document as far as they are known; of a long one as it is read."""
    known = cached.reference(document)
    if isinstance(known, Reference):
        return known.prepared.units
    if known.job.error is not None or len(document.text) <= _SOON:
        found = cached.prepared(document, Material("sentences"))
        return None if isinstance(found, Waiting) else found.units
    part: Prepared | None = known.job.part
    return None if part is None else part.units


@st.cache_resource(max_entries=16, show_spinner=False)
def _split(
    key: tuple[object, ...],  # noqa: ARG001 - the key of the cache
    marks: Constraints,
    _prepared: Prepared,
) -> Prepared:
    return split_at_marks(_prepared, marks)

"""What marks need of a document: its sentences, and its units split at the marks inside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from chunking.engine import split_units
from chunking.gui import cached
from chunking.gui.cached import Reference, Waiting, key_of
from chunking.gui.keeping import Key, kept
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
    key = (*key_of(document), prepared_for.material, marks)
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


@kept(16)
def _split(_: Key, marks: Constraints, ready: Prepared) -> Prepared:
    return split_units(ready, marks)

"""What the selected model misses of the document on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.gui import computed
from chunking.gui.computed import Reference, key_of
from chunking.gui.jobs import Kind

if TYPE_CHECKING:
    from chunking.core.document import Document
    from chunking.gui.jobs import Waiting

_TOKENIZING = Kind("Checking the model's vocabulary", stoppable=False)


def coverage_notes(document: Document, model: str) -> tuple[str, ...] | Waiting:
    """Return a sentence on text that the model does not cover; nothing before it has read it."""
    if not isinstance(computed.reference(document, model), Reference):
        return ()
    key = (*key_of(document), "coverage", model)
    waiting = computed.background(key, lambda _: _notes(document, model), _TOKENIZING)
    if not waiting.job.wait_briefly():
        return waiting
    # An error of the model appears where it embeds.
    return waiting.job.result or ()


def _notes(document: Document, model: str) -> tuple[str, ...]:
    from chunking import embedding
    from chunking.analysis.coverage import coverage

    return coverage(document, embedding.get_embedder(model)).notes

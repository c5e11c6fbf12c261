"""What the selected model misses of the document on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.gui.core.jobs import Kind
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import Reference, key_of

if TYPE_CHECKING:
    from chunking.core.document import Document
    from chunking.gui.core.jobs import Waiting

_TOKENIZING = Kind("Checking the model's vocabulary", stoppable=False, late=True)


def coverage_notes(document: Document, model: str) -> tuple[str, ...] | Waiting:
    """Return a sentence on text that the model does not cover; nothing before it has read it."""
    if not isinstance(engine_calls.reference(document, model), Reference):
        return ()
    key = (*key_of(document), "coverage", model)
    waiting = engine_calls.background(key, lambda _: _notes(document, model), _TOKENIZING)
    if not waiting.job.finished.is_set():
        return waiting
    # An error of the model appears where it embeds.
    return waiting.job.result or ()


def _notes(document: Document, model: str) -> tuple[str, ...]:
    from chunking import embedding
    from chunking.analysis.coverage import coverage

    return coverage(document, embedding.get_embedder(model)).notes

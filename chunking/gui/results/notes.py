"""Notes on a document and its chunks, as the commands print them."""

from chunking.analysis.coverage import Coverage
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.embedding import ModelTokens
from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.output.summaries.notes import notes_with
from chunking.strategies import Strategy

_TOKENIZING = Kind("Checking the model's vocabulary", stoppable=False, late=True)


def notes_of(
    chunking: Chunking, strategy: Strategy | None, model: str, tokens: ModelTokens | None
) -> tuple[list[str], Waiting | None]:
    """Return the notes on chunks, and the job that examines what the model covers.

    Args:
        chunking: The chunks.
        strategy: Their strategy; None for imported chunks.
        model: The name of the model that reads them.
        tokens: The document in its tokens; None before it has read it.
    """
    from chunking import embedding
    from chunking.analysis.coverage import with_limit

    found = None if tokens is None else coverage_of(chunking.document, model)
    if found is None or tokens is None or isinstance(found, Waiting):
        return notes_with(chunking, strategy, ()), found if isinstance(found, Waiting) else None
    limited = with_limit(found, chunking, tokens, embedding.get_embedder(model))
    return notes_with(chunking, strategy, [limited]), None


def coverage_of(document: Document, model: str) -> Coverage | Waiting | None:
    """Return what a model misses of a document; None if it fails, which shows where it embeds."""
    key = (*key_of(document), "coverage", model)

    def work(_: Job) -> Coverage:
        from chunking import embedding
        from chunking.analysis.coverage import coverage

        return coverage(document, embedding.get_embedder(model))

    return engine_calls.result_or_none(key, work, _TOKENIZING)

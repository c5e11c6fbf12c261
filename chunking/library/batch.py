"""Many documents split by one strategy."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from chunking.core.document import Document
from chunking.core.errors import ChunkingError, SettingsError, expect
from chunking.engine import check_strategy, chunk
from chunking.library.parallel_map import map_in_order
from chunking.loading import FoundFile, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.core.chunking import Chunking
    from chunking.strategies import Strategy

# A text, a document, the path of a file, or a result of `find_files`.
DocumentInput: TypeAlias = "Document | str | os.PathLike[str] | FoundFile"


class ChunkResult(NamedTuple):
    """The chunks of one document, or the error why there are none; `source` is what was given."""

    source: DocumentInput
    chunking: Chunking | None
    error: ChunkingError | None


def chunk_many(
    documents: Iterable[DocumentInput], strategy: Strategy, *, jobs: int = 1
) -> Iterator[ChunkResult]:
    """Split documents by one strategy and yield the results in order.

    A document that cannot be loaded or split has an error, and the others follow. Memory does not
    grow with the number of documents. Each result is that of `chunk`, for any number of jobs.

    Args:
        documents: Texts, documents, paths of files, and files of `find_files`; a str is a text.
        strategy: The strategy of all documents.
        jobs: The number of processes. With more than one, the main module of the program must not
            do anything when it is imported (`if __name__ == "__main__":`).

    Raises:
        SettingsError: An argument is of the wrong type.
        ModelError: The name of the model is not valid, or its package is missing.
    """
    single = isinstance(documents, (str, bytes, Document, os.PathLike))
    if single or not isinstance(documents, Iterable):
        raise SettingsError(f"documents must be several, got {documents!r:.80}")
    check_model(strategy)
    found = map_in_order(partial(_chunk, strategy), documents, jobs=jobs)
    return (
        ChunkResult(source, None, result)
        if isinstance(result, ChunkingError)
        else ChunkResult(source, result, None)
        for source, result in found
    )


def check_model(strategy: Strategy) -> None:
    """Check that the model of a strategy can be opened, before any document is loaded.

    Raises:
        ModelError: It cannot.
        SettingsError: It is not a strategy.
    """
    model = check_strategy(strategy).material.model
    if model is not None:
        from chunking.embedding import get_embedder

        get_embedder(model)


def as_loaded(source: DocumentInput) -> Document | str:
    """Return a document or text, loaded if it is a file.

    Raises:
        LoadError: The file cannot be loaded.
        SettingsError: It is none of these.
    """
    if isinstance(source, FoundFile):
        return load(source.path, route=source.route)
    requirement = "a document must be a text, a Document or the path of a file"
    expect(source, (str, Document, os.PathLike), requirement)
    return source if isinstance(source, (str, Document)) else load(source)


def _chunk(strategy: Strategy, source: DocumentInput) -> Chunking:
    return chunk(as_loaded(source), strategy)

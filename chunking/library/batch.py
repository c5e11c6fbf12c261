"""Many documents, loaded and split by one strategy."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from chunking.core.document import Document
from chunking.core.errors import ChunkingError, SettingsError, expect
from chunking.engine import check_strategy, chunk
from chunking.library.parallel_map import map_items
from chunking.library.source import Reading, SourceDocument
from chunking.loading import FoundFile, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chunking.core.chunking import Chunking
    from chunking.strategies import Strategy

# A text, a document, the path of a file, a result of `find_files`, or a document of a source.
DocumentInput: TypeAlias = "Document | str | os.PathLike[str] | FoundFile | SourceDocument"
Input = TypeVar("Input", bound=DocumentInput)
Value = TypeVar("Value")


class ChunkResult(NamedTuple):
    """The chunks of one document, or the error why there are none; `source` is what was given."""

    source: DocumentInput
    chunking: Chunking | None
    error: ChunkingError | None


class SplitDocument(NamedTuple):
    """A document that was loaded and split, and the other properties of its table row."""

    document: Document
    chunking: Chunking
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Splitter:
    """What loads and splits any document; it can be sent to other processes."""

    strategy: Strategy
    reading: Reading = Reading()  # noqa: RUF009 - immutable

    def split(self, source: DocumentInput) -> SplitDocument:
        """Load and split a document.

        Raises:
            ChunkingError: It cannot be loaded or split.
        """
        try:
            document, metadata = self._load(source)
            chunking = chunk(document, self.strategy)
        except ChunkingError:
            raise
        except Exception as error:
            # One document must not stop the others.
            raise ChunkingError(
                f"cannot be split ({type(error).__name__}: {error!s:.80})"
            ) from error
        return SplitDocument(chunking.document, chunking, metadata)

    def _load(self, source: DocumentInput) -> tuple[Document | str, dict[str, Any]]:
        if isinstance(source, SourceDocument):
            return source.load(self.reading)
        if isinstance(source, FoundFile):
            return load(source.path, route=source.route), {}
        requirement = "a document must be a text, a Document or the path of a file"
        expect(source, (str, Document, os.PathLike), requirement)
        return source if isinstance(source, (str, Document)) else load(source), {}


def split_each(
    documents: Iterable[Input],
    splitter: Splitter,
    make: Callable[[SplitDocument], Value],
    *,
    jobs: int = 1,
) -> Iterator[tuple[Input, Value | ChunkingError]]:
    """Yield each document in order with what is made of its chunks, or with the error.

    Memory does not grow with the number of documents.

    Args:
        documents: Read as the results are used.
        splitter: Loads and splits each, in a worker process where there are several jobs.
        make: Called with each document in the same process.
        jobs: The number of processes.

    Raises:
        SettingsError: An argument is not valid.
        ModelError: The name of the model is not valid, or its package is missing.
    """
    check_model(splitter.strategy)
    return map_items(partial(_made, splitter, make), documents, jobs=jobs)


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
    found = split_each(documents, Splitter(strategy), _chunking, jobs=jobs)
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


def _made(
    splitter: Splitter, make: Callable[[SplitDocument], Value], source: DocumentInput
) -> Value:
    return make(splitter.split(source))


def _chunking(split: SplitDocument) -> Chunking:
    return split.chunking

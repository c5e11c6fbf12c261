"""Many documents, loaded and split by one strategy."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from chunking.core.chunking import Chunking
from chunking.core.document import Document, as_document
from chunking.core.errors import ChunkingError, SettingsError, expect
from chunking.engine import check_strategy, chunk
from chunking.engine.spec import RECOMMENDED, parse_spec
from chunking.library.parallel_map import map_items
from chunking.library.source import AS_DETECTED, Reading, SourceDocument
from chunking.loading import FoundFile, load
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
    """The chunks of a document, and how they were made.

    Attributes:
        metadata: The other properties of its table row.
        notes: Why the strategy is recommended, and what its model misses; none for a given one.
    """

    chunking: Chunking
    strategy: Strategy
    metadata: dict[str, Any]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recommended:
    """The strategy that is recommended for each document, in place of one for all.

    Attributes:
        model: Name of the model that it is recommended for; None for the default.
    """

    model: str | None = None
    changes: tuple[tuple[str, str], ...] = ()

    def choose(self, document: Document) -> tuple[Strategy, tuple[str, ...]]:
        """Return the strategy for a document, and notes: why, and what the model misses."""
        from chunking.analysis.recommend.strategy import recommended_strategy

        found = recommended_strategy(document, model=self.model)
        fields = found.strategy.fields()
        missing = [name for name, _ in self.changes if name not in fields]
        if missing:
            raise SettingsError(
                f"{found.strategy.name}, which is recommended, has no setting {missing[0]}: "
                "give --strategy"
            )
        strategy = found.strategy.with_(**dict(self.changes))
        missed = () if found.coverage is None else found.coverage.notes
        return strategy, (f"recommended: {found.summary} {found.reason}", *missed)


def split_document(
    source: DocumentInput, strategy: Strategy | Recommended, reading: Reading = AS_DETECTED
) -> SplitDocument:
    """Load and split a document."""
    try:
        loaded, metadata = _load(source, reading)
        document = as_document(loaded)
        notes: tuple[str, ...] = ()
        if isinstance(strategy, Recommended):
            strategy, notes = strategy.choose(document)
        return SplitDocument(chunk(document, strategy), strategy, metadata, notes)
    except ChunkingError:
        raise
    except Exception as error:
        # One document must not stop the others.
        raise ChunkingError(f"cannot be split ({type(error).__name__}: {error!s:.80})") from error


def split_each(
    documents: Iterable[Input],
    strategy: Strategy | Recommended,
    make: Callable[[SplitDocument], Value],
    *,
    reading: Reading = AS_DETECTED,
    jobs: int = 1,
) -> Iterator[tuple[Input, Value | ChunkingError]]:
    """Yield each document in order with what is made of its chunks, or with the error.

    Memory does not grow with the number of documents.

    Args:
        documents: Read as the results are used.
        make: Called with the chunks of each, in the worker process where there are several jobs.

    Raises:
        ModelError: The name of the model is not valid, or its package is missing.
    """
    check_model(strategy)
    return map_items(partial(_split, strategy, reading, make), documents, jobs=jobs)


def chunk_many(
    documents: Iterable[DocumentInput], strategy: Strategy | str = RECOMMENDED, *, jobs: int = 1
) -> Iterator[ChunkResult]:
    """Split documents by one strategy and yield the results in order.

    A document that cannot be loaded or split has an error, and the others follow. Memory does not
    grow with the number of documents. Each result is that of `chunk`, for any number of jobs.

    Args:
        documents: Texts, documents, paths of files, and files of `find_files`; a str is a text.
        strategy: The strategy of all documents, one as text, or by default the recommended one of
            each, as for `chunk`.
        jobs: The number of processes. With more than one, the main module of the program must not
            do anything when it is imported (`if __name__ == "__main__":`).

    Raises:
        SettingsError: An argument is of the wrong type.
        ModelError: The name of the model is not valid, or its package is missing.
    """
    single = isinstance(documents, (str, bytes, Document, os.PathLike))
    if single or not isinstance(documents, Iterable):
        raise SettingsError(f"documents must be several, got {documents!r:.80}")
    found = split_each(documents, as_strategy(strategy), attrgetter("chunking"), jobs=jobs)
    return (
        ChunkResult(source, None, result)
        if isinstance(result, ChunkingError)
        else ChunkResult(source, result, None)
        for source, result in found
    )


def as_strategy(strategy: Strategy | Recommended | str) -> Strategy | Recommended:
    """Return a strategy, or the one that a text names, as for `chunk`."""
    if isinstance(strategy, str):
        return Recommended() if strategy == RECOMMENDED else parse_spec(strategy)
    return strategy if isinstance(strategy, Recommended) else check_strategy(strategy)


def check_model(strategy: Strategy | Recommended) -> None:
    """Check that the model of a strategy can be opened, before any document is loaded."""
    if isinstance(strategy, Recommended):
        model = strategy.model
    else:
        model = check_strategy(strategy).material.model
    if model is not None:
        from chunking.embedding import get_embedder

        get_embedder(model)


def _split(
    strategy: Strategy | Recommended,
    reading: Reading,
    make: Callable[[SplitDocument], Value],
    source: DocumentInput,
) -> Value:
    return make(split_document(source, strategy, reading))


def _load(source: DocumentInput, reading: Reading) -> tuple[Document | str, dict[str, Any]]:
    """Return a document or text, and its metadata."""
    if isinstance(source, SourceDocument):
        return source.load(reading)
    if isinstance(source, FoundFile):
        return load(source.path, route=source.route), {}
    requirement = "a document must be a text, a Document or the path of a file"
    expect(source, (str, Document, os.PathLike), requirement)
    return source if isinstance(source, (str, Document)) else load(source), {}

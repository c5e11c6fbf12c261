"""The protocol of stores: documents, each with its chunks and their vectors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from chunking.core.arrays import Vectors
from chunking.core.errors import StoreError
from chunking.core.frames import arrow_schema
from chunking.core.rows import COLUMNS, STORE_COLUMNS
from chunking.embedding import Embedder, LongTexts

if TYPE_CHECKING:
    import pyarrow as pa


# Version of the columns, and of what is searched in.
SCHEMA_VERSION = 3


class MissingStoreError(StoreError):
    """There is no store at an address."""


@dataclass(frozen=True, slots=True)
class Description:
    """What all vectors of a store have in common.

    Attributes:
        long_texts: What is embedded of chunks beyond the limit; stores that do not say average.
    """

    model: str
    revision: str
    dimension: int
    version: int = SCHEMA_VERSION
    long_texts: LongTexts = "average"


class StoredDocument(NamedTuple):
    """The state in which a document is stored.

    Attributes:
        document_hash: SHA-256 of the bytes of its file or row; empty if it is incomplete.
        settings_hash: Hash of everything else that its chunks depend on.
        chosen: The recommended strategy, and why it was recommended; empty for a given one.
    """

    document_hash: str
    settings_hash: str
    chunks: int
    chosen: str = ""


_NEVER_MISSING = {"route", "index", "start", "end", "text", "heading_path", "location"}


class Query(NamedTuple):
    """What is searched for; with a vector and words, their rankings are fused.

    Attributes:
        vector: The vector of the question, of norm 1, (d,); None to rank by words alone.
        words: The words of the question; none to rank by vectors alone.
        neighbor_weight: Weight of the neighbors in the vector of a chunk, as in `with_neighbors`.
    """

    vector: Vectors | None
    words: Sequence[str] = ()
    neighbor_weight: float = 0.0


class Hit(NamedTuple):
    """A chunk found by a search: its score, and its columns without the vector.

    The score is the similarity, the BM25 score, or that of the fused rankings (`combine`).
    """

    score: float
    chunk: dict[str, Any]


class Store(Protocol):
    """Documents by route, each with its chunks; a chunk is a row of `chunk_schema`.

    Every method may raise `StoreError`, one sentence.
    """

    @property
    def description(self) -> Description:
        """Model, revision and dimension of the vectors."""
        ...

    def documents(self) -> Mapping[str, StoredDocument]:
        """Return the stored documents by route."""
        ...

    def chunks(self, routes: Iterable[str], columns: Sequence[str] | None = None) -> pa.Table:
        """Return the chunks of documents in the order of `route` and `index`.

        Unknown routes have no chunks. `columns` are all by default.
        """
        ...

    def put(self, documents: Mapping[str, StoredDocument], chunks: pa.Table) -> None:
        """Store complete documents with their chunks, in place of those with the same routes.

        After it returns, killing the process loses none of them. Killed before, it leaves each
        document as it was, as it should be, or with an empty `document_hash`.
        """
        ...

    def remove(self, routes: Iterable[str]) -> None:
        """Remove documents with their chunks."""
        ...

    def search(self, query: Query, count: int) -> list[Hit]:
        """Return the best chunks, best first; by words alone those with a word of the question."""
        ...

    def optimize(self) -> None:
        """Reclaim space and speed up reading after many changes."""
        ...

    def close(self) -> None:
        """Write what is pending, and release the store."""
        ...


def chunk_schema(dimension: int) -> pa.Schema:
    """Return the columns of chunks: those of all rows, and those of stores."""
    return arrow_schema((*COLUMNS, *STORE_COLUMNS), dimension=dimension)


def typed_chunks(table: pa.Table, columns: Sequence[str], dimension: int = 1) -> pa.Table:
    """Return columns of chunks in their types; another program may have changed them.

    Raises:
        ArrowException, KeyError, OverflowError, ValueError: They have other types, or no value.
    """
    import pyarrow as pa

    schema = chunk_schema(dimension)
    found = table.select(columns)
    for each in _NEVER_MISSING & {*columns}:
        if found[each].null_count:
            raise ValueError(f"a chunk has no {each}")
    return found.cast(pa.schema([schema.field(each) for each in columns]))


def vector_column(vectors: Vectors) -> pa.Array:
    """Return vectors, (n, d), as a column."""
    import numpy as np
    import pyarrow as pa

    flat = np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat), vectors.shape[1])


def vectors_of(chunks: pa.Table) -> Vectors:
    """Return the column of vectors of a table, (n, d)."""
    import numpy as np

    column = chunks.column("vector")
    if not len(column):
        return np.zeros((0, column.type.list_size), dtype=np.float32)
    rows = column.combine_chunks()
    found: Vectors = rows.flatten().to_numpy().reshape(-1, column.type.list_size)
    return found


def as_payload(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its metadata as an object and its time as text, as JSON can hold it."""
    return row | {
        "metadata": json.loads(row["metadata"]),
        "ingested_at": row["ingested_at"].isoformat(),
    }


def check_model(
    store: str, found: Description, embedder: Embedder, long_texts: LongTexts | None = None
) -> None:
    """Check that a store can hold the vectors of a model.

    Args:
        long_texts: What is embedded of chunks beyond the limit; None: as in the store.

    Raises:
        StoreError: It has another version of the columns, or vectors made in another way.
    """
    model, revision = embedder.id, embedder.revision
    if found.version != SCHEMA_VERSION:
        raise StoreError(
            f"{store}: it must have version {SCHEMA_VERSION} of the columns, got {found.version}: "
            "sync to another store"
        )
    if found.model != model:
        raise StoreError(
            f"{store}: it holds vectors of {found.model}, not of {model}: "
            f"use --model {found.model}, or another store"
        )
    if found.revision != revision:
        raise StoreError(
            f"{store}: it holds vectors of {model} in revision {found.revision[:12]}, and the "
            f"installed one is {revision[:12]}: sync to another store"
        )
    if long_texts not in {None, found.long_texts}:
        raise StoreError(
            f"{store}: its long_texts is {found.long_texts}, got {long_texts}: "
            f"use --long-texts {found.long_texts}, or another store"
        )

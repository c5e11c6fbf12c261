"""Shards: documents that are loaded, split and embedded together, in any process."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Collection, Iterator
from dataclasses import astuple, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chunking.core.arrays import Vectors
from chunking.core.chunking import rows_of
from chunking.core.errors import ChunkingError, ModelError
from chunking.core.frames import arrow_table
from chunking.core.packages import program_version
from chunking.core.rows import COLUMNS, STORE_COLUMNS
from chunking.core.text.normalization import normalize_text
from chunking.embedding import LongTexts, embedded_texts, get_embedder
from chunking.engine.serialization import from_dict, to_dict
from chunking.engine.spec import to_spec
from chunking.library.batch import Recommended, SplitDocument, split_document
from chunking.library.plan import State, plan, state_of
from chunking.library.source import Reading, SourceDocument
from chunking.library.stores.protocol import (
    SCHEMA_VERSION,
    StoredDocument,
    chunk_schema,
    vector_column,
)
from chunking.output.summaries.notes import notes_on
from chunking.strategies import Strategy

if TYPE_CHECKING:
    import pyarrow as pa


# Namespace of the keys of chunks in stores.
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "chunkscope:chunk")
# Texts to measure the rate of a model with; they take about a second on two cores.
SAMPLE = 64


@dataclass(frozen=True, slots=True)
class Work:
    """How every document of a library is split and embedded.

    Attributes:
        settings: The strategy, as `to_dict` returns it; None for the recommended one of each.
        dimension: Numbers per vector; 0 if nothing is embedded.
    """

    settings: dict[str, Any] | None
    settings_hash: str
    model: str
    dimension: int
    reading: Reading
    time: dt.datetime
    long_texts: LongTexts

    @property
    def strategy(self) -> Strategy | Recommended:
        """The strategy of all documents, or the recommended one of each."""
        return Recommended(self.model) if self.settings is None else from_dict(self.settings)


def hash_settings(strategy: Strategy | Recommended, reading: Reading) -> str:
    """Return the hash of what chunks depend on, apart from the document and the model.

    The version of the program is part of it, since formats and strategies may change.
    """
    settings = "recommended" if isinstance(strategy, Recommended) else to_dict(strategy)
    parts = [settings, *astuple(reading), program_version(), SCHEMA_VERSION]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


class Known(NamedTuple):
    """The stored chunks of a document, and their vectors, (n, d)."""

    state: State
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Shard:
    """Documents to process together, and stored chunks by the route of the new version."""

    items: tuple[SourceDocument, ...]
    known: dict[str, Known] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Bytes of the documents."""
        return sum(len(each.data or b"") for each in self.items)

    def alone(self) -> list[Shard]:
        """Return a shard for each document."""
        return [
            Shard((each,), {k: v for k, v in self.known.items() if k == each.route})
            for each in self.items
        ]


@dataclass(slots=True)
class Counts:
    """Chunks and tokens of documents that were new or had changed.

    Attributes:
        tokens: Their tokens, overlap included.
        embedded: Distinct contents that had no vector, neither stored nor cached.
        reused: All other chunks.
        deleted: Stored chunks whose locations no longer exist.
    """

    chunks: int = 0
    tokens: int = 0
    embedded: int = 0
    embedded_tokens: int = 0
    reused: int = 0
    reused_tokens: int = 0
    deleted: int = 0

    def reuse(self, repeated: Collection[int]) -> None:
        """Count contents, given by their tokens, as reused in place of embedded."""
        self.embedded -= len(repeated)
        self.embedded_tokens -= sum(repeated)
        self.reused += len(repeated)
        self.reused_tokens += sum(repeated)

    def add(self, other: Counts) -> None:
        """Add other counts."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class ShardResult:
    """Result of a shard: stored documents, counts and problems.

    Attributes:
        chunks: Their chunks, as in a store; None if nothing was embedded.
        problems: Route and reason of documents that failed.
        missing: Some of the texts without a vector, if nothing was embedded.
        contents: The contents without a vector with their tokens, by hash, if nothing was embedded.
    """

    documents: dict[str, StoredDocument]
    chunks: pa.Table | None
    counts: Counts
    problems: list[tuple[str, str]]
    missing: list[str]
    size: int
    notes: list[str] = field(default_factory=list)
    contents: dict[str, int] = field(default_factory=dict)


class _Split(NamedTuple):
    """A document that was split, the hash of its data, and the state of its chunks."""

    document_hash: str
    split: SplitDocument
    state: State

    @property
    def route(self) -> str:
        """The route of the document."""
        return self.split.chunking.document.route


def process(work: Work, shard: Shard) -> ShardResult:
    """Load, split and embed the documents of a shard; without a dimension, only count."""
    strategy = work.strategy
    problems: list[tuple[str, str]] = []
    split: list[_Split] = []
    for item in shard.items:
        try:
            found = split_document(item, strategy, work.reading)
        except ModelError:
            raise
        except ChunkingError as error:
            problems.append((item.route, str(error)))
        else:
            split.append(_Split(item.sha256, found, state_of(found.chunking)))
    texts, tokens = _texts_to_embed(split, shard)
    embedder = get_embedder(work.model)
    embedded = embedded_texts(list(texts.values()), embedder, work.long_texts)
    texts = dict(zip(texts, embedded, strict=True))
    missing = set(embedder.missing(embedded))
    new = {key: tokens[key] for key, text in texts.items() if text in missing}
    counts = _counts(split, shard, new)
    stored = {each.route: _stored(work, each) for each in split}
    notes = [note for each in split for note in _notes(work, each)]
    if not work.dimension:
        sample = [text for text in texts.values() if text in missing][:SAMPLE]
        return ShardResult(stored, None, counts, problems, sample, shard.size, notes, new)
    vectors = dict(zip(texts, embedder.encode(embedded), strict=True))
    for known in shard.known.values():
        hashes = (each.content_hash for each in known.state.chunks)
        vectors |= dict(zip(hashes, known.vectors, strict=True))
    table = _table(work, split, vectors)
    return ShardResult(stored, table, counts, problems, [], shard.size, notes)


def failed(shard: Shard, reason: str) -> ShardResult:
    """Return the result of a shard whose documents all failed for a reason."""
    problems = [(each.route, reason) for each in shard.items]
    return ShardResult({}, None, Counts(), problems, [], shard.size)


def _texts_to_embed(split: list[_Split], shard: Shard) -> tuple[dict[str, str], dict[str, int]]:
    """Return each distinct text without a stored vector, and its tokens, by content hash."""
    known = {each.content_hash for known in shard.known.values() for each in known.state.chunks}
    texts: dict[str, str] = {}
    tokens: dict[str, int] = {}
    for each in split:
        for stored, text in zip(each.state.chunks, each.split.chunking.texts, strict=True):
            if stored.content_hash not in known and stored.content_hash not in texts:
                texts[stored.content_hash] = normalize_text(text)
                tokens[stored.content_hash] = stored.tokens
    return texts, tokens


def _counts(split: list[_Split], shard: Shard, new: dict[str, int]) -> Counts:
    """Return the counts of documents of which `new` contents, with their tokens, are embedded."""
    rows = [row for each in split for row in each.state.chunks]
    tokens, new_tokens = sum(row.tokens for row in rows), sum(new.values())
    states = {each.route: each.state for each in split}
    deleted = sum(
        len(plan(known.state, states[route]).removed)
        for route, known in shard.known.items()
        if route in states and known.state.title == route
    )
    return Counts(
        chunks=len(rows),
        tokens=tokens,
        embedded=len(new),
        embedded_tokens=new_tokens,
        reused=len(rows) - len(new),
        reused_tokens=tokens - new_tokens,
        deleted=deleted,
    )


def _notes(work: Work, of: _Split) -> list[str]:
    """Return the notes on a document, as `split` prints them."""
    found = notes_on(of.split.chunking, of.split.strategy, work.model, long_texts=work.long_texts)
    return [f"{of.route}: {note}" for note in dict.fromkeys([*of.split.notes, *found])]


def _stored(work: Work, of: _Split) -> StoredDocument:
    why = " ".join(of.split.notes)
    chosen = f"{to_spec(of.split.strategy)}; {why}" if why else ""
    return StoredDocument(of.document_hash, work.settings_hash, len(of.state.chunks), chosen)


def _table(work: Work, split: list[_Split], vectors: dict[str, Vectors]) -> pa.Table:
    """Return the chunks of documents as rows of a store."""
    rows = [row for each in split for row in _rows(work, each)]
    column = np.zeros((len(rows), work.dimension), dtype=np.float32)
    for i, row in enumerate(rows):
        column[i] = vectors[row["content_hash"]]
    schema = chunk_schema(work.dimension)
    plain = [each for each in (*COLUMNS, *STORE_COLUMNS) if each.type != "vector"]
    return arrow_table(rows, plain).append_column(schema.field("vector"), vector_column(column))


def _rows(work: Work, of: _Split) -> Iterator[dict[str, Any]]:
    """Yield the chunks of a document with the columns of stores, without their vectors."""
    chunking, metadata = of.split.chunking, of.split.metadata
    document = chunking.document
    properties = {"media_type": document.media_type, "encoding": document.encoding}
    stored = {
        "settings": to_spec(of.split.strategy),
        "metadata": json.dumps({**metadata, **properties}, sort_keys=True),
        "document_hash": of.document_hash,
        "settings_hash": work.settings_hash,
        "ingested_at": work.time,
    }
    for row in rows_of(chunking):
        key = uuid.uuid5(_NAMESPACE, f"{document.route}\n{row['location_id']}")
        yield {**row, "key": str(key), **stored}

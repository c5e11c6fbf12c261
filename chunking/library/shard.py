"""Shards: documents that are loaded, split and embedded together, in any process."""

from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from chunking.core.errors import ChunkingError, ModelError
from chunking.core.text.normalization import normalize_text, replace_surrogates
from chunking.embedding import get_embedder
from chunking.engine import chunk
from chunking.engine.serialization import from_dict, to_dict
from chunking.engine.spec import to_spec
from chunking.library.plan import State, plan, state_of
from chunking.library.stores.protocol import (
    SCHEMA_VERSION,
    StoredDocument,
    chunk_schema,
    vector_column,
)
from chunking.loading.names import display_name

if TYPE_CHECKING:
    import datetime as dt

    import pyarrow as pa

    from chunking.core.arrays import Vectors
    from chunking.core.chunking import Chunking
    from chunking.core.document import Document
    from chunking.library.source import LoadableDocument
    from chunking.strategies import Strategy

# Namespace of the ids of chunks in stores.
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "chunkscope:chunk")
# Texts to measure the rate of a model with; they take about a second on two cores.
SAMPLE = 64


@dataclass(frozen=True, slots=True)
class Work:
    """How every document of a library is split and embedded.

    Attributes:
        settings: The strategy, as `to_dict` returns it.
        settings_hash: The result of `hash_settings`.
        model: Name of the model of the vectors.
        dimension: Numbers per vector; 0 if nothing is embedded.
        language: Language of files, and of table rows without one; detected if None.
        domain: Domain of files, and of table rows without one.
        time: When the run began.
    """

    settings: dict[str, Any]
    settings_hash: str
    model: str
    dimension: int
    language: str | None
    domain: str
    time: dt.datetime


def hash_settings(strategy: Strategy, language: str | None, domain: str) -> str:
    """Return the hash of what chunks depend on, apart from the document and the model.

    The version of the program is part of it, since formats and strategies may change.
    """
    parts = [to_dict(strategy), language, domain, version("chunkscope"), SCHEMA_VERSION]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


class Known(NamedTuple):
    """The stored chunks of a document, and their vectors, (n, d)."""

    state: State
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Shard:
    """Documents to process together, and stored chunks by the route of the new version."""

    items: tuple[LoadableDocument, ...]
    known: dict[str, Known] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Bytes of the documents."""
        return sum(len(each.data) for each in self.items)

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
        chunks: All of their chunks.
        tokens: Their tokens, overlap included.
        embedded: Distinct contents that had no vector, neither stored nor cached.
        embedded_tokens: Their tokens.
        reused: All other chunks.
        reused_tokens: Their tokens.
        deleted: Stored chunks whose locations no longer exist.
    """

    chunks: int = 0
    tokens: int = 0
    embedded: int = 0
    embedded_tokens: int = 0
    reused: int = 0
    reused_tokens: int = 0
    deleted: int = 0

    def add(self, other: Counts) -> None:
        """Add other counts."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class ShardResult:
    """Result of a shard: stored documents, counts and problems.

    Attributes:
        documents: The documents that were split.
        chunks: Their chunks, as in a store; None if nothing was embedded.
        counts: Their chunks and tokens.
        problems: Route and reason of documents that were skipped.
        missing: Some of the texts without a vector, if nothing was embedded.
        size: Bytes of all documents of the shard.
    """

    documents: dict[str, StoredDocument]
    chunks: pa.Table | None
    counts: Counts
    problems: list[tuple[str, str]]
    missing: list[str]
    size: int


class _Split(NamedTuple):
    """A document that was split, and the hash of its data."""

    document_hash: str
    document: Document
    metadata: dict[str, Any]
    chunking: Chunking
    state: State


def process(work: Work, shard: Shard) -> ShardResult:
    """Load, split and embed the documents of a shard; without a dimension, only count.

    Raises:
        ModelError: A model cannot be used.
    """
    strategy = from_dict(work.settings)
    problems: list[tuple[str, str]] = []
    split: list[_Split] = []
    for item in shard.items:
        try:
            split.append(_split(work, item, strategy))
        except ModelError:
            raise
        except ChunkingError as error:
            named = f"{display_name(item.name)}: "
            problems.append((item.route, str(error).removeprefix(named)))
        except Exception as error:  # noqa: BLE001 - one document must not stop a library
            problems.append((item.route, f"damaged ({type(error).__name__}: {error!s:.80})"))
    texts, tokens = _texts_to_embed(split, shard)
    embedder = get_embedder(work.model)
    missing = set(embedder.missing(list(texts.values())))
    new = {key: tokens[key] for key, text in texts.items() if text in missing}
    counts = _counts(split, shard, new)
    stored = {each.document.route: _stored(work, each) for each in split}
    if not work.dimension:
        sample = [text for text in texts.values() if text in missing][:SAMPLE]
        return ShardResult(stored, None, counts, problems, sample, shard.size)
    vectors = dict(zip(texts, embedder.encode(list(texts.values())), strict=True))
    for known in shard.known.values():
        hashes = (each.content_hash for each in known.state.chunks)
        vectors |= dict(zip(hashes, known.vectors, strict=True))
    table = _table(work, strategy, split, vectors)
    return ShardResult(stored, table, counts, problems, [], shard.size)


def skipped(shard: Shard, reason: str) -> ShardResult:
    """Return the result of a shard whose documents are skipped for a reason."""
    problems = [(each.route, reason) for each in shard.items]
    return ShardResult({}, None, Counts(), problems, [], shard.size)


def _split(work: Work, item: LoadableDocument, strategy: Strategy) -> _Split:
    document, metadata = item.load(work.language, work.domain)
    chunking = chunk(document, strategy)
    return _Split(item.sha256, document, metadata, chunking, state_of(chunking))


def _texts_to_embed(split: list[_Split], shard: Shard) -> tuple[dict[str, str], dict[str, int]]:
    """Return each distinct text without a stored vector, and its tokens, by content hash."""
    known = {each.content_hash for known in shard.known.values() for each in known.state.chunks}
    texts: dict[str, str] = {}
    tokens: dict[str, int] = {}
    for each in split:
        for stored, text in zip(each.state.chunks, each.chunking.texts, strict=True):
            if stored.content_hash not in known and stored.content_hash not in texts:
                texts[stored.content_hash] = normalize_text(text)
                tokens[stored.content_hash] = stored.tokens
    return texts, tokens


def _counts(split: list[_Split], shard: Shard, new: dict[str, int]) -> Counts:
    """Return the counts of documents of which `new` contents, with their tokens, are embedded."""
    rows = [row for each in split for row in each.state.chunks]
    tokens, new_tokens = sum(row.tokens for row in rows), sum(new.values())
    states = {each.document.route: each.state for each in split}
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


def _stored(work: Work, split: _Split) -> StoredDocument:
    return StoredDocument(split.document_hash, work.settings_hash, len(split.chunking))


def _table(
    work: Work, strategy: Strategy, split: list[_Split], vectors: dict[str, Vectors]
) -> pa.Table:
    """Return the chunks of documents as rows of a store."""
    import pyarrow as pa

    schema = chunk_schema(work.dimension)
    spec = to_spec(strategy)
    rows = [row for each in split for row in _rows(work, each, spec)]
    column = np.zeros((len(rows), work.dimension), dtype=np.float32)
    for i, row in enumerate(rows):
        column[i] = vectors[row["content_hash"]]
    plain = pa.schema([each for each in schema if each.name != "vector"])
    table = pa.Table.from_pylist(rows, schema=plain)
    return table.append_column(schema.field("vector"), vector_column(column))


def _rows(work: Work, split: _Split, spec: str) -> list[dict[str, Any]]:
    document = split.document
    properties = {"media_type": document.media_type, "encoding": document.encoding}
    document_hash = split.document_hash
    found = []
    for each, stored in zip(split.chunking, split.state.chunks, strict=True):
        location = each.location
        pages = location.pop("pages", [])
        metadata = {**split.metadata, **properties, **location}
        location_id = stored.location_id
        found.append(
            {
                "id": str(uuid.uuid5(_NAMESPACE, f"{document.route}\n{location_id}")),
                "route": document.route,
                "index": each.index,
                "text": replace_surrogates(each.text),
                "source": replace_surrogates(document.source),
                "title": replace_surrogates(document.title),
                "strategy": split.chunking.strategy,
                "settings": spec,
                "domain": replace_surrogates(document.domain),
                "language": document.language,
                "ingested_at": work.time,
                "metadata": json.dumps(metadata, sort_keys=True),
                "location_id": location_id,
                "content_hash": stored.content_hash,
                "sha256": each.sha256,
                "document_hash": document_hash,
                "settings_hash": work.settings_hash,
                "start": each.start,
                "end": each.end,
                "overlap": each.overlap,
                "tokens": stored.tokens,
                "reason": each.reason.value,
                "heading_path": [replace_surrogates(part) for part in each.heading_path],
                "pages": pages,
            }
        )
    return found

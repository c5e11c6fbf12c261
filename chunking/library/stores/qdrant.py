"""Stores in Qdrant: a chunk is a point, whose payload has the columns of the chunk.

A point also has the number of chunks of its document, so that a document of which a killed process
wrote only some points is known to be incomplete.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from chunking.core.arrays import Vectors
from chunking.core.errors import StoreError
from chunking.core.rows import COLUMNS, STORE_COLUMNS
from chunking.library.stores.protocol import (
    Description,
    Hit,
    Query,
    StoredDocument,
    as_payload,
    chunk_schema,
    typed_chunks,
    vector_column,
    vectors_of,
)
from chunking.library.stores.qdrant_points import (
    BATCH,
    SparseWords,
    StoredPoint,
    words_of_question,
    words_of_text,
)
from chunking.retrieval.ranking import FUSION, best_first, run_lengths, with_neighbors

if TYPE_CHECKING:
    import pyarrow as pa

    from chunking.library.stores.qdrant_edge import EdgePoints
    from chunking.library.stores.qdrant_server import ServerPoints


COUNT = "document_chunks"
# Chunks of each ranking that are fused: one that is lower in a ranking gains less than 1/260 there,
# a quarter of what the first ones gain.
CANDIDATES = 200
# Documents whose chunks are all ranked again where neighbors count.
NEAR_DOCUMENTS = 20
_COLUMNS = tuple(column.name for column in (*COLUMNS, *STORE_COLUMNS))
DOCUMENT_FIELDS = ("route", "document_hash", "settings_hash", COUNT)


class QdrantStore:
    """Documents in a collection of points."""

    def __init__(self, points: EdgePoints | ServerPoints) -> None:
        self._points = points
        self._documents: dict[str, StoredDocument] | None = None

    @property
    def description(self) -> Description:
        """Model, revision and dimension of the vectors."""
        return self._points.description

    def documents(self) -> Mapping[str, StoredDocument]:
        """Return the stored documents by route; a document without chunks is not stored."""
        return self._known().copy()

    def _known(self) -> dict[str, StoredDocument]:
        """Return the stored documents, which are read once."""
        if self._documents is None:
            with _own_points():
                self._documents = _documents(
                    each.payload
                    for each in self._points.scroll(None, DOCUMENT_FIELDS, vectors=False)
                )
        return self._documents

    def chunks(self, routes: Iterable[str], columns: Sequence[str] | None = None) -> pa.Table:
        """Return the chunks of documents in the order of `route` and `index`."""
        schema = chunk_schema(self.description.dimension)
        names = list(schema.names if columns is None else columns)
        fields = list(dict.fromkeys([*names, "route", "index"]))
        with_vectors = "vector" in fields
        found = list(
            self._points.scroll(
                list(routes), [each for each in fields if each != "vector"], vectors=with_vectors
            )
        )
        with _own_points():
            found.sort(key=lambda each: (each.payload["route"], each.payload["index"]))
            table = _table([each.payload for each in found], names)
            if with_vectors:
                vectors = np.zeros((len(found), self.description.dimension), dtype=np.float32)
                for row, each in zip(vectors, found, strict=True):
                    row[:] = each.vector
                table = table.append_column(schema.field("vector"), vector_column(vectors))
            return table.select(names)

    def put(self, documents: Mapping[str, StoredDocument], chunks: pa.Table) -> None:
        """Write the points of documents, then delete those of their former versions."""
        known = self._known()
        changed = [route for route in documents if route in known]
        former = self._points.scroll(changed, ["route"], vectors=False) if changed else ()
        outdated = {each.id for each in former}
        rows = chunks.drop_columns(["vector"]).to_pylist()
        points = [
            StoredPoint(row["key"], _payload(row, documents), vector, words_of_text(row["text"]))
            for row, vector in zip(rows, vectors_of(chunks).tolist(), strict=True)
        ]
        for start in range(0, len(points), BATCH):
            self._points.upsert(points[start : start + BATCH])
        outdated -= {each.id for each in points}
        if outdated:
            self._points.delete(sorted(outdated))
        for route, stored in documents.items():
            if stored.chunks:
                known[route] = stored
            else:
                known.pop(route, None)

    def remove(self, routes: Iterable[str]) -> None:
        """Delete the points of documents."""
        gone = list(routes)
        known = self._known()
        ids = [each.id for each in self._points.scroll(gone, ["route"], vectors=False)]
        if ids:
            self._points.delete(ids)
        for route in gone:
            known.pop(route, None)

    def search(self, query: Query, count: int) -> list[Hit]:
        """Return the best chunks.

        Fused are the best chunks by each ranking; neighbors count in the documents of the most
        similar chunks.
        """
        rankings = []
        candidates = count if query.vector is None or not query.words else max(count, CANDIDATES)
        if query.vector is not None:
            rankings.append(self._by_vectors(query, candidates))
        if query.words:
            rankings.append(self._nearest(words_of_question(query.words), candidates))
        found = rankings[0] if len(rankings) == 1 else _fused(rankings)[:count]
        return [Hit(score, payload) for score, payload in found]

    def _nearest(
        self, query: Sequence[float] | SparseWords, count: int
    ) -> list[tuple[float, dict[str, Any]]]:
        """Return the chunks nearest to a vector or to words, with the payload that they had."""
        found = self._points.nearest(query, count)
        with _own_points():
            rows = _table([payload for _, payload in found], chunk_schema(1).names).to_pylist()
            return [(score, as_payload(row)) for (score, _), row in zip(found, rows, strict=True)]

    def _by_vectors(self, query: Query, count: int) -> list[tuple[float, dict[str, Any]]]:
        """Return the most similar chunks with their payload."""
        vector = cast("Vectors", query.vector)
        if not query.neighbor_weight:
            return self._nearest(vector.tolist(), count)
        near = self._nearest(vector.tolist(), max(count, CANDIDATES))
        routes = list(dict.fromkeys(payload["route"] for _, payload in near))[:NEAR_DOCUMENTS]
        chunks = self.chunks(routes, ["route", "vector"])
        counts = run_lengths(chunks["route"].to_pylist())
        scores = with_neighbors(vectors_of(chunks), counts, query.neighbor_weight) @ vector
        best = best_first(scores.astype(np.float64))[:count]
        points = self.chunks(routes, [each for each in _COLUMNS if each != "vector"])
        rows = points.take(best).to_pylist()
        return [
            (float(scores[each]), as_payload(row))
            for each, row in zip(best.tolist(), rows, strict=True)
        ]

    def optimize(self) -> None:
        """Speed up reading after many changes."""
        self._points.optimize()

    def close(self) -> None:
        """Release the collection."""
        self._points.close()


def _fused(
    rankings: Sequence[Sequence[tuple[float, dict[str, Any]]]],
) -> list[tuple[float, dict[str, Any]]]:
    """Return the chunks of several rankings by the sum of their reciprocal ranks."""
    scores: dict[str, float] = {}
    payloads: dict[str, dict[str, Any]] = {}
    for ranking in rankings:
        for rank, (_, payload) in enumerate(ranking, 1):
            key = payload["key"]
            scores[key] = scores.get(key, 0) + 1 / (FUSION + rank)
            payloads[key] = payload
    ordered = sorted(scores, key=lambda key: -scores[key])
    return [(scores[key], payloads[key]) for key in ordered]


def _documents(payloads: Iterable[dict[str, Any]]) -> dict[str, StoredDocument]:
    """Return documents by the payloads of all points; hashes are empty where some are missing."""
    versions: dict[str, dict[StoredDocument, int]] = {}
    for each in payloads:
        version = StoredDocument(each["document_hash"], each["settings_hash"], each[COUNT])
        of_route = versions.setdefault(each["route"], {})
        of_route[version] = of_route.get(version, 0) + 1
    found = {}
    for route, of_route in versions.items():
        [(version, count), *others] = of_route.items()
        complete = not others and count == version.chunks
        found[route] = version if complete else StoredDocument("", "", sum(of_route.values()))
    return found


def _payload(row: dict[str, Any], documents: Mapping[str, StoredDocument]) -> dict[str, Any]:
    return as_payload(row) | {COUNT: documents[row["route"]].chunks}


@contextmanager
def _own_points() -> Iterator[None]:
    """Raise what points of other programs cause as one sentence."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError):
        raise StoreError(
            "the collection has points that chunkscope has not written: use another one"
        ) from None


def _table(payloads: Iterable[dict[str, Any]], names: Iterable[str]) -> pa.Table:
    """Return columns of points, without their vectors; raises what other payloads cause."""
    import pyarrow as pa

    schema = chunk_schema(1)
    columns = [schema.field(each) for each in names if each != "vector"]
    rows = [_row(each) for each in payloads]
    table = pa.Table.from_pylist(rows, schema=pa.schema(columns))
    return typed_chunks(table, table.column_names)


def _row(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a point, as they were before `as_payload`."""
    row = dict(payload)
    if "metadata" in row:
        row["metadata"] = json.dumps(row["metadata"], sort_keys=True)
    if "ingested_at" in row:
        row["ingested_at"] = dt.datetime.fromisoformat(row["ingested_at"])
    return row


def open_qdrant(address: str, create: Callable[[], Description] | None) -> QdrantStore:
    """Open a collection of a server by `http://HOST:PORT/NAME`, or a folder by its path.

    See `open_store`.
    """
    if address.startswith(("http://", "https://")):
        from chunking.library.stores.qdrant_server import open_server

        return QdrantStore(open_server(address, create))
    from chunking.library.stores.qdrant_edge import open_edge

    return QdrantStore(open_edge(address, create))

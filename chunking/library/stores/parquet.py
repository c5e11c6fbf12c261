"""Canonical store: a folder of Parquet files with a manifest.

A batch of documents is one file, moved into place when it is complete. The manifest may be older
than the files: opening for writing adds those that are newer, each of which lists its documents.
Other programs can read `chunks/*.parquet`; after a complete sync all rows in them are current.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.errors import StoreError
from chunking.library.stores.manifest import Contents, Manifest, file_name
from chunking.library.stores.parquet_file import (
    ROW_GROUP,
    has_words,
    read_columns,
    read_words,
    save_words,
    write_tables,
)
from chunking.library.stores.parquet_folder import (
    CHUNKS,
    METADATA,
    locked,
    manifest_for_reading,
    manifest_for_writing,
    not_written,
    remove_obsolete,
    save_manifest,
)
from chunking.library.stores.protocol import (
    Description,
    Hit,
    Query,
    StoredDocument,
    as_payload,
    chunk_schema,
    typed_chunks,
    vectors_of,
)
from chunking.retrieval.ranking import best_first, combine, run_lengths, with_neighbors
from chunking.retrieval.word_index import WordPostings, WordScorer, word_postings

if TYPE_CHECKING:
    import pyarrow as pa
    from filelock import FileLock


# Seconds between two writes of the manifest, and as a multiple of the time one takes.
SAVE_SECONDS = 2.0
SAVE_RATIO = 20
# Files of fewer rows are merged when there are more than this many: each sync adds at least one.
SMALL_ROWS = 2_000
MAX_SMALL_FILES = 16
# Bytes of files that are merged into one.
MERGED_BYTES = 32_000_000


def open_parquet(path: str, create: Callable[[], Description] | None) -> ParquetStore:
    """Open a folder of Parquet files; see `open_store`."""
    folder = Path(path).expanduser()
    if create is None:
        return ParquetStore(folder, manifest_for_reading(folder))
    lock = locked(folder)
    try:
        return ParquetStore(folder, manifest_for_writing(folder, create), lock)
    except BaseException:
        lock.release()
        raise


class ParquetStore:
    """An open folder of Parquet files; without a lock for reading only."""

    def __init__(self, folder: Path, manifest: Manifest, lock: FileLock | None = None) -> None:
        self._folder = folder
        self._manifest = manifest
        self._lock = lock
        self._pending = False
        self._saved_at = time.monotonic()
        self._save_took = 0.0

    @property
    def description(self) -> Description:
        """Model, revision and dimension of the vectors."""
        return self._manifest.description

    def documents(self) -> Mapping[str, StoredDocument]:
        """Return the stored documents by route."""
        return {
            route: stored
            for contents in self._manifest.files.values()
            for route, stored in contents.documents.items()
        }

    def chunks(self, routes: Iterable[str], columns: Sequence[str] | None = None) -> pa.Table:
        """Return the chunks of documents in the order of `route` and `index`."""
        import pyarrow as pa

        schema = chunk_schema(self.description.dimension)
        names = list(schema.names if columns is None else columns)
        of_file: dict[str, list[str]] = {}
        for route in routes:
            if route in self._manifest.file_of:
                of_file.setdefault(self._manifest.file_of[route], []).append(route)
        read = list(dict.fromkeys([*names, "route", "index"]))
        tables = [schema.empty_table().select(read)]
        tables += [self._read(name, read, wanted) for name, wanted in of_file.items()]
        order = [("route", "ascending"), ("index", "ascending")]
        return pa.concat_tables(tables).sort_by(order).select(names)

    def put(self, documents: Mapping[str, StoredDocument], chunks: pa.Table) -> None:
        """Store complete documents with their chunks as one file."""
        self._add(dict(documents), [chunks])
        self._save(now=False)

    def remove(self, routes: Iterable[str]) -> None:
        """Remove documents; their rows stay in the files until `optimize`."""
        self._manifest.remove(routes)
        self._save(now=False)

    def search(self, query: Query, count: int) -> list[Hit]:
        """Return the best chunks, by comparing all: the ranking is that of an evaluation.

        Of the files, only the vectors and the words are read, one file at a time.
        """
        files: list[tuple[str, Ints]] = []
        similarities = []
        scorer = WordScorer(query.words)
        for name, contents in self._manifest.files.items():
            if not contents.documents:
                continue
            routes = self._read(name, ["route"]).column("route")
            kept = self._current(contents, routes)
            files.append((name, kept))
            if query.vector is not None:
                vectors = vectors_of(self._read(name, ["vector"]))[kept]
                if query.neighbor_weight:
                    counts = run_lengths(routes.take(kept).to_pylist())
                    vectors = with_neighbors(vectors, counts, query.neighbor_weight)
                similarities.append(vectors @ query.vector)
            if query.words:
                scorer.add(self._words(name), kept)
        if not files:
            return []
        by_words = scorer.scores() if query.words else None
        by_vectors = np.concatenate(similarities) if similarities else None
        scores = combine(by_vectors, by_words)
        found = best_first(scores)[:count].tolist()
        if by_vectors is None:
            found = [each for each in found if scores[each] > 0]
        ends = np.cumsum([len(kept) for _, kept in files])
        hits = []
        for each in found:
            file = int(np.searchsorted(ends, each, side="right"))
            name, kept = files[file]
            row = int(kept[each - ends[file]])  # from the end
            hits.append(Hit(float(scores[each]), self._row(name, row)))
        return hits

    def optimize(self) -> None:
        """Rewrite files with outdated rows, merge small ones, and index their words."""
        files = self._manifest.files
        small = [name for name, each in files.items() if each.rows < SMALL_ROWS]
        merged = set(small) if len(small) > MAX_SMALL_FILES else set()
        rewritten = [name for name, each in files.items() if each.outdated or name in merged]
        for documents in self._merged(rewritten):
            self._add(documents, self._in_parts(documents))
        for name in [name for name, each in files.items() if not each.documents]:
            self._manifest.discard(name)
            self._pending = True
        self._save(now=True)
        remove_obsolete(self._folder, self._manifest)
        for name in self._manifest.files:
            if not has_words(self._folder, name):
                save_words(self._folder, name, self._words_of(name))

    def close(self) -> None:
        """Save the manifest and release the lock."""
        try:
            self._save(now=True)
        finally:
            if self._lock is not None:
                self._lock.release()

    def _add(self, documents: dict[str, StoredDocument], chunks: Iterable[pa.Table]) -> None:
        """Write documents with their chunks, in tables that are written one at a time."""
        name = file_name(self._manifest.next)
        note = {**asdict(self.description), "documents": documents}
        schema = chunk_schema(self.description.dimension).with_metadata(
            {METADATA: json.dumps(note)}
        )
        try:
            rows = write_tables(self._folder / CHUNKS / name, schema, chunks)
        except OSError as error:
            raise not_written(self._folder, error) from None
        self._manifest.add(name, Contents(rows, documents))
        self._pending = True

    def _save(self, *, now: bool) -> None:
        """Write the manifest if it has changed, and if it is time."""
        started = time.monotonic()
        wait = max(SAVE_SECONDS, SAVE_RATIO * self._save_took)
        if not self._pending or not (now or started - self._saved_at > wait):
            return
        save_manifest(self._folder, self._manifest)
        self._pending = False
        self._saved_at = time.monotonic()
        self._save_took = self._saved_at - started

    def _merged(self, names: list[str]) -> Iterator[dict[str, StoredDocument]]:
        """Yield the current documents of files, in larger batches."""
        documents: dict[str, StoredDocument] = {}
        size = 0
        for name in names:
            size += self._size(name)
            if documents and size > MERGED_BYTES:
                yield documents
                documents, size = {}, self._size(name)
            documents |= self._manifest.files[name].documents
        if documents:
            yield documents

    def _in_parts(self, documents: Mapping[str, StoredDocument]) -> Iterator[pa.Table]:
        """Yield the chunks of documents in order, at least `ROW_GROUP` of them at a time."""
        routes: list[str] = []
        rows = 0
        for route in sorted(documents):
            routes.append(route)
            rows += documents[route].chunks
            if rows >= ROW_GROUP:
                yield self.chunks(routes)
                routes, rows = [], 0
        if routes:
            yield self.chunks(routes)

    def _size(self, name: str) -> int:
        try:
            return (self._folder / CHUNKS / name).stat().st_size
        except OSError:  # reported when it is read
            return 0

    def _current(self, contents: Contents, routes: pa.ChunkedArray) -> Ints:
        """Return the rows of a file that belong to current documents, (n,)."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if not contents.outdated:
            return np.arange(len(routes))
        current = pc.is_in(routes, pa.array(list(contents.documents), pa.string()))
        found: Ints = np.flatnonzero(current.to_numpy(zero_copy_only=False))
        return found

    def _words(self, name: str) -> WordPostings:
        """Return the words of a file, as `optimize` has saved them, or computed now."""
        found = read_words(self._folder, name)
        return self._words_of(name) if found is None else found

    def _words_of(self, name: str) -> WordPostings:
        return word_postings(self._read(name, ["text"]).column("text").to_pylist())

    def _row(self, name: str, row: int) -> dict[str, Any]:
        """Return a row of a file without its vector."""
        import pyarrow.parquet as pq

        names = [each for each in chunk_schema(1).names if each != "vector"]
        with self._readable(name) as path, pq.ParquetFile(path, pre_buffer=False) as file:
            for group in range(file.num_row_groups):
                count = file.metadata.row_group(group).num_rows
                if row < count:
                    break
                row -= count
            found = file.read_row_group(group, names).slice(row, 1)
            return as_payload(typed_chunks(found, names).to_pylist()[0])

    def _read(self, name: str, columns: list[str], routes: list[str] | None = None) -> pa.Table:
        with self._readable(name) as path:
            found = read_columns(path, columns, routes)
            return typed_chunks(found, columns, self.description.dimension)

    @contextmanager
    def _readable(self, name: str) -> Iterator[Path]:
        """Raise errors of reading a file as one sentence."""
        import pyarrow as pa

        path = self._folder / CHUNKS / name
        try:
            yield path
        except FileNotFoundError:
            raise StoreError(f"{self._folder} changed while it was read: repeat it") from None
        except (ArithmeticError, OSError, pa.ArrowException, KeyError, ValueError):
            raise StoreError(
                f"{path} is damaged or cannot be read: delete it, and the next sync stores its "
                "documents again"
            ) from None

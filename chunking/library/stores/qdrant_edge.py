"""Qdrant inside of the program: a folder with a shard of Qdrant Edge."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from chunking.core.errors import StoreError, why_not_written
from chunking.library.stores.manifest import replace_file
from chunking.library.stores.protocol import Description, MissingStoreError
from chunking.library.stores.qdrant_points import (
    BATCH,
    WORDS,
    SparseWords,
    StoredPoint,
    description_of,
)

NAME = "chunkscope.json"
SHARD = "shard"
# Vectors that get an index: below 200,000 of 384 numbers, comparing all takes less than 50 ms, and
# building the index takes minutes.
INDEXED_KILOBYTES = 300_000
# Bytes of the disk that must be free. Files that grow by 32 MiB are mapped, several of them, and
# the system kills a process that writes to one of them when the disk is full.
_FREE = 2**28


def open_edge(path: str, create: Callable[[], Description] | None) -> EdgePoints:
    """Open the points in a folder; see `open_store`.

    Qdrant Edge locks the folder for readers, too.
    """
    try:
        import qdrant_edge
    except ImportError:
        raise StoreError("a Qdrant folder needs Qdrant Edge: pip install qdrant-edge-py") from None
    folder = Path(path).expanduser()
    if (folder / NAME).is_file():
        description = _read_description(folder)
    elif create is None:
        raise MissingStoreError(
            f"{folder} is not a store: create one with chunkscope sync SOURCE --to qdrant:{folder}"
        )
    else:
        description = _create(folder, create)
    with _sentences(folder):
        if not (folder / SHARD).exists():
            _create_shard(folder, description)
        return EdgePoints(folder, description, qdrant_edge.EdgeShard.load(str(folder / SHARD)))


class EdgePoints:
    """The points of an open shard."""

    def __init__(self, folder: Path, description: Description, shard: Any) -> None:  # noqa: ANN401 - imported on use
        self.description = description
        self._folder = folder
        self._shard = shard
        self._is_closed = False

    def upsert(self, points: Sequence[StoredPoint]) -> None:
        """Write points; the log of Qdrant Edge keeps them if the process is killed."""
        from qdrant_edge import Point, SparseVector, UpdateOperation

        _check_disk(self._folder)
        with _sentences(self._folder):
            converted = [
                Point(
                    each.id,
                    {"": list(each.vector), WORDS: SparseVector(*each.words)},
                    each.payload,
                )
                for each in points
            ]
            self._shard.update(UpdateOperation.upsert_points(converted))

    def delete(self, ids: Sequence[str]) -> None:
        """Delete points."""
        from qdrant_edge import UpdateOperation

        with _sentences(self._folder):
            self._shard.update(UpdateOperation.delete_points(list(ids)))

    def scroll(
        self, routes: Sequence[str] | None, fields: Sequence[str], *, vectors: bool
    ) -> Iterator[StoredPoint]:
        """Yield the points of documents, or all."""
        from qdrant_edge import FieldCondition, Filter, MatchAny, ScrollRequest

        condition = None
        if routes is not None:
            condition = Filter(must=[FieldCondition("route", match=MatchAny(list(routes)))])
        offset = None
        while True:
            request = ScrollRequest(
                offset=offset,
                limit=BATCH,
                filter=condition,
                with_payload=list(fields),
                with_vector=[""] if vectors else False,
            )
            with _sentences(self._folder):
                found, offset = self._shard.scroll(request)
            for each in found:
                yield StoredPoint.of(each)
            if offset is None:
                return

    def nearest(
        self, vector: Sequence[float] | SparseWords, count: int
    ) -> list[tuple[float, dict[str, Any]]]:
        """Return the nearest points, best first."""
        from qdrant_edge import Query, QueryRequest, SparseVector

        if isinstance(vector, SparseWords):
            query = Query.Nearest(SparseVector(*vector), using=WORDS)
        else:
            query = Query.Nearest(list(vector))
        request = QueryRequest(limit=count, query=query, with_payload=True)
        with _sentences(self._folder):
            return [(each.score, each.payload or {}) for each in self._shard.query(request)]

    def optimize(self) -> None:
        """Merge segments, which copies them, and build their indexes."""
        files = (self._folder / SHARD).rglob("*")
        _check_disk(self._folder, sum(each.stat().st_size for each in files))
        with _sentences(self._folder):
            self._shard.optimize()
            self._shard.flush()

    def close(self) -> None:
        """Flush the shard to disk and close it; more calls do nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        with _sentences(self._folder):
            self._shard.flush()
            self._shard.close()


def _create(folder: Path, create: Callable[[], Description]) -> Description:
    """Create the folder of a store with its description."""
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise StoreError(f"{folder}: a store must be a new folder; this one holds other files")
        folder.mkdir(parents=True, exist_ok=True)
        description = create()
        data = json.dumps(asdict(description)).encode()
        replace_file(folder / NAME, lambda file: file.write(data))
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {why_not_written(error)}") from None
    return description


def _create_shard(folder: Path, description: Description) -> None:
    """Create a shard, and move it into place when it is complete.

    Vectors have norm 1, and unlike the cosine their dot product keeps them bit by bit.
    """
    from qdrant_edge import (
        Distance,
        EdgeConfig,
        EdgeOptimizersConfig,
        EdgeShard,
        EdgeSparseVectorParams,
        EdgeVectorParams,
        Modifier,
        PayloadSchemaType,
        UpdateOperation,
    )

    _check_disk(folder)
    vectors = EdgeVectorParams(size=description.dimension, distance=Distance.Dot)
    unfinished = folder / f".{SHARD}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    optimizers = EdgeOptimizersConfig(indexing_threshold=INDEXED_KILOBYTES)
    config = EdgeConfig(
        vectors=vectors,
        sparse_vectors={WORDS: EdgeSparseVectorParams(modifier=Modifier.Idf)},
        optimizers=optimizers,
    )
    shard = EdgeShard.create(str(unfinished), config)
    shard.update(UpdateOperation.create_field_index("route", PayloadSchemaType.Keyword))
    shard.flush()
    shard.close()
    unfinished.replace(folder / SHARD)


def _check_disk(folder: Path, more: int = 0) -> None:
    """Raise `StoreError` if the disk might become full while files are mapped."""
    free = shutil.disk_usage(folder).free
    if free < _FREE + more:
        raise StoreError(
            f"{folder} cannot be written: {free / 1e6:,.0f} MB of the disk are free, and "
            f"Qdrant Edge needs {(_FREE + more) / 1e6:,.0f} MB; what is stored remains"
        )


def _read_description(folder: Path) -> Description:
    try:
        return description_of(json.loads((folder / NAME).read_bytes()), str(folder))
    except (OSError, RecursionError, ValueError):
        raise StoreError(f"{folder / NAME} is damaged: delete the folder, and sync again") from None


@contextmanager
def _sentences(folder: Path) -> Iterator[None]:
    """Raise what Qdrant Edge raises, a plain exception, as one sentence."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - it raises no other kind
        reason = str(error)
        if "WouldBlock" in reason:
            raise StoreError(f"{folder} is in use by another process: wait until it ends") from None
        if "No space left" in reason or "os error 28" in reason:
            raise StoreError(
                f"{folder} cannot be written: the disk is full; what is stored remains"
            ) from None
        raise StoreError(f"{folder} cannot be used: {' '.join(reason.split())[:200]}") from None

"""Synchronization of a store with the documents of a library."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from chunking.core.arrays import Vectors
from chunking.core.errors import ChunkingError, LoadError, ModelError
from chunking.embedding import DEFAULT_MODEL, TRUNCATE, CachedEmbedder, LongTexts, get_embedder
from chunking.engine.serialization import to_dict
from chunking.engine.spec import RECOMMENDED
from chunking.library.batch import Recommended, as_strategy
from chunking.library.parallel_map import map_items
from chunking.library.plan import State, StoredChunk
from chunking.library.shard import (
    SAMPLE,
    Known,
    Shard,
    ShardResult,
    Work,
    failed,
    hash_settings,
    process,
)
from chunking.library.source import AS_DETECTED, Reading, Source, SourceDocument, open_source
from chunking.library.stores import (
    MissingStoreError,
    Store,
    StoredDocument,
    check_outside,
    open_store,
)
from chunking.library.stores.protocol import check_model, vectors_of
from chunking.library.sync_report import Report
from chunking.strategies import Strategy

if TYPE_CHECKING:
    import pyarrow as pa


# Bytes of documents in a shard. With the default model on one core it takes about ten seconds, so
# that progress is seen and little is lost when a worker dies. Small files are merged at the end.
SHARD_BYTES = 2**18
# Each document has a cost of its own, so that a shard of tiny ones is not too large.
DOCUMENT_BYTES = 1_000

Progress: TypeAlias = "Callable[[int, int, Report], None]"
"""Callback with (bytes done, bytes in total, report so far). It may raise `StoppedError`."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a library is synchronized.

    Attributes:
        model: Name of the model of the vectors; by default that of the strategy, or the default.
        jobs: Processes; with 1 everything happens in this one.
        scheduler: Address of a Dask scheduler, in place of processes.
        long_texts: What is embedded of chunks beyond the limit of the model; None: as in the store,
            and in a new one their first tokens.
    """

    model: str | None = None
    reading: Reading = AS_DETECTED
    jobs: int = 1
    scheduler: str | None = None
    long_texts: LongTexts | None = None


def sync(
    source: Source | str | Sequence[str],
    address: str,
    strategy: Strategy | Recommended | str = RECOMMENDED,
    options: Options | None = None,
    *,
    on_progress: Progress | None = None,
) -> Report:
    """Make a store hold exactly the chunks of a library.

    The source is one of `open_source`, or a folder, files or patterns. Only new and changed
    documents are split, and only contents without a vector embedded. A
    document that cannot be read is reported and stays as it is stored. If a folder or the row of a
    table cannot be read, nothing is removed. A run that ends early continues when it is repeated.

    Args:
        address: The store: a folder, or `qdrant:` and a folder or the address of a collection.
        strategy: The strategy of all documents, one as text, or by default the recommended one of
            each, as for `chunk`.

    Raises:
        LoadError: The source cannot be read.
        StoreError: The store cannot be opened or written, or holds vectors of another model.
        ModelError: A model cannot be used.
        StoppedError: `on_progress` raised it.
    """
    options, strategy = options or Options(), as_strategy(strategy)
    embedder = get_embedder(model_name(strategy, options))
    with closing(open_store(address, embedder, options.long_texts)) as store:
        work = _work(strategy, options, store)
        run = _Run(_opened(source, address), store, work, on_progress)
        with closing(_results(run, options)) as results:
            for result in results:
                if result.chunks is not None and result.documents:
                    store.put(result.documents, result.chunks)
                run.add(result)
        gone = run.gone()
        if gone:
            store.remove(gone)
        store.optimize()
        return run.report


def dry_run(
    source: Source | str | Sequence[str],
    address: str,
    strategy: Strategy | Recommended | str = RECOMMENDED,
    options: Options | None = None,
    *,
    on_progress: Progress | None = None,
) -> Report:
    """Return what `sync` would do, without a change; some texts are embedded to measure the rate.

    Raises:
        As `sync`.
    """
    options, strategy = options or Options(), as_strategy(strategy)
    embedder = get_embedder(model_name(strategy, options))
    store = _for_reading(address, embedder, options.long_texts)
    try:
        work = replace(_work(strategy, options, store), dimension=0)
        run = _Run(_opened(source, address), store, work, on_progress)
        sample: list[str] = []
        with closing(_results(run, options)) as results:
            for result in results:
                sample += result.missing[: SAMPLE - len(sample)]
                run.add(result)
        run.gone()
        run.report.estimated_seconds = _estimate(run.report, embedder, sample)
        return run.report
    finally:
        if store is not None:
            store.close()


def _estimate(report: Report, embedder: CachedEmbedder, sample: list[str]) -> float | None:
    """Return the seconds of a run: those of the dry run, and of embedding at the rate measured."""
    if not sample:
        return report.seconds
    if embedder.remote is not None:
        return None
    # Not cached: the run embeds what the dry run has counted.
    model = embedder.uncached
    model.encode(sample[:1])  # loads the model
    started = time.monotonic()
    model.encode(sample)
    rate = max(1, len(sample) - 1) / max(1e-9, time.monotonic() - started)
    return report.seconds + report.counts.embedded / rate


def _opened(source: Source | str | Sequence[str], address: str) -> Source:
    """Return a source; paths become one that must not contain the store."""
    paths = [source] if isinstance(source, str) else source
    if not isinstance(paths, Sequence):
        return paths
    check_outside(paths, address)
    return open_source(paths)


def model_name(strategy: Strategy | Recommended, options: Options) -> str:
    """Return the name of the model of the vectors."""
    own = strategy.model if isinstance(strategy, Recommended) else strategy.material.model
    return options.model or own or DEFAULT_MODEL


def _work(strategy: Strategy | Recommended, options: Options, store: Store | None) -> Work:
    now = dt.datetime.now(dt.UTC)
    stored = None if store is None else store.description
    return Work(
        settings=None if isinstance(strategy, Recommended) else to_dict(strategy),
        settings_hash=hash_settings(strategy, options.reading),
        model=model_name(strategy, options),
        dimension=0 if stored is None else stored.dimension,
        reading=options.reading,
        time=now.replace(microsecond=now.microsecond // 1000 * 1000),
        long_texts=options.long_texts or (TRUNCATE if stored is None else stored.long_texts),
    )


def _for_reading(
    address: str, embedder: CachedEmbedder, long_texts: LongTexts | None
) -> Store | None:
    """Return a store, None if it does not exist."""
    try:
        store = open_store(address)
    except MissingStoreError:
        return None
    check_model(address, store.description, embedder, long_texts)
    return store


def _results(run: _Run, options: Options) -> Generator[ShardResult]:
    if options.scheduler is not None:
        from chunking.library.dask_workers import run_on_cluster

        return run_on_cluster(run.work, run.shards(), options.scheduler)
    work = partial(process, run.work)
    return _with_failed(
        map_items(work, run.shards(), jobs=options.jobs, in_order=False, parts=Shard.alone)
    )


def _with_failed(
    results: Generator[tuple[Shard, ShardResult | ChunkingError]],
) -> Generator[ShardResult]:
    """Yield results, for a shard that ends its process that its documents failed."""
    with closing(results):
        for shard, found in results:
            if isinstance(found, ModelError):
                raise found
            yield failed(shard, str(found)) if isinstance(found, ChunkingError) else found


class _Run:
    """The documents of one run: which are processed, and what became of them."""

    def __init__(
        self, source: Source, store: Store | None, work: Work, on_progress: Progress | None
    ) -> None:
        self.work = work
        self.report = Report(problems=list(source.problems), skipped=source.skipped)
        self._source = source
        self._store = store
        self._stored: Mapping[str, StoredDocument] = {} if store is None else store.documents()
        self._route_of = {each.document_hash: route for route, each in self._stored.items()}
        self._seen: set[str] = set()
        self._contents: set[str] = set()
        self._complete = not source.problems
        self._done = 0
        self._on_progress = on_progress
        self._started = time.monotonic()

    def shards(self) -> Iterator[Shard]:
        """Yield the new and changed documents in shards of similar size."""
        items: list[SourceDocument] = []
        size = 0
        for item in self._changed():
            weight = len(item.data or b"") + DOCUMENT_BYTES
            if items and size + weight > SHARD_BYTES:
                yield self._shard(items)
                items, size = [], 0
            items.append(item)
            size += weight
        if items:
            yield self._shard(items)

    def add(self, result: ShardResult) -> None:
        """Count the result of a shard."""
        report = self.report
        for route in result.documents:
            if route in self._stored:
                report.changed += 1
            else:
                report.added += 1
        report.counts.add(result.counts)
        # A run embeds a content once, and finds its vector cached in later shards.
        known = [key for key in result.contents if key in self._contents]
        report.counts.reuse([result.contents[key] for key in known])
        self._contents |= result.contents.keys()
        report.problems += result.problems
        report.notes += result.notes
        self._advance(result.size)

    def gone(self) -> list[str]:
        """Return the stored documents that no longer exist, and count them."""
        self.report.seconds = time.monotonic() - self._started
        if not self._complete:
            return []
        routes = [route for route in self._stored if route not in self._seen]
        self.report.removed = len(routes)
        self.report.counts.deleted += sum(self._stored[route].chunks for route in routes)
        return routes

    def _changed(self) -> Iterator[SourceDocument]:
        settings_hash = self.work.settings_hash
        for document in self._source.documents:
            if document.route in self._seen:
                self._fail(document, "another document has the same route")
                continue
            self._seen.add(document.route)
            try:
                item = document.read()
            except LoadError as error:
                self._complete = self._complete and not document.problem
                self._fail(document, str(error))
                continue
            stored = self._stored.get(document.route)
            if stored is not None and stored[:2] == (item.sha256, settings_hash):
                self.report.unchanged += 1
                self._advance(document.size)
            else:
                yield item

    def _fail(self, document: SourceDocument, reason: str) -> None:
        self.report.problems.append((document.route, reason))
        self._advance(document.size)

    def _advance(self, size: int) -> None:
        self._done += size
        self.report.seconds = time.monotonic() - self._started
        if self._on_progress is not None:
            self._on_progress(min(self._done, self._source.size), self._source.size, self.report)

    def _shard(self, items: list[SourceDocument]) -> Shard:
        """Return documents with the stored chunks of their former versions.

        The former version of a new document is one with the same content, as after a move.
        """
        former = {
            item.route: item.route
            if item.route in self._stored
            else self._route_of.get(item.sha256, "")
            for item in items
        }
        known: dict[str, Known] = {}
        if self._store is not None:
            columns = ["route", "location_id", "content_hash", "tokens", "vector"]
            chunks = self._store.chunks(set(filter(None, former.values())), columns)
            by_route = _known(chunks)
            known = {new: by_route[old] for new, old in former.items() if old in by_route}
        return Shard(tuple(items), known)


def _known(chunks: pa.Table) -> dict[str, Known]:
    """Return the stored chunks of each route, which are together."""
    rows = chunks.drop_columns(["vector"]).to_pylist()
    vectors: Vectors = vectors_of(chunks)
    found: dict[str, Known] = {}
    start = 0
    for route, group in groupby(rows, key=itemgetter("route")):
        stored = tuple(
            StoredChunk(row["location_id"], row["content_hash"], row["tokens"]) for row in group
        )
        found[route] = Known(State(stored, route), vectors[start : start + len(stored)])
        start += len(stored)
    return found

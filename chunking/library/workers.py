"""Where shards are processed: in this process or in several; on a cluster see `cluster.py`.

Results come in any order, and at most a few shards per worker are in memory at a time.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from chunking.embedding.bert import available_cores
from chunking.errors import ChunkingError
from chunking.library.shard import Counts, Result, Shard, Work, process

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

# Models read it when they are loaded.
THREADS_VARIABLE = "OMP_NUM_THREADS"
# Shards per worker: one in work, one waiting.
SHARDS_PER_WORKER = 2
# How often a process may die of one document; it may be for another reason, such as full memory.
MAX_DEATHS = 3
# How many documents in a row may end their process before the reason must be another.
MAX_DEADLY = 3
DEADLY = "it ends the process that reads it, perhaps for lack of memory"


def run_here(work: Work, shards: Iterable[Shard]) -> Generator[Result]:
    """Yield the result of each shard, processed in this process."""
    return (process(work, shard) for shard in shards)


def run_in_processes(work: Work, shards: Iterable[Shard], jobs: int) -> Generator[Result]:
    """Yield the result of each shard, processed in `jobs` processes with one model each.

    If a process dies, the documents that it may have died of are processed one at a time, and one
    that ends its process repeatedly is skipped.

    Raises:
        ChunkingError: Processes end with one document after another.
    """
    source = iter(shards)
    waiting: list[Shard] = []
    skipped = 0
    while True:
        try:
            for result in _pool_results(work, source, jobs, waiting):
                skipped = 0
                yield result
        except BrokenProcessPool:
            alone = [each for shard in waiting for each in shard.alone()]
            waiting.clear()
            for result in _one_at_a_time(work, alone):
                skipped = 0 if result.documents else skipped + 1
                if skipped == MAX_DEADLY:
                    raise ChunkingError(
                        "worker processes end before they finish a document, perhaps for lack of "
                        "memory: leave out --jobs"
                    ) from None
                yield result
        else:
            return


def _one_at_a_time(work: Work, shards: list[Shard]) -> Generator[Result]:
    """Yield the result of each shard of one document; a problem if it ends its process."""
    source = iter(shards)
    waiting: list[Shard] = []
    deaths = 0
    while True:
        try:
            for result in _pool_results(work, source, 1, waiting, most=1):
                deaths = 0
                yield result
        except BrokenProcessPool:
            deaths += 1
            if deaths == MAX_DEATHS:
                problems = [(item.route, DEADLY) for shard in waiting for item in shard.items]
                size = sum(shard.size for shard in waiting)
                waiting.clear()
                deaths = 0
                yield Result({}, None, Counts(), problems, [], size)
        else:
            return


def _pool_results(
    work: Work, source: Iterator[Shard], jobs: int, waiting: list[Shard], most: int | None = None
) -> Generator[Result]:
    """Yield results of one pool that has at most `most` shards at a time.

    `waiting` are the shards that are not finished if it breaks.

    Raises:
        BrokenProcessPool: A process died.
    """
    most = SHARDS_PER_WORKER * jobs if most is None else most
    threads = max(1, available_cores() // jobs)
    pool = ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_start_worker,
        initargs=(threads,),
    )
    try:
        running = {pool.submit(process, work, shard): shard for shard in waiting}
        while True:
            while len(running) < most:
                shard = next(source, None)
                if shard is None:
                    break
                waiting.append(shard)
                running[pool.submit(process, work, shard)] = shard
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                waiting.remove(running.pop(future))
                yield result
    finally:
        _stop(pool)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once; what they were doing is done again another time."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - public from Python 3.14
    pool.shutdown(wait=False, cancel_futures=True)
    for each in processes:
        with contextlib.suppress(OSError, ValueError):
            each.terminate()
    for each in processes:
        each.join()


def _start_worker(threads: int) -> None:
    """Prepare a worker process: it leaves Ctrl+C to the main process, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ[THREADS_VARIABLE] = str(threads)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)

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

from chunking.embedding.bert import THREADS_VARIABLE, available_cores
from chunking.errors import ChunkingError
from chunking.library.shard import Result, Shard, Work, process

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

# Shards per worker: one in work, one waiting.
SHARDS_PER_WORKER = 2
# How often worker processes may die before the run ends; one document may need all memory.
MAX_DEATHS = 3


def run_here(work: Work, shards: Iterable[Shard]) -> Generator[Result]:
    """Yield the result of each shard, processed in this process."""
    return (process(work, shard) for shard in shards)


def run_in_processes(work: Work, shards: Iterable[Shard], jobs: int) -> Generator[Result]:
    """Yield the result of each shard, processed in `jobs` processes with one model each.

    Raises:
        ChunkingError: Processes died repeatedly.
    """
    source = iter(shards)
    waiting: list[Shard] = []
    deaths = 0
    while True:
        try:
            for result in _pool_results(work, source, jobs, waiting):
                deaths = 0
                yield result
        except BrokenProcessPool:
            deaths += 1
            if deaths == MAX_DEATHS:
                raise ChunkingError(
                    f"worker processes ended {MAX_DEATHS} times in a row, perhaps for lack of "
                    "memory: use fewer --jobs; the same command continues"
                ) from None
        else:
            return


def _pool_results(
    work: Work, source: Iterator[Shard], jobs: int, waiting: list[Shard]
) -> Generator[Result]:
    """Yield results of one pool; `waiting` are the shards that are not finished if it breaks."""
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
            while len(running) < SHARDS_PER_WORKER * jobs:
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
    for variable in (THREADS_VARIABLE, "OMP_NUM_THREADS"):
        os.environ[variable] = str(threads)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)

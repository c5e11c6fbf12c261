"""A function over many items, in this process or in several; on a cluster see `dask_workers.py`."""

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from chunking.core.errors import ChunkingError, SettingsError, expect

T = TypeVar("T")
Value = TypeVar("Value")

# Libraries read these when they are imported, and models when they are loaded.
THREADS_VARIABLE = "OMP_NUM_THREADS"
_THREADS_VARIABLES = (THREADS_VARIABLE, "OPENBLAS_NUM_THREADS")
# Items per worker: one in work, one waiting.
ITEMS_PER_WORKER = 2
# The same with results in order, so that a slow item delays the others less.
_ITEMS_IN_ORDER = 4
# How often a process may die of one item alone; it may be for another reason, as when it is killed.
MAX_DEATHS = 2
# How many items in a row may end their process before the reason must be another.
MAX_DEADLY = 3
DEADLY = "it ends the process that reads it, perhaps for lack of memory"


def check_jobs(jobs: int) -> None:
    """Check a number of processes."""
    if expect(jobs, int, "jobs must be a whole number") < 1:
        raise SettingsError(f"jobs must be at least 1, got {jobs}")


def map_items(
    function: Callable[[T], Value],
    items: Iterable[T],
    *,
    jobs: int = 1,
    in_order: bool = True,
    parts: Callable[[T], Sequence[T]] | None = None,
) -> Generator[tuple[T, Value | ChunkingError]]:
    """Yield each item with the value of the function, or with the `ChunkingError` that it raised.

    With several jobs, items are pickled and sent to worker processes, only a few ahead of the one
    that is yielded. When the generator is closed or this process is killed, the workers end at
    once. If a worker dies, the items that it may have died of are tried again alone; the item that
    ends its process repeatedly has the error `DEADLY`.

    Args:
        function: Called in the workers; other exceptions end the work.
        parts: Returns what is tried again alone in place of an item.

    Raises:
        SettingsError: `jobs` is not a positive number, or the function cannot be sent to processes.
        ChunkingError: Processes end with one item after another.
    """
    check_jobs(jobs)
    attempt = partial(_attempt, function)
    if jobs == 1:
        return ((item, attempt(item)) for item in items)
    try:
        pickle.dumps(function)
    except Exception as error:
        raise SettingsError(
            "with several jobs, a strategy must not hold functions such as a tokenizer defined in "
            f"the program itself: {error}"
        ) from error
    workers = _Workers(attempt, jobs, parts or _whole)
    return workers.results(iter(items), in_order=in_order)


def _attempt(function: Callable[[T], Value], item: T) -> Value | ChunkingError:
    try:
        return function(item)
    except ChunkingError as error:
        return error


def _whole(item: T) -> Sequence[T]:
    return (item,)


class _Workers(Generic[T, Value]):
    """Worker processes, which are replaced when one of them dies."""

    def __init__(
        self,
        function: Callable[[T], Value],
        jobs: int,
        parts: Callable[[T], Sequence[T]],
    ) -> None:
        self._function = function
        self._jobs = jobs
        self._parts = parts
        self._single: ProcessPoolExecutor | None = None
        self._deadly = 0

    def results(
        self, items: Iterator[T], *, in_order: bool
    ) -> Generator[tuple[T, Value | ChunkingError]]:
        """Yield items with their values or errors."""
        while True:
            running: dict[Future[Value], T] = {}
            try:
                with _pool(self._jobs) as pool:
                    yield from self._from_pool(pool, items, running, in_order=in_order)
            except BrokenProcessPool:
                yield from self._after_death(running)
            else:
                return

    def _from_pool(
        self,
        pool: ProcessPoolExecutor,
        items: Iterator[T],
        running: dict[Future[Value], T],
        *,
        in_order: bool,
    ) -> Generator[tuple[T, Value]]:
        """Yield results of one pool; `running` are the items that are not yielded if it breaks."""
        most = self._jobs * (_ITEMS_IN_ORDER if in_order else ITEMS_PER_WORKER)
        while True:
            for item in islice(items, most - len(running)):
                running[self._submit(pool, item)] = item
            if not running:
                return
            awaited = islice(running, 1 if in_order else None)
            for future in wait(list(awaited), return_when=FIRST_COMPLETED).done:
                value = future.result()
                self._deadly = 0
                yield running.pop(future), value

    def _after_death(
        self, running: dict[Future[Value], T]
    ) -> Generator[tuple[T, Value | ChunkingError]]:
        """Yield the results of the items of a pool that broke, computed one at a time."""
        with contextlib.ExitStack() as pools:
            for future, item in running.items():
                if _is_finished(future):
                    yield item, future.result()
                    continue
                for part in self._parts(item):
                    yield part, self._alone(part, pools)

    def _alone(self, item: T, pools: contextlib.ExitStack) -> Value | ChunkingError:
        """Return the value of an item from a process that has no other."""
        for _ in range(MAX_DEATHS):
            if self._single is None:
                self._single = pools.enter_context(_pool(1))
                pools.callback(setattr, self, "_single", None)
            try:
                value = self._submit(self._single, item).result()
            except BrokenProcessPool:
                pools.close()
                continue
            self._deadly = 0
            return value
        self._deadly += 1
        if self._deadly == MAX_DEADLY:
            raise ChunkingError(
                "worker processes end before they finish a document, perhaps for lack of memory: "
                "use one process"
            )
        return ChunkingError(DEADLY)

    def _submit(self, pool: ProcessPoolExecutor, item: T) -> Future[Value]:
        try:
            with _deferred_interrupts():
                return pool.submit(self._function, item)
        except BrokenProcessPool as error:  # by an item before this one
            future: Future[Value] = Future()
            future.set_exception(error)
            return future


def _is_finished(future: Future[Value]) -> bool:
    """Return whether the function returned, or raised, before the pool broke."""
    if not future.done() or future.cancelled():
        return False
    return not isinstance(future.exception(), BrokenProcessPool)


# ---- processes -----------------------------------------------------------------------------------


@contextlib.contextmanager
def _pool(jobs: int) -> Generator[ProcessPoolExecutor]:
    """Yield a pool that shares the cores, and end its processes at once when the block ends."""
    from chunking.embedding.bert import available_cores

    threads = max(1, available_cores() // jobs)
    # A fork would copy locks that other threads hold.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_set_up_worker, initargs=(threads,))
    try:
        yield pool
    finally:
        _stop(pool)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool; what they were doing is done again another time."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - public from Python 3.14
    pool.shutdown(wait=False, cancel_futures=True)
    for each in processes:
        with contextlib.suppress(OSError, ValueError):
            each.terminate()
    for each in processes:
        each.join()


@contextlib.contextmanager
def _deferred_interrupts() -> Generator[None]:
    """Defer Ctrl+C, also in processes that are started here until they are set up."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _set_up_worker(threads: int) -> None:
    """Prepare a worker process: it leaves Ctrl+C to the main process, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ |= dict.fromkeys(_THREADS_VARIABLES, str(threads))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)

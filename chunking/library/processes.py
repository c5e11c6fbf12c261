"""A function over many items, in this process or in several, with the results in order."""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Generic, TypeVar

from chunking.errors import ChunkingError, SettingsError, expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Item = TypeVar("Item")
Value = TypeVar("Value")

# Items in each worker's queue: enough that it never waits for the main process.
_QUEUED = 4
# Libraries read these when they are imported.
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


def map_in_order(
    function: Callable[[Item], Value], items: Iterable[Item], *, jobs: int = 1
) -> Iterator[tuple[Item, Value | ChunkingError]]:
    """Yield each item with the value of the function, or with the `ChunkingError` that it raised.

    With several jobs, items are pickled and sent to worker processes, only a few ahead of the one
    that is yielded. If a worker dies, its items are tried again, one at a time; the item on which a
    worker dies twice has an error.

    Raises:
        SettingsError: `jobs` is not a positive number, or the function cannot be sent to processes.
    """
    if expect(jobs, int, "jobs must be a whole number") < 1:
        raise SettingsError(f"jobs must be at least 1, got {jobs}")
    if jobs == 1:
        return ((item, _attempt(function, item)) for item in items)
    try:
        pickle.dumps(function)
    except Exception as error:
        raise SettingsError(
            "with several jobs, a strategy must not hold functions such as a tokenizer defined in "
            f"the program itself: {error}"
        ) from error
    return _Workers(function, jobs).results(items)


def _attempt(function: Callable[[Item], Value], item: Item) -> Value | ChunkingError:
    try:
        return function(item)
    except ChunkingError as error:
        return error


class _Workers(Generic[Item, Value]):
    """Worker processes, which are replaced when one of them dies."""

    def __init__(self, function: Callable[[Item], Value], jobs: int) -> None:
        self._function = function
        self._jobs = jobs
        self._pool = self._start(jobs)

    def _start(self, jobs: int) -> ProcessPoolExecutor:
        # A fork would copy locks that other threads hold.
        return ProcessPoolExecutor(
            jobs, get_context("spawn"), initializer=_set_up_worker, initargs=(jobs,)
        )

    def results(self, items: Iterable[Item]) -> Iterator[tuple[Item, Value | ChunkingError]]:
        """Yield each item with its value or error."""
        waiting = iter(items)
        queue: deque[tuple[Item, Future[Value | ChunkingError]]] = deque()
        try:
            while True:
                for item in islice(waiting, _QUEUED * self._jobs - len(queue)):
                    queue.append((item, self._submit(item)))
                if not queue:
                    return
                item, future = queue.popleft()
                try:
                    found = future.result()
                except BrokenProcessPool:
                    found = self._alone(item)
                    queue = deque((each, self._submit(each)) for each, _ in queue)
                yield item, found
        finally:
            self._pool.shutdown(cancel_futures=True)

    def _submit(self, item: Item) -> Future[Value | ChunkingError]:
        try:
            with _deferred_interrupts():
                return self._pool.submit(_attempt, self._function, item)
        except BrokenProcessPool as error:  # by an item before this one
            future: Future[Value | ChunkingError] = Future()
            future.set_exception(error)
            return future

    def _alone(self, item: Item) -> Value | ChunkingError:
        """Return the value of an item from a process that has no other, and restart the workers."""
        try:
            with self._start(1) as pool:
                with _deferred_interrupts():
                    future = pool.submit(_attempt, self._function, item)
                return future.result()
        except BrokenProcessPool:
            return ChunkingError("the process that split it died, perhaps for lack of memory")
        finally:
            self._pool = self._start(self._jobs)


@contextmanager
def _deferred_interrupts() -> Iterator[None]:
    """Defer Ctrl+C, also in processes that are started here until they are set up."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _set_up_worker(jobs: int) -> None:
    """Share the cores among the workers, and let Ctrl+C end them without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for name in _THREADS:
        os.environ.setdefault(name, str(max(1, (os.cpu_count() or 1) // jobs)))

"""Slow work beside the window: it goes on in a thread, says how far it is, and can be stopped."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chunking.errors import ChunkingError, StoppedError
from chunking.gui.keeping import register

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

# Seconds. A first look at a job waits for it so long: its vectors may already be in the cache.
PATIENCE = 0.35
# Loading a model keeps the interpreter busy, so the window is painted first.
_PAINT_FIRST = 0.8
# A model has been loaded before: the next texts need not wait.
_WARM = threading.Event()

# Results that are kept. One holds the vectors of a document: 15 MB for a megabyte of text.
_MOST = 12


@dataclass(frozen=True, slots=True)
class Kind:
    """What a job does, in words: before it knows how far it is, and to how many `of` what."""

    doing: str
    verb: str = ""
    of: str = ""
    stoppable: bool = True


@dataclass
class Job:
    """One piece of slow work: `done` of `total` steps, then a `result` or an `error`.

    `began` is when and after how many steps. `part` is what can be used already, and `parts` how
    often that has grown.
    """

    kind: Kind = Kind("")
    done: int = 0
    total: int = 0
    result: Any = None
    part: Any = None
    parts: int = 0
    error: str | None = None
    created: float = field(default_factory=time.monotonic)
    began: tuple[float, int] | None = None
    stopped: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)
    settled: threading.Event = field(default_factory=threading.Event)
    restarting: threading.Lock = field(default_factory=threading.Lock)

    def on_batch(self, done: int, total: int) -> None:
        """Note the progress of work that needs a model.

        Raises:
            StoppedError: the job was stopped.
        """
        if done == 0:
            self.settled.set()
            if not _WARM.is_set():
                self.stopped.wait(_PAINT_FIRST)
            self.began = None
        else:
            _WARM.set()
        self.step(done, total)

    def step(self, done: int, total: int) -> None:
        """Note the progress.

        Raises:
            StoppedError: the job was stopped.
        """
        if self.began is None:
            self.began = (time.monotonic(), done)
        self.done, self.total = done, total
        if self.stopped.is_set():
            raise StoppedError("stopped; what was done is kept")

    def on_part(self, part: object) -> None:
        """Hand on what can be used already."""
        self.part = part
        self.parts += 1

    def look(self) -> bool:
        """Whether it is finished, after the patience that a new job is given.

        It is given none once it is settled that a model must be loaded.
        """
        self.settled.wait(max(0.0, self.created + PATIENCE - time.monotonic()))
        return self.finished.is_set()

    def again(self, work: Callable[[Job], Any]) -> None:
        """Begin anew what was stopped, with what it has by now; nothing while it goes on."""
        with self.restarting:
            if not self.finished.is_set():
                return
            self.error = self.began = None
            self.stopped.clear()
            self.finished.clear()
        threading.Thread(target=Jobs.run, args=(self, work), daemon=True).start()

    @property
    def seconds_left(self) -> float | None:
        """An estimate, once something is done since it began or was gone on with."""
        if self.began is None or self.done <= self.began[1]:
            return None
        passed = time.monotonic() - self.began[0]
        return passed / (self.done - self.began[1]) * (self.total - self.done)

    def said(self) -> str:
        """What is done of how much, and the estimate; before that, what it does first."""
        left = self.seconds_left
        if left is None:
            return self.kind.doing
        far = f"{self.done:,} of {self.total:,} {self.kind.of}"
        return f"{self.kind.verb}: {far}, about {left:.0f} s left"


class Jobs:
    """The jobs of all visitors, by what they work on: the same work is done once."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[Hashable, Job] = OrderedDict()
        self._lock = threading.Lock()
        register(self)

    def get(self, key: Hashable, work: Callable[[Job], Any], kind: Kind = Kind("")) -> Job:
        """The job of that key; it is begun unless it is there, running, done or stopped."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                job = self._jobs[key] = Job(kind)
                threading.Thread(target=self.run, args=(job, work), daemon=True).start()
            self._jobs.move_to_end(key)
            finished = [k for k, each in self._jobs.items() if each.finished.is_set()]
            for old in finished[: max(0, len(self._jobs) - _MOST)]:
                del self._jobs[old]
            return job

    def peek(self, key: Hashable) -> Job | None:
        """The job of that key if it is there; none is begun."""
        with self._lock:
            return self._jobs.get(key)

    def forget(self, key: Hashable) -> None:
        """Drop a job, so that the next `get` begins it anew."""
        with self._lock:
            self._jobs.pop(key, None)

    def forget_document(self, sha256: str) -> None:
        """Drop all jobs on a document, and stop those that are at work."""
        with self._lock:
            for key in [each for each in self._jobs if isinstance(each, tuple) and sha256 in each]:
                self._jobs.pop(key).stopped.set()

    @staticmethod
    def run(job: Job, work: Callable[[Job], Any]) -> None:
        """Do the work of a job, and note how it ended."""
        try:
            job.result = work(job)
        except ChunkingError as error:
            job.error = str(error)
        except Exception as error:
            # A thread's exception would be lost, and the window would wait for ever.
            job.error = f"the work failed: {type(error).__name__}"
            raise
        finally:
            job.finished.set()
            job.settled.set()

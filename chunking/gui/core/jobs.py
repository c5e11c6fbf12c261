"""Background jobs: slow work in threads, with progress, partial results and a stop."""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from chunking.core.errors import ChunkingError, StoppedError
from chunking.gui.core.cache import register

# Seconds that a view waits for a new job: its vectors may already be cached.
PATIENCE = 0.35
# Seconds that the first model load is delayed, so that the window is painted before it.
_PAINT_FIRST = 0.8
# Seconds that a quiet job is delayed, so that the server sends the boundaries before it.
_SEND_FIRST = 0.02
# Set once a model has been loaded: later jobs need not wait.
_WARM = threading.Event()

_numbers = itertools.count(1)

# Finished jobs that are kept: more than a page asks for, which would start those that are dropped
# again and again. One holds the vectors of a document: 15 MB for 1 MB of text.
_MOST = 20
# Slots that are kept: a few for each tab.
_MOST_SLOTS = 256


@dataclass(frozen=True, slots=True)
class Kind:
    """Wording of a job: before its progress is known, and its verb and unit of progress.

    A view waits a moment for a new job before it is shown, unless it is `late`: its result is an
    addition. A `quiet` one takes milliseconds: its progress is not shown, and it begins a moment
    later, so that what is already known reaches the page first.
    """

    title: str
    verb: str = ""
    unit: str = ""
    stoppable: bool = True
    late: bool = False
    quiet: bool = False


@dataclass
class Job:
    """One piece of slow work.

    Attributes:
        kind: Its wording.
        name: Its name on the page.
        done: Steps done.
        total: Steps in total.
        result: What it returned; None before it is finished.
        part: A partial result.
        parts: How often the partial result has grown.
        error: One sentence if it failed or was stopped.
        created: When it was created, on the monotonic clock.
        ended: When it ended, on the monotonic clock; infinity before.
        began: When its progress began, and at which step.
    """

    kind: Kind = Kind("")
    name: str = field(default_factory=lambda: f"job-{next(_numbers)}")
    done: int = 0
    total: int = 0
    result: Any = None
    part: Any = None
    parts: int = 0
    error: str | None = None
    created: float = field(default_factory=time.monotonic)
    ended: float = math.inf
    began: tuple[float, int] | None = None
    stopped: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)
    settled: threading.Event = field(default_factory=threading.Event)
    restarting: threading.Lock = field(default_factory=threading.Lock)

    def __deepcopy__(self, memo: dict[int, Any]) -> Job:
        """A copied session waits for the same job."""
        return self

    def on_batch(self, done: int, total: int) -> None:
        """Record the progress of work that needs a model.

        Raises:
            StoppedError: The job was stopped.
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
        """Record the progress.

        Raises:
            StoppedError: The job was stopped.
        """
        if self.began is None:
            self.began = (time.monotonic(), done)
        self.done, self.total = done, total
        if self.stopped.is_set():
            raise StoppedError("stopped")

    def on_part(self, part: object) -> None:
        """Publish a partial result."""
        self.part = part
        self.parts += 1

    @property
    def moments(self) -> float:
        """Seconds for which a view waits for it; 0 if it has ended or is known to need a model."""
        if self.kind.quiet or self.kind.late or self.settled.is_set():
            return 0.0
        return max(0.0, self.created + PATIENCE - time.monotonic())

    def resume(self, work: Callable[[Job], Any]) -> None:
        """Continue a stopped job from its partial result; nothing while it runs."""
        with self.restarting:
            if not self.finished.is_set():
                return
            self.error = self.began = None
            self.ended = math.inf
            self.stopped.clear()
            self.finished.clear()
        threading.Thread(target=Jobs.run, args=(self, work), daemon=True).start()

    @property
    def seconds_left(self) -> float | None:
        """An estimate once there is progress, else None."""
        if self.began is None or self.done <= self.began[1]:
            return None
        passed = time.monotonic() - self.began[0]
        return passed / (self.done - self.began[1]) * (self.total - self.done)

    @property
    def progress(self) -> str:
        """One line: steps done of the total, and the time left."""
        left = self.seconds_left
        if left is None:
            return self.kind.title
        return (
            f"{self.kind.verb} {self.done:,} of {self.total:,} {self.kind.unit}, {left:.0f} s left"
        )


class Jobs:
    """The jobs of all sessions by key: the same work is done once."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[Hashable, Job] = OrderedDict()
        self._slots: OrderedDict[Hashable, tuple[Waiting, ...]] = OrderedDict()
        self._lock = threading.Lock()
        register(self)

    def start(self, key: Hashable, work: Callable[[Job], Any], kind: Kind = Kind("")) -> Job:
        """Return the job of a key, starting it if there is none."""
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

    def find(self, key: Hashable) -> Job | None:
        """Return the job of a key if there is one."""
        with self._lock:
            return self._jobs.get(key)

    def running(self) -> list[Job]:
        """Return the jobs that are not finished."""
        with self._lock:
            return [each for each in self._jobs.values() if not each.finished.is_set()]

    def retry(self, name: str) -> None:
        """Drop a failed or stopped job by name, so that the next `start` starts it again."""
        with self._lock:
            for key in [k for k, each in self._jobs.items() if each.name == name and each.error]:
                del self._jobs[key]

    def forget(self, key: Hashable) -> None:
        """Drop a job, so that the next `start` starts it again."""
        with self._lock:
            self._jobs.pop(key, None)

    def occupy(self, slot: Hashable, *waiting: Waiting) -> None:
        """Set the jobs of a slot; stop and drop those that run in it and are not among these.

        A slot is a place on screen, such as the recall of one tab: what it showed before is of no
        use there any more. Quiet jobs are dropped also when they have ended: few jobs are kept.
        """
        with self._lock:
            before = self._slots.pop(slot, ())
            if waiting:
                self._slots[slot] = waiting
            while len(self._slots) > _MOST_SLOTS:
                self._slots.popitem(last=False)
            for job, key in before:
                if any(job is each.job for each in waiting):
                    continue
                if job.kind.quiet or not job.finished.is_set():
                    job.stopped.set()
                    if self._jobs.get(key) is job:
                        del self._jobs[key]

    def occupying(self, slot: Hashable) -> tuple[Waiting, ...]:
        """Return the jobs of a slot."""
        with self._lock:
            return self._slots.get(slot, ())

    def clear(self) -> None:
        """Stop and drop all jobs."""
        with self._lock:
            for job in self._jobs.values():
                job.stopped.set()
            self._jobs.clear()
            self._slots.clear()

    def evict_document(self, sha256: str) -> None:
        """Stop and drop all jobs on a document, in slots, too."""
        with self._lock:
            for key in [each for each in self._jobs if isinstance(each, tuple) and sha256 in each]:
                self._jobs.pop(key).stopped.set()
            for slot, waiting in list(self._slots.items()):
                kept = tuple(each for each in waiting if sha256 not in each.key)
                if kept:
                    self._slots[slot] = kept
                else:
                    del self._slots[slot]

    @staticmethod
    def run(job: Job, work: Callable[[Job], Any]) -> None:
        """Do the work of a job and record how it ended."""
        try:
            if job.kind.quiet:
                job.stopped.wait(_SEND_FIRST)
                job.step(0, 1)
            job.result = work(job)
        except ChunkingError as error:
            job.error = str(error)
        except Exception as error:
            # The exception of a thread would be lost, and the window would wait forever.
            job.error = f"the work failed: {type(error).__name__}"
            raise
        finally:
            job.ended = time.monotonic()
            job.finished.set()
            job.settled.set()


JOBS = Jobs()
"""The jobs of this process."""


class Waiting(NamedTuple):
    """A result that a job is still computing, or failed to compute; its key among the jobs."""

    job: Job
    key: tuple[object, ...]

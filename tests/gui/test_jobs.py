"""Slow work beside the window: how it begins, is stopped and goes on."""

import threading

from chunking.gui.jobs import Job, Jobs

PATIENCE = 30


def done(job: Job) -> Job:
    """The same once it has ended."""
    assert job.finished.wait(PATIENCE)
    return job


def test_what_was_stopped_goes_on_without_its_error() -> None:
    jobs = Jobs()
    may_go_on = threading.Event()

    def stopped_once(job: Job) -> str:
        if not may_go_on.is_set():
            job.stopped.wait(PATIENCE)
            job.on_batch(1, 2)
        return "all of it"

    job = jobs.get("key", stopped_once)
    job.stopped.set()
    assert done(job).error == "stopped; what was done is kept"
    may_go_on.set()
    job.again(stopped_once)
    assert done(job).error is None
    assert job.result == "all of it"


def test_what_goes_on_is_not_begun_a_second_time() -> None:
    job = done(Jobs().get("key", lambda _: None))
    begun: list[int] = []
    hold = threading.Event()

    def work(_: Job) -> None:
        begun.append(1)
        hold.wait(PATIENCE)

    job.again(work)
    job.again(work)
    hold.set()
    done(job)
    assert begun == [1]

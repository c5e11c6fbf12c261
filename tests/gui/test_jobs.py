"""Slow work beside the window: how it begins, is stopped and goes on."""

import threading
import time

from chunking.gui.jobs import Job, Jobs, Kind

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


def test_an_estimate_goes_by_what_was_done_since_it_began() -> None:
    job = Job(Kind("Loading", "Reading", "pages"))
    job.total, job.done = 200, 100
    assert job.said() == "Loading"
    job.began = (time.monotonic() - 10, 50)  # gone on with after 50
    assert job.said() == "Reading: 100 of 200 pages, about 20 s left"


def test_work_without_a_model_has_an_estimate_from_its_first_step() -> None:
    job = Job(Kind("Reading", "Reading", "pages"))
    job.step(0, 10)
    job.step(5, 10)
    assert job.said() == "Reading: 5 of 10 pages, about 0 s left"

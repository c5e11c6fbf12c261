"""Background jobs: progress, stop, retry, partial results."""

import threading
import time

from waiting import TIME_LIMIT

from chunking.core.errors import ModelError
from chunking.gui.core.jobs import Job, Jobs, Kind


def done(job: Job) -> Job:
    """Return a job once it is finished."""
    assert job.finished.wait(TIME_LIMIT)
    return job


def test_the_same_work_is_done_once() -> None:
    jobs = Jobs()
    first = jobs.start("key", lambda _: "result")
    assert jobs.start("key", lambda _: "another") is first
    assert done(first).result == "result"
    assert jobs.find("key") is first
    assert jobs.find("other") is None


def test_a_stopped_job_continues_without_its_error() -> None:
    jobs, proceed = Jobs(), threading.Event()

    def stopped_once(job: Job) -> str:
        if not proceed.is_set():
            job.stopped.wait(TIME_LIMIT)
            job.on_batch(1, 2)
        return "all of it"

    job = jobs.start("key", stopped_once)
    assert jobs.running() == [job]
    job.stopped.set()
    assert done(job).error == "stopped"
    proceed.set()
    job.resume(stopped_once)
    assert done(job).error is None
    assert (job.result, jobs.running()) == ("all of it", [])


def test_a_running_job_is_not_resumed_a_second_time() -> None:
    job = done(Jobs().start("key", lambda _: None))
    begun: list[int] = []
    hold = threading.Event()

    def work(_: Job) -> None:
        begun.append(1)
        hold.wait(TIME_LIMIT)

    job.resume(work)
    job.resume(work)
    hold.set()
    done(job)
    assert begun == [1]


def _fail(_: Job) -> None:
    raise ModelError("the model cannot be loaded")


def test_only_a_failed_job_is_started_again() -> None:
    jobs = Jobs()
    failed, good = done(jobs.start("bad", _fail)), done(jobs.start("good", lambda _: 1))
    assert failed.error == "the model cannot be loaded"
    jobs.retry(failed.name)
    jobs.retry(good.name)
    assert jobs.find("bad") is None
    assert jobs.find("good") is good


def test_an_unexpected_error_ends_the_job_with_a_sentence() -> None:
    job = done(Jobs().start("key", lambda _: 1 / 0))
    assert job.error == "the work failed: ZeroDivisionError"


def test_finished_jobs_are_dropped_when_there_are_many() -> None:
    jobs = Jobs()
    for number in range(60):
        done(jobs.start(number, lambda _: 1))
    assert jobs.find(0) is None
    assert jobs.find(59) is not None


def test_partial_results_are_counted() -> None:
    job = Job()
    job.on_part("some")
    job.on_part("more")
    assert (job.part, job.parts) == ("more", 2)


def test_the_estimate_is_that_of_the_work_since_it_began() -> None:
    job = Job(Kind("Loading", "Reading", "pages"))
    job.total, job.done = 200, 100
    assert job.progress == "Loading"
    job.began = (time.monotonic() - 10, 50)
    assert job.progress == "Reading 100 of 200 pages, 20 s left"


def test_work_without_a_model_has_an_estimate_from_its_first_step() -> None:
    job = Job(Kind("Reading", "Reading", "pages"))
    job.step(0, 10)
    job.step(5, 10)
    assert job.progress == "Reading 5 of 10 pages, 0 s left"

"""Results are cached while a tab has their document open."""

import threading
from collections.abc import Callable

import pytest
from waiting import TIME_LIMIT

from chunking.gui.core import cache
from chunking.gui.core.cache import GRACE, Key, Results, Tab, cached, close, evict, keep
from chunking.gui.core.jobs import Job, Jobs, Waiting

Later = list[tuple[float, "Callable[[], object]"]]


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Record what would be done later, with its delay; no tab is open."""
    found: Later = []

    def record(seconds: float, act: Callable[..., object], *args: object) -> None:
        found.append((seconds, lambda: act(*args)))

    monkeypatch.setattr(cache, "_later", record)
    monkeypatch.setattr(cache, "_tabs", set())
    return found


def test_a_result_is_computed_once_until_its_document_is_evicted() -> None:
    computed: list[str] = []

    @cached(4)
    def upper(_: Key, word: str) -> str:
        computed.append(word)
        return word.upper()

    assert [upper(("a", 1), "tide"), upper(("a", 1), "tide")] == ["TIDE", "TIDE"]
    assert [upper(("a", 2), "ebb"), upper(("b", 1), "flow")] == ["EBB", "FLOW"]
    assert computed == ["tide", "ebb", "flow"]
    evict({"a"})
    assert [upper(("b", 1), "flow"), upper(("a", 1), "tide")] == ["FLOW", "TIDE"]
    assert computed == ["tide", "ebb", "flow", "tide"]


def test_the_least_recently_used_result_is_evicted_first() -> None:
    results: Results[int] = Results(2)
    results.get(("a",), lambda: 1)
    results.get(("b",), lambda: 2)
    results.get(("a",), lambda: 3)
    results.get(("c",), lambda: 4)
    assert len(results) == 2
    assert results.get(("a",), lambda: 5) == 1
    assert results.get(("b",), lambda: 6) == 6


def test_two_threads_wait_for_one_computation() -> None:
    results: Results[object] = Results(2)
    started, proceed = threading.Event(), threading.Event()
    found: list[object] = []

    def slow() -> object:
        started.set()
        proceed.wait(TIME_LIMIT)
        return object()

    threads = [
        threading.Thread(target=lambda: found.append(results.get(("a",), slow))) for _ in range(2)
    ]
    threads[0].start()
    assert started.wait(TIME_LIMIT)
    threads[1].start()
    proceed.set()
    for thread in threads:
        thread.join(10)
    assert len(found) == 2
    assert found[0] is found[1]


def test_a_failure_is_not_cached() -> None:
    results: Results[int] = Results(2)

    def fail() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        results.get(("a",), fail)
    assert results.get(("a",), lambda: 1) == 1


def test_results_stay_while_another_tab_has_the_document_open() -> None:
    results: Results[int] = Results(4)
    results.get(("a",), lambda: 1)
    one, two = Tab(), Tab()
    keep(one, {"a"})
    keep(two, {"a", "b"})
    keep(one, set())
    assert len(results) == 1
    keep(two, {"b"})
    assert len(results) == 0


def test_results_of_a_closed_tab_are_evicted_later_unless_it_is_reloaded(later: Later) -> None:
    results: Results[int] = Results(4)
    results.get(("a",), lambda: 1)
    results.get(("b",), lambda: 1)
    tab = Tab()
    keep(tab, {"a", "b"})
    close(tab)
    assert [(seconds, len(results)) for seconds, _ in later] == [(GRACE, 2)]
    keep(Tab(), {"a"})
    later.pop()[1]()
    assert len(results) == 1
    assert results.get(("a",), lambda: 2) == 1


def test_jobs_on_an_evicted_document_are_stopped() -> None:
    jobs, started = Jobs(), threading.Event()

    def work(job: Job) -> bool:
        started.set()
        return job.stopped.wait(TIME_LIMIT)

    job = jobs.start(("a", "en"), work)
    other = jobs.start(("b", "en"), lambda _: True)
    assert started.wait(TIME_LIMIT)
    evict({"a"})
    assert job.finished.wait(TIME_LIMIT)
    assert job.result is True
    assert jobs.start(("b", "en"), lambda _: False) is other
    assert jobs.start(("a", "en"), lambda _: True) is not job


def test_a_slot_forgets_the_jobs_on_an_evicted_document() -> None:
    jobs = Jobs()
    keys = ("a", "en"), ("b", "en")
    kept = [Waiting(jobs.start(key, lambda _: True), key) for key in keys]
    jobs.occupy("tab", *kept)
    jobs.occupy("other tab", kept[0])
    evict({"a"})
    assert jobs.occupying("tab") == (kept[1],)
    assert jobs.occupying("other tab") == ()


def test_memory_is_released_after_an_eviction(later: Later) -> None:
    evict({"a"})
    ((seconds, act),) = later
    assert seconds > 0
    act()

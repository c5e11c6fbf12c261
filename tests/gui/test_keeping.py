"""What is worked out of documents is kept as long as somebody has them open."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from chunking.gui import keeping
from chunking.gui.jobs import Job, Jobs
from chunking.gui.keeping import Kept, Visitor, hold, kept, leave, let_go

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(autouse=True)
def waiting(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, Callable[[], object]]]:
    """What would be done later, with the seconds until then; and nobody else is there."""
    found: list[tuple[float, Callable[[], object]]] = []

    def later(seconds: float, act: Callable[..., object], *args: object) -> None:
        found.append((seconds, lambda: act(*args)))

    monkeypatch.setattr(keeping, "_later", later)
    monkeypatch.setattr(keeping, "_visitors", set())
    return found


def test_a_value_is_made_once_and_again_once_its_document_is_forgotten() -> None:
    made: list[str] = []

    @kept(4)
    def shout(_: keeping.Key, word: str) -> str:
        made.append(word)
        return word.upper()

    assert [shout(("a", 1), "tide"), shout(("a", 1), "tide")] == ["TIDE", "TIDE"]
    assert [shout(("a", 2), "ebb"), shout(("b", 1), "flow")] == ["EBB", "FLOW"]
    assert made == ["tide", "ebb", "flow"]
    let_go({"a"})
    assert [shout(("b", 1), "flow"), shout(("a", 1), "tide")] == ["FLOW", "TIDE"]
    assert made == ["tide", "ebb", "flow", "tide"]


def test_the_value_not_used_for_longest_goes_first() -> None:
    values: Kept[int] = Kept(2)
    values.get(("a",), lambda: 1)
    values.get(("b",), lambda: 2)
    values.get(("a",), lambda: 3)
    values.get(("c",), lambda: 4)
    assert len(values) == 2
    assert values.get(("a",), lambda: 5) == 1
    assert values.get(("b",), lambda: 6) == 6


def test_two_that_ask_at_once_wait_for_one_to_make_it() -> None:
    values: Kept[object] = Kept(2)
    begun, go_on = threading.Event(), threading.Event()
    found: list[object] = []

    def slow() -> object:
        begun.set()
        go_on.wait(10)
        return object()

    threads = [
        threading.Thread(target=lambda: found.append(values.get(("a",), slow))) for _ in range(2)
    ]
    threads[0].start()
    assert begun.wait(10)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert len(found) == 2
    assert found[0] is found[1]


def test_a_failure_is_not_kept() -> None:
    values: Kept[int] = Kept(2)

    def fail() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        values.get(("a",), fail)
    assert values.get(("a",), lambda: 1) == 1


def test_a_document_stays_while_another_visitor_has_it_open() -> None:
    values: Kept[int] = Kept(4)
    values.get(("a",), lambda: 1)
    one, two = Visitor(), Visitor()
    hold(one, {"a"})
    hold(two, {"a", "b"})
    hold(one, set())
    assert len(values) == 1
    hold(two, {"b"})
    assert len(values) == 0


def test_who_leaves_lets_go_after_a_while_unless_they_come_back(
    waiting: list[tuple[float, Callable[[], object]]],
) -> None:
    values: Kept[int] = Kept(4)
    values.get(("a",), lambda: 1)
    values.get(("b",), lambda: 1)
    left: list[str] = []
    visitor = Visitor(on_leaving=lambda: left.append("left"))
    hold(visitor, {"a", "b"})
    leave(visitor)
    assert left == ["left"]
    assert [(seconds, len(values)) for seconds, _ in waiting] == [(keeping.GRACE, 2)]
    hold(Visitor(), {"a"})
    waiting.pop()[1]()
    assert len(values) == 1
    assert values.get(("a",), lambda: 2) == 1


def test_jobs_on_a_document_that_is_let_go_are_stopped() -> None:
    jobs, begun = Jobs(), threading.Event()

    def work(job: Job) -> bool:
        begun.set()
        return job.stopped.wait(10)

    job = jobs.get(("a", "en"), work)
    other = jobs.get(("b", "en"), lambda _: True)
    assert begun.wait(10)
    let_go({"a"})
    assert job.finished.wait(10)
    assert job.result is True
    assert jobs.get(("b", "en"), lambda _: False) is other
    assert jobs.get(("a", "en"), lambda _: True) is not job


def test_memory_is_given_back_once_the_page_is_drawn(
    waiting: list[tuple[float, Callable[[], object]]],
) -> None:
    let_go({"a"})
    ((seconds, act),) = waiting
    assert seconds > 0
    act()

"""What a run of the program sends, without Streamlit."""

import json
import time
from collections.abc import Iterator, Sequence
from unittest.mock import MagicMock

import pytest

from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.core.view import Data, Message, View
from chunking.gui.session.session import Session
from chunking.gui.shell import frame, framework, window


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Collect the kinds of the messages that are sent."""
    found: list[str] = []

    def send(items: Sequence[Message | Data]) -> None:
        found.extend(each.kind for each in items)

    monkeypatch.setattr(window, "_send", send)
    monkeypatch.setattr("chunking.gui.settle.settle.settle", lambda _: [])
    monkeypatch.setattr(frame, "messages", lambda *_: [])
    token = window._run.set(window._Run(Session(), MagicMock(), {}, 0.0))
    yield found
    window._run.reset(token)


def ended(job: Job) -> None:
    job.ended = time.monotonic()
    job.finished.set()
    job.settled.set()


def test_a_job_that_ends_while_the_page_is_viewed_is_viewed_again(sent: list[str]) -> None:
    job = Job(Kind("Embedding", late=True))

    def view(_: Session) -> View:
        found = View()
        found.send({"kind": "tune" if job.finished.is_set() else "unsplit"})
        if not job.finished.is_set():
            found.wait_for(Waiting(job, ("job",)))
            ended(job)
        return found

    window.show(view)
    assert sent == ["tune"]


def test_the_result_of_a_quiet_job_follows_what_is_known_before(
    sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job(Kind("Analyzing", quiet=True))

    def view(_: Session) -> View:
        found = View()
        found.send({"kind": "details" if job.finished.is_set() else "tune"})
        if not job.finished.is_set():
            found.wait_for(Waiting(job, ("analysis",)))
        return found

    monkeypatch.setattr(window, "_look_for_events", lambda: ended(job))
    window.show(view)
    assert sent == ["tune", "details"]


def test_a_new_job_that_ends_in_a_moment_is_not_announced(
    sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job(Kind("Embedding"))

    def view(_: Session) -> View:
        found = View()
        done = job.finished.is_set()
        found.send({"kind": "tune" if done else "unsplit"})
        if not done:
            found.wait_for(Waiting(job, ("job",)))
        return found

    monkeypatch.setattr(window, "_look_for_events", lambda: ended(job))
    window.show(view)
    assert sent == ["tune"]


def test_a_job_that_needs_a_model_is_announced_at_once(sent: list[str]) -> None:
    job = Job(Kind("Embedding"))
    job.settled.set()

    def view(_: Session) -> View:
        found = View()
        found.send({"kind": "unsplit"})
        found.wait_for(Waiting(job, ("job",)))
        return found

    window.show(view)
    assert sent == ["unsplit"]


def kinds_in(packed: bytes) -> list[str]:
    """Return the kinds of packed messages."""
    found, at = [], 0
    while at < len(packed):
        head, payload = (int.from_bytes(packed[at + i : at + i + 4], "little") for i in (0, 4))
        found.append(json.loads(packed[at + 8 : at + 8 + head])["kind"])
        at += 8 + head + payload
    return found


def test_messages_go_together_a_large_one_alone_and_none_twice_in_a_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mounted: dict[str, list[str]] = {}
    numbers: dict[str, tuple[int, int]] = {}

    def mount(*, data: bytes, key: str) -> None:
        mounted[key] = kinds_in(data)

    monkeypatch.setattr(framework, "component", lambda _: mount)
    monkeypatch.setattr(window, "_numbers", lambda: numbers)
    token = window._run.set(window._Run(Session(), MagicMock(), {}, 0.0))
    large, small = (
        Message({"kind": "tune", "text": "x" * 20_000}),
        Message({"kind": "status"}, b"1"),
    )
    window._send([large, small])
    assert list(mounted.items()) == [
        ("message.tune.1", ["tune"]),
        ("message.messages.1", ["handled", "status"]),
    ]
    window._send([large, small, Message({"kind": "details"})])
    assert mounted.pop("message.messages.2") == ["details"]
    window._send([large, Message({"kind": "status"}, b"2"), Message({"kind": "details"})])
    assert mounted.pop("message.messages.3") == ["status"]
    assert len(mounted) == 2
    window._run.reset(token)

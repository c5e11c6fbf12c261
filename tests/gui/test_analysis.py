"""The analysis of the chunks on screen, without a browser."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from chunking.gui.core.jobs import JOBS
from chunking.gui.results.chunks import Split, split
from chunking.gui.session.session import Session
from chunking.gui.shell import window
from chunking.gui.tune import status
from chunking.gui.tune.analysis import EMPTY, analyze
from chunking.strategies import get

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("small_model")


class EventError(Exception):
    """An event of the page ended the run."""


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Return an event that verdicts wait for, while the page sends one after the other."""
    free = threading.Event()
    verdict = status.verdict

    def wait(shown: Split, known: object, on_setting: Callable[[], object]) -> dict[str, Any]:
        free.wait()
        on_setting()
        return verdict(shown, known, on_setting)

    def interrupt() -> None:
        raise EventError

    monkeypatch.setattr(status, "verdict", wait)
    monkeypatch.setattr(window, "yield_to_events", interrupt)
    return free


def shown(session: Session, **settings: float) -> Split:
    session.documents.choose("essay.md")
    session.apply("tune", get("optimal")(**settings))
    found = split(session)
    assert isinstance(found, Split)
    return found


def test_an_event_ends_the_run_and_the_next_run_finds_the_same_job(
    blocked: threading.Event,
) -> None:
    session = Session()
    found = shown(session)
    with pytest.raises(EventError):
        analyze(session, found, None)
    job = session.tune.analysis.job
    blocked.set()
    job.finished.wait()
    assert analyze(session, found, None) is job.result
    assert job.result.plausible is not None


def test_other_settings_stop_the_job_and_drop_it(blocked: threading.Event) -> None:
    session = Session()
    for granularity in (1.0, 2.0):
        with pytest.raises(EventError):
            analyze(session, shown(session, granularity=granularity), None)
        if granularity == 1.0:
            first = session.tune.analysis
    blocked.set()
    first.job.finished.wait()
    assert first.job.error == "stopped; what was done is kept"
    assert JOBS.find(first.key) is None
    second = session.tune.analysis
    second.job.finished.wait()
    assert second.job.result.verdict != EMPTY.verdict

"""The analysis of the chunks on screen, without a browser."""

import threading
from collections.abc import Callable

import pytest
from session_page import ended

from chunking.engine.run import Split
from chunking.gui.core.jobs import JOBS, Waiting
from chunking.gui.results.chunks import split
from chunking.gui.session.session import Session
from chunking.gui.tune import status
from chunking.gui.tune.messages import Verdict
from chunking.gui.tune.status import EMPTY, analyze
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("small_model")


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Return an event that verdicts wait for."""
    free = threading.Event()
    verdict = status.verdict

    def wait(shown: Split, known: object, on_setting: Callable[[], object]) -> Verdict:
        free.wait()
        on_setting()
        return verdict(shown, known, on_setting)

    monkeypatch.setattr(status, "verdict", wait)
    return free


def shown(session: Session, **settings: str) -> Split:
    session.documents.choose("essay.md")
    session.apply("tune", get("optimal")(**settings))
    return ended(lambda: split(session))


def test_the_same_chunks_are_analyzed_once(blocked: threading.Event) -> None:
    session = Session()
    found = shown(session)
    first, second = analyze(session, found, None), analyze(session, found, None)
    assert isinstance(first, Waiting)
    assert isinstance(second, Waiting)
    assert first.job is second.job
    blocked.set()
    first.job.finished.wait()
    done = analyze(session, found, None)
    assert not isinstance(done, Waiting)
    assert done.verdict != EMPTY.verdict


def test_other_settings_stop_the_job_and_drop_it(blocked: threading.Event) -> None:
    session = Session()
    first = analyze(session, shown(session, level="medium"), None)
    second = analyze(session, shown(session, level="fine"), None)
    blocked.set()
    assert isinstance(first, Waiting)
    assert isinstance(second, Waiting)
    first.job.finished.wait()
    assert first.job.error == "stopped"
    assert JOBS.find(first.key) is None
    second.job.finished.wait()
    assert second.job.result.verdict != EMPTY.verdict

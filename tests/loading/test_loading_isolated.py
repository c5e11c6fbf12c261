"""Conversion in a subprocess: limits of its time, and its end."""

import subprocess
import sys
from queue import Queue
from typing import Any

import pytest

from chunking.core.errors import LoadError
from chunking.loading import isolated

pytestmark = pytest.mark.usefixtures("isolation")

_CHILD = """
import time
from chunking.loading import isolated
from chunking.loading.formats import Content
isolated.STALL_SECONDS = 1.0
def convert(data, on_page):
    {body}
    return Content(data.decode())
isolated._converter = lambda kind: convert
isolated.run()
"""


def converted(body: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Convert by a function of this body, which may stall for one second."""
    monkeypatch.setattr(isolated, "STALL_SECONDS", 1.0)
    monkeypatch.setattr(isolated, "_CHILD", _CHILD.format(body=body))
    return isolated.convert("kind", b"text").text


def test_a_process_that_is_not_given_the_processor_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert converted("time.sleep(2.5)", monkeypatch) == "text"


needs_timer = pytest.mark.skipif(sys.platform == "win32", reason="has no timer of processor time")


@needs_timer
def test_a_process_that_computes_without_progress_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(LoadError, match="no progress in 1 seconds of processor time"):
        converted("sum(iter(int, 1))", monkeypatch)  # in C, which runs no handler of signals


@needs_timer
def test_progress_starts_the_time_again(monkeypatch: pytest.MonkeyPatch) -> None:
    computing = "[sum(range(10**6)) for _ in iter(lambda: time.process_time() > end, True)]"
    pages = f"for i in range(4): end = time.process_time() + 0.4; {computing}; on_page()"
    assert converted(pages, monkeypatch) == "text"


def test_a_stop_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    class Started(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            started.append(self)

    def interrupt(*_: object, **__: object) -> bytes:
        raise KeyboardInterrupt

    started: list[Started] = []
    monkeypatch.setattr(subprocess, "Popen", Started)
    monkeypatch.setattr(Queue, "get", interrupt)
    with pytest.raises(KeyboardInterrupt):
        converted("time.sleep(600)", monkeypatch)
    assert [process.poll() is None for process in started] == [False]

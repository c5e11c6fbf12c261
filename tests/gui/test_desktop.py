"""The program's own browser window."""

from __future__ import annotations

import http.server
import os
import signal
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import FLAGS
from running import free_port

from chunking.gui.shell import desktop

if TYPE_CHECKING:
    from collections.abc import Iterator

posix = pytest.mark.skipif(os.name == "nt", reason="starts a shell script")


class _Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/_stcore/health" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def answering() -> Iterator[str]:
    """Serve in this process, with a health check at the address of the real one."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def program(folder: Path, script: str, name: str = "chromium") -> Path:
    """Write a program of that name to a folder."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@posix
def test_the_browser_is_the_preferred_one_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edge = program(tmp_path, "exit 0", "microsoft-edge")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert desktop.find_browser() == str(edge)
    chrome = program(tmp_path, "exit 0", "google-chrome")
    assert desktop.find_browser() == str(chrome)


@posix
def test_without_an_app_mode_the_page_opens_in_the_default_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    arrived = threading.Event()

    def show(url: str) -> bool:
        opened.append(url)
        arrived.set()
        return True

    monkeypatch.setattr("webbrowser.open", show)
    monkeypatch.setattr(desktop, "find_browser", lambda: None)
    with answering() as url:
        desktop.open_when_ready(url, own=True)
        assert arrived.wait(10)
        # A browser that fails at once has not shown a window.
        arrived.clear()
        monkeypatch.setattr(desktop, "find_browser", lambda: str(program(tmp_path, "exit 3")))
        desktop.open_when_ready(url, own=True)
        assert arrived.wait(10)
        # Library starts on its own page.
        arrived.clear()
        desktop.open_when_ready(f"{url}/library", own=False)
        assert arrived.wait(10)
    assert opened == [url, url, f"{url}/library"]


@posix
def test_the_window_has_its_own_profile_which_is_removed_when_it_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words"
    # `exec`, as a browser is one process: closing the window must end it.
    browser = program(tmp_path, f'echo "$@" > {words}.new; mv {words}.new {words}; exec sleep 60')
    monkeypatch.setattr(desktop, "find_browser", lambda: str(browser))
    with answering() as url:
        close = desktop.open_when_ready(url, own=True)
        until = time.monotonic() + 10
        while not words.exists() and time.monotonic() < until:
            time.sleep(0.02)
        flags = dict(word.partition("=")[::2] for word in words.read_text().split())
        profile = Path(flags["--user-data-dir"])
        assert flags["--app"] == url
        assert profile.is_dir()
        close()
        until = time.monotonic() + 10
        while profile.exists() and time.monotonic() < until:
            time.sleep(0.02)
        assert not profile.exists()


@posix
@pytest.mark.browser
def test_the_server_ends_when_its_window_is_closed(tmp_path: Path, chromium_program: str) -> None:
    ready = tmp_path / "pid"
    flags = " ".join(FLAGS)
    program(tmp_path, f'echo $$ > {ready}; exec {chromium_program} --headless=new {flags} "$@"')
    port = free_port()
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "DISPLAY": ":0",
        "CHUNKSCOPE_CACHE_DIR": str(tmp_path / "cache"),
        "CHUNKSCOPE_CONFIG_DIR": str(tmp_path / "config"),
    }
    code = "from chunking.cli import main; main()"
    server = subprocess.Popen(
        [sys.executable, "-c", code, "--port", str(port)],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + 60
        while not (ready.exists() and ready.read_text().strip()) and time.monotonic() < until:
            assert server.poll() is None
            time.sleep(0.05)
        time.sleep(3)  # it keeps running while the window is open
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
            assert answer.status == 200
        os.kill(int(ready.read_text()), signal.SIGTERM)
        assert server.wait(20) == 0
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)

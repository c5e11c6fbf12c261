"""The program's own browser window."""

import http.server
import os
import signal
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser import FLAGS
from running import free_port
from waiting import TIME_LIMIT, wait_until

from chunking.gui.shell import desktop

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
        assert arrived.wait(TIME_LIMIT)
        # A browser that fails at once has not shown a window.
        arrived.clear()
        monkeypatch.setattr(desktop, "_TOO_SOON", TIME_LIMIT)
        monkeypatch.setattr(desktop, "find_browser", lambda: str(program(tmp_path, "exit 3")))
        desktop.open_when_ready(url, own=True)
        assert arrived.wait(TIME_LIMIT)
        # Library starts on its own page.
        arrived.clear()
        desktop.open_when_ready(f"{url}/library", own=False)
        assert arrived.wait(TIME_LIMIT)
    assert opened == [url, url, f"{url}/library"]


@posix
def test_the_window_has_its_own_profile_which_is_removed_when_it_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words"
    # `exec`, as a browser is one process: closing the window must end it.
    browser = program(
        tmp_path, f'echo "$@" > {words}.new; mv {words}.new {words}; exec tail -f /dev/null'
    )
    monkeypatch.setattr(desktop, "find_browser", lambda: str(browser))
    with answering() as url:
        close = desktop.open_when_ready(url, own=True)
        wait_until(words.exists)
        flags = dict(word.partition("=")[::2] for word in words.read_text().split())
        profile = Path(flags["--user-data-dir"])
        assert flags["--app"] == url
        assert profile.is_dir()
        close()
        wait_until(lambda: not profile.exists())


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

        def is_open() -> bool:
            assert server.poll() is None
            return ready.exists() and bool(ready.read_text().strip())

        wait_until(is_open)
        time.sleep(3)  # a browser that ends sooner has not shown a window
        health = f"http://127.0.0.1:{port}/_stcore/health"
        with urllib.request.urlopen(health, timeout=TIME_LIMIT) as answer:
            assert answer.status == 200
        os.kill(int(ready.read_text()), signal.SIGTERM)
        assert server.wait(TIME_LIMIT) == 0
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)

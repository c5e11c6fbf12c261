"""The program's own window: Chromium, Chrome or Edge in app mode, with a profile of its own.

The browser is a process of this one: when its window is closed it ends, and with it the server;
when the server ends, so does the window.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# By the names they have on a path.
_NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    "microsoft-edge", "microsoft-edge-stable", "chrome", "msedge",
)  # fmt: skip

# Where installers put them, below the folders in which programs are kept.
_MAC = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)

# A browser for one page of this machine: it asks no questions and calls nobody.
_FLAGS = (
    "--no-first-run", "--no-default-browser-check", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
    "--window-size=1440,900",
)  # fmt: skip

# Seconds until the server must answer, and within which a browser that ends never had a window.
_PATIENCE = 60.0
_TOO_SOON = 2.0


def find_browser() -> str | None:
    """The program of a browser that has an app mode, or None."""
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    return next((str(path) for path in _installed() if path.is_file()), None)


def has_screen() -> bool:
    """Whether there is a screen on which a window can be opened."""
    if os.name == "nt" or sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_when_ready(url: str, *, own: bool) -> Callable[[], None]:
    """Show `url` as soon as it answers; what is returned closes the window again.

    With `own` it gets a window of its own, and the server of this process is asked to end once
    that is closed. Without a browser that can do so, or without `own`, it is shown in the
    browser that the person uses, and the server goes on until it is stopped.
    """
    window = _Window(url, find_browser() if own else None)
    threading.Thread(target=window.run, name="window", daemon=True).start()
    return window.close


class _Window:
    """One window, from the first answer of the server to its end."""

    def __init__(self, url: str, browser: str | None) -> None:
        self.url = url
        self.browser = browser
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def run(self) -> None:
        """Open it, and end the server when it was closed."""
        if not _answers(self.url):
            return
        if self.browser is None or not self._shown_until_closed(self.browser):
            webbrowser.open(self.url)
        elif not self._closed:
            _interrupt()

    def close(self) -> None:
        """End the browser, if it still runs."""
        with self._lock:
            self._closed = True
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()

    def _shown_until_closed(self, browser: str) -> bool:
        """Whether there was a window; returns when it is closed."""
        with tempfile.TemporaryDirectory(
            prefix="chunkscope-window-", ignore_cleanup_errors=True
        ) as profile:
            begun = time.monotonic()
            with self._lock:
                if self._closed:
                    return True
                try:
                    self._process = subprocess.Popen(  # noqa: S603 - a browser of this machine
                        [browser, f"--app={self.url}", f"--user-data-dir={profile}", *_FLAGS],
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                    )
                except OSError:
                    return False
            ended = self._process.wait()
            return self._closed or ended == 0 or time.monotonic() - begun > _TOO_SOON


def _interrupt() -> None:
    """As a person would stop it in a terminal: the server closes what it has open."""
    if os.name == "nt":
        signal.raise_signal(signal.SIGINT)  # there, os.kill would end the process at once
    else:
        os.kill(os.getpid(), signal.SIGINT)


def _installed() -> Iterator[Path]:
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / name for name in _MAC)
    elif os.name == "nt":
        for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
            if folder_ := os.environ.get(variable):
                yield from (Path(folder_) / name for name in _WINDOWS)


def _answers(url: str) -> bool:
    """Whether the server answers within a minute."""
    until = time.monotonic() + _PATIENCE
    health = urllib.parse.urljoin(url, "/_stcore/health")  # below a page there is none
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(health, timeout=5):  # noqa: S310 - this machine
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    return False

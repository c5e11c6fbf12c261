"""The program's own window: Chromium, Chrome or Edge in app mode, with a temporary profile.

The browser is a child process: closing its window ends the server, and ending the server closes
the window.
"""

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
from collections.abc import Callable, Iterator
from pathlib import Path

# Names of the programs, the preferred one first.
_NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    "microsoft-edge", "microsoft-edge-stable", "chrome", "msedge",
)  # fmt: skip

# Paths below the folders of installed programs.
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

# For one local page: no first-run questions, no connections to other servers.
_FLAGS = (
    "--no-first-run", "--no-default-browser-check", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
    "--window-size=1440,900",
)  # fmt: skip

# Seconds until the server must answer; a browser that fails sooner than `_TOO_SOON` had no window.
_PATIENCE = 60.0
_TOO_SOON = 2.0


def find_browser() -> str | None:
    """Return the path of a browser that has an app mode; None without one."""
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    return next((str(path) for path in _installed() if path.is_file()), None)


def has_screen() -> bool:
    """Return whether a window can be opened on this machine."""
    if os.name == "nt" or sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_when_ready(url: str, *, own: bool) -> Callable[[], None]:
    """Show a page as soon as the server answers, and return a function that closes its window.

    Args:
        url: The address of the page.
        own: Show it in its own window; closing that interrupts this process. Without a browser
            that has an app mode, or if False, it is shown in the default browser.
    """
    window = _Window(url, find_browser() if own else None)
    threading.Thread(target=window.run, name="window", daemon=True).start()
    return window.close


class _Window:
    """One window, until it is closed."""

    def __init__(self, url: str, browser: str | None) -> None:
        self.url = url
        self.browser = browser
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def run(self) -> None:
        """Open the window, and interrupt this process once it is closed."""
        if not answers(self.url):
            return
        if self.browser is None or not self._shown_until_closed(self.browser):
            webbrowser.open(self.url)
        elif not self._closed:
            _interrupt()

    def close(self) -> None:
        """End the browser if it is still running."""
        with self._lock:
            self._closed = True
            if self._process is not None and self._process.poll() is None:
                self._process.terminate()

    def _shown_until_closed(self, browser: str) -> bool:
        """Show the window until it is closed, and return whether there was one."""
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
    """Interrupt this process as Ctrl+C does, so that the server shuts down."""
    if os.name == "nt":
        signal.raise_signal(signal.SIGINT)  # os.kill would end the process at once
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


def answers(url: str) -> bool:
    """Return whether the server answers within a minute."""
    until = time.monotonic() + _PATIENCE
    health = urllib.parse.urljoin(url, "/_stcore/health")  # only at the root
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(health, timeout=5):  # noqa: S310 - this machine
                return True
        except (urllib.error.URLError, OSError):
            time.sleep(0.02)
    return False

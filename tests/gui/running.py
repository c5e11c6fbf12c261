"""The program, running as a person starts it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Server:
    """The program as a person starts it, with a cache and presets of its own below `folder`."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        environment = {
            **os.environ,
            "CHUNKSCOPE_CACHE_DIR": str(self.cache),
            "CHUNKSCOPE_CONFIG_DIR": str(folder / "config"),
        }
        program = "from chunking.start import main; main()"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", program, *words, "--port", str(self.port), "--no-window"],
                env=environment,
                cwd=folder,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait(self, seconds: float = 90) -> None:
        """Return as soon as it answers.

        Raises:
            RuntimeError: it ended, or does not answer in time.
        """
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=5):  # noqa: S310
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.02)
        raise RuntimeError(f"the server does not answer:\n{self.log()}")

    def log(self) -> str:
        """What it printed."""
        return self._log.read_text("utf-8", "replace")

    def processes(self) -> list[int]:
        """Its process and those below it, from Linux's /proc."""
        parents = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    fields = (entry / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                parents[int(entry.name)] = int(fields[1])
        found = [self.process.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        return found

    def has_mapped(self, library: str) -> bool:
        """Whether one of its processes has a library of that name in its memory."""
        maps = (Path(f"/proc/{pid}/maps") for pid in self.processes())
        return any(library in each.read_text() for each in maps if each.exists())

    def stop(self) -> None:
        """End it and all that it started."""
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, sign)
            except ProcessLookupError:
                return
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                continue


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[Server]:
    """A server for as long as the block lasts, started with those words."""
    server = Server(folder, *words)
    try:
        server.wait()
        yield server
    finally:
        server.stop()

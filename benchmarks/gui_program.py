"""The program as the benchmarks of the window start it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Program:
    """The program as a person starts it, with a cache of its own below `folder`."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.begun = time.perf_counter()
        self._process = subprocess.Popen(
            [
                sys.executable, "-c", "from chunking.cli import main; main()",
                "--port", str(port), "--no-window",
            ],
            env={
                **os.environ,
                "CHUNKSCOPE_CACHE_DIR": str(folder / "cache"),
                "CHUNKSCOPE_CONFIG_DIR": str(folder / "config"),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip

    def wait(self) -> None:
        """Return as soon as it answers."""
        while self._process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=5).close()  # noqa: S310 - loopback
            except (urllib.error.URLError, OSError):
                time.sleep(0.01)
            else:
                return
        raise SystemExit("the program ended before it answered")

    def _members(self) -> list[Path]:
        """The folders of `/proc` of all its processes; none where the system has no such thing."""
        found = []
        if Path("/proc/self/status").exists():
            for entry in Path("/proc").iterdir():
                with suppress(OSError):
                    if entry.name.isdigit() and os.getpgid(int(entry.name)) == self._process.pid:
                        found.append(entry)
        return found

    def memory(self) -> float | None:
        """What it holds now, in MB of 10**6 bytes; None where the system does not say."""
        held = 0
        for entry in (members := self._members()):
            with suppress(OSError):
                found = re.search(r"VmRSS:\s+(\d+) kB", (entry / "status").read_text())
                held += int(found[1]) if found else 0
        return held * 1024 / 1e6 if members else None

    def has_loaded(self, *libraries: str) -> bool | None:
        """Whether one of them is in its memory; None where the system does not say."""
        members = self._members()
        found = False
        for entry in members:
            with suppress(OSError):
                maps = (entry / "maps").read_text()
                found = found or any(library in maps for library in libraries)
        return found if members else None

    def stop(self) -> None:
        """End it and all that it started."""
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()


@contextmanager
def running(folder: Path) -> Iterator[Program]:
    """The program for as long as the block lasts."""
    program = Program(folder)
    try:
        program.wait()
        yield program
    finally:
        program.stop()

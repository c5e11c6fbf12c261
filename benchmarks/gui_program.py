"""The program as the benchmarks of the window start it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# Libraries that run models.
RUNTIMES = ("libtorch", "onnxruntime", "openvino")


class Program:
    """The program as a user starts it, with its cache below a folder."""

    def __init__(self, folder: Path, *files: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.key = ""
        self.started = time.perf_counter()
        words = ["open", *map(str, files)] if files else []
        self._process = subprocess.Popen(
            [
                sys.executable, "-c", "from chunking.cli import main; main()",
                *words, "--port", str(port), "--no-window",
            ],
            env={
                **os.environ,
                "CHUNKSCOPE_CACHE_DIR": str(folder / "cache"),
                "CHUNKSCOPE_CONFIG_DIR": str(folder / "config"),
            },
            stdout=subprocess.PIPE,
            text=True,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip

    def wait(self) -> None:
        """Read the key of its address as soon as the server answers.

        Raises:
            SystemExit: It has ended.
        """
        while self._process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=5).close()  # noqa: S310 - loopback
            except (urllib.error.URLError, OSError):
                time.sleep(0.01)
            else:
                assert self._process.stdout is not None  # noqa: S101 - it is a pipe
                self.key = self._process.stdout.readline().strip().partition("?key=")[2]
                return
        raise SystemExit("the program ended before it answered")

    def _processes(self) -> list[Path]:
        """Return the folders of its processes in `/proc`; none where there is no such folder."""
        found = []
        if Path("/proc/self/status").exists():
            for entry in Path("/proc").iterdir():
                with suppress(OSError):
                    if entry.name.isdigit() and os.getpgid(int(entry.name)) == self._process.pid:
                        found.append(entry)
        return found

    @property
    def memory(self) -> float | None:
        """The memory it uses, in MB of 10**6 bytes; None where the system does not tell."""
        used = 0
        for entry in (processes := self._processes()):
            with suppress(OSError):
                found = re.search(r"VmRSS:\s+(\d+) kB", (entry / "status").read_text())
                used += int(found[1]) if found else 0
        return used * 1024 / 1e6 if processes else None

    @property
    def has_model_runtime(self) -> bool | None:
        """Whether a library that runs models is loaded; None where the system does not tell."""
        processes = self._processes()
        found = False
        for entry in processes:
            with suppress(OSError):
                maps = (entry / "maps").read_text()
                found = found or any(name in maps for name in RUNTIMES)
        return found if processes else None

    def stop(self) -> None:
        """Stop it and its child processes."""
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()


@contextmanager
def running(folder: Path, *files: Path) -> Iterator[Program]:
    """Run the program with some files open for the duration of the block."""
    program = Program(folder, *files)
    try:
        program.wait()
        yield program
    finally:
        program.stop()

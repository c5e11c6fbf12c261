"""The application as a separate process."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

from waiting import TIME_LIMIT, wait_until


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


# Folder for a trace of what each server sends; none without the variable.
TRACES = "CHUNKSCOPE_TEST_TRACES"


def _traced(port: int) -> list[str]:
    """Return the words before a program that write what it sends to a file."""
    folder = os.environ.get(TRACES)
    calls = "trace=connect,sendto,sendmsg,sendmmsg"
    options = ["-f", "-qq", "--seccomp-bpf", "-e", calls, "-o", f"{folder}/{port}"]
    return ["strace", *options] if folder else []


# The program of the checkout.
_PROGRAM = (sys.executable, "-c", "from chunking.cli import main; main()")


class Server:
    """Running application with its settings below `folder`; `words` are its arguments."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        cache: Path | None = None,
        program: Sequence[str] = _PROGRAM,
    ) -> None:
        self.folder = folder
        self.cache = cache or folder / "cache"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        environment = {
            **os.environ,
            "CHUNKSCOPE_CACHE_DIR": str(self.cache),
            "CHUNKSCOPE_CONFIG_DIR": str(folder / "config"),
        }
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*_traced(self.port), *program, *words, "--port", str(self.port), "--no-window"],
                env=environment,
                cwd=folder,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until the server answers.

        Raises:
            RuntimeError: It ended.
        """
        wait_until(self._answers)

    def _answers(self) -> bool:
        if self.process.poll() is not None:
            raise RuntimeError(f"the server has ended:\n{self.log()}")
        try:
            health = f"{self.url}/_stcore/health"
            with urllib.request.urlopen(health, timeout=TIME_LIMIT):  # noqa: S310 - this machine
                return True
        except (urllib.error.URLError, OSError):
            return False

    @property
    def key(self) -> str:
        """The key in the address that it printed."""
        found = re.search(rf"Chunkscope runs at {self.url}/\?key=(\S+)", self.log())
        assert found is not None, self.log()
        return found[1]

    @property
    def cookie(self) -> dict[str, str]:
        """The cookie of a page that was opened with the key."""
        return {"name": f"chunkscope-{self.port}", "value": self.key}

    def log(self) -> str:
        """Return its output."""
        return self._log.read_text("utf-8", "replace")

    def processes(self) -> list[int]:
        """Return the ids of its process and all child processes, from /proc."""
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
        """Return whether one of its processes has loaded a library."""
        maps = (Path(f"/proc/{pid}/maps") for pid in self.processes())
        return any(library in each.read_text() for each in maps if each.exists())

    def listening(self) -> list[str]:
        """Return the addresses and ports it listens on, from /proc."""
        sockets = {
            link.readlink().name
            for pid in self.processes()
            for link in Path(f"/proc/{pid}/fd").iterdir()
            if link.is_symlink()
        }
        found = []
        for table in ("tcp", "tcp6"):
            for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                    address, port = fields[1].split(":")
                    found.append(f"{ip_address(bytes.fromhex(address)[::-1])}:{int(port, 16)}")
        return found

    def stop(self) -> None:
        """Stop it and its child processes."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(TIME_LIMIT)


@contextmanager
def serving(
    folder: Path, *words: str, cache: Path | None = None, program: Sequence[str] = _PROGRAM
) -> Iterator[Server]:
    """Run a server with the given arguments for the duration of the block.

    Args:
        folder: A folder for its settings and its output.
        words: Its arguments.
        cache: The folder of its vector cache, or a new one.
        program: What starts it, or the program of the checkout.
    """
    server = Server(folder, *words, cache=cache, program=program)
    try:
        server.wait()
        yield server
    finally:
        server.stop()

"""Shards on a Dask cluster of real processes."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from libraries import contents, install, run_sync, write_notes
from waiting import TIME_LIMIT, wait_until

from chunking.core.errors import ChunkingError

TESTS = Path(__file__).parent.parent

pytestmark = pytest.mark.usefixtures("own_cache")


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Run a scheduler and workers as processes; yield its address and the workers."""
    paths = (folder, TESTS, TESTS / "library", TESTS.parent)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    file = folder / "scheduler.json"
    common = ("--scheduler-file", str(file), "--no-dashboard")
    processes: list[subprocess.Popen[bytes]] = []

    def start(command: str, *words: str) -> None:
        processes.append(
            subprocess.Popen(
                [sys.executable, "-m", "distributed.cli." + command, *common, *words],
                env=environment,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )

    start("dask_scheduler", "--host", "127.0.0.1", "--port", "0")
    for _ in range(workers):
        start("dask_worker", "--nthreads", "1", "--no-nanny", "--death-timeout", str(TIME_LIMIT))
    try:
        yield address_in(file), processes[1:]
    finally:
        for each in processes:
            each.kill()
            each.wait()


def address_in(file: Path) -> str:
    """Return the address in the file that a scheduler writes when it is ready."""

    def address() -> str:
        try:
            return str(json.loads(file.read_text())["address"])
        except (FileNotFoundError, ValueError):
            return ""

    return wait_until(address)


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a library of many shards, and a store for it."""
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("chunking.library.sync.SHARD_BYTES", 2_500)
    monkeypatch.setattr("chunking.library.dask_workers.CONNECT_SECONDS", TIME_LIMIT)
    return write_notes(tmp_path / "notes")


@pytest.mark.nightly
def test_a_cluster_gives_the_same_result_and_survives_a_killed_worker(
    notes: Path, tmp_path: Path
) -> None:
    run_sync(notes, tmp_path / "here", model="hash:cluster")
    with cluster(tmp_path, workers=2) as (address, workers):
        report = run_sync(notes, tmp_path / "there", model="hash:cluster", scheduler=address)
        assert report.added == 6
        assert contents(tmp_path / "there") == contents(tmp_path / "here")
        again = run_sync(notes, tmp_path / "there", model="hash:cluster", scheduler=address)
        assert again.unchanged == 6
        killed = threading.Timer(0.3, workers[0].send_signal, [signal.SIGKILL])
        killed.start()
        run_sync(notes, tmp_path / "killed", model="hash:slow", scheduler=address)
        killed.join()
        run_sync(notes, tmp_path / "undisturbed", model="hash:slow")
        assert contents(tmp_path / "killed") == contents(tmp_path / "undisturbed")


def test_a_cluster_that_cannot_be_used_is_one_sentence(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunking.library.dask_workers.CONNECT_SECONDS", 0.1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    for wrong in (address, "nonsense", "ftp://x:1"):
        with pytest.raises(ChunkingError, match=f"the scheduler {wrong} cannot be reached"):
            run_sync(notes, tmp_path / "store", model="hash:cluster", scheduler=wrong)


def test_a_cluster_without_workers_is_one_sentence(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client

    wait = Client.wait_for_workers
    monkeypatch.setattr(Client, "wait_for_workers", lambda client, n, **_: wait(client, n, 0.1))
    with (
        cluster(tmp_path, workers=0) as (address, _),
        pytest.raises(ChunkingError, match="has no workers"),
    ):
        run_sync(notes, tmp_path / "store", model="hash:cluster", scheduler=address)

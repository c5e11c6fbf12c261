"""Runs that are killed at any moment: nothing is lost, and the final store is the same."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from libraries import contents, install, run_sync
from waiting import wait_until

from chunking.core.errors import StoreError
from chunking.library.stores import MissingStoreError

TESTS = Path(__file__).parent.parent
# Small shards: many moments between two writes.
PROGRAM = """
import signal, sys
from chunking.cli import app, sync as command
from chunking.library import parallel_map, shard, sync, watch
import chunking.library.stores.parquet
sync.SHARD_BYTES = 12_000
watch.INTERVAL = 0.2
if __name__ == "__main__":
    # A process in the background of a shell is started with this signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print("ready", flush=True)
    app.main()
"""
SETTINGS = "recursive:max_tokens=60,overlap_tokens=0,tokenizer=characters"
DOCUMENTS = 12


class Runner:
    """A library in two versions, and the program that syncs it to a store."""

    def __init__(self, folder: Path, kind: str) -> None:
        (folder / "program.py").write_text(PROGRAM)
        self.folder = folder
        self.kind = kind
        paths = (folder, TESTS, TESTS / "library", TESTS.parent)
        self.environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "CHUNKSCOPE_CACHE_DIR": str(folder / "cache"),
            "CHUNKSCOPE_CACHE_SIZE": "0",
        }
        for version in range(2):
            write_version(folder / str(version), version)

    def start(self, version: int, store: str, *words: str) -> subprocess.Popen[str]:
        """Start a sync with a version of the library, and wait until it has begun."""
        process = subprocess.Popen(
            [
                *(sys.executable, self.folder / "program.py", "sync", self.folder / str(version)),
                *("--to", self.address(store), "--strategy", SETTINGS, "--model", "hash:killed"),
                *words,
            ],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    def finish(self, version: int, store: str) -> float:
        """Run a sync to its end in this process, and return its seconds."""
        report = run_sync(
            self.folder / str(version), self.address(store), SETTINGS, model="hash:killed"
        )
        return report.seconds

    def address(self, store: str) -> str:
        return f"{self.kind}:{self.folder / store}"

    def contents(self, store: str) -> list[dict[str, Any]]:
        """Return what a store holds."""
        return contents(self.address(store))


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the provider of the model, which this process can open, too."""
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def write_version(folder: Path, version: int) -> None:
    """Write documents of which some are only in one version, and some differ in a paragraph."""
    folder.mkdir()
    for i in range(DOCUMENTS):
        if i % 6 == version:
            continue
        changed = version if i % 2 else 0
        paragraphs = [
            f"Paragraph {j} of document {i}, version {changed * (j % 7 == 3)}: {'words ' * 20}"
            for j in range(30)
        ]
        (folder / f"{i:02}.txt").write_text("\n\n".join(paragraphs))


def by_route(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the chunks of each document."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["route"], []).append(row)
    return found


def kill_often(
    runner: Runner, kills: int, seconds: float, check: Callable[[], None], *words: str
) -> int:
    """Sync the two versions in turn, kill most runs, and return the version that was last."""
    random.seed(kills)
    version = done = 0
    while done < kills:
        process = runner.start(version, "store", *words)
        time.sleep(random.uniform(0, seconds))  # noqa: S311 - not a secret
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            done += 1
            process.wait()
            check()
        elif process.returncode == 0:
            version = 1 - version
        else:
            pytest.fail(process.communicate()[0])
    return version


def check_kills(runner: Runner, kills: int, *words: str) -> None:
    """Kill runs, and compare the store with undisturbed ones."""
    versions = []
    seconds = []
    for version in range(2):
        seconds.append(runner.finish(version, f"undisturbed {version}"))
        versions.append(by_route(runner.contents(f"undisturbed {version}")))

    def check() -> None:
        try:
            rows_of = by_route(runner.contents("store"))
        except MissingStoreError:  # killed before anything was written
            return
        for route, rows in rows_of.items():
            assert rows in [each.get(route) for each in versions], route

    version = kill_often(runner, kills, min(seconds), check, *words)
    runner.finish(version, "store")
    assert by_route(runner.contents("store")) == versions[version]


def test_runs_that_are_killed_end_in_the_same_store(models: Path) -> None:
    check_kills(Runner(models, "parquet"), 3)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("kind", "words"), [("parquet", ()), ("parquet", ("--jobs", "2")), ("qdrant", ())]
)
def test_runs_that_are_killed_many_times_end_in_the_same_store(
    models: Path, kind: str, words: tuple[str, ...]
) -> None:
    check_kills(Runner(models, kind), 60, *words)


def test_processes_end_when_the_run_is_killed(models: Path) -> None:
    runner = Runner(models, "parquet")
    process = runner.start(0, "store", "--jobs", "2")
    children = wait_for_children(process)
    process.kill()
    process.wait()
    wait_until(lambda: not any(map(is_running, children)))
    runner.finish(0, "store")


@pytest.mark.nightly
def test_a_run_survives_a_killed_worker(models: Path) -> None:
    runner = Runner(models, "parquet")
    process = runner.start(0, "store", "--jobs", "2")
    children = wait_for_children(process)
    os.kill(children[-1], signal.SIGKILL)
    output, _ = process.communicate()
    assert process.returncode == 0, output
    runner.finish(0, "undisturbed")
    assert runner.contents("store") == runner.contents("undisturbed")


@pytest.mark.nightly
def test_ctrl_c_ends_a_run_cleanly(models: Path) -> None:
    runner = Runner(models, "parquet")
    process = runner.start(0, "store", "--jobs", "2")
    chunks = models / "store" / "chunks"
    wait_until(lambda: list(chunks.glob("*.parquet")))
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate()
    assert process.returncode == 130
    assert "stopped; run the same command to continue" in output
    assert "Traceback" not in output
    assert runner.contents("store")
    runner.finish(0, "store")
    runner.finish(0, "undisturbed")
    assert runner.contents("store") == runner.contents("undisturbed")


@pytest.mark.nightly
def test_a_watched_folder_stays_in_sync_until_ctrl_c(models: Path) -> None:
    runner = Runner(models, "parquet")
    process = runner.start(0, "store", "--watch")

    def stored() -> list[str]:
        while True:
            try:
                return sorted({row["route"] for row in runner.contents("store")})
            except MissingStoreError:
                return []
            except StoreError:
                time.sleep(0.01)  # it changed while it was read

    documents = sorted(each.name for each in (models / "0").iterdir())
    wait_until(lambda: stored() == documents)
    new = models / "0" / "new.md"
    new.write_text("# New\n\nA new document.\n")
    wait_until(lambda: "new.md" in stored())
    new.unlink()
    wait_until(lambda: "new.md" not in stored())
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate()
    assert process.returncode == 0, output
    assert "waiting for changes; Ctrl+C ends" in output
    assert "1 added" in output
    assert "1 removed" in output
    assert "Traceback" not in output
    runner.finish(0, "store")


def wait_for_children(process: subprocess.Popen[str]) -> list[int]:
    """Return the child processes of a run with two workers: those, and their tracker."""
    wait_until(lambda: len(children_of(process.pid)) == 3)
    return children_of(process.pid)


def children_of(process: int) -> list[int]:
    """Return the child processes of a process, in the order in which they started."""
    path = Path(f"/proc/{process}/task/{process}/children")
    if not path.exists():
        pytest.skip("needs /proc")
    return [int(each) for each in path.read_text().split()]


def is_running(process: int) -> bool:
    """Whether a process exists and has not ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"

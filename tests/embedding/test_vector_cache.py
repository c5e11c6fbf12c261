"""Vector cache: lookups, damage, full and read-only disks, size limit, concurrency."""

import json
import logging
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder
from typer.testing import CliRunner

from chunking.cli.app import app
from chunking.core.arrays import Vectors
from chunking.core.errors import SettingsError
from chunking.embedding import (
    CachedEmbedder,
    VectorCache,
    cache_root,
    vector_cache,
    vector_database,
)
from chunking.embedding.vector_cache import (
    SIZE_VARIABLE,
    cache_path,
    cache_report,
    clear_cache,
    parse_size,
    shrink_cache,
)

TEXTS = [f"text {i}" for i in range(50)]
PYTHONPATH = os.pathsep.join([str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])


def cache(root: Path, model: str = "some/model", revision: str = "r1") -> VectorCache:
    return VectorCache(model, revision, root=root)


def vectors_of(texts: list[str]) -> Vectors:
    return HashEmbedder().encode(texts)


def random_vectors(count: int) -> Vectors:
    return np.random.default_rng(count).normal(size=(count, 64)).astype(np.float32)


def close(*caches: VectorCache) -> None:
    """Close the databases, which writes the log of changes to the file."""
    for each in caches:
        each._disk = None


def cached_models(root: Path) -> dict[str, int]:
    """Return the number of texts by model."""
    return {row["model"]: row["texts"] for row in cache_report(root)["models"]}


# ---- lookups -------------------------------------------------------------------------------------


def test_written_vectors_are_found_by_another_object(tmp_path: Path) -> None:
    cache(tmp_path).write(TEXTS, vectors_of(TEXTS))
    known, vectors = cache(tmp_path).lookup(["unknown", *TEXTS, TEXTS[3]])
    assert known.tolist() == [False] + [True] * 51
    assert np.array_equal(vectors[1:51], vectors_of(TEXTS))
    assert np.array_equal(vectors[51], vectors[4])
    assert not vectors[0].any()
    assert vectors.dtype == np.float32


def test_an_open_cache_sees_later_writes_of_others(tmp_path: Path) -> None:
    reader = cache(tmp_path)
    known, vectors = reader.lookup(TEXTS)
    assert not known.any()
    assert vectors.shape == (0, 0)
    cache(tmp_path).write(TEXTS, vectors_of(TEXTS))
    assert reader.lookup(TEXTS)[0].all()


def test_models_and_revisions_are_kept_apart(tmp_path: Path) -> None:
    cache(tmp_path).write(TEXTS, vectors_of(TEXTS))
    assert not cache(tmp_path, model="other").lookup(TEXTS)[0].any()
    assert not cache(tmp_path, revision="r2").lookup(TEXTS)[0].any()


def test_more_texts_than_one_query_takes_are_found(tmp_path: Path) -> None:
    texts = [f"text {i}" for i in range(2 * vector_cache.BLOCK + 7)]
    vectors = random_vectors(len(texts))
    cache(tmp_path).write(texts, vectors)
    known, found = cache(tmp_path).lookup(texts)
    assert known.all()
    assert np.array_equal(found, vectors)


def test_writing_a_text_again_replaces_its_vector(tmp_path: Path) -> None:
    for value in (1, 2):
        cache(tmp_path).write(["a"], np.full((1, 4), value, np.float32))
    assert cache(tmp_path).lookup(["a"])[1].tolist() == [[2, 2, 2, 2]]


def test_names_that_no_database_takes_are_replaced(tmp_path: Path) -> None:
    for _ in range(2):
        odd = cache(tmp_path, model="../a\udc80b", revision="\0")
        odd.write(["lone \udc80"], np.ones((1, 4), np.float32))
        assert odd.lookup(["lone \udc80"])[0].all()
    assert cached_models(tmp_path) == {"../a?b": 1}


def test_the_root_is_set_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("CHUNKSCOPE_CACHE_DIR")
    assert cache_root().name == "chunkscope" or cache_root().parent.name == "chunkscope"


# ---- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kept_bytes", [0, 5, 100, 9000, -1])
def test_a_truncated_database_is_replaced_or_read_correctly(
    tmp_path: Path, kept_bytes: int
) -> None:
    first = cache(tmp_path)
    first.write(TEXTS, vectors_of(TEXTS))
    close(first)
    path = cache_path(tmp_path)
    path.write_bytes(path.read_bytes()[:kept_bytes])
    damaged = cache(tmp_path)
    known, vectors = damaged.lookup(TEXTS)
    assert not known.any() or np.array_equal(vectors[known], vectors_of(TEXTS)[known])
    damaged.write(TEXTS, vectors_of(TEXTS))
    assert damaged.lookup(TEXTS)[0].all()
    assert cache(tmp_path).lookup(TEXTS)[0].all()


def test_a_file_that_is_no_database_is_replaced_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache_path(tmp_path).write_bytes(b"nonsense " * 5000)
    with caplog.at_level(logging.WARNING):
        cache(tmp_path).write(TEXTS, vectors_of(TEXTS))
    assert "damaged vector cache removed" in caplog.text
    assert cache(tmp_path).lookup(TEXTS)[0].all()


def test_a_database_with_other_tables_is_replaced(tmp_path: Path) -> None:
    with sqlite3.connect(cache_path(tmp_path)) as connection:
        connection.execute("CREATE TABLE vectors (id INTEGER PRIMARY KEY)")
    connection.close()
    cache(tmp_path).write(TEXTS, vectors_of(TEXTS))
    assert cache(tmp_path).lookup(TEXTS)[0].all()


def test_a_flipped_bit_never_changes_a_vector_unnoticed(tmp_path: Path) -> None:
    first = cache(tmp_path)
    first.write(TEXTS, vectors_of(TEXTS))
    close(first)
    path = cache_path(tmp_path)
    content = path.read_bytes()
    for place in range(0, len(content), 997):
        flipped = bytes([content[place] ^ (1 << place % 8)])
        path.write_bytes(content[:place] + flipped + content[place + 1 :])
        reader = cache(tmp_path)
        known, vectors = reader.lookup(TEXTS)
        assert not known.any() or np.array_equal(vectors[known], vectors_of(TEXTS)[known])
        reader.write(["one more"], vectors_of(["one more"]))
        close(reader)
        for suffix in ("-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)


def test_a_damaged_row_counts_as_unknown_and_is_replaced(tmp_path: Path) -> None:
    kept = cache(tmp_path)
    kept.write(TEXTS, vectors_of(TEXTS))
    with sqlite3.connect(cache_path(tmp_path)) as connection:
        connection.execute("UPDATE vectors SET vector = zeroblob(256) WHERE id = 3")
        connection.execute("UPDATE vectors SET vector = 'text' WHERE id = 4")
    connection.close()
    known, _ = kept.lookup(TEXTS)
    assert np.flatnonzero(~known).tolist() == [2, 3]
    kept.write(TEXTS[2:4], vectors_of(TEXTS[2:4]))
    known, vectors = kept.lookup(TEXTS)
    assert known.all()
    assert np.array_equal(vectors, vectors_of(TEXTS))


# ---- disks that cannot be written ----------------------------------------------------------------


def test_without_a_writable_folder_vectors_are_kept_in_memory_with_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "root").write_text("a file in place of the folder")
    kept = cache(tmp_path / "root")
    with caplog.at_level(logging.WARNING):
        for text in TEXTS:
            kept.write([text], vectors_of([text]))
    (record,) = caplog.records
    assert "in memory only" in record.message
    known, vectors = kept.lookup(TEXTS)
    assert known.all()
    assert np.array_equal(vectors, vectors_of(TEXTS))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root can write")
def test_a_read_only_folder_is_read(tmp_path: Path) -> None:
    first = cache(tmp_path)
    first.write(TEXTS[:25], vectors_of(TEXTS[:25]))
    close(first)
    tmp_path.chmod(0o500)
    try:
        kept = cache(tmp_path)
        kept.write(TEXTS[25:], vectors_of(TEXTS[25:]))
        assert kept.lookup(TEXTS)[0].all()
        assert cache(tmp_path).lookup(TEXTS)[0].sum() == 25
    finally:
        tmp_path.chmod(0o700)


def test_a_database_opened_read_only_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = cache(tmp_path)
    first.write(TEXTS[:25], vectors_of(TEXTS[:25]))
    close(first)
    monkeypatch.setattr(
        vector_cache,
        "open_database",
        lambda path: vector_database.Database(path, read_only=True),
    )
    kept = cache(tmp_path)
    kept.write(TEXTS[25:], vectors_of(TEXTS[25:]))
    assert kept.lookup(TEXTS)[0].all()
    monkeypatch.undo()
    assert cache(tmp_path).lookup(TEXTS)[0].sum() == 25


def test_on_a_full_disk_stored_vectors_are_read_and_new_ones_kept_in_memory(
    tmp_path: Path,
) -> None:
    kept = cache(tmp_path)
    kept.write(TEXTS[:25], vectors_of(TEXTS[:25]))
    assert kept._disk is not None
    pages = kept._disk._value("PRAGMA page_count")
    kept._disk._connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()
    texts = [f"more {i}" for i in range(5000)]
    kept.write(texts, random_vectors(5000))
    known, vectors = kept.lookup([*TEXTS[:25], *texts])
    assert known.all()
    assert np.array_equal(vectors[25:], random_vectors(5000))
    assert not cache(tmp_path).lookup(texts)[0].any()
    assert cache(tmp_path).lookup(TEXTS[:25])[0].all()


def test_a_locked_database_keeps_vectors_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_database, "BUSY_SECONDS", 0.05)
    kept = cache(tmp_path)
    kept.write(TEXTS[:25], vectors_of(TEXTS[:25]))
    connection = sqlite3.connect(cache_path(tmp_path), isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    kept.write(TEXTS[25:], vectors_of(TEXTS[25:]))
    assert kept.lookup(TEXTS)[0].all()
    connection.execute("ROLLBACK")
    connection.close()
    assert cache(tmp_path).lookup(TEXTS)[0].sum() == 25


# ---- size limit ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0), ("17", 17), ("500MB", 500_000_000), ("1.5 gb", 1_500_000_000),
        ("2GiB", 2 * 1024**3), ("3k", 3000), (" 1 TB ", 10**12),
    ],
)  # fmt: skip
def test_a_size_is_a_number_with_a_unit(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "GB", "-1", "5 lumps", "1e9", "1,5GB"])
def test_an_invalid_size_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="must be a size such as 500MB, got"):
        parse_size(text)


def test_an_invalid_size_in_the_environment_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIZE_VARIABLE, "plenty")
    with pytest.raises(SettingsError, match="got 'plenty'"):
        cache(tmp_path)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still; its only element is the time."""
    now = [1_000_000.0]
    monkeypatch.setattr("chunking.embedding.vector_database.time.time", lambda: now[0])
    return now


def test_the_least_recently_used_batches_of_any_model_are_evicted_first(
    tmp_path: Path, clock: list[float]
) -> None:
    for model in ("oldest", "old", "new"):
        cache(tmp_path, model).write([f"{model} {i}" for i in range(400)], random_vectors(400))
        clock[0] += 1000
    size = cache_report(tmp_path)["bytes"]
    assert shrink_cache(size, tmp_path) == 0
    assert 50_000 < shrink_cache(size - 100_000, tmp_path) < 200_000
    assert set(cached_models(tmp_path)) == {"old", "new"}
    clock[0] += 1000
    assert cache(tmp_path, "old").lookup(["old 3"])[0].all()  # a lookup is a use
    shrink_cache(size - 200_000, tmp_path)
    assert set(cached_models(tmp_path)) == {"old"}
    assert not cache(tmp_path, "new").lookup(["new 3"])[0].any()


def test_a_clock_that_was_set_back_loses_no_vector(tmp_path: Path, clock: list[float]) -> None:
    first, second = random_vectors(2)[:, None, :]
    cache(tmp_path).write(["first"], first)
    clock[0] = 0.0
    cache(tmp_path).write(["second"], second)
    found, vectors = cache(tmp_path).lookup(["first", "second"])
    assert found.all()
    np.testing.assert_array_equal(vectors, np.concatenate([first, second]))
    assert cached_models(tmp_path) == {"some/model": 2}


def test_writing_keeps_the_file_within_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIZE_VARIABLE, "1MB")
    kept = cache(tmp_path)
    for part in range(40):
        texts = [f"part {part} {i}" for i in range(200)]
        kept.write(texts, random_vectors(200))
        assert kept.lookup(texts)[0].all()
        assert kept._disk is not None
        assert kept._disk.size() <= 1_000_000
    close(kept)
    assert cache_path(tmp_path).stat().st_size <= 1_000_000
    assert not cache(tmp_path).lookup(["part 0 0"])[0].any()


def test_a_limit_of_zero_writes_nothing_to_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(SIZE_VARIABLE, "0")
    inner = HashEmbedder()
    embedder = CachedEmbedder(inner, cache(tmp_path))
    first = embedder.encode(["a", "b"])
    assert np.array_equal(embedder.encode(["a", "b"]), first)
    assert len(inner.calls) == 1
    assert not list(tmp_path.iterdir())
    assert not caplog.records


# ---- report and command --------------------------------------------------------------------------


def test_the_report_lists_models_by_last_use(tmp_path: Path, clock: list[float]) -> None:
    assert cache_report(tmp_path)["models"] == []
    assert not list(tmp_path.iterdir())
    for model, count in (("some/model-2", 30), ("other", 20)):
        cache(tmp_path, model).write([f"{i}" for i in range(count)], random_vectors(count))
        clock[0] += 60
    report = cache_report(tmp_path)
    assert [(row["model"], row["texts"]) for row in report["models"]] == [
        ("other", 20),
        ("some/model-2", 30),
    ]
    assert report["models"][0]["used"] == "1970-01-12T13:47:40+00:00"
    assert sum(row["bytes"] for row in report["models"]) < report["bytes"]


def test_a_text_that_is_written_again_counts_once(tmp_path: Path) -> None:
    for _ in range(5):  # as by processes that embed one text at the same time
        cache(tmp_path).write([f"{i}" for i in range(300)], random_vectors(300))
    report = cache_report(tmp_path)
    assert cached_models(tmp_path) == {"some/model": 300}
    assert report["models"][0]["bytes"] < report["bytes"]


def test_a_damaged_cache_is_reported_as_empty_and_can_be_cleared(tmp_path: Path) -> None:
    cache_path(tmp_path).write_bytes(b"nonsense " * 5000)
    assert cache_report(tmp_path)["models"] == []
    assert shrink_cache(0, tmp_path) == 0
    assert clear_cache(tmp_path) == 45_000
    assert not list(tmp_path.iterdir())


def test_clearing_empties_the_cache_for_processes_that_have_it_open(tmp_path: Path) -> None:
    kept = cache(tmp_path)
    kept.write(TEXTS * 40, vectors_of(TEXTS * 40))
    assert clear_cache(tmp_path) > 0
    assert not kept.lookup(TEXTS)[0].any()
    kept.write(TEXTS[:1], vectors_of(TEXTS[:1]))
    assert kept.lookup(TEXTS[:1])[0].all()
    assert clear_cache(tmp_path / "nowhere") == 0


def test_the_command_reports_shrinks_and_clears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path))

    def run(*words: str) -> Any:
        done = CliRunner().invoke(app, ["cache", *words])
        assert done.exit_code == 0, done.output
        return done

    kept = cache(tmp_path, "m")
    kept.write([f"{i}" for i in range(300)], random_vectors(300))
    close(kept)
    out = run().stdout
    assert out.splitlines()[0] == str(cache_path(tmp_path))
    assert " of at most 2.0 GB" in out
    assert "m: 300 texts, " in out
    found = json.loads(run("--json").stdout)
    assert [row["texts"] for row in found["models"]] == [300]
    assert "note: 0 bytes freed" in run("--cache-size", "1MB").stderr
    assert "kB freed" in run("--cache-size", "1kB").stderr
    kept.write([f"{i}" for i in range(300)], random_vectors(300))
    done = run("--clear")
    assert "kB freed" in done.stderr
    assert "texts" not in done.stdout


def test_the_limit_can_be_set_before_any_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv(SIZE_VARIABLE, "2GB")  # restored after the test
    assert "of at most 5.0 MB" in CliRunner().invoke(app, ["--cache-size", "5MB", "cache"]).stdout
    with pytest.raises(SettingsError, match="must be a size such as 500MB, got 'vast'"):
        CliRunner().invoke(app, ["--cache-size", "vast", "cache"], catch_exceptions=False)


# ---- threads and processes -----------------------------------------------------------------------


def test_threads_that_read_and_write_one_cache_lose_nothing(tmp_path: Path) -> None:
    shared = cache(tmp_path)
    failed: list[BaseException] = []

    def work(who: int) -> None:
        try:
            for i in range(40):
                shared.write([f"{who} {i}"], vectors_of([f"{who} {i}"]))
                assert shared.lookup([f"{who} {j}" for j in range(i + 1)])[0].all()
        except BaseException as error:  # noqa: BLE001 - shown by the main thread
            failed.append(error)

    threads = [threading.Thread(target=work, args=(who,)) for who in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def run_processes(script: str, *arguments: list[str], **environment: str) -> None:
    """Run a script in concurrent processes, one per list of arguments."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, *words],
            env={**os.environ, "PYTHONPATH": PYTHONPATH, **environment},
        )
        for words in arguments
    ]
    assert [process.wait() for process in running] == [0] * len(running)


WRITER = """
import sys
from pathlib import Path
from embedders import HashEmbedder
from chunking.embedding import VectorCache
cache = VectorCache("some/model", "r1", root=Path(sys.argv[1]))
texts = [f"{sys.argv[2]} {i}" for i in range(60)] + [f"both {i}" for i in range(60)]
for text in texts:
    cache.write([text], HashEmbedder().encode([text]))
assert cache.lookup(texts)[0].all()
"""


def test_processes_that_write_at_once_lose_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    names = ("left", "right", "third")
    run_processes(WRITER, *([str(tmp_path), name] for name in names))
    texts = [f"{name} {i}" for name in (*names, "both") for i in range(60)]
    known, vectors = cache(tmp_path).lookup(texts)
    assert known.all()
    assert np.array_equal(vectors, vectors_of(texts))
    assert "memory only" not in capfd.readouterr().err


SHARER = """
import sys
from pathlib import Path
from embedders import HashEmbedder
from chunking.embedding import CachedEmbedder, VectorCache, long_texts, cached_embedder
long_texts.MAX_TEXTS = 16
cached_embedder.WRITE_INTERVAL_SECONDS = 0
for turn in range(10):
    inner = HashEmbedder()
    embedder = CachedEmbedder(inner, VectorCache(inner.id, "1", root=Path(sys.argv[1])))
    texts = [f"words {i} of {turn % 5}" for i in range(200)]
    assert abs(embedder.encode(texts) - HashEmbedder().encode(texts)).max() < 1e-6
"""


def test_processes_that_evict_each_others_vectors_get_the_right_ones(tmp_path: Path) -> None:
    run_processes(SHARER, *([[str(tmp_path)]] * 2), **{SIZE_VARIABLE: "300kB"})
    assert cache_path(tmp_path).stat().st_size <= 300_000


KILLED = """
import sys, numpy as np
from pathlib import Path
from chunking.embedding import VectorCache
cache = VectorCache("m", "1", root=Path(sys.argv[1]))
cache.write([f"first {i}" for i in range(500)], np.ones((500, 64), np.float32))
def steps(statement):
    if statement.startswith("COMMIT"):
        print("in the middle", flush=True)
        sys.stdin.read()
cache._disk._connection.set_trace_callback(steps)
cache.write([f"second {i}" for i in range(500)], np.ones((500, 64), np.float32))
"""


def test_a_process_killed_while_it_writes_loses_only_that_write(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"in the middle\n"
        writer.kill()
        writer.wait()
    kept = cache(tmp_path, "m", "1")
    known, vectors = kept.lookup([f"first {i}" for i in range(500)])
    assert known.all()
    assert (vectors == 1).all()
    assert not kept.lookup([f"second {i}" for i in range(500)])[0].any()
    kept.write(["second 1"], np.ones((1, 64), np.float32))
    assert kept.lookup(["second 1"])[0].all()

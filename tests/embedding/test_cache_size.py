"""The cache stays as large as it may be, says what is in it, and forgets when told to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.embedding import CachedEmbedder, VectorStore, folders
from chunking.embedding import segment as segment_module
from chunking.embedding import store as store_module
from chunking.embedding.folders import SIZE_VARIABLE, clear, kept, parse_size, shrink
from chunking.errors import SettingsError

if TYPE_CHECKING:
    from chunking.types import Vectors

PATHS = os.pathsep.join([str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])


def vectors(count: int) -> Vectors:
    return np.random.default_rng(count).normal(size=(count, 64)).astype(np.float32)


def fill(root: Path, model: str, count: int, age: float = 0, precision: str = "exact") -> Path:
    """A segment of so many texts of a model, used so many seconds ago; gives its file."""
    store = VectorStore(model, "1", root=root, precision=precision)
    before = set(store.folder.glob("*.vectors"))
    store.write([f"{model} {i}" for i in range(count)], vectors(count))
    (path,) = set(store.folder.glob("*.vectors")) - before
    used = time.time() - age
    os.utime(path, (used, used))
    return path


def chunkscope(root: Path, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", "from chunking.cli import main; main()", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CHUNKSCOPE_CACHE_DIR": str(root), "NO_COLOR": "1"},
    )
    return done.returncode, done.stdout, done.stderr


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
def test_what_is_no_size_is_one_sentence(text: str) -> None:
    with pytest.raises(SettingsError, match="must be a size such as 500MB, got"):
        parse_size(text)


def test_a_size_in_the_environment_that_is_none_is_said_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIZE_VARIABLE, "plenty")
    with pytest.raises(SettingsError, match="got 'plenty'"):
        VectorStore("m", "1", root=tmp_path)


def test_what_was_not_used_for_longest_goes_first_whatever_model_it_is_of(tmp_path: Path) -> None:
    old = fill(tmp_path, "one", 50, age=300)
    new = fill(tmp_path, "one", 60, age=100)
    older = fill(tmp_path, "two", 40, age=500)
    size = sum(path.stat().st_size for path in (old, new, older))
    assert shrink(size, tmp_path) == 0
    assert shrink(size - 1, tmp_path) > 0
    assert [path.exists() for path in (older, old, new)] == [False, True, True]
    shrink(new.stat().st_size, tmp_path)
    assert [path.exists() for path in (old, new)] == [False, True]


def test_looking_a_text_up_is_a_use(tmp_path: Path) -> None:
    used, idle = fill(tmp_path, "used", 10, age=900), fill(tmp_path, "idle", 10, age=500)
    assert VectorStore("used", "1", root=tmp_path).lookup(["used 3"])[0].all()
    assert not VectorStore("idle", "1", root=tmp_path).lookup(["used 3"])[0].any()
    shrink(used.stat().st_size, tmp_path)
    assert used.exists()
    assert not idle.exists()


def test_writing_keeps_the_cache_within_its_size_and_what_was_just_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIZE_VARIABLE, "100kB")
    store = VectorStore("m", "1", root=tmp_path)
    for part in range(30):
        texts = [f"part {part} {i}" for i in range(40)]
        store.write(texts, vectors(40))
        assert store.lookup(texts)[0].all()
        assert sum(path.stat().st_size for path in store.folder.iterdir()) <= 100_000
    assert not store.lookup(["part 0 0"])[0].any()


def test_a_cache_of_no_size_writes_nothing_and_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIZE_VARIABLE, "0")
    inner = HashEmbedder()
    embedder = CachedEmbedder(inner, VectorStore("m", "1", root=tmp_path))
    first = embedder.encode(["a", "b"])
    assert np.array_equal(embedder.encode(["a", "b"]), first)
    assert len(inner.calls) == 1
    assert not list(tmp_path.iterdir())


def test_large_segments_are_left_alone_and_small_ones_still_become_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_MERGED", 200 * 64 * 4)
    large = [fill(tmp_path, "m", 300 + i) for i in range(3)]
    store = VectorStore("m", "1", root=tmp_path)
    for i in range(60):
        store.write([f"small {i}"], vectors(1))
    files = list(store.folder.glob("*.vectors"))
    assert all(path in files for path in large)
    assert len(files) <= 3 + store_module.MOST_SEGMENTS + 1
    assert store.lookup([f"small {i}" for i in range(60)])[0].all()


def test_another_process_that_removes_what_is_open_here_does_no_harm(tmp_path: Path) -> None:
    fill(tmp_path, "m", 20)
    store = VectorStore("m", "1", root=tmp_path)
    assert store.lookup(["m 1"])[0].all()
    shrink(0, tmp_path)
    assert not store.lookup(["m 1"])[0].any()
    store.write(["m 1"], vectors(1))
    assert store.lookup(["m 1"])[0].all()


def test_it_says_what_is_in_it(tmp_path: Path) -> None:
    assert kept(tmp_path) == []
    fill(tmp_path, "some/model-2", 30, age=900)
    fast = fill(tmp_path, "other", 20, precision="fast")
    (folders.vectors_root(tmp_path) / "stray file").write_text("not ours")
    (fast.parent / f"damaged{segment_module.ENDING}").write_bytes(b"nonsense")
    first, second = kept(tmp_path)
    assert (first.model, first.precision, first.texts) == ("other", "fast", 20)
    assert (second.model, second.precision, second.texts) == ("some_model-2", "exact", 30)
    assert first.bytes == fast.stat().st_size


def test_a_folder_that_another_process_has_just_cleared_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "_folders", lambda _: iter([tmp_path / "model-1-exact"]))
    assert [row.texts for row in kept(tmp_path)] == [0]
    assert (shrink(0, tmp_path), clear(tmp_path)) == (0, 0)


def test_clearing_removes_vectors_and_nothing_else(tmp_path: Path) -> None:
    path = fill(tmp_path, "m", 30)
    unfinished, stray = path.parent / "x.writing", path.parent / "notes.txt"
    for other in (unfinished, stray):
        other.write_bytes(b"1234")
    size = path.stat().st_size
    empty = fill(tmp_path, "n", 1)
    assert clear(tmp_path) > size
    assert stray.exists()
    assert not path.exists()
    assert not unfinished.exists()
    assert not empty.parent.exists()


def test_the_command_shows_shrinks_and_clears(tmp_path: Path) -> None:
    fill(tmp_path, "m", 30)
    code, out, _ = chunkscope(tmp_path, "cache")
    assert code == 0
    assert out.splitlines()[0] == str(tmp_path / "embeddings")
    assert " of at most 2.0 GB" in out
    assert "m, exact: 30 texts, " in out
    found = json.loads(chunkscope(tmp_path, "cache", "--json")[1])
    assert [row["texts"] for row in found["models"]] == [30]
    assert found["bytes"] == found["models"][0]["bytes"] > 30 * 64 * 4
    assert "note: 0 bytes freed" in chunkscope(tmp_path, "cache", "--cache-size", "1MB")[2]
    assert "kB freed" in chunkscope(tmp_path, "cache", "--cache-size", "1kB")[2]
    fill(tmp_path, "m", 31)
    code, out, err = chunkscope(tmp_path, "cache", "--clear")
    assert code == 0
    assert "kB freed" in err
    assert "texts" not in out
    assert not list(tmp_path.rglob("*.vectors"))


def test_the_size_can_be_given_before_any_command(tmp_path: Path) -> None:
    assert "of at most 5.0 MB" in chunkscope(tmp_path, "--cache-size", "5MB", "cache")[1]
    code, _, err = chunkscope(tmp_path, "--cache-size", "vast", "cache")
    assert code == 2
    assert err == "chunkscope: the size of the cache must be a size such as 500MB, got 'vast'\n"

"""The store of vectors survives damage, full disks, and other processes."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.embedding import VectorStore, cache_root
from chunking.embedding import segment as segment_module
from chunking.embedding import store as store_module
from chunking.embedding.segment import DamagedError, Segment

if TYPE_CHECKING:
    from chunking.types import Vectors

TEXTS = [f"text {i}" for i in range(50)]


def store(root: Path) -> VectorStore:
    return VectorStore("some/model", "r1", root=root)


def vectors_of(texts: list[str]) -> Vectors:
    return HashEmbedder().encode(texts)


def files(root: Path) -> list[Path]:
    return sorted(store(root).folder.glob("*.vectors"))


def test_what_is_written_is_found_by_another_store(tmp_path: Path) -> None:
    store(tmp_path).write(TEXTS, vectors_of(TEXTS))
    known, vectors = store(tmp_path).lookup(["unknown", *TEXTS])
    assert known.tolist() == [False] + [True] * 50
    assert np.array_equal(vectors[1:], vectors_of(TEXTS))
    assert not vectors[0].any()


def test_an_open_store_sees_what_others_write_later(tmp_path: Path) -> None:
    reader = store(tmp_path)
    assert not reader.lookup(TEXTS)[0].any()
    store(tmp_path).write(TEXTS, vectors_of(TEXTS))
    assert reader.lookup(TEXTS)[0].all()


def test_the_folder_names_model_and_precision_and_stays_below_the_root(tmp_path: Path) -> None:
    folder = VectorStore("../../up/model", "r", root=tmp_path).folder
    assert folder.parent == tmp_path / "embeddings"
    assert "model" in folder.name
    assert folder.name.endswith("-exact")
    assert folder != VectorStore("../../up/model", "r", root=tmp_path, precision="fast").folder
    assert folder != VectorStore("../../up/model", "s", root=tmp_path).folder


def test_the_root_is_chosen_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path
    monkeypatch.delenv("CHUNKSCOPE_CACHE_DIR")
    assert cache_root().name == "chunkscope" or cache_root().parent.name == "chunkscope"


@pytest.mark.parametrize("keep", [0, 5, 100, 300, -1])
def test_a_truncated_file_is_removed_and_its_texts_are_unknown(tmp_path: Path, keep: int) -> None:
    store(tmp_path).write(TEXTS[:25], vectors_of(TEXTS[:25]))
    (first,) = files(tmp_path)
    store(tmp_path).write(TEXTS[25:], vectors_of(TEXTS[25:]))
    content = first.read_bytes()
    first.write_bytes(content[:keep])
    known, vectors = store(tmp_path).lookup(TEXTS)
    assert known.tolist() == [False] * 25 + [True] * 25
    assert np.array_equal(vectors[25:], vectors_of(TEXTS[25:]))
    assert first not in files(tmp_path)


@pytest.mark.filterwarnings("ignore:invalid escape")
def test_one_flipped_bit_anywhere_is_noticed(tmp_path: Path) -> None:
    store(tmp_path).write(TEXTS[:3], vectors_of(TEXTS[:3]))
    (path,) = files(tmp_path)
    content = path.read_bytes()
    for place in range(0, len(content), 7):
        path.write_bytes(
            content[:place] + bytes([content[place] ^ (1 << place % 8)]) + content[place + 1 :]
        )
        known, vectors = store(tmp_path).lookup(TEXTS[:3])
        # A bit of padding in a header may change nothing; a vector never changes unnoticed.
        assert not known.any() or np.array_equal(vectors, vectors_of(TEXTS[:3]))
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert not store(tmp_path).lookup(TEXTS[:3])[0].all()
    assert not path.exists()


def test_a_pickle_in_the_folder_is_never_loaded(tmp_path: Path) -> None:
    store(tmp_path).write(TEXTS, vectors_of(TEXTS))
    planted = store(tmp_path).folder / "planted.vectors"
    with planted.open("wb") as file:
        np.save(file, np.array([{"an": "object"}], dtype=object), allow_pickle=True)
    with pytest.raises(DamagedError):
        Segment.open(planted)
    assert store(tmp_path).lookup(TEXTS)[0].all()
    assert not planted.exists()


def test_many_small_files_become_few_and_nothing_is_lost(tmp_path: Path) -> None:
    texts = [f"t{i}" for i in range(200)]
    reader = store(tmp_path)
    for i in range(200):
        store(tmp_path).write([texts[i]], vectors_of([texts[i]]))
        if i % 50 == 0:
            assert reader.lookup(texts[: i + 1])[0].all()
    assert len(files(tmp_path)) <= store_module.MOST_SEGMENTS + 1
    known, vectors = reader.lookup(texts)
    assert known.all()
    assert np.array_equal(vectors, vectors_of(texts))


def test_merging_takes_away_only_what_it_merged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = ["written by another while the first one merges"]
    merge = segment_module.merge

    def merge_late(segments: list[Segment], folder: Path | None) -> Segment:
        monkeypatch.setattr(store_module, "merge", merge)
        store(tmp_path).write(late, vectors_of(late))
        return merge(segments, folder)

    first = store(tmp_path)
    for text in TEXTS[: store_module.MOST_SEGMENTS]:
        first.write([text], vectors_of([text]))
    monkeypatch.setattr(store_module, "merge", merge_late)
    first.write(TEXTS[-1:], vectors_of(TEXTS[-1:]))
    assert store(tmp_path).lookup(late)[0].all()
    everything = [*TEXTS[: store_module.MOST_SEGMENTS], TEXTS[-1], *late]
    assert store(tmp_path).lookup(everything)[0].all()


def test_a_merged_file_that_equals_one_it_was_merged_from_stays(tmp_path: Path) -> None:
    kept = store(tmp_path)
    for big in range(store_module.LARGEST_KEPT):
        texts = [f"big {big} {i}" for i in range(100)]
        kept.write(texts, vectors_of(texts))
    kept.write(TEXTS[:20], vectors_of(TEXTS[:20]))
    for text in TEXTS[: store_module.MOST_SEGMENTS - store_module.LARGEST_KEPT]:
        kept.write([text], vectors_of([text]))
    assert len(files(tmp_path)) == store_module.LARGEST_KEPT + 1
    assert store(tmp_path).lookup(TEXTS[:20])[0].all()


def test_a_file_merged_away_between_looking_and_opening_is_found_where_it_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in TEXTS[:4]:
        store(tmp_path).write([text], vectors_of([text]))
    reader = store(tmp_path)
    look = reader._names

    def look_and_be_late() -> list[str]:
        names = look()
        monkeypatch.setattr(reader, "_names", look)
        segment_module.merge([Segment.open(path) for path in files(tmp_path)], reader.folder)
        for name in names:
            (reader.folder / name).unlink()
        return names

    monkeypatch.setattr(reader, "_names", look_and_be_late)
    assert reader.lookup(TEXTS[:4])[0].all()


def test_two_processes_writing_at_once_lose_nothing(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from embedders import HashEmbedder\n"
        "from chunking.embedding import VectorStore\n"
        "root, who = Path(sys.argv[1]), sys.argv[2]\n"
        "store = VectorStore('some/model', 'r1', root=root)\n"
        "texts = [f'{who} {i}' for i in range(60)] + [f'both {i}' for i in range(60)]\n"
        "for text in texts:\n"
        "    store.write([text], HashEmbedder().encode([text]))\n"
        "assert store.lookup(texts)[0].all()\n"
    )
    path = os.pathsep.join([str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path), who],
            env={**os.environ, "PYTHONPATH": path},
        )
        for who in ("left", "right")
    ]
    assert [process.wait(30) for process in running] == [0, 0]
    texts = [f"{who} {i}" for who in ("left", "right", "both") for i in range(60)]
    known, vectors = store(tmp_path).lookup(texts)
    assert known.all()
    assert np.array_equal(vectors, vectors_of(texts))
    assert not list(store(tmp_path).folder.glob("*.writing"))


def test_threads_that_read_and_write_one_store_lose_nothing(tmp_path: Path) -> None:
    shared = store(tmp_path)
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


def test_a_folder_that_cannot_be_written_keeps_in_memory_with_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "embeddings").write_text("a file where the folder should be")
    kept = store(tmp_path)
    with caplog.at_level(logging.WARNING):
        for text in TEXTS:
            kept.write([text], vectors_of([text]))
    assert len(caplog.records) == 1
    assert "in memory only" in caplog.text
    known, vectors = kept.lookup(TEXTS)
    assert known.all()
    assert np.array_equal(vectors, vectors_of(TEXTS))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing stops root")
def test_a_read_only_folder_is_read_and_not_written(tmp_path: Path) -> None:
    store(tmp_path).write(TEXTS[:25], vectors_of(TEXTS[:25]))
    folder = store(tmp_path).folder
    folder.chmod(0o500)
    try:
        kept = store(tmp_path)
        kept.write(TEXTS[25:], vectors_of(TEXTS[25:]))
        assert kept.lookup(TEXTS)[0].all()
        assert len(files(tmp_path)) == 1
    finally:
        folder.chmod(0o700)


def test_a_full_disk_leaves_no_half_written_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    # The keys and the checksums are written by then.
    monkeypatch.setattr("numpy.lib.format.write_array_header_1_0", full)
    kept = store(tmp_path)
    kept.write(TEXTS, vectors_of(TEXTS))
    assert kept.lookup(TEXTS)[0].all()
    assert list(kept.folder.iterdir()) == []
    assert not store(tmp_path).lookup(TEXTS)[0].any()


def test_leftovers_of_killed_writers_are_swept_and_those_of_living_ones_are_not(
    tmp_path: Path,
) -> None:
    kept = store(tmp_path)
    kept.write(TEXTS[:1], vectors_of(TEXTS[:1]))
    old, new = kept.folder / "old.writing", kept.folder / "new.writing"
    for path in (old, new):
        path.write_bytes(b"half")
    long_ago = time.time() - 2 * store_module.ABANDONED_SECONDS
    os.utime(old, (long_ago, long_ago))
    for text in TEXTS[: store_module.MOST_SEGMENTS + 1]:
        kept.write([text], vectors_of([text]))
    assert not old.exists()
    assert new.exists()

"""Several processes on one cache, and one that is killed while it writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from chunking.embedding import VectorStore
from chunking.embedding import store as store_module
from chunking.embedding.folders import SIZE_VARIABLE, kept

PATHS = os.pathsep.join([str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])


def kill_in_the_middle(program: str, *words: str) -> None:
    """Run a program until it says that it is in the middle, and kill it there."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": PATHS},
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"in the middle\n"
        writer.kill()
        writer.wait(30)


WRITER = """
import sys, numpy as np
from pathlib import Path
from numpy.lib import format as npy
from chunking.embedding import VectorStore
store = VectorStore("m", "1", root=Path(sys.argv[1]))
def texts(part): return [f"{part} {i}" for i in range(500)]
store.write(texts("first"), np.ones((500, 64), np.float32))
header = npy.write_array_header_1_0
def stop_after_the_header(file, *rest):
    header(file, *rest)
    file.write(b"half of a vector")
    file.flush()
    print("in the middle", flush=True)
    sys.stdin.read()
npy.write_array_header_1_0 = stop_after_the_header
store.write(texts("second"), np.ones((500, 64), np.float32))
"""


def test_a_writer_killed_in_the_middle_loses_that_write_alone(tmp_path: Path) -> None:
    kill_in_the_middle(WRITER, str(tmp_path))
    store = VectorStore("m", "1", root=tmp_path)
    assert list(store.folder.glob("*.writing"))
    known, found = store.lookup([f"first {i}" for i in range(500)])
    assert known.all()
    assert (found == 1).all()
    assert not store.lookup([f"second {i}" for i in range(500)])[0].any()
    store.write(["second 1"], np.ones((1, 64), np.float32))
    assert store.lookup(["second 1"])[0].all()


MERGER = """
import sys, numpy as np
from pathlib import Path
from chunking.embedding import VectorStore, store as stores
from chunking.embedding.folders import remove
folder = VectorStore("m", "1", root=Path(sys.argv[1]))
gone = []
def stop_at(path):
    if len(gone) == int(sys.argv[2]):
        print("in the middle", flush=True)
        sys.stdin.read()
    gone.append(remove(path))
stores.remove = stop_at
for i in range(stores.MOST_SEGMENTS + 1):
    folder.write([f"text {i}"], np.full((1, 64), i, np.float32))
"""


@pytest.mark.parametrize("removed", [0, 5])
def test_a_writer_killed_while_it_merges_loses_nothing(tmp_path: Path, removed: int) -> None:
    kill_in_the_middle(MERGER, str(tmp_path), str(removed))
    store = VectorStore("m", "1", root=tmp_path)
    texts = [f"text {i}" for i in range(store_module.MOST_SEGMENTS + 1)]
    # The merged file is there beside those that it was merged from and that are left.
    assert len(list(store.folder.glob("*.vectors"))) == len(texts) + 1 - removed
    for _ in range(2):
        known, found = store.lookup(texts)
        assert known.all()
        assert found[:, 0].tolist() == list(range(len(texts)))
        for i in range(store_module.MOST_SEGMENTS):  # and the next merge takes all of them in
            store.write([f"later {i}"], np.ones((1, 64), np.float32))
    assert len(list(store.folder.glob("*.vectors"))) <= store_module.MOST_SEGMENTS + 1


SHARER = """
import sys
from pathlib import Path
from embedders import HashEmbedder
from chunking.embedding import CachedEmbedder, VectorStore, slices, cache
slices.MOST_TEXTS = 16
cache.WRITE_EVERY_SECONDS = 0
for turn in range(15):
    inner = HashEmbedder()
    embedder = CachedEmbedder(inner, VectorStore(inner.id, "1", root=Path(sys.argv[1])))
    texts = [f"words {i} of {turn % 5}" for i in range(200)]
    assert abs(embedder.encode(texts) - HashEmbedder().encode(texts)).max() < 1e-6
"""


def test_two_processes_on_one_small_cache_get_the_right_vectors(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": PATHS, SIZE_VARIABLE: "150kB"}
    running = [
        subprocess.Popen([sys.executable, "-c", SHARER, str(tmp_path)], env=environment)
        for _ in range(2)
    ]
    assert [process.wait(60) for process in running] == [0, 0]
    # Room for half of what they embedded, and one write more in the moment before it shrinks.
    assert sum(row.bytes for row in kept(tmp_path)) <= 150_000 + 16 * 300

"""Cached embedding: a text is embedded once and then looked up."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError, StoppedError
from chunking.embedding import CachedEmbedder, OnBatch, VectorCache, cached_embedder, long_texts

TEXTS = [f"sentence number {i} about {['cats', 'dogs', 'birds'][i % 3]}" for i in range(700)]


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_texts, "MAX_TEXTS", 200)
    monkeypatch.setattr(long_texts, "FIRST_TEXTS", 50)


def opened(root: Path, embedder: HashEmbedder) -> CachedEmbedder:
    """Return the embedder behind a newly opened cache."""
    return CachedEmbedder(embedder, VectorCache(embedder.id, embedder.revision, root=root))


def test_vectors_equal_those_of_the_model_in_the_order_of_the_texts(tmp_path: Path) -> None:
    texts = [*reversed(TEXTS), "short", "a much longer text " * 20]
    vectors = opened(tmp_path, HashEmbedder()).encode(texts)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, HashEmbedder().encode(texts), atol=1e-6)


def test_a_second_run_returns_the_same_bytes_without_the_model(tmp_path: Path) -> None:
    first = opened(tmp_path, HashEmbedder()).encode(TEXTS)
    again = HashEmbedder()
    calls: list[tuple[int, int]] = []
    second = opened(tmp_path, again).encode(TEXTS, on_batch=lambda *at: calls.append(at))
    assert second.tobytes() == first.tobytes()
    assert again.calls == []
    assert calls == []


def test_one_changed_sentence_embeds_one_sentence(tmp_path: Path) -> None:
    opened(tmp_path, HashEmbedder()).encode(TEXTS)
    inner = HashEmbedder()
    changed = [*TEXTS[:300], "something else entirely", *TEXTS[301:]]
    vectors = opened(tmp_path, inner).encode(changed)
    assert inner.texts == ["something else entirely"]
    np.testing.assert_allclose(vectors, HashEmbedder().encode(changed), atol=1e-6)


def test_texts_are_embedded_once_in_their_normalized_form(tmp_path: Path) -> None:
    inner = HashEmbedder()
    vectors = opened(tmp_path, inner).encode(["a  b", "c", " a\nb ", "a b"])
    assert sorted(inner.texts) == ["a b", "c"]
    assert np.array_equal(vectors[0], vectors[2])
    assert np.array_equal(vectors[0], vectors[3])
    assert not np.array_equal(vectors[0], vectors[1])


def test_a_lone_surrogate_is_embedded_as_the_replacement_character(tmp_path: Path) -> None:
    inner = HashEmbedder()
    opened(tmp_path, inner).encode(["bad \udc80 text", "bad � text"])
    assert inner.texts == ["bad � text"]


def test_without_texts_neither_model_nor_disk_is_used(tmp_path: Path) -> None:
    inner = HashEmbedder()
    assert opened(tmp_path, inner).encode([]).shape == (0, 0)
    assert inner.calls == []
    assert not list(tmp_path.iterdir())


def test_a_zero_vector_is_cached(tmp_path: Path) -> None:
    for _ in range(2):
        vectors = opened(tmp_path, HashEmbedder()).encode(["...", "words"])
        assert not vectors[0].any()
        assert np.isclose(np.linalg.norm(vectors[1]), 1)


def test_another_revision_is_another_model(tmp_path: Path) -> None:
    opened(tmp_path, HashEmbedder(revision="1")).encode(["a"])
    other = HashEmbedder(revision="2")
    opened(tmp_path, other).encode(["a"])
    assert other.texts == ["a"]


def test_progress_counts_the_texts_that_are_not_cached(tmp_path: Path) -> None:
    opened(tmp_path, HashEmbedder()).encode(TEXTS[:100])
    seen: list[tuple[int, int]] = []
    opened(tmp_path, HashEmbedder()).encode(TEXTS, on_batch=lambda *at: seen.append(at))
    assert seen[0] == (0, 600)
    assert seen[-1] == (600, 600)
    assert len(seen) > 3
    assert seen == sorted(seen)


def test_cancelling_keeps_finished_vectors(tmp_path: Path) -> None:
    def stop(done: int, _total: int) -> None:
        if done:
            raise StoppedError("stopped")

    inner = HashEmbedder()
    with pytest.raises(StoppedError):
        opened(tmp_path, inner).encode(TEXTS, on_batch=stop)
    done = set(inner.texts)
    assert 0 < len(done) < len(TEXTS)

    rest = HashEmbedder()
    vectors = opened(tmp_path, rest).encode(TEXTS)
    assert set(rest.texts) == set(TEXTS) - done
    np.testing.assert_allclose(vectors, HashEmbedder().encode(TEXTS), atol=1e-6)


def test_cancelling_before_the_first_batch_never_runs_the_model(tmp_path: Path) -> None:
    def stop(_done: int, _total: int) -> None:
        raise StoppedError("stopped")

    inner = HashEmbedder()
    with pytest.raises(StoppedError):
        opened(tmp_path, inner).encode(TEXTS, on_batch=stop)
    assert inner.calls == []


def test_a_killed_process_loses_only_vectors_it_had_not_written(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path\n"
        "from embedders import HashEmbedder\n"
        "from chunking.embedding import CachedEmbedder, VectorCache, long_texts, cached_embedder\n"
        "cached_embedder.WRITE_INTERVAL_SECONDS = 0\n"
        "long_texts.MAX_TEXTS = 200\n"
        "def gate(n):\n    if n == 2: os._exit(9)\n"
        "inner = HashEmbedder(gate=gate)\n"
        "cache = VectorCache(inner.id, inner.revision, root=Path(sys.argv[1]))\n"
        "CachedEmbedder(inner, cache).encode(sys.stdin.read().splitlines())\n"
    )
    path = os.pathsep.join([str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])
    run = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        input="\n".join(TEXTS),
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert run.returncode == 9
    rest = HashEmbedder()
    opened(tmp_path, rest).encode(TEXTS)
    assert rest.texts == TEXTS[400:]


def test_batches_are_written_while_others_are_embedded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_embedder, "WRITE_INTERVAL_SECONDS", 0.0)
    known: list[int] = []

    def look(_calls: int) -> None:
        known.append(int(VectorCache("hash-64", "1", root=tmp_path).lookup(TEXTS)[0].sum()))

    opened(tmp_path, HashEmbedder(gate=look)).encode(TEXTS)
    assert known == [0, 200, 400, 600]


def test_threads_that_share_an_embedder_get_the_same_vectors(tmp_path: Path) -> None:
    shared = opened(tmp_path, HashEmbedder())
    answers: dict[int, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}

    def work(number: int) -> None:
        answers[number] = shared.encode(TEXTS[number * 100 :])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = HashEmbedder().encode(TEXTS)
    for number in range(4):
        np.testing.assert_allclose(answers[number], expected[number * 100 :], atol=1e-6)


def test_a_model_that_changes_its_dimension_is_refused(tmp_path: Path) -> None:
    opened(tmp_path, HashEmbedder()).encode(["a"])

    class Narrow(HashEmbedder):
        def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
            return super().encode(texts, on_batch=on_batch)[:, :8]

    with pytest.raises(ModelError, match="vectors of 8 numbers"):
        opened(tmp_path, Narrow()).encode(["a", "b"])


@given(st.lists(st.text(max_size=8), max_size=12), st.lists(st.text(max_size=8), max_size=12))
def test_a_text_has_the_same_vector_cached_or_not(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str]
) -> None:
    root = tmp_path_factory.mktemp("store")
    opened(root, HashEmbedder()).encode(before)
    fresh = opened(root / "fresh", HashEmbedder()).encode(after)
    assert opened(root, HashEmbedder()).encode(after).tobytes() == fresh.tobytes()

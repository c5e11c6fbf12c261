"""The bundled model in ONNX Runtime and OpenVINO."""

import logging
import sys
from pathlib import Path

import numpy as np
import pytest
from reference import BUNDLED

from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError
from chunking.embedding import bert, bundled
from chunking.embedding.bert import OnnxSession
from chunking.embedding.bfloat16 import bf16_obstacle
from chunking.embedding.bundled import BundledEmbedder
from chunking.embedding.sentence_transformers import SentenceTransformerEmbedder
from chunking.loading.samples import SAMPLES, sample

BF16 = BundledEmbedder(bf16=True)
HARD = [
    "",
    "Word",
    "👩‍👧‍👦 🎉 done ✅",
    "Der Vertrag läuft nach zwölf Monaten aus, sofern niemand ihn verlängert.",
    "吾輩は猫である。名前はまだ無い。",
    "한국어 문장도 있다.",
    "for i in range(10):\n    print(f'{i!r:>4}')  # [MASK] and [PAD]",
    "[CLS] [SEP]",
    "aaaaaaaaaaaa" * 40,
    "naïve café e\u0301 ﬁ \u200b\x00 \ufffd",
    "one more of seven hundred words, of which the model reads some " * 60,
]


def mixed(count: int) -> list[str]:
    """Return hard texts, then lines of the samples, which are in several languages."""
    lines = [line for each in SAMPLES for line in sample(each.name).text.splitlines() if line]
    return [*HARD, *lines[:: max(1, len(lines) // count)]][:count]


def cosines(left: Vectors, right: Vectors) -> Vectors:
    """Return the cosine of each row with its counterpart, in double precision."""
    pairs = left.astype(np.float64) * right
    norms = [np.linalg.norm(rows.astype(np.float64), axis=1) for rows in (left, right)]
    return pairs.sum(1) / (norms[0] * norms[1])  # type: ignore[no-any-return]


@pytest.mark.model
@pytest.mark.parametrize("bf16", [False, True], ids=["exact", "bf16"])
def test_a_vector_is_bit_identical_in_any_batch_order_and_number_of_cores(
    bf16: bool,  # noqa: FBT001 - a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if bf16 and bf16_obstacle():
        pytest.skip(bf16_obstacle())
    embedder = BF16 if bf16 else BUNDLED
    texts = mixed(24)
    vectors = embedder.encode(texts)
    order = np.random.default_rng(3).permutation(len(texts))
    shuffled = embedder.encode([texts[i] for i in order])
    assert np.array_equal(shuffled, vectors[order])
    alone = np.concatenate([embedder.encode([text]) for text in texts[:14]])
    assert np.array_equal(alone, vectors[:14])
    monkeypatch.setattr(bert, "available_cores", lambda: 1)
    assert np.array_equal(BundledEmbedder(bf16=bf16).encode(texts[:14]), vectors[:14])


@pytest.mark.model
def test_similarities_in_bfloat16_differ_by_less_than_half_a_hundredth() -> None:
    if bf16_obstacle():
        pytest.skip(bf16_obstacle())
    texts = [text for text in mixed(100) if len(text) < 1000]
    exact, bf16 = BUNDLED.encode(texts), BF16.encode(texts)
    assert np.abs(cosines(exact[:-1], exact[1:]) - cosines(bf16[:-1], bf16[1:])).max() < 0.005
    assert not np.array_equal(exact, bf16)


class StubModel:
    """Stand-in for a model of sentence-transformers."""

    def encode(self, texts: list[str], **_: object) -> Vectors:
        return np.ones((len(texts), 2), dtype=np.float32)


def test_without_onnxruntime_the_library_is_used_with_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setattr(SentenceTransformerEmbedder, "_load", lambda _: StubModel())
    embedder = BundledEmbedder()
    with caplog.at_level(logging.WARNING):
        assert embedder.encode(["a", "b"]).shape == (2, 2)
        embedder.encode(["c"])
    (record,) = caplog.records
    assert "runs through sentence-transformers, which is slower: " in record.message
    assert embedder.revision == bundled.REVISION


def test_with_a_bad_graph_the_library_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    graph = tmp_path / "bert.onnx"
    graph.write_bytes(b"no graph")
    monkeypatch.setattr(bert, "GRAPH", graph)
    monkeypatch.setattr(SentenceTransformerEmbedder, "_load", lambda _: StubModel())
    assert BundledEmbedder().encode(["a"]).shape == (1, 2)
    assert len(caplog.records) == 1
    with pytest.raises(Exception, match=r"(?i)protobuf|ModelProto"):
        OnnxSession(b"no graph", {})


def test_in_bfloat16_a_missing_runtime_is_an_error_and_not_another_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    with pytest.raises(ModelError, match=r"L6-v2@bf16' could not be loaded \(.*\): use 'all"):
        BundledEmbedder(bf16=True).encode(["a"])


def test_there_is_a_core() -> None:
    assert bert.available_cores() >= 1

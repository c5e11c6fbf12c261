"""The bundled model without torch: the library's vectors, whatever else is in the batch."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from reference import BUNDLED, library_model

from chunking.embedding import bundled, encoder
from chunking.embedding.bundled import BundledEmbedder
from chunking.embedding.encoder import Session
from chunking.embedding.folder import FolderEmbedder
from chunking.embedding.precision import fast_obstacle
from chunking.samples import SAMPLES, sample

if TYPE_CHECKING:
    from chunking.types import Vectors

EMBEDDERS = {"exact": BUNDLED, "fast": BundledEmbedder("fast")}
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
    "one more of five thousand words, of which the model reads some " * 420,
]


def mixed(count: int) -> list[str]:
    """Hard texts, and after them lines of the samples, which are in several languages."""
    lines = [line for each in SAMPLES for line in sample(each.name).text.splitlines() if line]
    return [*HARD, *lines[:: max(1, len(lines) // count)]][:count]


def cosines(left: Vectors, right: Vectors) -> Vectors:
    """The cosine of each row with its counterpart, in double precision."""
    pairs = left.astype(np.float64) * right
    norms = [np.linalg.norm(rows.astype(np.float64), axis=1) for rows in (left, right)]
    return pairs.sum(1) / (norms[0] * norms[1])  # type: ignore[no-any-return]


@pytest.mark.model
def test_neighbours_are_as_similar_as_the_library_has_them() -> None:
    texts = [text for text in mixed(200) if len(text) < 1000]
    ours = BUNDLED.encode(texts)
    theirs = library_model().encode(texts, show_progress_bar=False)
    here, there = cosines(ours[:-1], ours[1:]), cosines(theirs[:-1], theirs[1:])
    assert np.abs(here - there).max() < 1e-5
    assert cosines(ours, theirs).min() > 1 - 1e-6


@pytest.mark.model
@pytest.mark.parametrize("precision", ["exact", "fast"])
def test_a_vector_is_the_same_to_the_last_bit_in_any_batch_at_any_place_on_any_cores(
    precision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if precision == "fast" and fast_obstacle():
        pytest.skip(fast_obstacle())
    texts = mixed(120)
    vectors = EMBEDDERS[precision].encode(texts)
    order = np.random.default_rng(3).permutation(len(texts))
    shuffled = EMBEDDERS[precision].encode([texts[i] for i in order])
    assert np.array_equal(shuffled, vectors[order])
    alone = np.concatenate([EMBEDDERS[precision].encode([text]) for text in texts[:40]])
    assert np.array_equal(alone, vectors[:40])
    monkeypatch.setattr(encoder, "available_cores", lambda: 1)
    assert np.array_equal(BundledEmbedder(precision).encode(texts[:60]), vectors[:60])


@pytest.mark.model
def test_fast_is_as_similar_as_exact_within_half_a_hundredth() -> None:
    if fast_obstacle():
        pytest.skip(fast_obstacle())
    # The samples are in several languages.
    texts = [text for text in mixed(400) if len(text) < 1000]
    exact, fast = (EMBEDDERS[precision].encode(texts) for precision in ("exact", "fast"))
    assert np.abs(cosines(exact[:-1], exact[1:]) - cosines(fast[:-1], fast[1:])).max() < 0.005
    assert not np.array_equal(exact, fast)


class StubModel:
    """Stands for what sentence-transformers loads."""

    def encode(self, texts: list[str], **_: object) -> Vectors:
        """One vector a text, all the same."""
        return np.ones((len(texts), 2), dtype=np.float32)


def test_without_the_runtime_the_library_is_used_and_one_warning_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setattr(FolderEmbedder, "_load", lambda _: StubModel())
    embedder = BundledEmbedder()
    with caplog.at_level(logging.WARNING):
        assert embedder.encode(["a", "b"]).shape == (2, 2)
        embedder.encode(["c"])
    (record,) = caplog.records
    assert "runs through sentence-transformers, which is slower: " in record.message
    assert embedder.revision == bundled.REVISION


def test_a_graph_that_the_runtime_refuses_is_no_end_either(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(encoder, "bert_graph", lambda *_: (b"no graph", {}))
    monkeypatch.setattr(FolderEmbedder, "_load", lambda _: StubModel())
    assert BundledEmbedder().encode(["a"]).shape == (1, 2)
    assert len(caplog.records) == 1
    with pytest.raises(Exception, match=r"(?i)protobuf|ModelProto"):
        Session(b"no graph", {})


def test_there_is_a_core() -> None:
    assert encoder.available_cores() >= 1

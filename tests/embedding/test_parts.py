"""Partial results while a document is embedded."""

from pathlib import Path

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import get
from chunking.core.arrays import Vectors
from chunking.core.document import Document
from chunking.core.errors import StoppedError
from chunking.core.prepared import Prepared
from chunking.embedding import CachedEmbedder, StreamingEmbedder, VectorCache, long_texts
from chunking.engine import prepare, run
from chunking.strategies import Strategy

TOPICS = ("tide sea moon water shore", "dough oven bread yeast flour", "vote law court judge")
PHRASES = [
    f"Sentence {i} says {' '.join(TOPICS[i // 9 % 3].split()[i % 3 :])} and no more of it."
    for i in range(600)
]
TEXT = " ".join(PHRASES)


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_texts, "FIRST_TEXTS", 50)
    monkeypatch.setattr(long_texts, "MAX_TEXTS", 200)


def opened(root: Path) -> CachedEmbedder:
    inner = HashEmbedder()
    return CachedEmbedder(inner, VectorCache(inner.id, inner.revision, root=root))


def parts_of(embedder: CachedEmbedder, texts: list[str]) -> tuple[list[Vectors], Vectors]:
    found: list[Vectors] = []
    return found, embedder.encode_parts(texts, on_part=found.append)


def test_parts_grow_from_the_top_and_are_the_vectors_of_the_whole(tmp_path: Path) -> None:
    parts, whole = parts_of(opened(tmp_path), PHRASES)
    assert [len(part) for part in parts] == [50, 150, 350, 550]
    assert len(whole) == 600
    for part in parts:
        assert np.array_equal(part, whole[: len(part)])
    assert np.array_equal(whole, opened(tmp_path / "other").encode(PHRASES))


def test_equal_and_known_texts_are_part_of_the_parts(tmp_path: Path) -> None:
    opened(tmp_path).encode(PHRASES[10:200])
    texts = [*PHRASES[:10], *PHRASES[:210], PHRASES[0], *PHRASES[210:400], PHRASES[250]]
    seen: list[Vectors] = []
    whole = opened(tmp_path).encode_parts(texts, on_part=lambda top: seen.append(top.copy()))
    # The fiftieth text that is not known is the 240th, after ten that come twice.
    assert [len(part) for part in seen] == [251, 351]
    for part in seen:
        assert np.array_equal(part, whole[: len(part)])
    np.testing.assert_allclose(whole, HashEmbedder().encode(texts), atol=1e-6)


def test_a_part_may_stop_the_rest_and_what_is_done_is_kept(tmp_path: Path) -> None:
    def stop(_top: Vectors) -> None:
        raise StoppedError("stopped")

    with pytest.raises(StoppedError):
        opened(tmp_path).encode_parts(PHRASES, on_part=stop)
    known, _ = opened(tmp_path).cache.lookup(PHRASES)
    assert known.tolist() == [True] * 50 + [False] * 550


@pytest.mark.parametrize(
    "strategy",
    [
        get("semantic")(threshold=0.6, min_tokens=20, max_tokens=150),
        get("semantic")(threshold=0.5, min_tokens=30, max_tokens=200, overlap_tokens=20),
        get("semantic")(threshold=0.5, min_tokens=0, max_tokens=200, signal="windowed"),
    ],
    ids=["adjacent", "overlap", "windowed"],
)
def test_cuts_of_a_part_stay_when_the_rest_comes_but_near_its_end(
    tmp_path: Path, strategy: Strategy
) -> None:
    document = Document(TEXT)
    parts: list[Prepared] = []
    whole = prepare(document, strategy.material, embedder=opened(tmp_path), on_part=parts.append)
    final = run(whole, strategy)
    assert len(parts) == 4
    ends = []
    for part in parts:
        assert part.document is document
        cut = run(part, strategy)
        assert cut.end[-1] == part.units.ends[-1]
        # The last two chunks may still change: a tail joins its neighbour.
        settled = len(cut) - 2
        assert settled > 1
        for column in ("start", "end", "overlap", "tokens", "reason"):
            assert np.array_equal(
                getattr(cut, column)[:settled], getattr(final, column)[:settled]
            ), column
        ends.append(int(cut.end[-1]))
    assert ends == sorted(ends)
    assert ends[-1] < len(TEXT)


def test_a_material_with_costs_and_a_plain_embedder_have_no_parts(tmp_path: Path) -> None:
    document, parts = Document(TEXT), list[Prepared]()
    optimal = get("optimal")().material
    prepare(document, optimal, embedder=opened(tmp_path), on_part=parts.append)
    assert not isinstance(HashEmbedder(), StreamingEmbedder)
    material = get("semantic")().material
    whole = prepare(document, material, embedder=HashEmbedder(), on_part=parts.append)
    assert parts == []
    assert len(whole.units) == 600

"""Recall as a function of the threshold."""

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import get
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.embedding.chunk_embedder import MemoizedEmbedder
from chunking.engine import prepare
from chunking.retrieval.evaluation import Retrieval, evaluate
from chunking.retrieval.questions import Question
from chunking.retrieval.recall_curve import (
    RecallCurve,
    chunk_at_thresholds,
    parse_range,
    recall_curve,
)

# Two sentences on tides, two on bread: neighbors share most of their words, or none.
PARTS = tuple(
    f"{words} {ending}."
    for words, ending in (
        ("Tides lift boats " * 12, "slowly"),
        ("Tides lift boats " * 12, "often at night"),
        ("Bread needs flour " * 12, "and heat"),
        ("Bread needs flour " * 12, "with salt"),
    )
)
TEXT = " ".join(PARTS)
BREAD = TEXT.index("Bread")
DOCUMENT = Document(TEXT, source="tides.md")
QUESTIONS = [
    Question("bread with salt", "tides.md", ((BREAD, len(TEXT)),)),
    Question("tides lift slowly", "tides.md", ((0, 20),)),
]
SEMANTIC = get("semantic")(min_tokens=0, max_tokens=1000)


def curve(thresholds: list[float], embedder: HashEmbedder, chunks: int = 1) -> RecallCurve:
    prepared = [prepare(DOCUMENT, SEMANTIC.material, embedder=HashEmbedder())]
    chunkings = chunk_at_thresholds(prepared, SEMANTIC, thresholds)
    return recall_curve(chunkings, QUESTIONS, Retrieval(chunks=chunks), embedder=embedder)


def test_values_are_those_of_single_evaluations() -> None:
    found = curve([1.0, -1.0, 0.5], HashEmbedder())
    assert found.thresholds.tolist() == [-1.0, 0.5, 1.0]
    assert found.chunk_counts.tolist() == [1, 2, 4]
    single = [
        evaluate(
            [DOCUMENT], QUESTIONS, [SEMANTIC.with_(threshold=threshold)], Retrieval(chunks=1),
            embedder=HashEmbedder(),
        )
        for threshold in found.thresholds.tolist()
    ]  # fmt: skip
    assert found.recall.tolist() == [float(each.means("recall")[0]) for each in single]
    assert found.mean_tokens.tolist() == [float(each.mean_tokens[0]) for each in single]
    assert found.questions == 2


def test_each_distinct_text_is_embedded_once() -> None:
    embedder = HashEmbedder()
    curve(np.linspace(-1, 1, 30).tolist(), embedder)
    assert len(embedder.texts) == len(set(embedder.texts))
    assert set(embedder.texts) >= {TEXT, *PARTS, TEXT[: BREAD - 1], TEXT[BREAD:]}


def test_equal_chunks_have_one_measurement() -> None:
    prepared = [prepare(DOCUMENT, SEMANTIC.material, embedder=HashEmbedder())]
    found = chunk_at_thresholds(prepared, SEMANTIC, [-1, -0.9, 0.4, 0.6])
    assert len(found.distinct) == 2
    assert found.rows.tolist() == [0, 0, 1, 1]


def test_a_strategy_without_a_threshold_is_refused() -> None:
    with pytest.raises(SettingsError, match="a strategy with a threshold, got sentence"):
        chunk_at_thresholds([], get("sentence")(), [0.5])
    with pytest.raises(SettingsError, match="1 to 200 thresholds, got 0"):
        chunk_at_thresholds([], SEMANTIC, [])


def test_a_range_of_thresholds() -> None:
    assert parse_range("0.2:0.4:3") == [0.2, 0.3, 0.4]
    assert parse_range("0.5:0.5:1") == [0.5]


@pytest.mark.parametrize(
    "text", ["", "0.2", "0.2:0.4", "0.4:0.2:3", "0:2:3", "0:1:0", "0:1:201", "a:b:c", "0:1:2:3"]
)
def test_a_wrong_range_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="must be LOW:HIGH:NUMBER"):
        parse_range(text)


def test_remembered_vectors_are_those_of_the_embedder() -> None:
    model = HashEmbedder()
    remembered = MemoizedEmbedder(model)
    assert (remembered.id, remembered.revision, remembered.max_pieces) == ("hash-64", "1", None)
    remembered.encode(["tide", "moon"])
    found = remembered.encode(["bread", "tide", "bread"])
    assert found.tolist() == HashEmbedder().encode(["bread", "tide", "bread"]).tolist()
    assert model.texts == ["tide", "moon", "bread"]
    assert remembered.encode([]).shape == (0, 0)

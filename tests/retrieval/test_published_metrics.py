"""Published metrics of retrieval: values computed by hand."""

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.retrieval.evaluation import Retrieval, evaluate
from chunking.retrieval.evidence_metrics import Retrieved, metrics_of
from chunking.retrieval.published_metrics import published_metrics
from chunking.retrieval.questions import Question
from chunking.strategies import Sentence


def retrieved(spans: list[tuple[int, int]], order: list[int], *, elsewhere: int = 0) -> Retrieved:
    """Return chunks of which those in `order` are read whole."""
    starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
    rows = np.array(order, np.int64)
    return Retrieved(
        starts, ends, rows, np.arange(1, len(rows) + 1), ends[rows], elsewhere, len(rows)
    )


def published(
    chunks: list[tuple[int, int]], order: list[int], *evidence: tuple[int, int], elsewhere: int = 0
) -> dict[str, float]:
    return published_metrics(retrieved(chunks, order, elsewhere=elsewhere), np.array(evidence))


def test_values_computed_by_hand() -> None:
    # Chunks of ten characters; the evidence is 8 to 12 and 25 to 27, six characters.
    chunks = [(0, 10), (10, 20), (20, 30), (30, 40)]
    found = published(chunks, [3, 1, 2], (8, 12), (25, 27), elsewhere=10)
    assert found["recall"] == pytest.approx(4 / 6)
    assert found["precision"] == pytest.approx(4 / 40)
    assert found["iou"] == pytest.approx(4 / (40 + 2))
    assert found["precision_omega"] == pytest.approx(6 / 30)


def test_a_chunk_that_only_touches_the_evidence_counts_in_precision_omega() -> None:
    chunks, evidence = [(0, 10), (10, 20), (20, 30)], np.array([[10, 20]])
    assert published(chunks, [1], (10, 20))["precision_omega"] == pytest.approx(10 / 30)
    assert metrics_of(retrieved(chunks, [1]), evidence)["precision_omega"] == 1


def test_overlapping_chunks_are_united_in_precision_omega_and_added_in_precision() -> None:
    chunks, evidence = [(0, 10), (5, 15)], np.array([[6, 9]])
    found = published(chunks, [0, 1], (6, 9))
    assert found["precision"] == pytest.approx(3 / 20)
    assert found["precision_omega"] == pytest.approx(3 / 15)
    assert metrics_of(retrieved(chunks, [0, 1]), evidence)["precision_omega"] == pytest.approx(
        3 / 20
    )


def test_overlapping_passages_count_twice_as_evidence_but_once_as_found() -> None:
    found = published([(0, 10), (10, 20)], [0], (2, 6), (4, 8))
    assert found["recall"] == pytest.approx(6 / 8)
    nothing = published([(0, 10), (10, 20)], [1], (2, 6), (4, 8))
    assert (nothing["recall"], nothing["iou"]) == (0, 0)


def test_evidence_outside_all_chunks_is_missed() -> None:
    found = published([(0, 10), (14, 20)], [0], (8, 12))
    assert found["iou"] == pytest.approx(2 / (10 + 2))
    assert found["precision_omega"] == pytest.approx(2 / 12)


def test_an_evaluation_uses_them_on_demand() -> None:
    document = Document("The tide lifts boats.\n\nThe moon is full.", source="tides.md")
    question = Question("the moon", "tides.md", ((23, 40),))
    strategy = Sentence(max_tokens=6, overlap_tokens=0)
    values = [
        evaluate(
            [document], [question], [strategy],
            Retrieval(chunks=5, metric_definitions=definitions), embedder=HashEmbedder(),
        ).values
        for definitions in ("default", "published")
    ]  # fmt: skip
    assert values[0]["precision"].item() == values[1]["precision"].item() == 17 / 38
    assert values[0]["mrr"].item() == values[1]["mrr"].item() == 1
    with pytest.raises(SettingsError, match="need a number of chunks"):
        Retrieval(metric_definitions="published")

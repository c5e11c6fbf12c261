"""Measures of retrieval: values computed by hand, and those of an independent evaluator."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.retrieval.evidence_metrics import Retrieved, metrics_of, missed_spans

ir_measures = pytest.importorskip("ir_measures")


def retrieved(spans: list[tuple[int, int]], order: list[int], *, elsewhere: int = 0) -> Retrieved:
    """Return chunks of which those in `order` are read whole."""
    starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
    rows = np.array(order, np.int64)
    return Retrieved(
        starts, ends, rows, np.arange(1, len(rows) + 1), ends[rows], elsewhere, len(rows)
    )


def test_values_computed_by_hand() -> None:
    # Chunks of ten characters; the evidence is 8 to 12 and 25 to 27, six characters.
    chunks = [(0, 10), (10, 20), (20, 30), (30, 40)]
    found = metrics_of(retrieved(chunks, [3, 1, 2]), np.array([[8, 12], [25, 27]]))
    assert found["recall"] == pytest.approx(4 / 6)
    assert found["precision"] == pytest.approx(4 / 30)
    assert found["iou"] == pytest.approx(4 / (30 + 2))
    assert found["precision_omega"] == pytest.approx(6 / 30)
    assert found["mrr"] == 1 / 2
    ideal = 1 + 1 / np.log2(3) + 1 / np.log2(4)
    assert found["ndcg"] == pytest.approx((1 / np.log2(3) + 1 / np.log2(4)) / ideal)
    assert found["split_evidence"] == 1 / 2


@pytest.mark.parametrize(
    ("order", "missed"),
    [
        ([], ((8, 12), (25, 27))),
        ([0], ((10, 12), (25, 27))),
        ([3, 1], ((8, 10), (25, 27))),
        ([1, 0], ((25, 27),)),
        ([0, 1, 2], ()),
    ],
)
def test_evidence_that_is_not_retrieved(
    order: list[int], missed: tuple[tuple[int, int], ...]
) -> None:
    chunks = [(0, 10), (10, 20), (20, 30), (30, 40)]
    evidence = np.array([[8, 12], [25, 27]])
    assert missed_spans(retrieved(chunks, order), evidence) == missed


@given(
    st.lists(st.integers(0, 3), unique=True),
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 9)), min_size=1, max_size=4),
)
def test_missed_characters_complete_the_recall(
    order: list[int], places: list[tuple[int, int]]
) -> None:
    chunks = [(0, 10), (10, 20), (20, 30), (30, 40)]
    spans = sorted((start, min(40, start + length)) for start, length in places)
    read, evidence = retrieved(chunks, order), np.array(spans, np.int64)
    total = len({place for span in spans for place in range(*span)})
    missed = sum(end - start for start, end in missed_spans(read, evidence))
    assert metrics_of(read, evidence)["recall"] == pytest.approx(1 - missed / total)


def test_touching_is_not_overlapping() -> None:
    found = metrics_of(retrieved([(0, 10), (10, 20)], [0]), np.array([[10, 12]]))
    assert (found["recall"], found["mrr"], found["ndcg"]) == (0, 0, 0)
    assert found["precision_omega"] == pytest.approx(2 / 10)


def test_what_overlapping_chunks_repeat_is_found_once_and_read_twice() -> None:
    found = metrics_of(retrieved([(0, 10), (5, 15)], [0, 1]), np.array([[6, 9]]))
    assert (found["recall"], found["split_evidence"]) == (1, 0)
    assert found["precision"] == pytest.approx(3 / 20)


def test_overlapping_passages_count_once() -> None:
    found = metrics_of(retrieved([(0, 10)], [0]), np.array([[2, 6], [4, 8]]))
    assert found["precision"] == pytest.approx(6 / 10)


def test_text_of_other_documents_counts_as_read() -> None:
    found = metrics_of(retrieved([(0, 10)], [0], elsewhere=10), np.array([[0, 5]]))
    assert found["precision"] == pytest.approx(5 / 20)
    assert found["iou"] == pytest.approx(5 / 20)


def test_nothing_retrieved_finds_nothing() -> None:
    found = metrics_of(retrieved([(0, 10)], []), np.array([[0, 5]]))
    assert [found[name] for name in ("recall", "precision", "iou", "mrr", "ndcg")] == [0] * 5


@given(st.data())
def test_rank_measures_are_those_of_an_independent_evaluator(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 8))
    edges = np.arange(count + 1) * 10
    start = data.draw(st.integers(0, count * 10 - 1))
    end = data.draw(st.integers(start + 1, count * 10))
    order = data.draw(st.permutations(range(count)))
    order = order[: data.draw(st.integers(1, count))]
    spans = list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
    found = metrics_of(retrieved(spans, list(order)), np.array([[start, end]]))
    gains = {
        str(i): max(0, min(end, stop) - max(start, first)) for i, (first, stop) in enumerate(spans)
    }
    run = {"q": {str(row): float(-rank) for rank, row in enumerate(order)}}
    ndcg, reciprocal = ir_measures.nDCG @ len(order), ir_measures.RR
    expected = ir_measures.calc_aggregate([ndcg, reciprocal], {"q": gains}, run)
    assert found["ndcg"] == pytest.approx(expected[ndcg], abs=1e-12)
    assert found["mrr"] == pytest.approx(expected[reciprocal], abs=1e-12)

"""The passage that answers a question, and the chunks that hold it."""

import numpy as np
import pytest

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.units import UnitKind, Units
from chunking.retrieval.answer_span import (
    AnswerPlacement,
    find_passage,
    locate_answer,
    sentence_relevance,
)

# Six units of ten characters, one blank between two.
SPANS = [(11 * i, 11 * i + 10) for i in range(6)]
TEXT = " ".join(["0123456789"] * 6)


def units(*headings: int) -> Units:
    kinds = [UnitKind.HEADING if i in headings else UnitKind.SENTENCE for i in range(6)]
    return Units.of([(a, b, kind, False) for (a, b), kind in zip(SPANS, kinds, strict=True)])


@pytest.mark.parametrize(
    ("scores", "headings", "sentences"),
    [
        ([0, 0, 1, 0, 0, 0], (), (2, 2)),
        ([0, 0.5, 1, 0.49, 0, 0], (), (1, 2)),
        ([0.9, 0.9, 0.9, 1, 0.9, 0.9], (), (1, 5)),  # two neighbors on each side at most
        ([1, 0.9, 0.9, 0.9, 0, 0], (), (0, 2)),
        ([0, 0.4, 1, 0.9, 0, 0], (), (2, 3)),
        ([0.9, 0.9, 1, 0.9, 0, 0], (2,), (2, 3)),  # starts with its heading
        ([0.9, 0.9, 1, 0.9, 0, 0], (1,), (1, 3)),
        ([0, 0, 1, 0.9, 0, 0], (3,), (2, 2)),  # the next section is not part of it
    ],
)
def test_the_passage_is_the_best_sentence_with_related_neighbors(
    scores: list[float], headings: tuple[int, ...], sentences: tuple[int, int]
) -> None:
    found = find_passage(units(*headings), np.array(scores))
    assert found == (SPANS[sentences[0]][0], SPANS[sentences[1]][1])


def test_relevance_is_a_share_of_the_highest_or_the_mean_of_both_shares() -> None:
    similarities, words = np.array([0.4, -0.1, 0.8]), np.array([3.0, 0.0, 0.0])
    lengths = np.array([50, 50, 50])
    assert sentence_relevance(lengths, similarities, None).tolist() == [0.5, 0, 1]
    assert sentence_relevance(lengths, None, words).tolist() == [1, 0, 0]
    assert sentence_relevance(lengths, similarities, words).tolist() == [0.75, 0, 0.5]
    assert sentence_relevance(lengths[:2], None, np.zeros(2)).tolist() == [0, 0]
    assert sentence_relevance(lengths[:0], None, np.zeros(0)).tolist() == []


def test_a_sentence_that_is_hardly_more_than_a_name_counts_less() -> None:
    similarities = np.array([0.6, 0.5])
    relevance = sentence_relevance(np.array([16, 160]), similarities, None)
    assert relevance == pytest.approx([0.6 * 16 / 32 / (0.5 * 160 / 176), 1])


@pytest.mark.parametrize("scores", [[0.0] * 6, [-0.2] * 6])
def test_without_a_relevant_sentence_there_is_no_passage(scores: list[float]) -> None:
    assert find_passage(units(), np.array(scores)) is None
    assert find_passage(Units.of([]), np.array([])) is None


def chunks(*spans: tuple[int, int], overlaps: tuple[int, ...] = ()) -> Chunking:
    document = Document(TEXT)
    found = Chunking.from_spans(document, list(spans))
    if overlaps:
        object.__setattr__(found, "overlap", np.array(overlaps, np.int64))
    return found


ORDER = np.array([2, 0, 1])


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        ((0, 10), AnswerPlacement(2, 0)),
        ((44, 54), AnswerPlacement(1, 2)),
        (
            (11, 32),
            AnswerPlacement(2, 0, split=22),
        ),  # half in each: the better of both, split at its start
        ((25, 50), AnswerPlacement(1, 2, split=44)),
        ((0, 65), AnswerPlacement(1, 2, split=22)),
    ],
)
def test_a_passage_is_whole_in_a_chunk_or_split_at_a_boundary(
    passage: tuple[int, int], expected: AnswerPlacement
) -> None:
    found = locate_answer(chunks((0, 21), (22, 43), (44, 65)), ORDER, passage)
    assert found == expected
    assert found.whole == (expected.split is None)


def test_overlap_belongs_to_a_chunk() -> None:
    chunking = chunks((0, 21), (22, 43), (44, 65), overlaps=(0, 11, 0))
    assert locate_answer(chunking, ORDER, (11, 32)) == AnswerPlacement(3, 1)


def test_text_in_no_chunk_splits_a_passage() -> None:
    chunking = chunks((0, 5), (22, 43), (44, 65))
    assert locate_answer(chunking, ORDER, (0, 10)) == AnswerPlacement(2, 0, split=5)
    nothing = locate_answer(chunking, ORDER, (11, 21))
    assert (nothing.rank, nothing.whole) == (None, False)

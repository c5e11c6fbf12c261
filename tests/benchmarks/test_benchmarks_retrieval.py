"""Retrieval benchmark: share of the evidence within a budget."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from embedders import HashEmbedder

from benchmarks.retrieval import Question, evidence_recall, read, rows
from chunking import chunk, get

if TYPE_CHECKING:
    from pathlib import Path

STARTS, ENDS = np.array([0, 10, 20]), np.array([10, 20, 30])


@pytest.mark.parametrize(
    ("order", "budget", "expected"),
    [
        ([1, 0, 2], 10, 0.5),
        ([1, 0, 2], 20, 0.5),
        ([1, 2, 0], 20, 1.0),
        ([0, 2, 1], 20, 0.5),
        ([1, 2, 0], 8, 0.3),
        ([1, 2, 0], 0, 0.0),
    ],
)
def test_recall_is_the_share_of_the_evidence_within_the_budget(
    order: list[int], budget: int, expected: float
) -> None:
    evidence = np.array([[15, 20], [25, 30]])
    assert evidence_recall(STARTS, ENDS, order, evidence, budget) == pytest.approx(expected)


def test_a_file_has_documents_and_questions(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text(
        json.dumps(
            {
                "docs": [{"doc": "a", "text": "One. Two."}],
                "questions": [{"doc": "a", "question": "Two?", "evidence": [[5, 9]]}],
            }
        )
    )
    documents, (question,) = read(str(path))
    assert documents == {"a": "One. Two."}
    assert (question.document, question.text) == ("a", "Two?")
    assert question.evidence.tolist() == [[5, 9]]


@pytest.mark.model
def test_the_chunk_with_the_words_of_the_question_ranks_first() -> None:
    topics = ("river boat harbour", "oven bread flour", "violin concert melody")
    text = "".join(f"The {topic} {topic}. " * 10 + "\n\n" for topic in topics)
    begin = text.index("The oven")
    question = Question("a", "oven bread flour", np.array([[begin, begin + 30]]))
    strategy = get("sentence")(max_tokens=40, overlap_tokens=0)
    (row,) = rows(
        {"a": text},
        [question],
        {"sentence": lambda each: chunk(each, strategy)},
        400,
        HashEmbedder(),
    )
    assert row["recall"] == 1.0
    assert row["chunks"] == len(chunk(text, strategy))
    assert row["over the limit"] == 0

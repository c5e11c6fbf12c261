"""What each way to split a document finds of the answers of a question set."""

from dataclasses import replace

import numpy as np
import pytest

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.retrieval.evaluation import Evaluation, Retrieval
from chunking.retrieval.evidence_metrics import IOU, MRR, RECALL, SPLIT
from chunking.retrieval.question_results import (
    first_splits,
    question_results,
    set_in_words,
    status_in_words,
    summarize,
)
from chunking.retrieval.questions import Question, locate
from chunking.retrieval.significance import significance

DOCUMENT = Document("0123456789" * 4)
QUESTIONS = [
    Question("whole", "", ((0, 10),)),
    Question("split", "", ((5, 25),)),
    Question("lost", "", ()),
]
CHUNKING = Chunking.from_spans(DOCUMENT, [(0, 20), (20, 40)])
SPLITS = first_splits(CHUNKING, QUESTIONS)


def evaluation(*recalls: float) -> Evaluation:
    """Return an evaluation of a way on the questions with evidence."""
    row = np.array([recalls])
    return Evaluation(
        ("a",),
        tuple(QUESTIONS[:2]),
        np.zeros(2, np.int64),
        {RECALL.name: row, MRR.name: row / 2, SPLIT.name: row, IOU.name: row},
        np.array([2]),
        np.array([20.4]),
        (tuple(() if each == 1 else ((2, 4),) for each in recalls),),
        Retrieval(),
        "words",
    )


def test_boundaries_tell_what_is_split_before_the_evaluation() -> None:
    assert SPLITS == [None, 20, None]
    found = question_results(QUESTIONS, SPLITS)
    assert found == [("whole", 0, (), None, None), ("split", 20, (), None, None), None]


@pytest.mark.parametrize(
    ("recall", "expected"),
    [
        (1.0, ("whole", 0, (), 1.0, 2)),
        (0.5, ("partial", 2, ((2, 4),), 0.5, 4)),
        (0.0, ("missed", 2, ((2, 4),), 0.0, None)),
    ],
)
def test_a_result_is_named_by_its_recall(recall: float, expected: tuple[object, ...]) -> None:
    whole, split, lost = question_results(QUESTIONS, SPLITS, evaluation(recall, 1.0))
    assert whole == expected
    assert split == ("split", 20, (), 1.0, 2)
    assert lost is None


def test_what_is_missed_has_no_rank() -> None:
    # The chunk of rank 1 is cut off before the passage.
    found = evaluation(0.0, 1.0)
    found = replace(found, values={**found.values, MRR.name: np.ones((1, 2))})
    missed, split, _ = question_results(QUESTIONS, SPLITS, found)
    assert missed is not None
    assert (missed.result, missed.rank) == ("missed", None)
    assert split is not None
    assert split.rank == 1


def test_the_set_names_synthetic_questions_and_lost_passages() -> None:
    asked = [replace(QUESTIONS[0], synthetic="headings"), Question("lost", "", ((0, 2),), ("xy",))]
    located = [locate(each, DOCUMENT.text) for each in asked]
    assert set_in_words(located) == "1 of 2 questions synthetic; 1 left out: evidence lost"
    assert [status_in_words(each) for each in located] == ["", "lost"]


def test_recall_has_an_interval() -> None:
    values = evaluation(0.0, 1.0)
    compared = significance(values.values[RECALL.name])
    compared = replace(compared, intervals=np.array([[0.25, 0.75]]))
    found = summarize(values, compared)
    assert found[0].values == [[RECALL.format(0.5), "25–75%"]]
    assert [each.values[0][1] for each in found[1:]] == ["", "", "", ""]
    assert found[-1].values == [["20", ""]]

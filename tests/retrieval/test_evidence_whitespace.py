"""Evidence without the whitespace between chunks."""

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import Chunking
from chunking.core.document import Document
from chunking.retrieval.answer_span import (
    trimmed_spans,
    without_uncovered_whitespace,
)
from chunking.retrieval.evaluation import Retrieval, evaluate_chunkings
from chunking.retrieval.questions import Question

# Chunks 0 to 4, 6 to 10 and 11 to 13; 4 to 6 is a blank line, and 10 is "x".
TEXT = "tide\n\nmoonxto"
STARTS, ENDS = np.array([0, 6, 11]), np.array([4, 10, 13])


@pytest.mark.parametrize(
    ("evidence", "counted"),
    [
        ([[2, 8]], [[2, 4], [6, 8]]),
        ([[0, 4]], [[0, 4]]),
        ([[3, 6]], [[3, 4]]),
        ([[8, 12]], [[8, 12]]),
        ([[0, 5], [5, 7], [12, 13]], [[0, 4], [6, 7], [12, 13]]),
        ([[4, 6]], [[4, 6]]),
    ],
)
def test_only_white_space_outside_of_chunks_is_left_out(
    evidence: list[list[int]], counted: list[list[int]]
) -> None:
    found = without_uncovered_whitespace(TEXT, STARTS, ENDS, np.array(evidence))
    assert found.tolist() == counted


def test_ends_of_spans_are_trimmed() -> None:
    spans = np.array([[2, 6], [4, 8], [4, 6], [6, 8]])
    assert trimmed_spans(TEXT, spans).tolist() == [[2, 4], [6, 8], [4, 6], [6, 8]]


def test_evidence_across_a_blank_line_can_be_found_whole() -> None:
    document = Document("tide lifts boats\n\nmoon moves water", source="tides.md")
    chunking = Chunking.from_spans(document, [(0, 16), (18, 34)])
    found = evaluate_chunkings(
        [document],
        [Question("tide", "", ((5, 22),)), Question("moon", "", ((16, 22),))],
        {"two": [chunking]},
        Retrieval(chunks=2),
        embedder=HashEmbedder(),
    )
    assert found.values["recall"].tolist() == [[1, 1]]
    # Of the 32 characters of the chunks, 11 and 4 are evidence, and 4 of them.
    assert found.values["precision"].tolist() == [[pytest.approx(15 / 32), pytest.approx(4 / 32)]]
    assert found.values["split_evidence"].tolist() == [[1, 0]]
    assert found.missed == (((), ()),)

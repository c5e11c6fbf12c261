"""Where answers are, in words, and the sentences that are most relevant."""

import numpy as np
import pytest

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.origin import Locations
from chunking.core.units import UnitKind, Units
from chunking.retrieval.answer_places import best_sentences, place_answers, places_in_words
from chunking.retrieval.evaluation import Retrieval

# Six units of ten characters, one blank between two.
SPANS = [(11 * i, 11 * i + 10) for i in range(6)]
UNITS = Units.of([(a, b, UnitKind.SENTENCE, False) for a, b in SPANS])
DOCUMENT = Document(" ".join(["0123456789"] * 6), locations=Locations("pages", [0, 33], [1, 2]))
CHUNKS = Chunking.from_spans(DOCUMENT, [(0, 21), (22, 43)])


@pytest.mark.parametrize(
    ("passages", "expected"),
    [
        ([(0, 10)], ("rank 2, whole", True, 0, None)),
        ([(11, 32)], ("rank 1, split at sentence 3, p. 1", False, 1, 22)),
        ([(50, 60)], ("in no chunk", False, -1, 50)),
        ([(0, 10), (22, 32)], ("ranks 2, 1, whole", True, 0, None)),
        ([(0, 10), (50, 60)], ("1 of 2 found whole: in no chunk", False, -1, 50)),
    ],
)
def test_the_first_answer_that_is_not_whole_is_named(
    passages: list[tuple[int, int]], expected: tuple[object, ...]
) -> None:
    assert place_answers(CHUNKS, np.array([1, 0]), passages, Retrieval(), UNITS) == expected


@pytest.mark.parametrize(
    ("retrieval", "expected"),
    [
        (Retrieval(chunks=1), ("rank 2, whole, beyond 1 chunk", False, 0, None)),
        (Retrieval(chunks=2), ("rank 2, whole", True, 0, None)),
        (
            Retrieval(6, tokenizer="characters"),
            ("rank 2, whole, beyond 6 characters ÷ 4", False, 0, None),
        ),
        (Retrieval(12, tokenizer="characters"), ("rank 2, whole", True, 0, None)),
    ],
)
def test_an_answer_that_is_not_retrieved_is_not_found(
    retrieval: Retrieval, expected: tuple[object, ...]
) -> None:
    assert place_answers(CHUNKS, np.array([1, 0]), [(0, 10)], retrieval, UNITS) == expected
    two = place_answers(CHUNKS, np.array([1, 0]), [(22, 32), (0, 10)], Retrieval(chunks=1), UNITS)
    assert two.text == "1 of 2 found whole: rank 2, whole, beyond 1 chunk"


def test_a_place_is_a_sentence_and_a_page_or_a_character() -> None:
    assert places_in_words(DOCUMENT, UNITS, [(33, 43)]) == "sentence 4, p. 2"
    assert places_in_words(DOCUMENT, UNITS, [(0, 43)]) == "sentences 1 to 4, p. 1"
    assert places_in_words(DOCUMENT, UNITS, [(0, 5), (33, 43)]) == "sentence 1, p. 1 and 1 more"
    assert places_in_words(Document("text"), None, [(2, 3)]) == "character 2"
    assert places_in_words(DOCUMENT, UNITS, []) == ""


def test_the_best_sentences_have_half_of_the_highest_relevance() -> None:
    best, strong = best_sentences(np.array([0.1, 0.8, 0.5, 0.49, 1.0]))
    assert (best.tolist(), strong.tolist()) == ([1, 2, 4], [True, False, True])
    assert len(best_sentences(np.ones(20))[0]) == 12
    for scores in ([], [0.0, 0.0]):
        best, strong = best_sentences(np.array(scores))
        assert (len(best), len(strong)) == (0, 0)

"""Vectors with a share of their neighbors."""

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.retrieval.evaluation import Retrieval, evaluate
from chunking.retrieval.masking import masked_texts, rank_questions
from chunking.retrieval.questions import Question
from chunking.retrieval.ranking import Ranking, with_neighbors
from chunking.strategies import Sentence

AXES = np.eye(3, dtype=np.float32)


def test_weights_fall_with_the_distance() -> None:
    expected = np.array([[1, 0.5, 0.25], [0.5, 1, 0.5], [0.25, 0.5, 1]])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(with_neighbors(AXES, [3], 0.5), expected, rtol=1e-6)


def test_other_documents_do_not_count() -> None:
    found = with_neighbors(AXES, [1, 0, 2], 0.5)
    assert found[0].tolist() == [1, 0, 0]
    assert found[1, 0] == found[2, 0] == 0
    np.testing.assert_allclose(found[1, 2] / found[1, 1], 0.5)


def test_without_weight_vectors_stay_the_same_and_the_given_ones_are_not_changed() -> None:
    given = AXES.copy()
    assert (with_neighbors(given, [3], 0) == AXES).all()
    with_neighbors(given, [3], 0.5)
    assert (given == AXES).all()


def test_vectors_that_cancel_stay_finite() -> None:
    opposed = np.array([[1, 0], [-1, 0]], np.float32)
    assert np.isfinite(with_neighbors(opposed, [2], 0.5)).all()
    assert with_neighbors(opposed[:0], [], 0.5).shape == (0, 2)


TEXT = "Tides rise. Cod eat herring. Gulls eat bread. Cod eat herring."


def chunks(*spans: tuple[int, int]) -> Chunking:
    return Chunking.from_spans(Document(TEXT), spans)


def test_every_occurrence_is_removed_also_in_parts() -> None:
    found = masked_texts(chunks((0, 20), (20, 45), (46, 62)), "Cod eat herring.")
    assert found == {0: "Tides rise. ", 1: " Gulls eat bread.", 2: ""}


def test_a_text_in_the_overlap_is_removed() -> None:
    assert masked_texts(chunks((0, 28), (12, 45)), "Cod eat herring.") == {
        0: "Tides rise. ", 1: " Gulls eat bread.",
    }  # fmt: skip


@pytest.mark.parametrize("ranking", ["cosine", "words", "fusion"])
def test_a_masked_question_finds_what_is_next_to_it(ranking: Ranking) -> None:
    text = "Bread is old. Gulls eat bread on the beach. Cod swim. Gulls sleep."
    document = Document(text)
    chunking = Chunking.from_spans(document, [(0, 13), (14, 43), (44, 53), (54, 66)])
    sentence = "Gulls eat bread on the beach."
    plain = Question(sentence, "", ((0, 13),))
    masked = Question(sentence, "", ((0, 13),), synthetic="headings", masked=sentence)
    first, second = rank_questions(
        [plain, masked], [(chunking, 0)] * 2, chunking.texts, ranking, HashEmbedder()
    )
    assert first[0] == 1
    assert second.tolist()[-1] == 1
    assert set(second.tolist()[:2]) <= {0, 3, 2}
    assert second[0] != 1


def test_chunks_of_all_documents_compete_for_a_masked_question() -> None:
    documents = [
        Document("Cod swim. Herring swim.", source="a"),
        Document("Gulls eat bread. Bread is old.", source="b"),
    ]
    question = Question(
        "Gulls eat bread.", "b", ((17, 30),), synthetic="headings", masked="Gulls eat bread."
    )
    found = evaluate(
        documents, [question], [Sentence(max_tokens=5, overlap_tokens=0)],
        Retrieval(chunks=1, scope="all"), embedder=HashEmbedder(),
    )  # fmt: skip
    assert found.values["recall"].item() == 1
    assert found.notes == ("1 of 1 question synthetic (1 from headings)",)

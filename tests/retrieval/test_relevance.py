"""The relevance of spans to a question, by words and by vectors."""

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.engine import prepare
from chunking.retrieval.relevance import SpanVectors, relevance_by_vectors, relevance_by_words
from chunking.retrieval.word_index import WordIndex
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

DOCUMENT = Document("The pilot waits for the tide. The baker heats the oven. A judge listens.")
QUESTION = "Who heats the oven?"
WORDS = WordIndex(DOCUMENT.text)


def test_words_alone_rank_spans_and_sentences() -> None:
    units = prepare(DOCUMENT, get("sentence")().material).units
    found = relevance_by_words(QUESTION, WORDS, units)
    similarities, scores = found.of_spans(units.starts, units.ends)
    assert similarities is None
    assert scores is not None
    assert scores.argmax() == found.sentences.argmax() == 1


def test_spans_have_scores_while_sentences_are_unknown() -> None:
    found = relevance_by_words(QUESTION, WORDS, None)
    assert (found.units, len(found.sentences)) == (None, 0)
    _, scores = found.of_spans(np.array([0, 30]), np.array([29, 55]))
    assert scores is not None
    assert scores.argmax() == 1


def test_a_sentence_is_most_similar_to_itself() -> None:
    embedder = HashEmbedder()
    prepared = prepare(DOCUMENT, get("semantic")(tokenizer="estimate").material, embedder=embedder)
    assert prepared.vectors is not None
    means = SpanVectors(prepared.units, prepared.vectors)
    found = relevance_by_vectors(QUESTION, prepared, means, prepared.vectors[2])
    similarities, scores = found.of_spans(prepared.units.starts, prepared.units.ends)
    assert scores is None
    assert similarities is not None
    assert similarities.argmax() == 2
    assert similarities[2] == pytest.approx(1, abs=1e-6)


def test_vectors_are_needed() -> None:
    prepared = prepare(DOCUMENT, get("sentence")().material)
    means = SpanVectors(prepared.units, np.eye(len(prepared.units), dtype=np.float32))
    with pytest.raises(SettingsError, match="needs a document prepared with a model"):
        relevance_by_vectors(QUESTION, prepared, means, np.ones(3, np.float32))

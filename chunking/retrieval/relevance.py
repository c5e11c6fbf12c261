"""How relevant the spans of a document are to a question."""

from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.core.errors import SettingsError
from chunking.core.prepared import Prepared
from chunking.core.units import Units
from chunking.retrieval.answer_span import sentence_relevance
from chunking.retrieval.span_vectors import SpanVectors
from chunking.retrieval.word_index import WordIndex


@dataclass(frozen=True, slots=True, eq=False)
class Relevance:
    """What the spans of a document are ranked by for one question.

    Attributes:
        question: The question.
        units: n sentences; none while they are not known.
        sentences: Relevance of each sentence, (n,).
        means: The vectors of spans; None where words alone count.
        vector: The vector of the question, (d,); None where words alone count.
        words: The words of the document; None where vectors alone count.
    """

    question: str
    units: Units | None
    sentences: Floats
    means: SpanVectors | None = None
    vector: Vectors | None = None
    words: WordIndex | None = None

    def of_spans(self, starts: Ints, ends: Ints) -> tuple[Floats | None, Floats | None]:
        """Return the similarity of each span to the question and its BM25 score, (m,) each.

        The vector of a span is estimated by the mean of the vectors of its sentences.
        """
        similarities = None
        if self.means is not None and self.vector is not None:
            similarities = (self.means.of(starts, ends) @ self.vector).astype(np.float64)
        if self.words is None:
            return similarities, None
        return similarities, self.words.scores(self.question, starts, ends)


def relevance_by_words(question: str, words: WordIndex, units: Units | None) -> Relevance:
    """Return the relevance by words alone; `units` are None while the sentences are not known."""
    if units is None:
        return Relevance(question, None, np.zeros(0), words=words)
    scores = words.scores(question, units.starts, units.ends)
    sentences = sentence_relevance(units.ends - units.starts, None, scores)
    return Relevance(question, units, sentences, words=words)


def relevance_by_vectors(
    question: str,
    prepared: Prepared,
    means: SpanVectors,
    vector: Vectors,
    words: WordIndex | None = None,
) -> Relevance:
    """Return the relevance by vectors, and by words too if these are given.

    Args:
        question: The question.
        prepared: The document with the vectors of its sentences.
        means: The vectors of its spans.
        vector: The vector of the question, (d,).
        words: The words of the document.

    Raises:
        SettingsError: The document has no vectors.
    """
    units = prepared.units
    if prepared.vectors is None:
        raise SettingsError("relevance by vectors needs a document prepared with a model")
    similarities = (prepared.vectors @ vector).astype(np.float64)
    scores = None if words is None else words.scores(question, units.starts, units.ends)
    sentences = sentence_relevance(units.ends - units.starts, similarities, scores)
    return Relevance(question, units, sentences, means, vector, words)

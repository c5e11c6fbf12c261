"""How relevant the spans of a document are to a question."""

from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.core.errors import SettingsError
from chunking.core.prepared import Prepared
from chunking.core.units import Units
from chunking.retrieval.answer_span import sentence_relevance
from chunking.retrieval.word_index import WordIndex


class SpanVectors:
    """Normalized means of the vectors of sentences, for any spans of a text.

    The mean takes the place of the vector of a span's text where that is not known; models that
    pool by the mean compute something similar.

    Args:
        units: n sentences in reading order.
        vectors: Their unit vectors, (n, d).
    """

    def __init__(self, units: Units, vectors: Vectors) -> None:
        self._units = units
        self._vectors = vectors
        # Single precision is enough: a difference has only the errors of the rows between.
        self._sums = np.zeros((len(units) + 1, vectors.shape[1]), np.float32)
        sizes = (units.ends - units.starts).astype(np.float32)
        np.multiply(vectors, sizes[:, None], out=self._sums[1:])
        np.cumsum(self._sums[1:], axis=0, out=self._sums[1:])

    def of(self, starts: Ints, ends: Ints) -> Vectors:
        """Return the mean of the sentences in each span, weighted by their characters, (m, d).

        A sentence counts by the part of it that lies in the span. A span without sentences is a
        zero row.
        """
        units, count = self._units, len(self._units)
        if not count:
            return np.zeros((len(starts), self._sums.shape[1]), np.float32)
        first = np.searchsorted(units.ends, starts, side="right")
        after = np.maximum(first, np.searchsorted(units.starts, ends))
        sums: Vectors = self._sums[after] - self._sums[first]
        # What the outer sentences have outside of the span.
        head, tail = np.minimum(first, count - 1), np.maximum(after - 1, 0)
        for rows, outside in ((head, starts - units.starts[head]), (tail, units.ends[tail] - ends)):
            cut = np.flatnonzero((outside > 0) & (after > first))
            sums[cut] -= self._vectors[rows[cut]] * outside[cut, None].astype(np.float32)
        norms: Vectors = np.linalg.norm(sums, axis=1, keepdims=True)
        norms[norms == 0] = 1
        return sums / norms


@dataclass(frozen=True, slots=True, eq=False)
class Relevance:
    """What the spans of a document are ranked by for one question.

    Attributes:
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
    """Return the relevance by vectors, and by words too if these are given."""
    units = prepared.units
    if prepared.vectors is None:
        raise SettingsError("relevance by vectors needs a document prepared with a model")
    similarities = (prepared.vectors @ vector).astype(np.float64)
    scores = None if words is None else words.scores(question, units.starts, units.ends)
    sentences = sentence_relevance(units.ends - units.starts, similarities, scores)
    return Relevance(question, units, sentences, means, vector, words)

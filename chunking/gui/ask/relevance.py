"""How relevant the spans of a document are to a question."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

import numpy as np

from chunking import embedding
from chunking.core.prepared import Material
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.retrieval.answer_span import sentence_relevance
from chunking.retrieval.span_vectors import SpanVectors
from chunking.retrieval.word_index import WordIndex

if TYPE_CHECKING:
    from chunking.core.arrays import Floats, Ints, Vectors
    from chunking.core.document import Document
    from chunking.core.prepared import Prepared
    from chunking.core.units import Units
    from chunking.embedding import Embedder
    from chunking.retrieval.ranking import Ranking

QUESTION = "question"
"""The first part of the key of a job that embeds a question."""

_QUESTION = Kind("Embedding the question", stoppable=False)
_CHUNKS = Kind("Embedding the best chunks", "Embedding", "chunks", late=True)

# Chunks that are embedded at once: a new question waits for them, as models embed one batch at a
# time.
_AT_ONCE = 2

# Vectors of the questions asked last of each model.
_vectors: WeakKeyDictionary[Embedder, OrderedDict[str, Vectors]] = WeakKeyDictionary()
_MOST_VECTORS = 64


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
        waiting: The vectors that are missing: words count until they are there.
    """

    question: str
    units: Units | None
    sentences: Floats
    means: SpanVectors | None = None
    vector: Vectors | None = None
    words: WordIndex | None = None
    waiting: Waiting | None = None

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


def relevance(
    document: Document, question: str, ranking: Ranking, model: str
) -> Relevance | Waiting:
    """Return what spans are ranked by; while vectors are missing, `fusion` ranks by words alone."""
    words = None if ranking == "cosine" else _words((document.sha256,), document.text)
    if words is not None and ranking == "bm25":
        return _by_words(document, question, words)
    known = engine_calls.reference(document, model)
    vector = known if isinstance(known, Waiting) else question_vector(model, question)
    if isinstance(known, Waiting) or isinstance(vector, Waiting):
        waiting = known if isinstance(known, Waiting) else cast("Waiting", vector)
        if words is None:
            return waiting
        return replace(_by_words(document, question, words), waiting=waiting)
    key = (*key_of(document), model, question, ranking)
    means = _means((*key_of(document), model), known.prepared)
    return _by_vectors(key, question, known.prepared, means, vector, words)


@cached(8)
def _by_vectors(
    _: Key,
    question: str,
    ready: Prepared,
    means: SpanVectors,
    vector: Vectors,
    words: WordIndex | None,
) -> Relevance:
    units = ready.units
    similarities = (cast("Vectors", ready.vectors) @ vector).astype(np.float64)
    scores = None if words is None else words.scores(question, units.starts, units.ends)
    sentences = sentence_relevance(units.ends - units.starts, similarities, scores)
    return Relevance(question, units, sentences, means, vector, words)


def _by_words(document: Document, question: str, words: WordIndex) -> Relevance:
    # All sentences, also while a model still reads them.
    found = engine_calls.prepared(document, Material("sentences"))
    units = None if isinstance(found, Waiting) else found.units
    if units is None:
        return Relevance(question, None, np.zeros(0), words=words)
    scores = words.scores(question, units.starts, units.ends)
    sentences = sentence_relevance(units.ends - units.starts, None, scores)
    return Relevance(question, units, sentences, words=words)


def question_vector(model: str, question: str) -> Vectors | Waiting:
    """Return the vector of a question, (d,), with the query prompt of the model."""
    embedder = embedding.get_embedder(model)
    known = _vectors.setdefault(embedder, OrderedDict())
    if question in known:
        return known[question]
    key = (QUESTION, model, question)
    job = JOBS.start(key, lambda _: embedding.encode_questions(embedder, [question])[0], _QUESTION)
    if not job.finished.is_set() or job.result is None:
        return Waiting(job, key)
    # The jobs that are kept are those of documents.
    JOBS.forget(key)
    vector: Vectors = job.result
    known[question] = vector
    while len(known) > _MOST_VECTORS:
        known.popitem(last=False)
    return vector


def chunk_vectors(document: Document, model: str, texts: list[str]) -> Vectors | Waiting:
    """Return the vectors of the texts of some chunks, (k, d)."""
    key = (document.sha256, "chunks", model, tuple(texts))

    def work(job: Job) -> Vectors:
        embedder, found = embedding.get_embedder(model), []
        for first in range(0, len(texts), _AT_ONCE):
            found.append(embedder.encode(texts[first : first + _AT_ONCE]))
            job.step(min(first + _AT_ONCE, len(texts)), len(texts))
        return np.concatenate(found)

    job = JOBS.start(key, work, _CHUNKS)
    if not job.finished.is_set() or job.result is None:
        return Waiting(job, key)
    vectors: Vectors = job.result
    return vectors


@cached(4)
def _means(_: Key, ready: Prepared) -> SpanVectors:
    return SpanVectors(ready.units, cast("Vectors", ready.vectors))


@cached(4)
def _words(_: Key, text: str) -> WordIndex:
    return WordIndex(text)

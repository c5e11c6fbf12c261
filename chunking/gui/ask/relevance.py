"""How relevant the spans of a document are to a question, computed in background jobs."""

from collections import OrderedDict
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

import numpy as np

from chunking import embedding
from chunking.core.arrays import Vectors
from chunking.core.document import Document
from chunking.core.prepared import Material, Prepared
from chunking.embedding import Embedder, LongTexts
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import JOBS, Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.retrieval.ranking import Ranking
from chunking.retrieval.relevance import (
    Relevance,
    SpanVectors,
    relevance_by_vectors,
    relevance_by_words,
)
from chunking.retrieval.word_index import WordIndex

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


class Ranked(NamedTuple):
    """What spans are ranked by, and the job that computes what is missing for it.

    Without `relevance` nothing can be ranked yet; with both, words count until the vectors exist.
    """

    relevance: Relevance | None
    waiting: Waiting | None = None


def relevance(document: Document, question: str, ranking: Ranking, model: str) -> Ranked:
    """Return what spans are ranked by; while vectors are missing, `fusion` ranks by words alone."""
    words = None if ranking == "cosine" else _words((document.sha256,), document.text)
    if words is not None and ranking == "words":
        return Ranked(_by_words(document, question, words))
    known = engine_calls.reference(document, model)
    vector = known if isinstance(known, Waiting) else question_vector(model, question)
    if isinstance(known, Waiting) or isinstance(vector, Waiting):
        waiting = known if isinstance(known, Waiting) else cast("Waiting", vector)
        return Ranked(None if words is None else _by_words(document, question, words), waiting)
    key = (*key_of(document), model, question, ranking)
    means = _means((*key_of(document), model), known.prepared)
    return Ranked(_by_vectors(key, question, known.prepared, means, vector, words))


@cached(8)
def _by_vectors(
    _: Key,
    question: str,
    ready: Prepared,
    means: SpanVectors,
    vector: Vectors,
    words: WordIndex | None,
) -> Relevance:
    return relevance_by_vectors(question, ready, means, vector, words)


def _by_words(document: Document, question: str, words: WordIndex) -> Relevance:
    # All sentences, also while a model still reads them.
    found = engine_calls.prepared(document, Material("sentences"))
    return relevance_by_words(question, words, None if isinstance(found, Waiting) else found.units)


def question_vector(model: str, question: str) -> Vectors | Waiting:
    """Return the vector of a question, (d,), with the query prompt of the model."""
    embedder = embedding.get_embedder(model)
    known = _vectors.setdefault(embedder, OrderedDict())
    if question in known:
        return known[question]
    key = (QUESTION, model, question)
    vector: Vectors | Waiting = engine_calls.result_of(
        key, lambda _: embedding.encode_questions(embedder, [question])[0], _QUESTION
    )
    if isinstance(vector, Waiting):
        return vector
    # The jobs that are kept are those of documents.
    JOBS.forget(key)
    known[question] = vector
    while len(known) > _MOST_VECTORS:
        known.popitem(last=False)
    return vector


def chunk_vectors(
    document: Document, model: str, texts: list[str], long_texts: LongTexts = embedding.TRUNCATE
) -> Vectors | Waiting:
    """Return the vectors of the texts of some chunks, (k, d)."""
    key = (document.sha256, "chunks", model, long_texts, tuple(texts))

    def work(job: Job) -> Vectors:
        embedder = embedding.ChunkEmbedder(embedding.get_embedder(model), long_texts)
        found = []
        for first in range(0, len(texts), _AT_ONCE):
            found.append(embedder.encode(texts[first : first + _AT_ONCE]))
            job.step(min(first + _AT_ONCE, len(texts)), len(texts))
        return np.concatenate(found)

    return engine_calls.result_of(key, work, _CHUNKS)


@cached(4)
def _means(_: Key, ready: Prepared) -> SpanVectors:
    return SpanVectors(ready.units, cast("Vectors", ready.vectors))


@cached(4)
def _words(_: Key, text: str) -> WordIndex:
    return WordIndex(text)

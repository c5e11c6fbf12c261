"""Chunks ranked by their relevance to a question: by vectors, by words, or by both."""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, TypeAlias

import numpy as np

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.embedding import Embedder, OnBatch, encode_questions
from chunking.retrieval.word_index import words

Ranking: TypeAlias = Literal["cosine", "words", "fusion"]
"""By the similarity of vectors, by words (BM25), or by the reciprocal ranks of both."""

# The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
FUSION = 60


def rank(
    questions: Sequence[str],
    texts: Sequence[str],
    ranking: Ranking,
    embedder: Embedder,
    on_batch: OnBatch | None = None,
    *,
    counts: Sequence[int] = (),
    neighbor_weight: float = 0,
) -> list[Ints]:
    """Return the texts in the order of their relevance to each question, each (n,).

    `cosine` is the similarity of vectors, `words` that of words (Robertson and Zaragoza 2009), and
    `fusion` adds the reciprocal ranks of both (`fuse`). Of equally relevant texts the first comes
    first. The query prompt of the model is put before each question.

    Args:
        texts: n texts.
        embedder: The model, not used for `words`.
        counts: Number of texts of each document, n in all; needed for `neighbor_weight`.
    """
    if not texts or not questions:
        return [np.zeros(0, np.int64) for _ in questions]
    similarities = scores = None
    if ranking != "words":
        vectors = embedder.encode(texts, on_batch=on_batch)
        if neighbor_weight:
            vectors = with_neighbors(vectors, counts, neighbor_weight)
        similarities = (encode_questions(embedder, questions) @ vectors.T).astype(np.float64)
    if ranking != "cosine":
        scores = _word_scores(questions, texts)
    return [
        best_first(
            combine(
                None if similarities is None else similarities[i],
                None if scores is None else scores[i],
            )
        )
        for i in range(len(questions))
    ]


def combine(similarities: Floats | None, word_scores: Floats | None) -> Floats:
    """Return the scores of n texts by vectors, by words, or fused from both, (n,).

    The fused score of a text is the sum of 1 / (60 + rank) in both (Cormack, Clarke and Büttcher
    2009); a text without any word of the question has no rank by words.

    Args:
        similarities: Similarity of each text to the question, (n,).
        word_scores: Its BM25 score, (n,); at least one of both.
    """
    if similarities is None:
        return np.zeros(0) if word_scores is None else word_scores
    if word_scores is None:
        return similarities
    return _reciprocal_ranks(similarities) + np.where(
        word_scores > 0, _reciprocal_ranks(word_scores), 0
    )


def best_first(scores: Floats) -> Ints:
    """Return the indices of scores from the highest one; of equal scores the first comes first."""
    return np.argsort(-scores, kind="stable")


def _word_scores(questions: Sequence[str], texts: Sequence[str]) -> Floats:
    """Return the BM25 score of each text for each question, (q, n)."""
    import bm25s

    tokens = [[word for word, _, _ in words(text)] for text in texts]
    if not any(tokens):
        return np.zeros((len(questions), len(texts)))
    index = bm25s.BM25()
    index.index(tokens, show_progress=False)
    rows = []
    for question in questions:
        asked = [word for word, _, _ in words(question)]
        rows.append(index.get_scores(asked) if asked else np.zeros(len(texts)))
    return np.stack(rows).astype(np.float64)


def _reciprocal_ranks(scores: Floats) -> Floats:
    """Return 1 / (60 + rank) of each score, (n,)."""
    ranks = np.empty(len(scores), np.int64)
    ranks[best_first(scores)] = np.arange(1, len(scores) + 1)
    found: Floats = 1 / (FUSION + ranks)
    return found


# A smaller weight changes no similarity noticeably.
_LEAST_WEIGHT = 0.01


def run_lengths(names: Sequence[str]) -> list[int]:
    """Return how often each name occurs in a row.

    >>> run_lengths(["a.md", "a.md", "b.md"])
    [2, 1]
    """
    return [len(list(run)) for _, run in groupby(names)]


def with_neighbors(vectors: Vectors, counts: Sequence[int], weight: float) -> Vectors:
    """Return unit vectors with those of the neighbors added, (n, d).

    The next chunk on each side counts `weight`, the one after it `weight`², and so on. No chunk of
    another document counts.

    Args:
        vectors: Unit vectors of the chunks of some documents, in reading order, (n, d).
        counts: Number of chunks of each document; n in all.
        weight: At least 0, below 1.
    """
    found = vectors.copy()
    first = 0
    for count in counts:
        own, sums = vectors[first : first + count], found[first : first + count]
        distance, factor = 1, weight
        while factor >= _LEAST_WEIGHT and distance < count:
            sums[distance:] += factor * own[:-distance]
            sums[:-distance] += factor * own[distance:]
            distance, factor = distance + 1, factor * weight
        first += count
    norms = np.linalg.norm(found, axis=1, keepdims=True)
    norms[norms == 0] = 1
    found /= norms
    return found

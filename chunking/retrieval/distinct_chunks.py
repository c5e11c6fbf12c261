"""Evaluation of many chunkings of the same documents, which have most of their chunks in common."""

from collections.abc import Sequence

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.embedding import Embedder, OnBatch, embedded_texts, get_embedder
from chunking.embedding.chunk_embedder import MemoizedEmbedder
from chunking.retrieval.evaluation import Evaluation, Retrieval, evaluate_chunkings
from chunking.retrieval.question_sets import with_evidence
from chunking.retrieval.questions import Question
from chunking.retrieval.ranking import masked_texts


def evaluate_distinct(
    documents: Sequence[Document],
    chunkings: Sequence[Sequence[Chunking]],
    questions: Sequence[Question],
    retrieval: Retrieval,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> Evaluation:
    """Measure how well chunkings answer questions; each distinct chunk is embedded once.

    Args:
        chunkings: Chunkings of all documents, in their order, (n,).

    Returns:
        The evaluation, whose titles are the numbers of the chunkings, from 0.

    Raises:
        SettingsError: There is no question with evidence, or two documents have one name.
    """
    remembered = MemoizedEmbedder(embedder or get_embedder(retrieval.model))
    if retrieval.ranking != "bm25":
        texts = _texts(documents, chunkings, questions)
        embedded = embedded_texts(texts, remembered, retrieval.long_texts)
        remembered.encode(embedded, on_batch=on_batch)
    numbered = {str(i): each for i, each in enumerate(chunkings)}
    return evaluate_chunkings(documents, questions, numbered, retrieval, embedder=remembered)


def _texts(
    documents: Sequence[Document],
    chunkings: Sequence[Sequence[Chunking]],
    questions: Sequence[Question],
) -> list[str]:
    """Return the texts of all chunks to embed, and those without a synthetic question."""
    known, _, _ = with_evidence(documents, questions)
    masked = {question.masked for question in known if question.masked}
    found: dict[str, None] = {}
    for each in (each for row in chunkings for each in row):
        found.update(dict.fromkeys(each.texts))
        for text in sorted(masked):
            found.update(dict.fromkeys(masked_texts(each, text).values()))
    return list(found)

"""Ranking of chunks for a question that is itself a part of the document.

A heading matches its own chunk trivially, whatever that chunk contains otherwise. So the heading is
removed from the text of every chunk before the chunks are ranked, as in the inverse cloze task
(Lee, Chang and Toutanova 2019). A chunk of which nothing remains comes last.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.embedding import Embedder, OnBatch
from chunking.retrieval.questions import Question
from chunking.retrieval.ranking import Ranking, rank


def rank_questions(
    questions: Sequence[Question],
    own: Sequence[tuple[Chunking, int]],
    texts: Sequence[str],
    ranking: Ranking,
    embedder: Embedder,
    *,
    on_batch: OnBatch | None = None,
    counts: Sequence[int] = (),
    neighbor_weight: float = 0,
) -> list[Ints]:
    """Return the texts in the order of their relevance to each question, (n,) each.

    Args:
        questions: The questions.
        own: The chunks of the document of each question, and the row of the first one in `texts`.
        texts: The texts of all competing chunks.
        ranking: How chunks are ranked.
        embedder: The model, which should embed equal texts once; not used for `words`.
        on_batch: Called with the numbers of embedded texts and of all texts.
        counts: Number of texts of each document; needed for `neighbor_weight`.
        neighbor_weight: Weight of the neighbors in the vector of a chunk.
    """

    def ranked_by(
        asked: list[str], competing: Sequence[str], notify: OnBatch | None = None
    ) -> list[Ints]:
        return rank(
            asked,
            competing,
            ranking,
            embedder,
            notify,
            counts=counts,
            neighbor_weight=neighbor_weight,
        )

    plain = [i for i, each in enumerate(questions) if not each.masked]
    ranked = ranked_by([questions[i].text for i in plain], texts, on_batch)
    orders = dict(zip(plain, ranked, strict=True))
    changes = {
        i: {own[i][1] + row: text for row, text in masked_texts(own[i][0], each.masked).items()}
        for i, each in enumerate(questions)
        if each.masked
    }
    if ranking != "words":  # all at once, which is faster than question by question
        embedder.encode([text for each in changes.values() for text in each.values()])
    for i, changed in changes.items():
        masked = [changed.get(row, text) for row, text in enumerate(texts)]
        (order,) = ranked_by([questions[i].text], masked, on_batch)
        empty = [row for row, text in changed.items() if not text.strip()]
        is_last = np.isin(order, empty)
        orders[i] = np.concatenate([order[~is_last], order[is_last]])
    return [orders[i] for i in range(len(questions))]


def masked_texts(chunking: Chunking, masked: str) -> dict[int, str]:
    """Return the text of each chunk that a masked text is a part of, without it, by row.

    Where a boundary divides the masked text, its part is removed from each of the chunks.
    """
    begins = chunking.start - chunking.overlap
    text = chunking.document.text
    removed: dict[int, list[tuple[int, int]]] = {}
    for start, end in _occurrences(text, masked):
        for row in np.flatnonzero((begins < end) & (chunking.end > start)).tolist():
            removed.setdefault(row, []).append((start, end))
    return {
        row: _without(text, int(begins[row]), int(chunking.end[row]), spans)
        for row, spans in removed.items()
    }


def _occurrences(text: str, part: str) -> Iterator[tuple[int, int]]:
    start = text.find(part)
    while start >= 0:
        yield start, start + len(part)
        start = text.find(part, start + len(part))


def _without(text: str, begin: int, end: int, spans: Sequence[tuple[int, int]]) -> str:
    """Return `text[begin:end]` without some spans, which are in order and do not overlap."""
    pieces, at = [], begin
    for first, last in spans:
        pieces.append(text[at : max(at, first)])
        at = max(at, min(last, end))
    return "".join([*pieces, text[at:end]])

"""Postings of words have the scores of bm25s, whatever the parts are."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunking.retrieval.ranking import _word_scores
from chunking.retrieval.word_index import WordScorer, word_postings, words

TEXTS = st.lists(st.text("ab cd\u6f6e", max_size=30), min_size=1, max_size=8)


def scores(parts: list[list[str]], question: str, kept: list[list[int]]) -> np.ndarray:
    """Return the scores of the kept texts of some parts."""
    scorer = WordScorer([word for word, _, _ in words(question)])
    for texts, rows in zip(parts, kept, strict=True):
        scorer.add(word_postings(texts), np.array(rows, np.int64))
    return scorer.scores()


@given(st.lists(TEXTS, min_size=1, max_size=3), st.text("ab cd\u6f6e", max_size=12))
def test_scores_of_parts_are_those_of_all_texts_together(
    parts: list[list[str]], question: str
) -> None:
    together = [text for part in parts for text in part]
    found = scores(parts, question, [list(range(len(part))) for part in parts])
    assert np.allclose(found, _word_scores([question], together)[0], atol=1e-6)


def test_only_kept_texts_count() -> None:
    parts = [["tides rise", "the moon moon", "bread"], ["bread and moon"]]
    found = scores(parts, "moon bread", [[1], [0]])
    expected = _word_scores(["moon bread"], ["the moon moon", "bread and moon"])[0]
    assert np.allclose(found, expected, atol=1e-6)


def test_texts_without_words_score_nothing() -> None:
    assert scores([["", "?"]], "moon", [[0, 1]]).tolist() == [0, 0]
    assert scores([], "moon", []).tolist() == []

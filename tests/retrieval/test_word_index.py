"""BM25 of spans, against bm25s on their texts."""

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.retrieval.ranking import _word_scores
from chunking.retrieval.word_index import WordIndex, WordScorer, word_postings, words

TEXT = "The tide lifts the boats. The moon draws the tide! Bread needs flour, and 5 kg of heat."
SPANS = np.array([[0, 25], [26, 50], [51, 87]])


def by_bm25s(question: str, texts: list[str]) -> list[float]:
    index = bm25s.BM25(dtype="float64")
    index.index(bm25s.tokenize(texts, stopwords=None, show_progress=False), show_progress=False)
    words = bm25s.tokenize([question], stopwords=None, return_ids=False, show_progress=False)[0]
    return index.get_scores(words).tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("question", ["tide", "the tide and flour", "The THE tide", "kg 5"])
def test_scores_are_those_of_bm25s_on_the_texts(question: str) -> None:
    texts = [TEXT[a:b] for a, b in SPANS]
    scores = WordIndex(TEXT).scores(question, SPANS[:, 0], SPANS[:, 1])
    assert scores.tolist() == pytest.approx(by_bm25s(question, texts), rel=1e-6)
    assert scores.max() > 0


@pytest.mark.parametrize("question", ["", "?", "zebra", "a"])
def test_a_question_without_words_of_the_text_scores_nothing(question: str) -> None:
    assert WordIndex(TEXT).scores(question, SPANS[:, 0], SPANS[:, 1]).tolist() == [0, 0, 0]


def test_a_text_without_words_scores_nothing() -> None:
    assert WordIndex(" . ").scores("tide", np.array([0]), np.array([3])).tolist() == [0]


@given(st.lists(st.sampled_from(["tide", "moon", "Bread", "é1", "x"]), min_size=4, max_size=30))
def test_any_split_between_words_agrees_with_bm25s(words: list[str]) -> None:
    text = " ".join(words)
    edges = [0, *(i for i, each in enumerate(text) if each == " " and i % 3 == 0), len(text)]
    starts, ends = np.array(edges[:-1]), np.array(edges[1:])
    texts = [text[a:b] for a, b in zip(starts, ends, strict=True)]
    if not any(len(word) > 1 for word in words):
        return
    scores = WordIndex(text).scores("tide moon é1", starts, ends)
    assert scores.tolist() == pytest.approx(by_bm25s("tide moon é1", texts), rel=1e-6)


def test_words_of_scripts_without_blanks_are_found() -> None:
    text = "潮は満ちる。パン屋は窯を温める。判事は証人を聞く。"
    starts = np.array([0, 6, 16])
    ends = np.array([6, 16, len(text)])
    scores = WordIndex(text).scores("パン屋の窯", starts, ends)
    assert scores.argmax() == 1
    assert scores[[0, 2]].tolist() == [0, 0]


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

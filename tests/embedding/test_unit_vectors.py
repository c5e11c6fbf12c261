"""What models answer is checked and brought to norm 1."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from chunking.embedding.slices import by_length, by_pieces
from chunking.embedding.vectors import unit_vectors
from chunking.errors import ModelError


def test_rows_get_norm_one_and_a_zero_row_stays_zero() -> None:
    rows = unit_vectors([[3, 4], [0, 0]], 2, "m")
    assert rows.tolist() == [[np.float32(0.6), np.float32(0.8)], [0, 0]]
    assert rows.dtype == np.float32


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([1.0, 2.0], "must answer with one vector a text (2)"),
        ([[1.0, 2.0]], "must answer with one vector a text (2)"),
        ([[1.0, float("nan")], [1.0, 2.0]], "not finite"),
        ([["a"], ["b"]], "did not answer with vectors"),
    ],
)
def test_an_answer_that_is_no_vectors_is_one_sentence(answer: object, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        unit_vectors(answer, 2, "m")
    assert words in str(caught.value)


def test_slices_hold_each_text_once_and_like_lengths_together() -> None:
    texts = ["x" * (7 * i % 50) for i in range(100)]
    slices = by_length(texts, most_texts=10, most_characters=10_000)
    assert sorted(i for part in slices for i in part) == list(range(100))
    spans = sorted((min(lengths), max(lengths)) for lengths in _lengths(texts, slices))
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))


def test_long_texts_come_in_smaller_slices() -> None:
    texts = ["x" * 40] * 10 + ["y" * 500]
    slices = by_length(texts, most_texts=100, most_characters=100)
    assert max(len(part) for part in slices) == 2
    assert [10] in slices


def test_long_and_short_slices_take_turns() -> None:
    texts = ["x" * n for n in (1, 2, 3, 4)]
    assert by_length(texts, most_texts=1) == [[0], [3], [1], [2]]


def test_batches_hold_no_more_pieces_than_allowed_with_their_padding() -> None:
    assert by_pieces([5, 2, 9, 3, 4, 30], most_pieces=12) == [[5], [2], [0, 4], [3, 1]]
    assert by_pieces([], most_pieces=12) == []
    assert by_pieces([0, 0], most_pieces=12) == [[0, 1]]


def test_every_text_is_in_one_batch() -> None:
    counts = [7 * i % 50 + 2 for i in range(1000)]
    batches = by_pieces(counts)
    assert sorted(i for batch in batches for i in batch) == list(range(1000))
    assert max(len(batch) * counts[batch[0]] for batch in batches) <= 512
    assert all(counts[batch[0]] == max(counts[i] for i in batch) for batch in batches)


def _lengths(texts: list[str], slices: list[list[int]]) -> list[list[int]]:
    return [[len(texts[i]) for i in part] for part in slices]

"""What models answer is checked and brought to norm 1."""

from __future__ import annotations

import numpy as np
import pytest

from chunking.embedding import slices
from chunking.embedding.slices import by_pieces, windows
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


def stops(texts: list[str], *, growing: bool = False) -> list[int]:
    """Where the windows of texts end, which follow each other from the top."""
    found = list(windows(texts, growing=growing))
    assert [w.start for w in found] == [0, *(w.stop for w in found)][: len(found)]
    return [w.stop for w in found]


def test_windows_follow_each_other_and_hold_at_most_a_thousand_texts() -> None:
    assert stops(["x"] * 2500) == [1024, 2048, 2500]
    assert stops(["x"] * 1024) == [1024]
    assert stops([]) == []


def test_growing_windows_begin_small() -> None:
    assert stops(["x"] * 4000, growing=True) == [64, 192, 448, 960, 1984, 3008, 4000]
    assert stops(["x"] * 60, growing=True) == [60]


def test_long_texts_come_in_smaller_windows_and_alone_where_they_must() -> None:
    half = "x" * (slices.MOST_CHARACTERS // 2)
    assert stops([half, half, half, "y", half]) == [2, 4, 5]
    assert stops(["y", 3 * half, "z"]) == [1, 2, 3]


def test_batches_hold_texts_of_one_length_and_no_more_pieces_than_allowed() -> None:
    assert by_pieces([5, 2, 5, 2, 5, 30], most_pieces=12) == [[5], [0, 2], [4], [1, 3]]
    assert by_pieces([], most_pieces=12) == []
    assert by_pieces([0, 0], most_pieces=12) == [[0, 1]]


def test_every_text_is_in_one_batch() -> None:
    counts = [7 * i % 50 + 2 for i in range(1000)]
    batches = by_pieces(counts)
    assert sorted(i for batch in batches for i in batch) == list(range(1000))
    assert max(len(batch) * counts[batch[0]] for batch in batches) <= 512
    assert all(len({counts[i] for i in batch}) == 1 for batch in batches)

"""Checks of vectors, and batches of texts."""

import numpy as np
import pytest

from chunking.core.errors import ModelError
from chunking.embedding import long_texts
from chunking.embedding.long_texts import batches, equal_length_batches
from chunking.embedding.protocol import unit_vectors


def test_rows_are_scaled_to_norm_one_and_a_zero_row_stays_zero() -> None:
    rows = unit_vectors([[3, 4], [0, 0]], 2, "m")
    assert rows.tolist() == [[np.float32(0.6), np.float32(0.8)], [0, 0]]
    assert rows.dtype == np.float32


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([1.0, 2.0], "must return one vector per text (2)"),
        ([[1.0, 2.0]], "must return one vector per text (2)"),
        ([[1.0, float("nan")], [1.0, 2.0]], "not finite"),
        ([["a"], ["b"]], "returned no vectors"),
    ],
)
def test_invalid_vectors_are_refused(answer: object, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        unit_vectors(answer, 2, "m")
    assert words in str(caught.value)


def stops(texts: list[str], *, growing: bool = False) -> list[int]:
    """Return the ends of the batches of texts, which must be consecutive."""
    found = list(batches(texts, growing=growing))
    assert [w.start for w in found] == [0, *(w.stop for w in found)][: len(found)]
    return [w.stop for w in found]


def test_batches_are_consecutive_and_hold_at_most_1024_texts() -> None:
    assert stops(["x"] * 2500) == [1024, 2048, 2500]
    assert stops(["x"] * 1024) == [1024]
    assert stops([]) == []


def test_growing_batches_start_small() -> None:
    assert stops(["x"] * 4000, growing=True) == [64, 192, 448, 960, 1984, 3008, 4000]
    assert stops(["x"] * 60, growing=True) == [60]


def test_batches_of_long_texts_hold_fewer_of_them() -> None:
    half = "x" * (long_texts.MAX_CHARACTERS // 2)
    assert stops([half, half, half, "y", half]) == [2, 4, 5]
    assert stops(["y", 3 * half, "z"]) == [1, 2, 3]


def test_batches_hold_texts_of_equal_length_up_to_a_number_of_tokens() -> None:
    assert equal_length_batches([5, 2, 5, 2, 5, 30], max_tokens=12) == [[5], [0, 2], [4], [1, 3]]
    assert equal_length_batches([], max_tokens=12) == []
    assert equal_length_batches([0, 0], max_tokens=12) == [[0, 1]]


def test_every_text_is_in_exactly_one_batch() -> None:
    counts = [7 * i % 50 + 2 for i in range(1000)]
    found = equal_length_batches(counts)
    assert sorted(i for batch in found for i in batch) == list(range(1000))
    assert max(len(batch) * counts[batch[0]] for batch in found) <= 512
    assert all(len({counts[i] for i in batch}) == 1 for batch in found)

"""What is longer than the model reads is read in windows; nothing is cut off silently."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import BUNDLED, library_model
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from chunking.embedding import ModelEmbedder
from chunking.embedding.bundled import bundled_folder
from chunking.embedding.encoder import BertEncoder
from chunking.embedding.long import Windows, cut_long


def starts_of(text: str) -> Any:
    """One piece a word and one a comma, as a tokenizer of words would have it."""
    return np.array(
        [i for i, c in enumerate(text) if c == "," or (c != " " and text[i - 1 : i] in {"", " "})],
        dtype=np.int64,
    )


def test_windows_are_about_equal_and_end_where_words_do() -> None:
    text = "one two three four five six seven eight nine ten"
    found = cut_long(text, starts_of(text), 4)
    assert found == [
        ("one two three four ", 4),
        ("five six seven ", 3),
        ("eight nine ten", 3),
    ]


def test_a_word_of_many_pieces_is_cut_only_where_no_word_ends_near() -> None:
    text = "a bbbbbbbbbb cccc"
    starts = np.array([0, *range(2, 12), 13, 14, 15, 16])
    assert cut_long(text, starts, 8) == [("a bbbbbbb", 8), ("bbb cccc", 7)]
    assert cut_long(text, starts, 14) == [("a bbbbbbb", 8), ("bbb cccc", 7)]
    assert cut_long("x" * 10, np.arange(10), 4) == [("xxxx", 4), ("xxx", 3), ("xxx", 3)]


def test_pieces_that_start_at_one_place_stay_together() -> None:
    # Three pieces a character, as a Hangul syllable has.
    starts = np.repeat(np.arange(4), 3)
    assert cut_long("abcd", starts, 4) == [("a", 3), ("b", 3), ("c", 3), ("d", 3)]
    assert cut_long("abcd", starts, 2) == [("a", 3), ("b", 3), ("c", 3), ("d", 3)]


@given(st.text(alphabet="ab, ", min_size=1, max_size=80), st.integers(1, 12))
def test_windows_together_are_the_text_and_none_holds_too_much(text: str, most: int) -> None:
    starts = starts_of(text)
    found = cut_long(text, starts, most)
    assert "".join(part for part, _ in found) == text
    assert sum(pieces for _, pieces in found) == len(starts)
    assert max(pieces for _, pieces in found) <= most


def words_tokenizer() -> Tokenizer:
    """One piece a word."""
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, "[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return tokenizer


class Reader:
    """A model that shows its tokenizer and counts letters; it refuses more than it reads."""

    tokenizer = words_tokenizer()
    max_seq_length = 10

    def encode(self, texts: list[str]) -> list[list[int]]:
        """How often each of two letters is there."""
        assert all(len(text.split()) <= self.max_seq_length for text in texts)
        return [[text.count("a"), text.count("b")] for text in texts]


def test_a_long_text_is_the_mean_of_its_windows_by_their_pieces() -> None:
    short, long = "a a b", " ".join(["a"] * 8 + ["b"] * 4)
    vectors = ModelEmbedder(Reader()).encode([short, long, short])
    # Twelve words in two windows of six: all a, and then two of a and four of b.
    windows = np.array([[1.0, 0.0], [1 / np.sqrt(5), 2 / np.sqrt(5)]])
    mean = windows.mean(0)
    assert np.allclose(vectors[1], mean / np.linalg.norm(mean), atol=1e-6)
    # The others are not touched, to the last bit.
    assert np.array_equal(vectors[[0, 2]], ModelEmbedder(Reader()).encode([short, short]))


def test_a_lone_surrogate_is_read_as_no_character() -> None:
    long = " ".join(["a", "\ud800", *["b"] * 12])
    vectors = ModelEmbedder(Reader()).encode([long, long.replace("\ud800", "\ufffd")])
    assert np.array_equal(vectors[0], vectors[1])


def test_a_model_that_shows_no_tokenizer_is_given_its_texts_as_they_are() -> None:
    class Plain:
        def encode(self, texts: list[str]) -> list[list[int]]:
            return [[len(text), 1] for text in texts]

    assert Windows.of(Plain()) is None
    (vector,) = ModelEmbedder(Plain()).encode(["x" * 100_000])
    assert vector[0] > 0.99


@pytest.mark.model
def test_what_comes_after_the_pieces_read_at_once_counts() -> None:
    # With the two that mark start and end these are 256: one window.
    fits, longer, other = "a " * 254, "a " * 254 + "elephant", "a " * 254 + "parliament"
    vectors = BUNDLED.encode([fits, longer, other])
    cut = library_model().encode([fits, longer], show_progress_bar=False)
    assert np.abs(vectors[0] - cut[0]).max() < 1e-6
    assert np.array_equal(cut[0], cut[1])  # the library reads no further
    assert not np.allclose(vectors[1], vectors[0], atol=1e-3)
    assert not np.allclose(vectors[1], vectors[2], atol=1e-3)


@pytest.mark.model
def test_every_window_of_a_hard_text_is_read_whole() -> None:
    windows = Windows.of(BertEncoder(bundled_folder(), 256))
    assert windows is not None
    for text in (
        "word " * 2000,
        "吾輩は猫である。" * 200,
        "한국어 문장 " * 150,
        "é\u0301x1.2_y" * 300,
    ):
        (parts,) = windows.cut([text])
        assert len(parts) > 1
        assert "".join(part for part, _ in parts) == text
        again = windows.cut([part for part, _ in parts])
        assert [len(found) for found in again] == [1] * len(parts)


@pytest.mark.model
def test_the_library_reads_long_texts_in_the_same_windows() -> None:
    texts = ["The committee met. " * 200, "short", "Der Ausschuss tagte nicht. " * 120]
    theirs = ModelEmbedder(library_model()).encode(texts)
    assert np.abs(theirs - BUNDLED.encode(texts)).max() < 1e-5

"""Texts beyond the token limit are embedded in windows; nothing is truncated."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import BUNDLED, library_model
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from chunking.core.errors import SettingsError
from chunking.core.text.tokenizers import bundled_folder
from chunking.embedding import (
    ChunkEmbedder,
    ModelEmbedder,
    check_long_texts,
    embedded_texts,
    fate_beyond_limit,
    get_embedder,
    model_tokens,
)
from chunking.embedding.bert import BertEncoder
from chunking.embedding.long_texts import LongTextSplitter, split_by_tokens
from chunking.embedding.openai import OpenAIEmbedder


def starts_of(text: str) -> Any:
    """Return the offsets of words and commas."""
    return np.array(
        [i for i, c in enumerate(text) if c == "," or (c != " " and text[i - 1 : i] in {"", " "})],
        dtype=np.int64,
    )


def test_windows_are_of_about_equal_size_and_end_between_words() -> None:
    text = "one two three four five six seven eight nine ten"
    found = split_by_tokens(text, starts_of(text), 4)
    assert found == [
        ("one two three four ", 4),
        ("five six seven ", 3),
        ("eight nine ten", 3),
    ]


def test_a_word_is_divided_only_if_no_word_ends_nearby() -> None:
    text = "a bbbbbbbbbb cccc"
    starts = np.array([0, *range(2, 12), 13, 14, 15, 16])
    assert split_by_tokens(text, starts, 8) == [("a bbbbbbb", 8), ("bbb cccc", 7)]
    assert split_by_tokens(text, starts, 14) == [("a bbbbbbb", 8), ("bbb cccc", 7)]
    assert split_by_tokens("x" * 10, np.arange(10), 4) == [("xxxx", 4), ("xxx", 3), ("xxx", 3)]


def test_tokens_that_start_at_one_offset_stay_together() -> None:
    # Three pieces a character, as a Hangul syllable has.
    starts = np.repeat(np.arange(4), 3)
    assert split_by_tokens("abcd", starts, 4) == [("a", 3), ("b", 3), ("c", 3), ("d", 3)]
    assert split_by_tokens("abcd", starts, 2) == [("a", 3), ("b", 3), ("c", 3), ("d", 3)]


@given(st.text(alphabet="ab, ", min_size=1, max_size=80), st.integers(1, 12))
def test_windows_join_to_the_text_and_stay_within_the_limit(text: str, most: int) -> None:
    starts = starts_of(text)
    found = split_by_tokens(text, starts, most)
    assert "".join(part for part, _ in found) == text
    assert sum(pieces for _, pieces in found) == len(starts)
    assert max(pieces for _, pieces in found) <= most


def words_tokenizer() -> Tokenizer:
    """Return a tokenizer of one token per word."""
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, "[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return tokenizer


class CountingModel:
    """Model that counts two letters and rejects texts beyond its limit."""

    tokenizer = words_tokenizer()
    max_seq_length = 10

    def encode(self, texts: list[str]) -> list[list[int]]:
        """Return the counts of two letters."""
        assert all(len(text.split()) <= self.max_seq_length for text in texts)
        return [[text.count("a"), text.count("b")] for text in texts]


def test_the_vector_of_a_long_text_is_the_weighted_mean_of_its_windows() -> None:
    short, long = "a a b", " ".join(["a"] * 8 + ["b"] * 4)
    vectors = ModelEmbedder(CountingModel()).encode([short, long, short])
    # Twelve words in two windows of six: all a, and then two of a and four of b.
    windows = np.array([[1.0, 0.0], [1 / np.sqrt(5), 2 / np.sqrt(5)]])
    mean = windows.mean(0)
    assert np.allclose(vectors[1], mean / np.linalg.norm(mean), atol=1e-6)
    # The others are not touched, to the last bit.
    assert np.array_equal(vectors[[0, 2]], ModelEmbedder(CountingModel()).encode([short, short]))


def test_a_lone_surrogate_is_read_as_the_replacement_character() -> None:
    long = " ".join(["a", "\ud800", *["b"] * 12])
    vectors = ModelEmbedder(CountingModel()).encode([long, long.replace("\ud800", "\ufffd")])
    assert np.array_equal(vectors[0], vectors[1])


def test_a_model_without_a_tokenizer_receives_long_texts_unchanged() -> None:
    class Plain:
        def encode(self, texts: list[str]) -> list[list[int]]:
            return [[len(text), 1] for text in texts]

    assert LongTextSplitter.for_model(Plain()) is None
    (vector,) = ModelEmbedder(Plain()).encode(["x" * 100_000])
    assert vector[0] > 0.99


@pytest.mark.model
def test_text_beyond_the_token_limit_changes_the_vector() -> None:
    # With the two that mark start and end these are 256: one window.
    fits, longer, other = "a " * 254, "a " * 254 + "elephant", "a " * 254 + "parliament"
    vectors = BUNDLED.encode([fits, longer, other])
    cut = library_model().encode([fits, longer], show_progress_bar=False)
    assert np.abs(vectors[0] - cut[0]).max() < 1e-6
    assert np.array_equal(cut[0], cut[1])  # the library reads no further
    assert not np.allclose(vectors[1], vectors[0], atol=1e-3)
    assert not np.allclose(vectors[1], vectors[2], atol=1e-3)


@pytest.mark.model
def test_windows_of_hard_texts_are_within_the_limit() -> None:
    windows = LongTextSplitter.for_model(BertEncoder(bundled_folder(), 256))
    assert windows is not None
    for text in (
        "word " * 2000,
        "吾輩は猫である。" * 200,
        "한국어 문장 " * 150,
        "é\u0301x1.2_y" * 300,
    ):
        (parts,) = windows.split([text])
        assert len(parts) > 1
        assert "".join(part for part, _ in parts) == text
        again = windows.split([part for part, _ in parts])
        assert [len(found) for found in again] == [1] * len(parts)


LONG = "The tide covers the flats twice a day. " * 40 + "A lighthouse keeper reads by candle. " * 40


@pytest.mark.model
def test_a_long_chunk_is_embedded_up_to_the_limit_or_whole() -> None:
    model = get_embedder()
    [part] = embedded_texts([LONG], model)
    tokens = model_tokens(LONG, model)
    assert LONG.startswith(part)
    assert tokens.limit == 254
    assert tokens.sizes.tokens(0, len(part)) == 254
    assert embedded_texts([LONG], model, "average") == [LONG]
    cut = ChunkEmbedder(model).encode([LONG])
    assert np.array_equal(cut, model.encode([part]))
    whole = ChunkEmbedder(model, "average").encode([LONG])
    assert np.array_equal(whole, model.encode([LONG]))
    assert (cut @ whole.T).item() < 0.95


@pytest.mark.model
def test_truncation_gives_the_vector_of_a_model_that_truncates() -> None:
    [theirs] = BertEncoder(bundled_folder(), 256).encode([LONG])
    [ours] = ChunkEmbedder(get_embedder()).encode([LONG])
    assert ours @ theirs / np.linalg.norm(theirs) == pytest.approx(1, abs=1e-5)


@pytest.mark.model
def test_short_chunks_and_unlimited_models_are_unaffected() -> None:
    assert embedded_texts(["Low tide.", ""], get_embedder()) == ["Low tide.", ""]
    unknown = OpenAIEmbedder("local", "http://localhost:1/v1")
    assert embedded_texts([LONG], unknown) == [LONG]


@pytest.mark.model
def test_what_becomes_of_tokens_beyond_the_limit_depends_on_who_embeds() -> None:
    model, server = get_embedder(), OpenAIEmbedder("text-embedding-3-small")
    assert fate_beyond_limit(model) == "sentence-transformers truncates them"
    assert fate_beyond_limit(server) == "the server refuses such texts"
    assert fate_beyond_limit(model, "truncate") == "they are not embedded"
    assert fate_beyond_limit(model, "average", 4) == "such chunks are averaged over up to 4 windows"
    assert fate_beyond_limit(model, "average", 2) == "such chunks are averaged over two windows"


def test_another_value_gets_one_sentence() -> None:
    with pytest.raises(SettingsError, match="long_texts must be one of truncate, average; got 'x'"):
        check_long_texts("x")

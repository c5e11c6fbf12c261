"""Sizes counted with the tokenizer of the model."""

from __future__ import annotations

from typing import Any

import pytest
from embedders import HashEmbedder
from tokenizers import Tokenizer, models, pre_tokenizers

from chunking import chunk, get
from chunking.embedding import ModelEmbedder, material_sizes, material_tokenizer
from chunking.errors import ModelError
from chunking.text.tokenizers import bundled_folder

TEXT = "Unbelievable harbours wait. Fishermen mend nets."


class WordModel:
    """A model whose tokens are characters."""

    def __init__(self) -> None:
        self.tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, "[UNK]"))
        self.tokenizer.pre_tokenizer = pre_tokenizers.Split("", "isolated")

    def encode(self, texts: list[str]) -> Any:
        """Return two numbers per text."""
        return [[1.0, float(len(text))] for text in texts]


def test_the_bundled_model_counts_word_pieces() -> None:
    material = get("semantic")(tokenizer="model").material
    expected = chunk(TEXT, get("sentence")(tokenizer="wordpiece")).tokens.sum()
    assert material_tokenizer(material) == "wordpiece"
    assert material_sizes(TEXT, material).tokens(0, len(TEXT)) == expected


def test_a_folder_counts_with_its_own_tokenizer() -> None:
    strategy = get("semantic")(tokenizer="model", model=str(bundled_folder()))
    assert material_tokenizer(strategy.material) == str(bundled_folder())


def test_a_model_object_replaces_the_tokenizer_of_the_named_model() -> None:
    strategy = get("semantic")(tokenizer="model", min_tokens=0, max_tokens=4000)
    made = chunk(TEXT, strategy, embedder=ModelEmbedder(WordModel()))
    assert made.tokens.tolist() == [len(text) for text in made.texts]


def test_a_model_without_a_known_tokenizer_is_named() -> None:
    strategy = get("semantic")(tokenizer="model")
    with pytest.raises(ModelError, match="the tokenizer of model 'hash-64' is unknown: choose"):
        chunk(TEXT, strategy, embedder=HashEmbedder())


def test_a_strategy_without_a_model_counts_as_the_bundled_one() -> None:
    sentence = get("sentence")
    by_model = chunk(TEXT, sentence(tokenizer="model"))
    assert by_model.tokens.tolist() == chunk(TEXT, sentence(tokenizer="wordpiece")).tokens.tolist()

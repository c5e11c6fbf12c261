"""Sizes that are recommended for a model."""

import pytest
from embedders import HashEmbedder

from chunking import chunk, embedding, get, recommend
from chunking.analysis.recommend import strategy as module
from chunking.analysis.recommend.sizes import ChunkSizes, chunk_sizes, document_sizes, starting
from chunking.core.document import Document
from chunking.core.text.tokenizers import bundled_folder
from chunking.embedding import get_embedder, tokenization
from chunking.embedding.openai import OpenAIEmbedder
from chunking.library.batch import Recommended
from chunking.loading.samples import sample


class Limited(HashEmbedder):
    """A model with a limit and a tokenizer."""

    def __init__(self, limit: int, tokenizer: object) -> None:
        super().__init__("limited")
        self.max_pieces = limit
        self.tokenizer = tokenizer


def test_the_bundled_model_has_a_limit_of_254_word_pieces() -> None:
    found = chunk_sizes(get_embedder())
    assert found == ChunkSizes(254, 128, "wordpiece", is_limit=True)
    assert found.at_most == "at most 254 tokens per chunk (the model limit)"


def test_a_smaller_limit_makes_smaller_chunks() -> None:
    found = chunk_sizes(Limited(128, "owner/name"))
    assert found == ChunkSizes(126, 63, "owner/name", is_limit=True)
    assert found.about_target == "about 63 tokens per chunk (half the model limit)"


def test_a_larger_limit_makes_no_larger_chunks() -> None:
    found = chunk_sizes(OpenAIEmbedder("text-embedding-3-small"))
    assert found == ChunkSizes(254, 128, "cl100k", is_limit=False)
    assert found.at_most == "at most 254 tokens per chunk"
    assert found.statement == "a chunk may have 254"


def test_tokens_are_estimated_where_the_tokenizer_is_unknown() -> None:
    assert chunk_sizes(OpenAIEmbedder("nomic")).tokenizer == "estimate"
    assert chunk_sizes(Limited(512, len)).tokenizer == "estimate"


@pytest.mark.parametrize("name", ["code", "dialogue", "headings"])
def test_a_strategy_starts_with_its_own_size_of_what_is_merged(name: str) -> None:
    default = get(name)()
    found = starting(name)
    assert found.limits[1] < default.limits[1]
    assert found.model_dump()["merge_below"] == default.model_dump()["merge_below"]


def test_code_starts_with_the_recommended_settings() -> None:
    assert recommend(sample("scheduler.js")).strategy == starting("code")


def test_a_model_in_a_folder_counts_with_its_own_tokenizer() -> None:
    found = recommend(sample("contract.md"), model=str(bundled_folder()))
    assert found.settings["tokenizer"] == str(bundled_folder())


def test_prose_is_split_by_the_tokens_of_the_named_model(monkeypatch: pytest.MonkeyPatch) -> None:
    small = Limited(66, str(bundled_folder()))
    monkeypatch.setattr(module, "get_embedder", lambda _: small)
    monkeypatch.setattr(embedding, "get_embedder", lambda _: small)
    monkeypatch.setattr(tokenization, "get_embedder", lambda _: small)
    found = recommend(sample("essay.md"), model="limited")
    expected = {"max_tokens": 64, "target_tokens": 32}
    assert {name: found.settings[name] for name in expected} == expected
    assert found.strategy.name == "structure"


def test_a_text_that_the_model_spells_has_estimated_sizes_and_a_note() -> None:
    sentence = "Паром ушёл с причала в шесть, и никто на борту не видел такого отлива. "
    russian = Document(sentence * 60)
    assert document_sizes(russian, get_embedder()).tokenizer == "estimate"
    assert document_sizes(sample("essay.md"), get_embedder()) == chunk_sizes(get_embedder())
    strategy, (_, note) = Recommended().choose(russian)
    assert all(text.endswith(".") for text in chunk(russian, strategy).texts)
    end = " does not cover Cyrillic: 84% spelled letter by letter. Choose the model multilingual."
    assert note.endswith(end)

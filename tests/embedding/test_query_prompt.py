"""The prompt that a model expects before a question."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.embedding import CachedEmbedder, ModelEmbedder, encode_questions
from chunking.embedding.bundled import BundledEmbedder
from chunking.embedding.sentence_transformers import SentenceTransformerEmbedder
from chunking.retrieval.ranking import rank


class _Prompted(HashEmbedder):
    query_prompt = "query: "


class _Model:
    def __init__(self, prompts: object, default: str | None = None) -> None:
        self.prompts, self.default_prompt_name = prompts, default

    def encode(self, texts: Sequence[str]) -> object:
        return np.eye(len(texts), 4)


def test_the_prompt_is_put_before_questions_only() -> None:
    model = _Prompted()
    cached = CachedEmbedder(model)
    rank(["tide"], ["the tide", "bread"], "cosine", cached)
    assert model.texts == ["the tide", "bread", "query: tide"]


def test_a_model_without_a_prompt_gets_the_question_alone() -> None:
    model = HashEmbedder()
    encode_questions(model, ["tide"])
    assert model.texts == ["tide"]
    assert BundledEmbedder().query_prompt == ""


@pytest.mark.parametrize(
    ("prompts", "default", "expected"),
    [
        ({"query": "Q: ", "document": ""}, None, "Q: "),
        ({"query": "Q: "}, "document", ""),  # it puts another one before every text
        ({}, None, ""),
        (None, None, ""),
        ({"query": 1}, None, ""),
    ],
)
def test_the_prompt_is_that_of_the_model(
    tmp_path: Path, prompts: object, default: str | None, expected: str
) -> None:
    assert ModelEmbedder(_Model(prompts, default), "m").query_prompt == expected
    settings = {"prompts": prompts, "default_prompt_name": default}
    (tmp_path / "config_sentence_transformers.json").write_text(json.dumps(settings), "utf-8")
    (tmp_path / "modules.json").write_text("[]", "utf-8")
    embedder = SentenceTransformerEmbedder("m", lambda: tmp_path)
    embedder.__dict__["folder"] = tmp_path
    assert embedder.query_prompt == expected

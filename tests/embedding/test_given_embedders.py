"""Checks of embedders passed by a caller, and of their vectors."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import chunk, get, segment
from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError
from chunking.embedding import CachedEmbedder, ModelEmbedder, encode_questions, long_texts
from chunking.embedding.bundled import BundledEmbedder
from chunking.embedding.long_texts import batches, equal_length_batches
from chunking.embedding.protocol import unit_vectors
from chunking.embedding.sentence_transformers import SentenceTransformerEmbedder
from chunking.retrieval.ranking import rank

TEXT = "Tides follow the moon. Dough has to rise."


class Model:
    """Model without the members of an embedder."""

    def encode(self, texts: Sequence[str], **_: Any) -> Vectors:
        """Return vectors whose norm is not 1."""
        return np.ones((len(texts), 3), np.float32)


class ChangedVectors(HashEmbedder):
    """Embedder whose vectors are changed by a function."""

    def __init__(self, change: Callable[[Vectors], Vectors]) -> None:
        super().__init__()
        self._change = change

    def encode(
        self, texts: Sequence[str], *, on_batch: Callable[[int, int], None] | None = None
    ) -> Vectors:
        return self._change(super().encode(texts, on_batch=on_batch))


def errors_of(embedder: Any) -> list[str]:
    """Return the errors of `chunk` and `segment` for an embedder."""
    messages = []
    for use in (
        lambda: chunk(TEXT, get("semantic")(), embedder=embedder),
        lambda: segment(TEXT.split(". "), embedder=embedder),
    ):
        with pytest.raises(ModelError) as error:
            use()
        messages.append(str(error.value))
    return messages


@pytest.mark.parametrize("given", [Model(), "all-MiniLM-L6-v2", HashEmbedder, 7])
def test_an_object_that_is_not_an_embedder_is_refused(given: object) -> None:
    for message in errors_of(given):
        assert message.startswith(
            "an embedder must have id, revision, max_pieces, encode, as Model"
        )
        assert message.endswith(f"got {type(given).__name__}")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda rows: rows * 5, "vectors of norm 1, got one of norm 5 for text 0"),
        (lambda rows: rows * np.float32("nan"), "vectors of norm 1, got one of norm nan"),
        (lambda rows: rows[:1], r"one vector per text (2), got an array of shape (1, 64)"),
        (lambda rows: rows[0], r"one vector per text (2), got an array of shape (64,)"),
    ],
)
def test_vectors_of_a_wrong_shape_or_norm_are_refused(
    change: Callable[[Vectors], Vectors], says: str
) -> None:
    for message in errors_of(ChangedVectors(change)):
        assert says in message


def test_zero_vectors_are_allowed() -> None:
    assert len(chunk(TEXT, get("semantic")(), embedder=ChangedVectors(np.zeros_like))) == 1


def test_lists_are_converted_and_texts_are_refused() -> None:
    rows = ChangedVectors(lambda vectors: vectors.tolist())
    assert len(chunk(TEXT, get("semantic")(), embedder=rows)) == 1
    for message in errors_of(ChangedVectors(lambda _: ["a", "b"])):  # type: ignore[arg-type,return-value]
        assert message.startswith("an embedder must return vectors of numbers: ")


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

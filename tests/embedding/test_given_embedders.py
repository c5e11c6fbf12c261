"""Checks of embedders passed by a caller, and of their vectors."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import chunk, get, segment
from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError

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

"""What a caller gives as an embedder, and what it answers, is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import chunk, get, segment
from chunking.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.types import Vectors

TEXT = "Tides follow the moon. Dough has to rise."


class Model:
    """A model as its library has it: no embedder yet."""

    def encode(self, texts: Sequence[str], **_: Any) -> Vectors:
        """One vector a text, not of norm 1."""
        return np.ones((len(texts), 3), np.float32)


class Answering(HashEmbedder):
    """An embedder whose vectors are changed before they are handed on."""

    def __init__(self, change: Callable[[Vectors], Vectors]) -> None:
        super().__init__()
        self._change = change

    def encode(
        self, texts: Sequence[str], *, on_batch: Callable[[int, int], None] | None = None
    ) -> Vectors:
        """What the change makes of the vectors."""
        return self._change(super().encode(texts, on_batch=on_batch))


def refused(embedder: Any) -> list[str]:
    """What `chunk` and `segment` say to an embedder."""
    said = []
    for use in (
        lambda: chunk(TEXT, get("semantic")(), embedder=embedder),
        lambda: segment(TEXT.split(". "), embedder=embedder),
    ):
        with pytest.raises(ModelError) as error:
            use()
        said.append(str(error.value))
    return said


@pytest.mark.parametrize("given", [Model(), "all-MiniLM-L6-v2", HashEmbedder, 7])
def test_what_is_no_embedder_gets_one_sentence(given: object) -> None:
    for said in refused(given):
        assert said.startswith("an embedder must have id, revision, max_pieces, encode, as Model")
        assert said.endswith(f"got {type(given).__name__}")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda rows: rows * 5, "vectors of norm 1, got one of norm 5 for text 0"),
        (lambda rows: rows * np.float32("nan"), "vectors of norm 1, got one of norm nan"),
        (lambda rows: rows[:1], r"one vector a text (2), got an array of shape (1, 64)"),
        (lambda rows: rows[0], r"one vector a text (2), got an array of shape (64,)"),
    ],
)
def test_vectors_that_are_none_get_one_sentence(
    change: Callable[[Vectors], Vectors], says: str
) -> None:
    for said in refused(Answering(change)):
        assert says in said


def test_a_zero_vector_is_one() -> None:
    assert len(chunk(TEXT, get("semantic")(), embedder=Answering(np.zeros_like))) == 1


def test_what_answers_with_a_list_or_with_no_numbers() -> None:
    rows = Answering(lambda vectors: vectors.tolist())
    assert len(chunk(TEXT, get("semantic")(), embedder=rows)) == 1
    for said in refused(Answering(lambda _: ["a", "b"])):  # type: ignore[arg-type,return-value]
        assert said.startswith("an embedder must answer with vectors of numbers: ")

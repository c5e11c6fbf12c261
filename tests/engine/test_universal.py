import inspect
from collections.abc import Sequence

import numpy as np
import pytest

from chunking.core.errors import ModelError, SettingsError
from chunking.engine.universal import UniversalChunker


class Topics:
    """Model of two topics."""

    def encode(self, texts: Sequence[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """Return how much of each topic is in each text."""
        return np.array([[("river" in text) + 0.1, ("bread" in text) + 0.1] for text in texts])


RIVER = "The river rose and the river fell. " * 20
BREAD = "The bread is warm and the bread is good. " * 20


def chunker(**settings: float) -> UniversalChunker:
    return UniversalChunker(Topics(), **settings)  # type: ignore[arg-type]  # any model that encodes


def test_the_signature_is_the_published_one() -> None:
    parameters = inspect.signature(UniversalChunker).parameters
    assert {name: p.default for name, p in parameters.items()} == {
        "embedding_model": inspect.Parameter.empty,
        "threshold": 0.5,
        "min_chunk_size": 200,
        "max_chunk_size": 1200,
    }


def test_a_text_is_split_where_its_topic_changes() -> None:
    chunks = chunker(min_chunk_size=50).chunk(RIVER + BREAD)
    assert chunks == [RIVER.strip(), BREAD.strip()]


def test_attributes_are_settings() -> None:
    changed = chunker(min_chunk_size=50)
    changed.threshold = -1
    assert changed.chunk(RIVER + BREAD) == [(RIVER + BREAD).strip()]


@pytest.mark.parametrize("text", ["", " \n "])
def test_a_blank_text_has_no_chunks(text: str) -> None:
    assert chunker().chunk(text) == []


def test_a_short_text_is_one_chunk() -> None:
    assert chunker(min_chunk_size=0).chunk("A river. Bread.") == ["A river. Bread."]


def test_a_setting_out_of_range_is_refused() -> None:
    with pytest.raises(SettingsError, match="threshold must be between -1 and 1, got 2"):
        chunker(threshold=2)
    with pytest.raises(SettingsError, match="max_chunk_size"):
        chunker(min_chunk_size=300, max_chunk_size=200)


def test_the_model_is_read_only() -> None:
    made = chunker()
    with pytest.raises(AttributeError):
        made.model = made.model  # type: ignore[misc] # what is refused


def test_an_object_that_cannot_encode_is_refused() -> None:
    with pytest.raises(ModelError, match="encode"):
        UniversalChunker("all-MiniLM-L6-v2")  # type: ignore[arg-type]  # a name is no model

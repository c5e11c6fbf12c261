"""Collections of points in Qdrant, in a folder or on a server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from chunking.core.errors import SettingsError, StoreError
from chunking.library.stores.manifest import parse_description
from chunking.library.stores.protocol import Description
from chunking.retrieval.word_index import K1, B, word_hash, words

# Points per request.
BATCH = 500


# The sparse vector of the words of a chunk.
WORDS = "words"
# Words of a chunk of the recommended size: half of what the default model reads, 128 tokens. A
# collection has no mean of its own that BM25 could use.
MEAN_WORDS = 100


class SparseWords(NamedTuple):
    """Words as a sparse vector: their hashes of 32 bits, and the weight of each."""

    indices: list[int]
    values: list[float]


class StoredPoint(NamedTuple):
    """A point; `vector` is empty if it was not requested, and `words` where it was read."""

    id: str
    payload: dict[str, Any]
    vector: Sequence[float] = ()
    words: SparseWords = SparseWords([], [])

    @classmethod
    def of(cls, found: Any) -> StoredPoint:  # noqa: ANN401 - of a package imported on use
        """Return a point that Qdrant returned."""
        vector = found.vector or ()
        vector = vector.get("", ()) if isinstance(vector, dict) else vector
        return cls(str(found.id), found.payload or {}, vector)


def words_of_text(text: str) -> SparseWords:
    """Return the words of a chunk, each with its weight in BM25 but for the rarity of the word."""
    counts = Counter(word for word, _, _ in words(text))
    saturation = K1 * (1 - B + B * counts.total() / MEAN_WORDS)
    return _sparse({word: count / (count + saturation) for word, count in counts.items()})


def words_of_question(question: Sequence[str]) -> SparseWords:
    """Return the words of a question, each with its number."""
    return _sparse(dict(Counter(question)))


def _sparse(weights: Mapping[str, float]) -> SparseWords:
    """Return weights of words by their hashes; words with the same hash are added."""
    found: dict[int, float] = {}
    for word, weight in weights.items():
        index = word_hash(word, 4)
        found[index] = found.get(index, 0) + weight
    return SparseWords(list(found), list(found.values()))


def description_of(found: object, store: str) -> Description:
    """Return the description that was stored with a collection."""
    try:
        return parse_description(found)  # type: ignore[arg-type] # checked by trying
    except (AttributeError, KeyError, OverflowError, SettingsError, TypeError, ValueError):
        raise StoreError(
            f"{store}: it was not written by chunkscope, or is damaged: use another store"
        ) from None

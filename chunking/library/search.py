"""Search in a store by a question."""

from contextlib import closing
from typing import Any, get_args

from chunking.core.errors import SettingsError
from chunking.embedding import encode_questions, get_embedder
from chunking.library.stores import Hit, open_store
from chunking.library.stores.protocol import Query, check_model
from chunking.retrieval.ranking import Ranking
from chunking.retrieval.word_index import words


def place_of(chunk: dict[str, Any]) -> str:
    """Return the route of a chunk with its headings, and its pages or other parts of its file."""
    place = " > ".join([chunk["route"], *chunk["heading_path"]])
    parts = chunk["location"]
    if not parts:
        return place
    kind = chunk["location_kind"]
    noun = kind if len(parts) > 1 else kind.removesuffix("s")
    return f"{place} ({noun} {', '.join(parts)})"


def search(
    address: str,
    question: str,
    count: int = 5,
    *,
    ranking: Ranking = "cosine",
    neighbor_weight: float = 0.0,
) -> list[Hit]:
    """Return the chunks of a store that answer a question best, best first.

    Args:
        question: The question; the model of the store embeds it, unless `words` rank.
        neighbor_weight: Weight of the neighbors in the vector of a chunk, from 0 to below 1.

    Raises:
        SettingsError: The question is empty, or another argument is out of range.
        StoreError: There is no such store, or it cannot be read.
        ModelError: Its model cannot be used.
    """
    if not question.strip():
        raise SettingsError(f"the question must not be empty, got {question!r:.40}")
    if count < 1:
        raise SettingsError(f"the number of chunks must be at least 1, got {count}")
    if ranking not in get_args(Ranking):
        allowed = ", ".join(get_args(Ranking))
        raise SettingsError(f"ranking must be one of {allowed}, got {ranking!r:.40}")
    if not 0 <= neighbor_weight < 1:
        raise SettingsError(f"neighbor_weight must be 0 to below 1, got {neighbor_weight}")
    asked = () if ranking == "cosine" else [word for word, _, _ in words(question)]
    with closing(open_store(address)) as store:
        vector = None
        if ranking != "words":
            embedder = get_embedder(store.description.model)
            check_model(address, store.description, embedder)
            vector = encode_questions(embedder, [question])[0]
        elif not asked:
            return []
        return store.search(Query(vector, asked, neighbor_weight), count)

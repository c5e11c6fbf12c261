"""Search in a store by a question."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from chunking.core.errors import SettingsError
from chunking.embedding import get_embedder
from chunking.library.stores import open_store
from chunking.library.stores.protocol import check_model

if TYPE_CHECKING:
    from chunking.library.stores import Hit


def search(address: str, question: str, count: int = 5) -> list[Hit]:
    """Return the chunks most similar to a question, best first, by the model of the store.

    Raises:
        SettingsError: The question is empty, or the count is not positive.
        StoreError: There is no such store, or it cannot be read.
        ModelError: Its model cannot be used.
    """
    if not question.strip():
        raise SettingsError(f"the question must not be empty, got {question!r:.40}")
    if count < 1:
        raise SettingsError(f"the number of chunks must be at least 1, got {count}")
    with closing(open_store(address)) as store:
        embedder = get_embedder(store.description.model)
        check_model(address, store.description, embedder)
        return store.search(embedder.encode([question])[0], count)

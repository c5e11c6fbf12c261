"""Stores of chunks with their vectors, by address.

An address is the path of a folder of Parquet files, or `PROVIDER:REST`, such as
`qdrant:books.qdrant` and `qdrant:http://127.0.0.1:6333/books`. Other packages add providers as
entry points of the group `chunkscope.stores`: the entry's name is the provider, and the object a
function like those in `PROVIDERS`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chunking.core.errors import SettingsError, StoreError
from chunking.core.packages import require
from chunking.core.providers import Providers, split_address
from chunking.embedding import TRUNCATE
from chunking.library.stores.protocol import (
    Description,
    Hit,
    MissingStoreError,
    Store,
    StoredDocument,
    check_model,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.embedding import Embedder, LongTexts

__all__ = [
    "Description",
    "Hit",
    "MissingStoreError",
    "Store",
    "StoredDocument",
    "check_outside",
    "folder_of",
    "open_store",
    "providers",
]

ENTRY_POINTS = "chunkscope.stores"
# Module and function of each provider, imported when it is used. A function takes the rest of the
# address, and for writing a function that describes a store to create, called if there is none.
PROVIDERS = {
    "parquet": ("chunking.library.stores.parquet", "open_parquet"),
    "qdrant": ("chunking.library.stores.qdrant", "open_qdrant"),
}
_PROVIDERS = Providers("store", PROVIDERS, ENTRY_POINTS, StoreError)


def open_store(
    address: str, embedder: Embedder | None = None, long_texts: LongTexts | None = None
) -> Store:
    """Open the store of an address: for writing with an embedder, without one for reading.

    `long_texts` is that of the store, or `truncate` for a new one, if it is None.

    Raises:
        MissingStoreError: For reading, there is no store.
        StoreError: The address is not valid, or the store cannot be read, is open for writing
            elsewhere, or holds vectors of another model.
    """
    provider, rest = _provider(address)
    require("a store", "pyarrow", "filelock")
    open_ = _PROVIDERS.function(provider)
    create = None if embedder is None else _description_of(embedder, long_texts or TRUNCATE)
    try:
        store: Store = open_(rest, create)
    except (OSError, ImportError) as error:
        raise StoreError(f"{address} cannot be opened: {error}") from error
    if embedder is not None:
        try:
            check_model(address, store.description, embedder, long_texts)
        except BaseException:
            store.close()
            raise
    return store


def folder_of(address: str) -> Path | None:
    """Return the folder of a store; None for one on a server or of another package."""
    provider, rest = _provider(address)
    is_local = provider in PROVIDERS and not rest.startswith(("http://", "https://"))
    return Path(rest).expanduser() if is_local else None


def check_outside(sources: Sequence[str], address: str) -> None:
    """Check that a store is in no folder of documents, where it would be read as one."""
    folder = folder_of(address)
    for source in sources:
        if folder is not None and folder.resolve().is_relative_to(Path(source).resolve()):
            raise SettingsError(f"the store must not be in a folder of documents, got {address}")


def providers() -> list[str]:
    """Return the names of all providers."""
    return _PROVIDERS.names()


def _description_of(embedder: Embedder, long_texts: LongTexts) -> Callable[[], Description]:
    """Return a function that describes a store for a model; the dimension takes one embedding."""

    def describe() -> Description:
        dimension = embedder.encode(["dimension"]).shape[1]
        return Description(embedder.id, embedder.revision, dimension, long_texts=long_texts)

    return describe


def _provider(address: str) -> tuple[str, str]:
    """Return the provider of an address, and the rest."""
    if not address.strip() or not address.isprintable():
        raise StoreError(
            f"a store must be a folder or PROVIDER:ADDRESS, such as parquet:books, got "
            f"{address[:60]!r}"
        )
    provider, rest = split_address(address)
    if provider is None:
        return "parquet", address
    if not rest:
        raise StoreError(f"{address} must be followed by the address of a store")
    return provider, rest

"""Collections of points in Qdrant, in a folder or on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from chunking.core.errors import SettingsError, StoreError
from chunking.library.stores.manifest import parse_description

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunking.library.stores.protocol import Description

# Points per request.
BATCH = 500


class StoredPoint(NamedTuple):
    """A point; `vector` is empty if it was not requested."""

    id: str
    payload: dict[str, Any]
    vector: Sequence[float] = ()


class Points(Protocol):
    """A collection of points in Qdrant; its methods raise `StoreError`."""

    @property
    def description(self) -> Description:
        """Model, revision and dimension of the vectors."""
        ...

    def upsert(self, points: Sequence[StoredPoint]) -> None:
        """Write points, in place of those with the same ids, so that a kill does not lose them."""
        ...

    def delete(self, ids: Sequence[str]) -> None:
        """Delete points."""
        ...

    def scroll(
        self, routes: Sequence[str] | None, fields: Sequence[str], *, vectors: bool
    ) -> Iterator[StoredPoint]:
        """Yield the points of documents, or all, with some fields of their payload."""
        ...

    def nearest(self, vector: Sequence[float], count: int) -> list[tuple[float, dict[str, Any]]]:
        """Return the similarity and the payload of the nearest points, best first."""
        ...

    def optimize(self) -> None:
        """Speed up reading after many changes."""
        ...

    def close(self) -> None:
        """Release the collection."""
        ...


def description_of(found: object, store: str) -> Description:
    """Return the description that was stored with a collection.

    Raises:
        StoreError: There is none.
    """
    try:
        return parse_description(found)  # type: ignore[arg-type] # checked by trying
    except (AttributeError, KeyError, OverflowError, SettingsError, TypeError, ValueError):
        raise StoreError(
            f"{store}: it was not written by chunkscope, or is damaged: use another store"
        ) from None

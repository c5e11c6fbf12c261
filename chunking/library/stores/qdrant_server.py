"""A collection on a Qdrant server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any
from urllib.parse import urlsplit

from chunking.core.errors import StoreError
from chunking.library.stores.protocol import Description, MissingStoreError
from chunking.library.stores.qdrant_points import (
    BATCH,
    WORDS,
    SparseWords,
    StoredPoint,
    description_of,
)

KEY_VARIABLE = "QDRANT_API_KEY"
# A batch of points takes well under a second; a busy server some.
TIMEOUT_SECONDS = 60
_METADATA = "chunkscope"


def open_server(address: str, create: Callable[[], Description] | None) -> ServerPoints:
    """Open a collection by `http://HOST:PORT/NAME`; see `open_store`.

    The key of the server is `QDRANT_API_KEY`. Nothing keeps two runs from writing at a time.
    """
    parts = urlsplit(address)
    name = parts.path.strip("/")
    if not name or "/" in name or not parts.hostname:
        raise StoreError(
            f"a collection must be http://HOST:PORT/NAME, such as http://127.0.0.1:6333/books, "
            f"got {address:.80}"
        )
    url = f"{parts.scheme}://{parts.netloc}"
    client = connect(url)
    with sentences(url):
        if not client.collection_exists(name):
            if create is None:
                raise MissingStoreError(
                    f"{address} is not a store: create one with chunkscope sync SOURCE --to "
                    f"qdrant:{address}"
                )
            _create(client, name, create())
        metadata = client.get_collection(name).config.metadata or {}
    return ServerPoints(client, url, name, description_of(metadata.get(_METADATA), address))


def connect(url: str) -> Any:  # noqa: ANN401 - imported on use
    """Return a client of a server."""
    try:
        from qdrant_client import QdrantClient
    except ImportError:
        raise StoreError("a Qdrant server needs its client: pip install qdrant-client") from None
    return QdrantClient(
        url=url,
        api_key=os.environ.get(KEY_VARIABLE) or None,
        timeout=TIMEOUT_SECONDS,
        check_compatibility=False,
    )


class ServerPoints:
    """The points of a collection on a server."""

    def __init__(self, client: Any, url: str, name: str, description: Description) -> None:  # noqa: ANN401 - imported on use
        self.description = description
        self._client = client
        self._url = url
        self._name = name

    def upsert(self, points: Sequence[StoredPoint]) -> None:
        """Write points; the server has them on disk when it answers."""
        from qdrant_client.models import PointStruct, SparseVector

        converted = [
            PointStruct(
                id=each.id,
                vector={
                    "": list(each.vector),
                    WORDS: SparseVector(indices=each.words.indices, values=each.words.values),
                },
                payload=each.payload,
            )
            for each in points
        ]
        with sentences(self._url):
            self._client.upsert(self._name, converted, wait=True)

    def delete(self, ids: Sequence[str]) -> None:
        """Delete points."""
        from qdrant_client.models import PointIdsList

        with sentences(self._url):
            self._client.delete(self._name, PointIdsList(points=list(ids)), wait=True)

    def scroll(
        self, routes: Sequence[str] | None, fields: Sequence[str], *, vectors: bool
    ) -> Iterator[StoredPoint]:
        """Yield the points of documents, or all."""
        from qdrant_client.models import FieldCondition, Filter, MatchAny

        condition = None
        if routes is not None:
            matched = FieldCondition(key="route", match=MatchAny(any=list(routes)))
            condition = Filter(must=[matched])
        offset = None
        while True:
            with sentences(self._url):
                found, offset = self._client.scroll(
                    self._name,
                    scroll_filter=condition,
                    limit=BATCH,
                    offset=offset,
                    with_payload=list(fields),
                    with_vectors=[""] if vectors else False,
                )
            for each in found:
                yield StoredPoint.of(each)
            if offset is None:
                return

    def nearest(
        self, vector: Sequence[float] | SparseWords, count: int
    ) -> list[tuple[float, dict[str, Any]]]:
        """Return the nearest points, best first."""
        from qdrant_client.models import SparseVector

        query: Any = list(vector)
        using = None
        if isinstance(vector, SparseWords):
            query, using = SparseVector(indices=vector.indices, values=vector.values), WORDS
        with sentences(self._url):
            answer = self._client.query_points(
                self._name, query=query, using=using, limit=count, with_payload=True
            )
        return [(each.score, each.payload or {}) for each in answer.points]

    def optimize(self) -> None:
        """Do nothing: a server optimizes by itself."""

    def close(self) -> None:
        """Close the connection."""
        self._client.close()


def _create(client: Any, name: str, description: Description) -> None:  # noqa: ANN401 - as above
    """Create a collection; vectors have norm 1, and their dot product keeps them bit by bit."""
    from qdrant_client.models import (
        Distance,
        Modifier,
        PayloadSchemaType,
        SparseVectorParams,
        VectorParams,
    )

    client.create_collection(
        name,
        vectors_config=VectorParams(size=description.dimension, distance=Distance.DOT),
        sparse_vectors_config={WORDS: SparseVectorParams(modifier=Modifier.IDF)},
        metadata={_METADATA: asdict(description)},
    )
    client.create_payload_index(name, "route", PayloadSchemaType.KEYWORD, wait=True)


@contextmanager
def sentences(url: str) -> Iterator[None]:
    """Raise what the client raises as one sentence."""
    from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

    try:
        yield
    except ResponseHandlingException as error:
        reason = " ".join(str(error).split())[:120]
        raise StoreError(
            f"the Qdrant server {url} cannot be reached ({reason}); what is stored remains"
        ) from None
    except UnexpectedResponse as error:
        reason = " ".join(str(error.content.decode(errors="replace")).split())[:200]
        if error.status_code in {401, 403}:
            raise StoreError(
                f"the Qdrant server {url} refuses the key: set {KEY_VARIABLE}"
            ) from None
        raise StoreError(
            f"the Qdrant server {url} refuses ({error.status_code}): {reason}"
        ) from None

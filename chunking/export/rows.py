"""A chunking as rows of plain values, the same for every format."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from chunking.chunks import Chunking
from chunking.errors import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = (
    "id",
    "index",
    "parent",
    "start",
    "end",
    "overlap",
    "tokens",
    "reason",
    "heading_path",
    "content_hash",
    "sha256",
    "location_id",
    "uuid",
    "oversize",
    "text",
    "source",
    "strategy",
    "title",
    "language",
    "domain",
)

PATH_SEPARATOR = " > "


def as_chunking(given: Chunking) -> Chunking:
    """A chunking as it is.

    Raises:
        SettingsError: it is none.
    """
    return expect(given, Chunking, "what is written must be a Chunking, as `chunk` makes it")


def rows(chunking: Chunking) -> Iterator[dict[str, object]]:
    """One dictionary a chunk with the keys `KEYS`, in that order, in reading order.

    `parent` is the index of the enclosing chunk one level up, None where there is no such level.
    `start`, `end` and `overlap` count characters (code points); `text` begins `overlap` before
    `start`. The `uuid` is of version 4, so it is another one each time this is called.
    """
    document = as_chunking(chunking).document
    for chunk, parent in zip(chunking, chunking.parent.tolist(), strict=True):
        yield {
            "id": chunk.id,
            "index": chunk.index,
            "parent": None if parent < 0 else parent,
            "start": chunk.start,
            "end": chunk.end,
            "overlap": chunk.overlap,
            "tokens": chunk.tokens,
            "reason": chunk.reason.value,
            "heading_path": list(chunk.heading_path),
            "content_hash": chunk.content_hash,
            "sha256": chunk.sha256,
            "location_id": chunk.location_id,
            "uuid": str(uuid.uuid4()),
            "oversize": chunk.oversize,
            "text": chunk.text,
            "source": document.source,
            "strategy": chunking.strategy,
            "title": document.title,
            "language": document.language,
            "domain": document.domain,
        }

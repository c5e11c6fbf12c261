"""Chunks as rows, and digests for stores."""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING

from chunking.errors import expect
from chunking.text.normalization import normalize_text
from chunking.types import PATH_SEPARATOR, Chunking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.types import Chunk

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
    "oversize_reason",
    "text",
    "source",
    "strategy",
    "title",
    "language",
    "domain",
)


def check_chunking(chunking: Chunking) -> Chunking:
    """Return a chunking unchanged.

    Raises:
        SettingsError: It is not a Chunking.
    """
    return expect(chunking, Chunking, "an export must be of a Chunking, as `chunk` returns it")


def rows(chunking: Chunking) -> Iterator[dict[str, object]]:
    """Yield one dictionary for each chunk, with the keys `KEYS`.

    `parent` is the index of the enclosing chunk one level up, None without levels. `start`, `end`
    and `overlap` count code points; `text` starts `overlap` before `start`. `oversize_reason` is
    None up to the maximum. The `uuid` is random (version 4).
    """
    document = check_chunking(chunking).document
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
            "oversize_reason": chunk.oversize_reason or None,
            "text": chunk.text,
            "source": document.source,
            "strategy": chunking.strategy,
            "title": document.title,
            "language": document.language,
            "domain": document.domain,
        }


# Characters of the longest valid quote (ContextMEM).
MAX_QUOTE = 240


def graph_digest(chunking: Chunking) -> str:
    """Return the SHA-256 of the sorted lines `location_id:content_hash` (ContextMEM, issue 12).

    It changes when a chunk is added, removed, edited or moved below another heading, but not when
    only offsets move.
    """
    chunks = zip(chunking.location_ids, chunking, strict=True)
    lines = sorted(f"{location}:{chunk.content_hash}" for location, chunk in chunks)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def validate_quote(quote: str, text: str) -> bool:
    """Return whether a quote of 1 to 240 characters occurs literally in a text.

    Both are normalized first, so that whitespace does not matter.
    """
    normalized = normalize_text(quote)
    return 0 < len(normalized) <= MAX_QUOTE and normalized in normalize_text(text)


def embedded_text(chunk: Chunk, *, heading_prefix: bool = False) -> str:
    r"""Return the text of a chunk as it is embedded, overlap included.

    With `heading_prefix` the heading path comes first: `A > B\n\n`.
    """
    if heading_prefix and chunk.heading_path:
        return f"{PATH_SEPARATOR.join(chunk.heading_path)}\n\n{chunk.text}"
    return chunk.text

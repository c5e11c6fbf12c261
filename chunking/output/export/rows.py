"""Chunks as rows, and digests for stores."""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING

from chunking.core.chunking import Chunking
from chunking.core.errors import expect
from chunking.core.layout import PATH_SEPARATOR
from chunking.core.text.normalization import normalize_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.core.chunking import Chunk
    from chunking.core.origin import LocationKind

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
    "table_header",
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


def location_kind(chunking: Chunking) -> LocationKind | None:
    """Return the kind of the locations of the document, such as "pages"; None without any."""
    locations = chunking.document.locations
    return None if locations is None else locations.kind


def keys(chunking: Chunking) -> tuple[str, ...]:
    """Return `KEYS`, with the kind of its locations after the heading path if there are any."""
    kind = location_kind(chunking)
    at = KEYS.index("heading_path") + 1
    return KEYS if kind is None else (*KEYS[:at], kind, *KEYS[at:])


def rows(chunking: Chunking) -> Iterator[dict[str, object]]:
    """Yield one dictionary for each chunk, with the keys `keys(chunking)`.

    `parent` is the index of the enclosing chunk one level up, None without levels. `start`, `end`
    and `overlap` count code points; `text` starts `overlap` before `start`. `pages`, `chapters`,
    `cells`, `slides` and `sheets` list all that the text is from; `times` and `rows` the first and
    the last. `table_header` is None except for chunks that start below the header of a table.
    `oversize_reason` is None for chunks within the maximum. The `uuid` is random
    (version 4).
    """
    names = keys(check_chunking(chunking))
    for chunk in chunking:
        values = {**chunk.to_dict(), "uuid": str(uuid.uuid4())}
        yield {name: values[name] for name in names}


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


def join_lists(row: dict[str, object]) -> dict[str, object]:
    """Return a row whose lists are text: the heading path joined by " > ", others by ", "."""
    separators = {"heading_path": PATH_SEPARATOR}
    return {
        key: separators.get(key, ", ").join(map(str, value)) if isinstance(value, list) else value
        for key, value in row.items()
    }


def embedded_text(chunk: Chunk, *, context: bool = False) -> str:
    r"""Return the text of a chunk as it is embedded, overlap included.

    With `context` its heading path and its table header come first: `A > B\n\nname,size\n`.
    """
    if not context:
        return chunk.text
    path = f"{PATH_SEPARATOR.join(chunk.heading_path)}\n\n" if chunk.heading_path else ""
    header = f"{chunk.table_header}\n" if chunk.table_header else ""
    return path + header + chunk.text

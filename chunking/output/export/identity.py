"""Digest of a chunking, quotes of chunks, and the text of a chunk with its context."""

import hashlib

from chunking.core.chunking import Chunking
from chunking.core.text.normalization import normalize_text

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

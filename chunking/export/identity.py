"""What a whole chunking is, in one number; and whether a quote is really there."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from chunking.normalize import normalize_text

if TYPE_CHECKING:
    from chunking.chunks import Chunking

# The longest quote that counts as one, in characters (ContextMEM).
MAX_QUOTE = 240


def graph_digest(chunking: Chunking) -> str:
    """SHA-256 of the sorted lines `location_id:content_hash`, in hex (ContextMEM, issue 12).

    It changes when a chunk is added, removed, edited or put under another heading, and not when
    only offsets move.
    """
    places = zip(chunking.location_ids, chunking, strict=True)
    lines = sorted(f"{place}:{chunk.content_hash}" for place, chunk in places)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def validate_quote(quote: str, text: str) -> bool:
    """Whether a quote of 1 to 240 characters stands word for word in a text.

    Both are normalised first: how much white space there is, and of what kind, means nothing.
    """
    normal = normalize_text(quote)
    return 0 < len(normal) <= MAX_QUOTE and normal in normalize_text(text)

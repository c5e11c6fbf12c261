"""Chunks above the maximum, and why they are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.types import Chunking

_WORDS = {
    "manual": "manual boundaries join units",
    "character": "a single character has more tokens",
}


def oversize_summary(chunking: Chunking) -> str:
    """Return why chunks exceed the maximum, the most frequent reason first; empty for none.

    `3: a fence is kept whole; 1: a table is kept whole`, without the number if there is only one
    reason.
    """
    counts = Counter(chunking.oversize_reasons.values())
    texts = [(_words(reason), count) for reason, count in counts.most_common()]
    if len(texts) == 1:
        return texts[0][0]
    return "; ".join(f"{count:,}: {text}" for text, count in texts)


def _words(reason: str) -> str:
    return _WORDS.get(reason) or f"a {reason.replace('_', ' ')} is kept whole"

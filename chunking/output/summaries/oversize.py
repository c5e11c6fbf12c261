"""Chunks above the maximum, and why they are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.types import Chunking

_WORDS = {
    "": "larger than the maximum",
    "manual": "manual boundaries join units",
    "character": "a single character has more tokens",
}


def oversize_summary(chunking: Chunking) -> str:
    """Return why chunks exceed the maximum, the most frequent reason first; empty for none.

    `3: a fence is kept whole; 1: a table is kept whole`, without the number if there is only one
    reason.
    """
    counts = Counter(chunking.oversize_reasons.values())
    texts = [(oversize_wording(reason), count) for reason, count in counts.most_common()]
    if len(texts) == 1:
        return texts[0][0]
    return "; ".join(f"{count:,}: {text}" for text, count in texts)


def oversize_wording(reason: str) -> str:
    """Return an oversize reason in words; "" stands for an unknown one.

    >>> oversize_wording("list_item")
    'a list item is kept whole'
    """
    return _WORDS.get(reason) or f"a {reason.replace('_', ' ')} is kept whole"

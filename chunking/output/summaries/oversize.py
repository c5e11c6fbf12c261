"""Chunks above the maximum, and why they are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.core.chunking import Chunking
    from chunking.strategies import Strategy

_WORDS = {
    "": "larger than the maximum",
    "manual": "manual boundaries join units",
    "character": "a single character has more tokens",
}


def oversize_notes(chunking: Chunking, strategy: Strategy) -> list[str]:
    """Return a note on the chunks above the maximum of the strategy, if there are any."""
    count = int(chunking.oversize.sum())
    if count == 0:
        return []
    exceed = "exceeds" if count == 1 else "exceed"
    maximum = f"{count:,} of {count_of(len(chunking), 'chunk')} {exceed} the maximum of "
    why = oversize_summary(chunking)
    if "oversize" in strategy.fields() and getattr(strategy, "oversize", "split") == "keep":
        why += "; --oversize split splits it at lines"
    return [f"{maximum}{strategy.limits[1]:,} tokens: {why}"]


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

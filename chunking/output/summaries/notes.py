"""Notes on a document and its chunks, which every command and page shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.text.numbers import count_of
from chunking.strategies import Strategy

if TYPE_CHECKING:
    from chunking.analysis.coverage import Coverage
    from chunking.embedding import LongTexts

_WORDS = {
    "": "larger than the maximum",
    "manual": "manual boundaries join units",
    "character": "a single character has more tokens",
    "html": "an HTML block is kept whole",
}


def notes_on(
    source: Chunking | Document,
    strategy: Strategy | None = None,
    *models: str | None,
    long_texts: LongTexts | None = None,
) -> list[str]:
    """Return the notes on a document, or on its chunks: removed text, sizes, and the models.

    Args:
        source: The chunks, or a document before it is split.
        long_texts: How chunks are embedded; None where another program embeds them.
    """
    own = None if strategy is None else strategy.material.model
    named = list(dict.fromkeys(filter(None, (own, *models))))
    if not named:
        return notes_with(source, strategy, ())
    from chunking.analysis.coverage import coverage
    from chunking.embedding import get_embedder, model_note

    found = [coverage(source, get_embedder(model), long_texts) for model in named]
    notes = notes_with(source, strategy, found)
    return list(dict.fromkeys([*notes, *filter(None, map(model_note, named))]))


def notes_with(
    source: Chunking | Document, strategy: Strategy | None, covered: Iterable[Coverage]
) -> list[str]:
    """Return the same as `notes_on` where the coverage by each model is known."""
    if isinstance(source, Chunking):
        split = () if strategy is None else oversize_notes(source, strategy)
        of_source = [*source.document.notes, *source.notes, *split]
    else:
        of_source = [*source.notes]
    return list(dict.fromkeys([*of_source, *(note for each in covered for note in each.notes)]))


def oversize_notes(chunking: Chunking, strategy: Strategy) -> list[str]:
    """Return a note on the chunks above the maximum of the strategy, if there are any."""
    count = int(chunking.oversize.sum())
    if count == 0:
        return []
    exceed = "exceeds" if count == 1 else "exceed"
    maximum = f"{count:,} of {count_of(len(chunking), 'chunk')} {exceed} the maximum of "
    why = oversize_summary(chunking)
    if "oversize" in strategy.fields() and getattr(strategy, "oversize", "split") == "keep":
        why += "; oversize=split splits at lines"
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

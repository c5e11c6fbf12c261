"""The status line of Tune: the numbers, what determines the boundaries, and one action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.analysis.explain import count_reasons, is_flat
from chunking.analysis.metrics.sizes import TRUNCATED
from chunking.analysis.metrics.structure import (
    BROKEN_FENCES,
    BROKEN_LISTS,
    BROKEN_TABLES,
    SENTENCE_CUTS,
)
from chunking.analysis.setting_effects import setting_effects
from chunking.gui import computed
from chunking.gui.computed import Reference
from chunking.output.summaries.oversize import oversize_summary
from chunking.strategies.semantic import SHORT_TEXT_TOKENS
from chunking.text.numbers import count_of
from chunking.types import Reason

if TYPE_CHECKING:
    from chunking.gui.tune.chunks import Split

# So many suppressed candidates for each boundary by similarity: the sizes decide.
_CROWDED = 2

_BROKEN = {
    BROKEN_LISTS: "list item",
    BROKEN_TABLES: "table",
    BROKEN_FENCES: "code fence",
}


def numbers(shown: Split, known: object) -> list[list[str]]:
    """Return the numbers of a chunking: rows of the text, its tooltip and an optional action."""
    chunking = shown.chunking
    if not shown.complete:
        read = int(chunking.end[-1]) / max(1, len(shown.document.text)) if len(chunking) else 0.0
        return [[f"{count_of(len(chunking), 'chunk')} so far", ""], [f"{read:.0%} of the text", ""]]
    if len(chunking) == 0:
        return [["0 chunks", ""]]
    tokens = chunking.tokens
    # A half is rounded up, as the page rounds.
    median = int(np.median(tokens) + 0.5)
    found = [
        [count_of(len(chunking), "chunk"), ""],
        [f"median {median:,}", f"Tokens per chunk: {tokens.min():,} to {tokens.max():,}"],
    ]
    if chunking.oversize.any():
        kept = int(chunking.oversize.sum())
        found.append([f"{kept:,} oversize", f"Above the maximum: {oversize_summary(chunking)}"])
    if isinstance(known, Reference):
        over = int(TRUNCATED.compute(computed.evaluation(chunking, shown.strategy, known)))
        if over:
            exceed = "exceeds" if over == 1 else "exceed"
            text = f"{over:,} {exceed} the model limit"
            found.append([text, "Truncated by the model: show the next one", "truncated"])
    return found


def verdict(shown: Split, known: object) -> dict[str, Any]:
    """Return what determines the boundaries, in at most twelve words, and what is broken.

    Returns:
        `text` and its `detail`, and `advise` where another threshold would help.
    """
    chunking = shown.chunking
    found = {"text": "", "detail": _damage(shown, known), "advise": False}
    if len(chunking) == 0:
        return {**found, "text": "The document holds no text."}
    if chunking.notes:
        return {**found, "text": f"{chunking.notes[0].rstrip('.')}."}
    if not shown.complete:
        return found
    if len(chunking) == 1:
        single = _single(shown)
        return {**found, "text": single, "advise": bool(single)}
    if is_flat(shown.prepared):
        return {**found, "text": "Flat curve: boundaries by similarity are arbitrary."}
    crowded = _crowded(shown)
    return {**found, "text": crowded or _decisive(shown), "advise": bool(crowded)}


def _crowded(shown: Split) -> str:
    """Return that the size limits rather than the threshold determine the boundaries, if so."""
    chunking = shown.chunking
    if getattr(shown.strategy, "threshold", None) is None or shown.prepared.signal is None:
        return ""
    by = count_reasons(chunking)
    similar, forced = by.get(Reason.SIMILARITY, 0), by.get(Reason.MAX_TOKENS, 0)
    suppressed = int(np.count_nonzero(chunking.verdicts == Reason.MIN_TOKENS.code))
    if suppressed > _CROWDED * max(1, similar):
        return f"Min tokens suppresses {suppressed:,} of {suppressed + similar:,} candidates."
    if forced > similar:
        return f"Max tokens forces {forced:,} of {len(chunking) - 1:,} boundaries."
    return ""


def _single(shown: Split) -> str:
    """Return why there is a single chunk, where that is not what a user expects."""
    sizes = shown.prepared.sizes
    if getattr(shown.strategy, "threshold", None) is None:
        return ""
    tokens = sizes.tokens(0, sizes.length)
    if tokens < SHORT_TEXT_TOKENS:
        return f"Texts below {SHORT_TEXT_TOKENS} tokens are not split."
    if np.any(shown.chunking.verdicts == Reason.MIN_TOKENS.code):
        return f"Min tokens suppresses every candidate: the document has {tokens:,} tokens."
    return "Threshold too low: every similarity is above it."


def _decisive(shown: Split) -> str:
    """Return which settings determine the boundaries."""
    strategy, chunking = shown.strategy, shown.chunking
    off = {name for name, other in strategy.relaxed().items() if other == strategy}
    effects = setting_effects(shown.prepared, strategy, chunking, shown.boundaries)
    some = sorted(
        ((count, name) for name, count in effects.items() if count and name not in off),
        reverse=True,
    )
    total = len(chunking) - 1
    if not some:
        return "No setting limits the boundaries."
    # Where the maximum alone is switched off, a size that limits chunks below it has no effect.
    names = [strategy.size_limit_field if name == "max_tokens" else name for _, name in some]
    labels = [strategy.label_of(name) for name in names]
    if len(some) > 1 and some[0][0] == some[1][0] == total:
        return f"{labels[0]} and {labels[1].lower()} together determine all {total:,} boundaries."
    count = some[0][0]
    share = f"all {total:,} boundaries" if count == total else f"{count:,} of {total:,} boundaries"
    return f"{labels[0]} determines {share}."


def _damage(shown: Split, known: object) -> str:
    """Return what the boundaries break; empty if nothing, or unknown."""
    if not isinstance(known, Reference):
        return ""
    values = computed.evaluation(shown.chunking, None, known)
    broken = [
        count_of(int(number), noun)
        for metric, noun in _BROKEN.items()
        if (number := metric.compute(values)) > 0
    ]
    within = SENTENCE_CUTS.compute(values)
    if within > 0:
        broken.append(f"{within:.0%} of boundaries are inside a sentence")
    return f"Broken: {', '.join(broken)}." if broken else ""

"""The status line of Tune: the numbers, what determines the boundaries, and one action."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.analysis.explain import count_reasons, is_flat
from chunking.analysis.metrics import Evaluation
from chunking.analysis.metrics.sizes import TRUNCATED
from chunking.analysis.metrics.structure import (
    BROKEN_FENCES,
    BROKEN_LISTS,
    BROKEN_TABLES,
    SENTENCE_CUTS,
)
from chunking.analysis.setting_effects import setting_effects
from chunking.core.cuts import Reason
from chunking.core.text.numbers import count_of
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.recommendations import recommended_threshold
from chunking.output.summaries.oversize import oversize_summary
from chunking.strategies.semantic import SHORT_TEXT_TOKENS

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.gui.results.chunks import Split
    from chunking.gui.tune.messages import Verdict

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
        over = int(TRUNCATED.compute(Evaluation(chunking, known.prepared, known.tokens)))
        if over:
            exceed = "exceeds" if over == 1 else "exceed"
            text = f"{over:,} {exceed} the model limit"
            found.append([text, "Show the next one", "truncated"])
    return found


class Plausible(NamedTuple):
    """The plausible number of chunks: as a range, in words, and its meaning."""

    low: int
    high: int
    text: str
    detail: str


def plausible(shown: Split) -> Plausible | None:
    """Return the plausible number of chunks; None where the strategy knows no probabilities."""
    if not shown.complete:
        return None
    found = shown.strategy.plausible_chunks(shown.prepared, shown.boundaries)
    if found is None:
        return None
    low, median, high = found
    text = f"{low:,}" if low == high else f"{low:,}–{high:,}"
    chunks = count_of(low, "chunk") if low == high else f"{text} chunks"
    detail = (
        f"By topic alone, without size limits: {chunks}, right for 8 of 10 labeled texts; "
        f"best guess {median:,}."
    )
    return Plausible(low, high, f"{text} plausible", detail)


class _Verdict(NamedTuple):
    """A sentence, whether it is about the threshold, and whether another threshold would help."""

    text: str
    about_threshold: bool = False
    change_threshold: bool = False


def verdict(shown: Split, known: object, on_setting: Callable[[], object] | None = None) -> Verdict:
    """Return what determines the boundaries, in at most twelve words, and what is broken.

    Args:
        shown: The chunks.
        known: The `Reference` of the document; anything else while there is none.
        on_setting: Called before each setting that is tried; it may raise an error to stop.

    Returns:
        `text` and its `detail`; `offer`: whether the page offers the recommended threshold, as the
        text is about the threshold; `advise`: whether it highlights it, as another would help.
    """
    found = _verdict(shown, on_setting)
    return {
        "text": found.text,
        "detail": _damage(shown, known),
        "offer": found.about_threshold,
        "advise": found.change_threshold,
    }


def of_previous(shown: Split) -> Verdict:
    """Return the verdict on chunks that stay on screen because a model has failed."""
    model = shown.strategy.material.model
    by = f" of {model}" if model else ""
    return {"text": f"Previous result{by}.", "detail": "", "offer": False, "advise": False}


def _verdict(shown: Split, on_setting: Callable[[], object] | None) -> _Verdict:
    chunking = shown.chunking
    if len(chunking) == 0:
        return _Verdict("The document holds no text.")
    if chunking.notes:
        return _Verdict(f"{chunking.notes[0].rstrip('.')}.")
    if not shown.complete:
        return _Verdict("")
    if len(chunking) == 1:
        return _single(shown)
    if is_flat(shown.prepared):
        return _Verdict("Flat curve: boundaries by similarity are arbitrary.")
    return _crowded(shown) or _decisive(shown, on_setting)


def _crowded(shown: Split) -> _Verdict | None:
    """Return a verdict if size limits determine most boundaries, else None.

    It blames the threshold if the recommended one is lower (min tokens) or higher (max tokens).
    """
    chunking = shown.chunking
    threshold = getattr(shown.strategy, "threshold", None)
    if threshold is None or shown.prepared.signal is None:
        return None
    by = count_reasons(chunking)
    similar, forced = by.get(Reason.SIMILARITY, 0), by.get(Reason.MAX_TOKENS, 0)
    suppressed = int(np.count_nonzero(chunking.verdicts == Reason.MIN_TOKENS.code))
    crowded = suppressed > _CROWDED * max(1, similar)
    if not crowded and forced <= similar:
        return None
    found = recommended_threshold(shown.prepared, shown.strategy)
    value = threshold if found is None or found.value is None else found.value
    if crowded:
        text = f"min tokens suppresses {suppressed:,} of {suppressed + similar:,} candidates."
        return _limited(text, "too high" if value < threshold else "")
    text = f"max tokens forces {forced:,} of {len(chunking) - 1:,} boundaries."
    return _limited(text, "too low" if value > threshold else "")


def _limited(text: str, fault: str) -> _Verdict:
    """Return the verdict on a size limit; `fault` is that of the threshold, empty if none."""
    if not fault:
        return _Verdict(text.capitalize())
    return _Verdict(f"Threshold {fault}: {text}", about_threshold=True, change_threshold=True)


def _single(shown: Split) -> _Verdict:
    """Return why there is a single chunk, where that is not what a user expects."""
    sizes = shown.prepared.sizes
    if getattr(shown.strategy, "threshold", None) is None:
        return _Verdict("")
    tokens = sizes.tokens(0, sizes.length)
    if tokens < SHORT_TEXT_TOKENS:
        return _Verdict(f"Texts below {SHORT_TEXT_TOKENS} tokens are not split.")
    if np.any(shown.chunking.verdicts == Reason.MIN_TOKENS.code):
        return _Verdict(
            f"Min tokens suppresses every candidate: the document has {tokens:,} tokens."
        )
    text = "Threshold too low: every similarity is above it."
    return _Verdict(text, about_threshold=True, change_threshold=True)


def _decisive(shown: Split, on_setting: Callable[[], object] | None) -> _Verdict:
    """Return which settings determine the boundaries."""
    by = count_reasons(shown.chunking)
    if by.get(Reason.SIMILARITY, 0) and getattr(shown.strategy, "threshold", None) is not None:
        return _Verdict(_by_threshold(by), about_threshold=True)
    return _Verdict(_by_effect(shown, on_setting))


def _by_threshold(by: dict[str, int]) -> str:
    """Return how many boundaries are below the threshold, as the legend counts them."""
    similar, forced, total = by[Reason.SIMILARITY], by.get(Reason.MAX_TOKENS, 0), sum(by.values())
    more = f", max tokens forces {forced:,}" if forced else ""
    return f"Threshold determines {_share(similar, total)}{more}."


def _share(count: int, total: int) -> str:
    return f"{count:,} of {total:,} boundaries" if count < total else f"all {total:,} boundaries"


def _by_effect(shown: Split, on_setting: Callable[[], object] | None) -> str:
    """Return which settings change most boundaries when they are switched off."""
    strategy, chunking = shown.strategy, shown.chunking
    effects = setting_effects(shown.prepared, strategy, chunking, shown.boundaries, on_setting)
    some = sorted(((count, name) for name, count in effects.items() if count), reverse=True)
    total = len(chunking) - 1
    if not some:
        return "No setting limits the boundaries."
    # Where the maximum alone is switched off, a size that limits chunks below it has no effect.
    names = [strategy.size_limit_field if name == "max_tokens" else name for _, name in some]
    labels = [strategy.label_of(name) for name in names]
    if len(some) > 1 and some[0][0] == some[1][0] == total:
        return f"{labels[0]} and {labels[1].lower()} together determine all {total:,} boundaries."
    return f"{labels[0]} determines {_share(some[0][0], total)}."


def _damage(shown: Split, known: object) -> str:
    """Return what the boundaries break; empty if nothing, or unknown."""
    if not isinstance(known, Reference):
        return ""
    values = Evaluation(shown.chunking, known.prepared)
    broken = [
        count_of(int(number), noun)
        for metric, noun in _BROKEN.items()
        if (number := metric.compute(values)) > 0
    ]
    within = SENTENCE_CUTS.compute(values)
    if within > 0:
        broken.append(f"{within:.0%} of boundaries are inside a sentence")
    return f"Broken: {', '.join(broken)}." if broken else ""

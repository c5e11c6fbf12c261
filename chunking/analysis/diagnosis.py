"""Diagnosis of a split document: what determines its boundaries, and what they break."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from chunking.analysis.explain import WORDING, count_reasons, is_flat, suppressed_gaps
from chunking.analysis.metrics import Evaluation
from chunking.analysis.metrics.structure import (
    BROKEN_FENCES,
    BROKEN_LISTS,
    BROKEN_TABLES,
    SENTENCE_CUTS,
    broken_in_words,
)
from chunking.analysis.setting_effects import setting_effects, size_effects
from chunking.analysis.thresholds import SelectedThreshold
from chunking.analysis.thresholds.selector import NEARLY_ALL
from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import count_of
from chunking.engine.run import Split
from chunking.strategies import Strategy
from chunking.strategies.semantic import SHORT_TEXT_TOKENS

Recommend: TypeAlias = Callable[[Prepared, Strategy], SelectedThreshold | None]

_BROKEN = (BROKEN_LISTS, BROKEN_TABLES, BROKEN_FENCES, SENTENCE_CUTS)


class Diagnosis(NamedTuple):
    """What determines the boundaries.

    Attributes:
        text: A sentence of at most twelve words; empty if there is nothing to say.
    """

    text: str
    about_threshold: bool = False
    change_threshold: bool = False


def diagnose(
    split: Split, recommend: Recommend, on_setting: Callable[[], object] | None = None
) -> Diagnosis:
    """Return what determines the boundaries of a split document.

    Args:
        recommend: Returns the threshold recommended for a prepared document under the limits of a
            strategy, or None; called only if size limits determine most boundaries.
        on_setting: Called before each setting that is tried; it may raise an error to stop.
    """
    chunking = split.chunking
    if len(chunking) == 0:
        return Diagnosis("The document holds no text.")
    if chunking.notes:
        return Diagnosis(f"{chunking.notes[0].rstrip('.')}.")
    if not split.complete:
        return Diagnosis("")
    if len(chunking) == 1:
        return _single(split)
    if is_flat(split.prepared):
        return Diagnosis("Flat curve: boundaries by similarity are arbitrary.")
    return _crowded(split, recommend) or _decisive(split, on_setting)


def _crowded(split: Split, recommend: Recommend) -> Diagnosis | None:
    """Return a diagnosis if size limits determine most boundaries, else None.

    It blames the threshold if nearly every gap is below it, or if the recommended one is lower (min
    tokens) or higher (max tokens).
    """
    chunking = split.chunking
    threshold = getattr(split.strategy, "threshold", None)
    if threshold is None or split.prepared.signal is None:
        return None
    by = size_effects(chunking.reason[:-1], chunking.verdicts)
    candidates = int(np.count_nonzero(suppressed_gaps(chunking))) + by.similar
    if candidates >= NEARLY_ALL * len(chunking.verdicts):
        return _limited(
            f"{candidates:,} of {len(chunking.verdicts):,} gaps are below it.", "too high"
        )
    if not by.decide:
        return None
    found = recommend(split.prepared, split.strategy)
    value = threshold if found is None or found.value is None else found.value
    if by.is_crowded:
        suppressed = candidates - by.similar
        of = f"of {candidates:,} candidates"
        text = f"min tokens suppresses {suppressed:,} {of}."
        if suppressed > by.suppressed:
            text = f"{suppressed:,} {of} are suppressed, {by.suppressed:,} by min tokens."
        return _limited(text, "too high" if value < threshold else "")
    text = f"max tokens forces {by.forced:,} of {len(chunking) - 1:,} boundaries."
    return _limited(text, "too low" if value > threshold else "")


def _limited(text: str, fault: str) -> Diagnosis:
    """Return the diagnosis of a size limit; `fault` is that of the threshold, empty if none."""
    if not fault:
        return Diagnosis(text.capitalize())
    return Diagnosis(f"Threshold {fault}: {text}", about_threshold=True, change_threshold=True)


def _single(split: Split) -> Diagnosis:
    """Return why there is a single chunk, where that is not what a user expects."""
    sizes = split.prepared.sizes
    if getattr(split.strategy, "threshold", None) is None:
        return Diagnosis("")
    tokens = sizes.tokens(0, sizes.length)
    if tokens < SHORT_TEXT_TOKENS:
        return Diagnosis(f"Texts below {SHORT_TEXT_TOKENS} tokens are not split.")
    if np.any(split.chunking.verdicts == Reason.MIN_TOKENS.code):
        return Diagnosis(
            f"Min tokens suppresses every candidate: the document has {tokens:,} tokens."
        )
    text = "Threshold too low: every similarity is above it."
    return Diagnosis(text, about_threshold=True, change_threshold=True)


def _decisive(split: Split, on_setting: Callable[[], object] | None) -> Diagnosis:
    """Return which settings determine the boundaries."""
    by = count_reasons(split.chunking)
    if by.get(Reason.SIMILARITY, 0) and getattr(split.strategy, "threshold", None) is not None:
        return Diagnosis(_by_threshold(by), about_threshold=True)
    return Diagnosis(_by_effect(split, on_setting))


def _by_threshold(by: dict[str, int]) -> str:
    """Return how many boundaries are below the threshold, as the legend counts them."""
    similar, forced, total = by[Reason.SIMILARITY], by.get(Reason.MAX_TOKENS, 0), sum(by.values())
    more = f", max tokens forces {forced:,}" if forced else ""
    return f"Threshold determines {_share(similar, total)}{more}."


def _share(count: int, total: int) -> str:
    return f"{count:,} of {total:,} boundaries" if count < total else f"all {total:,} boundaries"


def _by_effect(split: Split, on_setting: Callable[[], object] | None) -> str:
    """Return which settings change most boundaries when they are switched off."""
    strategy, chunking = split.strategy, split.chunking
    by = count_reasons(chunking)
    if Reason.DEFINITION in by:
        chosen = sum(by.values()) - by.get(Reason.MANUAL, 0)
        return f"{count_of(chosen, 'boundary', 'boundaries')} chosen together, within max tokens."
    effects = setting_effects(split.prepared, strategy, chunking, split.boundaries, on_setting)
    some = sorted(((count, name) for name, count in effects.items() if count), reverse=True)
    total = len(chunking) - 1
    if not some and strategy.size_limit_field in effects:
        return "No setting limits the boundaries."
    if not some:  # its sizes cannot be switched off
        reason, count = next(iter(by.items()))
        return f"{_share(count, total).capitalize()}: {WORDING[Reason(reason)].description}."
    # Where the maximum alone is switched off, a size that limits chunks below it has no effect.
    names = [strategy.size_limit_field if name == "max_tokens" else name for _, name in some]
    labels = [strategy.label_of(name) for name in names]
    if len(some) > 1 and some[0][0] == some[1][0] == total:
        return f"{labels[0]} and {labels[1].lower()} together determine all {total:,} boundaries."
    return f"{labels[0]} determines {_share(some[0][0], total)}."


def damage(chunking: Chunking, sentences: Prepared) -> str:
    """Return what the boundaries break in words; empty if nothing."""
    evaluation = Evaluation(chunking, sentences)
    broken = broken_in_words({each.name: each.compute(evaluation) for each in _BROKEN})
    return f"Broken: {broken}." if broken else ""

"""Explanations of boundaries and suppressed gaps.

The wording is in `chunking.analysis.reasons`; what depends on a strategy comes from its class.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis import reasons
from chunking.analysis.reasons import WORDING
from chunking.analysis.thresholds import FLAT_RANGE
from chunking.core.cuts import REASONS, Reason
from chunking.core.errors import SettingsError
from chunking.core.prepared import Constraints
from chunking.core.text.numbers import count_of, decimal_places, rounded
from chunking.core.units import UNIT_KINDS
from chunking.strategies import available, get
from chunking.strategies.signals.similarity import candidate_scores

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.core.arrays import Bools, Floats, Ints
    from chunking.core.chunking import Chunking
    from chunking.core.prepared import Prepared, Signal
    from chunking.strategies import Strategy


def labels(chunking: Chunking, prepared: Prepared | None = None) -> list[str]:
    """Return the label of each boundary: `0.31 < 0.55`, `heading`, `Max tokens 512`.

    Args:
        chunking: The chunks.
        prepared: The document they were made from; without it no similarities are known.

    Returns:
        One label for each boundary, (n - 1,).
    """
    strategy = _strategy_of(chunking)
    scores = probabilities = np.full(len(chunking.boundaries), np.nan)
    threshold = None
    if prepared is not None:
        scores = scores_at(prepared, chunking.boundaries)
        probabilities = probabilities_at(chunking, prepared)
        threshold = _threshold(strategy, prepared)
    compare = _comparer(threshold, strategy)
    return [
        _label(REASONS[code], strategy, score, probability, compare)
        for code, score, probability in zip(
            chunking.reason[:-1].tolist(), scores.tolist(), probabilities.tolist(), strict=True
        )
    ]


def _label(
    reason: Reason,
    strategy: Strategy | None,
    score: float,
    probability: float,
    compare: Callable[[float], str],
) -> str:
    """Fill in the label of one boundary; `score` and `probability` are nan where unknown."""
    wording = WORDING[reason]
    if reason is Reason.SIMILARITY:
        return wording.title if np.isnan(score) else compare(score)
    if reason is Reason.OPTIMUM:
        if np.isnan(probability):
            return wording.title
        return wording.label.format(probability=f"{probability:.2f}")
    limit = "" if strategy is None else _setting(strategy, strategy.size_limit_field)
    if "{limit}" in wording.label:
        return wording.label.format(limit=limit) if limit else wording.title
    return wording.label


def _strategy_of(chunking: Chunking) -> Strategy | None:
    """Return the strategy of a chunking; None where its settings are unknown, as of an import."""
    if not chunking.settings or chunking.strategy not in available():
        return None
    try:
        return get(chunking.strategy)(**chunking.settings)
    except SettingsError:
        return None


def _setting(strategy: Strategy, field: str) -> str:
    """Return a size as its control names it, with its value; empty without such a setting."""
    if field not in type(strategy).model_fields:
        return ""
    return f"{strategy.label_of(field)} {getattr(strategy, field):,}"


def _threshold(strategy: Strategy | None, prepared: Prepared) -> float | None:
    return None if strategy is None else strategy.effective_threshold(prepared)


def _comparer(threshold: float | None, strategy: Strategy | None) -> Callable[[float], str]:
    """Return what compares a similarity, and names the rule that made the threshold, if any."""
    rule = "" if strategy is None else strategy.threshold_rule
    end = f", {rule}" if rule else ""
    if threshold is None:
        return lambda score: f"{reasons.SIMILARITY_ALONE.format(score=rounded(score, 2))}{end}"
    # A threshold that a rule computed is not round: as many decimals as it takes.
    least = 2 if rule else decimal_places(round(threshold, 3))
    limits = [
        (decimals, round(threshold, decimals), rounded(threshold, decimals))
        for decimals in (2, 3, 4, 5, 6)
        if decimals >= least
    ]

    def compare(score: float) -> str:
        visible = (each for each in limits if round(score, each[0]) < each[1])
        decimals, _, limit = next(visible, limits[-1])
        text = reasons.COMPARISON.format(score=rounded(score, decimals), threshold=limit)
        return f"{text}{end}"

    return compare


def count_reasons(chunking: Chunking) -> dict[str, int]:
    """Return the number of boundaries for each reason, most first; the end of the text is none."""
    return dict(Counter(str(REASONS[code]) for code in chunking.reason[:-1].tolist()).most_common())


def scores_at(prepared: Prepared, offsets: Ints) -> Floats:
    """Return the similarity across each offset, same shape; nan where it is no gap."""
    found = np.full(len(offsets), np.nan)
    if prepared.signal is not None and len(prepared.signal.gaps):
        at = np.searchsorted(prepared.signal.gaps, offsets)
        inside = np.minimum(at, len(prepared.signal.gaps) - 1)
        hit = prepared.signal.gaps[inside] == offsets
        found[hit] = prepared.signal.scores[inside[hit]]
    return found


def probabilities_at(chunking: Chunking, prepared: Prepared) -> Floats:
    """Return the probability of each boundary, (n - 1,).

    nan where the boundary is not part of an optimum, the settings are unknown, or the document was
    prepared for another strategy.
    """
    found = np.full(len(chunking.boundaries), np.nan)
    part = np.flatnonzero(chunking.reason[:-1] == Reason.OPTIMUM.code)
    strategy = _strategy_of(chunking)
    if len(part) == 0 or strategy is None:
        return found
    if not all(feature in prepared.features for feature in strategy.material.features):
        return found
    manual = chunking.boundaries[chunking.reason[:-1] == Reason.MANUAL.code]
    forbidden = chunking.gaps[chunking.verdicts == Reason.FORBIDDEN.code]
    constraints = Constraints(tuple(manual.tolist()), tuple(forbidden.tolist()))
    probabilities = strategy.probabilities(prepared, chunking.boundaries[part], constraints)
    if probabilities is not None:
        found[part] = probabilities
    return found


@dataclass(frozen=True, slots=True)
class SuppressedGap:
    """A suppressed candidate boundary: its offset and the reason."""

    offset: int
    reason: str


def suppressed_gaps(chunking: Chunking) -> Bools:
    """Return which gaps are candidates that a limit or a block suppresses, (units - 1,)."""
    codes = (Reason.MIN_TOKENS.code, Reason.ATOMIC.code, Reason.FORBIDDEN.code)
    suppressed: Bools = np.isin(chunking.verdicts, codes)
    return suppressed


def suppressed_in(chunking: Chunking, prepared: Prepared, row: int) -> list[SuppressedGap]:
    """Return the suppressed gaps inside one chunk, each with its reason."""
    start, end = int(chunking.start[row]), int(chunking.end[row])
    first, last = np.searchsorted(chunking.gaps, [start + 1, end])
    gaps = np.flatnonzero(suppressed_gaps(chunking)[first:last]) + first
    strategy = _strategy_of(chunking)
    compare = _comparer(_threshold(strategy, prepared), strategy)
    scores = scores_at(prepared, chunking.gaps[gaps])
    found = []
    for gap, score in zip(gaps.tolist(), scores.tolist(), strict=True):
        reason = REASONS[chunking.verdicts[gap]]
        text = WORDING[reason].label
        if reason is Reason.MIN_TOKENS:
            tokens = prepared.sizes.tokens(start, int(prepared.units.ends[gap]))
            text = _below_minimum(tokens, strategy)
        if not np.isnan(score):
            text = f"{compare(score)}: {text}"
        found.append(SuppressedGap(int(chunking.gaps[gap]), text))
    return found


def _below_minimum(tokens: int, strategy: Strategy | None) -> str:
    """Return which side of a suppressed gap is too small, that with so many tokens or the other."""
    if strategy is None:
        return WORDING[Reason.MIN_TOKENS].description
    limit = _setting(strategy, "min_tokens")
    if tokens < strategy.limits[0]:
        return WORDING[Reason.MIN_TOKENS].label.format(
            tokens=count_of(tokens, "token"), limit=limit
        )
    return reasons.SUPPRESSED_BEFORE_SHORT_REST.format(limit=limit)


def suppressed_density(chunking: Chunking, bins: int = 240) -> list[int]:
    """Return the number of suppressed gaps in each of equal spans of the document."""
    if len(chunking.gaps) == 0:
        return [0] * bins
    offsets = chunking.gaps[suppressed_gaps(chunking)]
    counts, _ = np.histogram(offsets, bins=bins, range=(0, max(1, len(chunking.document.text))))
    return [int(count) for count in counts]


def above_target(chunking: Chunking, prepared: Prepared, row: int) -> str:
    """Return why a chunk exceeds the target size of its strategy, overlap aside.

    Empty where it does not, or the strategy has no target.
    """
    strategy = _strategy_of(chunking)
    if strategy is None or strategy.size_limit_field == "max_tokens":
        return ""
    target = getattr(strategy, strategy.size_limit_field)
    start, end = int(chunking.start[row]), int(chunking.end[row])
    if prepared.sizes.tokens(start, end) <= target:
        return ""
    units = prepared.units
    own = slice(*np.searchsorted(units.starts, [start, end]).tolist())
    sizes = prepared.sizes.token_counts(units.starts[own], units.ends[own])
    whole = np.flatnonzero(units.atomic[own] & (sizes > target))
    reason = REASONS[chunking.reason[row]]
    limit = _setting(strategy, "max_tokens")
    ends_section = reason in {Reason.STRUCTURE, Reason.MANUAL, Reason.TAIL}
    if len(whole) and (len(sizes) == 1 or not ends_section):
        largest = whole[sizes[whole].argmax()]
        kind = UNIT_KINDS[units.kinds[own][largest]]
        text = reasons.KEPT_WHOLE.format(
            block=reasons.BLOCKS.get(kind, reasons.OTHER_BLOCK),
            tokens=count_of(int(sizes[largest]), "token"),
        )
    elif ends_section:
        text = reasons.SECTION_REST_FITS.format(limit=limit)
    elif reason is Reason.PARAGRAPH:
        text = reasons.LAST_PARAGRAPH_FITS.format(limit=limit)
    else:
        text = reasons.NO_NEARER_SENTENCE
    return reasons.ABOVE_TARGET.format(
        target=_setting(strategy, strategy.size_limit_field), reason=text
    )


@dataclass(frozen=True, slots=True)
class ThresholdPosition:
    """Where a threshold lies among the similarities of one document.

    `share_below` is the share of gaps with a similarity below it. `share_candidates` is the share
    that it makes candidates: the same, but with a windowed signal only local minima.
    """

    threshold: float
    share_below: float
    share_candidates: float


def threshold_position(signal: Signal | None, threshold: float) -> ThresholdPosition | None:
    """Return where a threshold lies among the similarities; None where there are none."""
    if signal is None or len(signal.scores) == 0:
        return None
    below, candidates = (each < threshold for each in (signal.scores, candidate_scores(signal)))
    return ThresholdPosition(threshold, float(np.mean(below)), float(np.mean(candidates)))


def is_flat(prepared: Prepared) -> bool:
    """Return whether the similarities differ so little that boundaries by them are arbitrary."""
    signal = prepared.signal
    return (
        signal is not None and len(signal.scores) > 1 and float(np.ptp(signal.scores)) < FLAT_RANGE
    )

"""Why there is a boundary at a gap, or why there is none: all wording of a `Reason`."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from chunking.analysis.thresholds import FLAT_RANGE
from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.errors import SettingsError
from chunking.core.prepared import Constraints, Prepared
from chunking.core.text.numbers import decimal_places, rounded
from chunking.strategies import Strategy, available, get


class ReasonWording(NamedTuple):
    """The texts of one reason.

    `title` names it in legends and tables, `description` explains it in one line, and `label`
    stands at a single boundary; a reason that a gap is none has no label. In a label, {limit} is a
    setting with its value, as "Max tokens 512"; where the settings are unknown the title takes the
    place of the label.
    """

    title: str
    description: str
    label: str = ""


WORDING: dict[Reason, ReasonWording] = {
    Reason.SIMILARITY: ReasonWording(
        "similarity", "similarity below the threshold", "similarity"  # see COMPARISON
    ),
    Reason.OPTIMUM: ReasonWording(
        "optimum", "part of the best chunking", "probability {probability}"
    ),
    Reason.MAX_TOKENS: ReasonWording("forced", "to stay within the size limit", "{limit}"),
    Reason.STRUCTURE: ReasonWording("structure", "a heading or the end of a block", "heading"),
    Reason.PARAGRAPH: ReasonWording(
        "paragraph", "the next paragraph would not fit", "paragraph, {limit}"
    ),
    Reason.DEFINITION: ReasonWording(
        "definition", "between definitions, chosen together with all others", "definition"
    ),
    Reason.TURN: ReasonWording("turn", "the next turn would not fit", "turn, {limit}"),
    Reason.SIZE: ReasonWording("size", "a fixed size, anywhere in the text", "{limit}"),
    Reason.RESYNC: ReasonWording("resync", "a resync point chosen by the text", "resync"),
    Reason.MANUAL: ReasonWording("manual", "a manual boundary", "manual"),
    Reason.TAIL: ReasonWording(
        "tail", "the end, or a short chunk that does not fit its neighbor",
        "short, {limit}",
    ),
    Reason.IMPORTED: ReasonWording("imported", "a boundary of imported chunks", "imported"),
    Reason.MIN_TOKENS: ReasonWording("suppressed", "a chunk would be smaller than min tokens"),
    Reason.ATOMIC: ReasonWording("atomic", "inside a block that stays whole"),
    Reason.FORBIDDEN: ReasonWording("forbidden", "a forbidden boundary"),
    Reason.ABOVE_THRESHOLD: ReasonWording(
        "above threshold", "similarity at or above the threshold"
    ),
    Reason.FITS: ReasonWording("fits", "the next unit still fits"),
    Reason.BELOW_HEADING: ReasonWording("below heading", "its boundary is above the heading"),
}  # fmt: skip

# What a label compares, and where: a boundary below a heading moves above it.
COMPARISON = "{score} < {threshold}"
BELOW_HEADING = ", below heading"
SIMILARITY_ALONE = "similarity {score}"


def labels(chunking: Chunking, prepared: Prepared | None = None) -> list[str]:
    """Return the label of each boundary: `0.31 < 0.55`, `heading`, `Max tokens 512`.

    Args:
        prepared: The document they were made from; without it no similarities are known.

    Returns:
        One label for each boundary, (n - 1,).
    """
    strategy = _strategy_of(chunking)
    scores = probabilities = np.full(len(chunking.boundaries), np.nan)
    threshold = None
    if prepared is not None:
        scores = scores_at(prepared, deciding_offsets(chunking))
        probabilities = probabilities_at(chunking, prepared)
        threshold = None if strategy is None else strategy.effective_threshold(prepared)
    compare, codes = _comparer(threshold, strategy), chunking.reason[:-1].tolist()
    others = {code: _label(REASONS[code], strategy) for code in set(codes)}
    similarity, optimum = Reason.SIMILARITY.code, Reason.OPTIMUM.code
    with_probability = WORDING[Reason.OPTIMUM].label
    moved = (deciding_offsets(chunking) > chunking.boundaries).tolist()

    def label(code: int, score: float, probability: float, is_moved: bool) -> str:  # noqa: FBT001
        if code == similarity and not math.isnan(score):
            return compare(score) + BELOW_HEADING * is_moved
        if code == optimum and not math.isnan(probability):
            words = f"{probability:.2f}" if probability >= 0.005 else "< 0.01"
            return with_probability.format(probability=words)
        return others[code]

    return list(map(label, codes, scores.tolist(), probabilities.tolist(), moved))


def _label(reason: Reason, strategy: Strategy | None) -> str:
    """Return the label of a reason without a similarity or a probability."""
    wording = WORDING[reason]
    if reason in {Reason.SIMILARITY, Reason.OPTIMUM}:
        return wording.title
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


def _comparer(threshold: float | None, strategy: Strategy | None) -> Callable[[float], str]:
    """Return what compares a similarity, and names the rule that made the threshold, if any."""
    rule = "" if strategy is None else strategy.threshold_rule
    end = f", {rule}" if rule else ""
    if threshold is None:
        return lambda score: f"{SIMILARITY_ALONE.format(score=rounded(score, 2))}{end}"
    # A threshold that a rule computed is not round: as many decimals as it takes.
    least = 2 if rule else decimal_places(round(threshold, 3))
    limits = [
        _Limit(decimals, round(threshold, decimals), rounded(threshold, decimals))
        for decimals in (2, 3, 4, 5, 6)
        if decimals >= least
    ]
    # A slider asks for thousands in each step, most of which differ by the first decimals.
    nearest, texts = limits[0], dict[float, str]()

    def compare(score: float) -> str:
        shown = round(score, nearest.decimals)
        if shown >= nearest.limit:
            return _distinct(score, limits) + end
        if shown not in texts:
            texts[shown] = _distinct(score, limits[:1]) + end
        return texts[shown]

    return compare


class _Limit(NamedTuple):
    """A threshold rounded to some decimals, and as text."""

    decimals: int
    limit: float
    text: str


def _distinct(score: float, limits: Sequence[_Limit]) -> str:
    """Compare a similarity with a threshold, with the fewest decimals that tell them apart.

    One that is not below it is not compared: the threshold did not decide.
    """
    for decimals, limit, threshold_text in limits:
        shown = round(score, decimals)
        if shown < limit:
            value = f"{shown + 0.0:,.{decimals}f}"  # as `rounded`
            return COMPARISON.format(score=value, threshold=threshold_text)
    return SIMILARITY_ALONE.format(score=rounded(score, 2))


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


def deciding_offsets(chunking: Chunking) -> Ints:
    """Return the gap whose similarity decided each boundary, (n - 1,).

    It is the boundary itself unless it is above a heading because of the gap below.
    """
    found = chunking.boundaries.copy()
    below = chunking.gaps[chunking.verdicts == Reason.BELOW_HEADING.code]
    rows = np.searchsorted(found, below, side="right") - 1
    decided = chunking.reason[rows] == Reason.SIMILARITY.code
    found[rows[decided]] = below[decided]
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


def suppressed_gaps(chunking: Chunking) -> Bools:
    """Return which gaps are candidates that a limit or a block suppresses, (units - 1,)."""
    codes = (Reason.MIN_TOKENS.code, Reason.ATOMIC.code, Reason.FORBIDDEN.code)
    suppressed: Bools = np.isin(chunking.verdicts, codes)
    return suppressed


def is_flat(prepared: Prepared) -> bool:
    """Return whether the similarities differ so little that boundaries by them are arbitrary."""
    signal = prepared.signal
    return (
        signal is not None and len(signal.scores) > 1 and float(np.ptp(signal.scores)) < FLAT_RANGE
    )

"""Why: the verdict on each gap in words, what was wanted but not cut, and which setting decides."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.numerals import count_of, decimals_of, rounded
from chunking.similarity import candidates
from chunking.splitting import split_at_marks
from chunking.strategies import available, get
from chunking.thresholds import FLAT
from chunking.types import (
    NONE,
    REASONS,
    UNIT_KINDS,
    Bools,
    Constraints,
    Floats,
    Ints,
    Reason,
    UnitKind,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.chunks import Chunking
    from chunking.strategies import Strategy
    from chunking.types import Prepared, Signal


_KEPT = {UnitKind.FENCE: "fenced code block", UnitKind.TABLE: "table"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A gap that was wanted but not cut: where, and why not."""

    offset: int
    why: str


@dataclass(frozen=True, slots=True)
class Position:
    """Where a threshold lies among the similarities of one document."""

    threshold: float
    share_below: float
    """Share of the gaps whose similarity is below the threshold."""
    share_asked: float
    """Share of the gaps it asks to cut: the same, but on windows only the lowest of neighbours."""


def label(
    chunking: Chunking,
    boundary: int,
    score: float | None = None,
    margin: float | None = None,
    threshold: float | None = None,
) -> str:
    """Why there is a cut between chunk `boundary` and the next: `0.31 < 0.55`, `heading`.

    `score` is the similarity across it, `margin` how much more the best cutting without it costs,
    `threshold` the similarity below which this document is cut, where they are known.
    """
    settings = chunking.settings
    reason = REASONS[chunking.reason[boundary]]
    if reason is Reason.SIMILARITY and score is not None:
        return _asked(score, threshold, settings)
    if reason is Reason.OPTIMUM:
        return _dearer(margin)
    limit = get(chunking.strategy).filled_to if chunking.strategy in available() else ""
    named = _setting(chunking, limit)
    if reason in {Reason.MAX_TOKENS, Reason.SIZE}:
        return named or str(reason).replace("_", " ")
    if reason in {Reason.PARAGRAPH, Reason.DEFINITION, Reason.TURN}:
        return ", ".join(filter(None, (str(reason), named)))
    if reason is Reason.TAIL:
        return f"short, but joined it would pass {named or 'the maximum'}"
    return {Reason.STRUCTURE: "heading", Reason.MANUAL: "by hand"}.get(reason, str(reason))


def labels(chunking: Chunking, prepared: Prepared) -> list[str]:
    """The label of every boundary, (n - 1)."""
    scores = scores_at(prepared, chunking.boundaries).tolist()
    margins = margins_at(chunking, prepared).tolist()
    limit = _threshold(chunking, prepared)
    return [
        label(
            chunking, i,
            None if np.isnan(score) else score, None if np.isnan(margin) else margin, limit,
        )
        for i, (score, margin) in enumerate(zip(scores, margins, strict=True))
    ]  # fmt: skip


def counted_reasons(chunking: Chunking) -> dict[str, int]:
    """How many cuts there are for each reason, most first; where the text ends is no cut."""
    return dict(Counter(str(REASONS[code]) for code in chunking.reason[:-1].tolist()).most_common())


def margins_at(chunking: Chunking, prepared: Prepared) -> Floats:
    """How much more the best cutting without each boundary costs, (n - 1,).

    Infinite where the limits leave none; nan where the boundary is no part of an optimum, or
    what it was made by is not known any more.
    """
    found = np.full(len(chunking.boundaries), np.nan)
    part = np.flatnonzero(chunking.reason[:-1] == Reason.OPTIMUM.code)
    if len(part) == 0 or prepared.costs is None or not chunking.settings:
        return found
    manual = chunking.boundaries[chunking.reason[:-1] == Reason.MANUAL.code]
    forbidden = chunking.gaps[chunking.verdicts == Reason.FORBIDDEN.code]
    marks = Constraints(tuple(manual.tolist()), tuple(forbidden.tolist()))
    strategy = get(chunking.strategy)(**chunking.settings)
    margins = strategy.margins(prepared, chunking.boundaries[part], marks)
    if margins is not None:
        found[part] = margins
    return found


def scores_at(prepared: Prepared, offsets: Ints) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The similarity across each offset, nan where it is no gap or nothing is known, same shape."""
    found = np.full(len(offsets), np.nan)
    if prepared.signal is not None and len(prepared.signal.gaps):
        at = np.searchsorted(prepared.signal.gaps, offsets)
        inside = np.minimum(at, len(prepared.signal.gaps) - 1)
        hit = prepared.signal.gaps[inside] == offsets
        found[hit] = prepared.signal.scores[inside[hit]]
    return found


def wanted_gaps(chunking: Chunking) -> Bools:
    """Which gaps were wanted but not cut, (units - 1,)."""
    denied = (Reason.MIN_TOKENS.code, Reason.ATOMIC.code, Reason.FORBIDDEN.code)
    wanted: Bools = np.isin(chunking.verdicts, denied)
    return wanted


def wanted_in(chunking: Chunking, prepared: Prepared, row: int) -> list[Wanted]:
    """The gaps inside one chunk that were wanted but not cut, each with the reason."""
    start, end = int(chunking.start[row]), int(chunking.end[row])
    first, last = np.searchsorted(chunking.gaps, [start + 1, end])
    inside = np.flatnonzero(wanted_gaps(chunking)[first:last]) + first
    offsets = chunking.gaps[inside]
    settings, limit = chunking.settings, _threshold(chunking, prepared)
    found = []
    for gap, score in zip(inside.tolist(), scores_at(prepared, offsets).tolist(), strict=True):
        offset = int(chunking.gaps[gap])
        reason = REASONS[chunking.verdicts[gap]]
        if reason is Reason.MIN_TOKENS:
            before = prepared.sizes.tokens(start, int(prepared.units.ends[gap]))
            least = _setting(chunking, "min_tokens")
            why = (
                f"only {count_of(before, 'token')} so far, {least}"
                if before < settings.get("min_tokens", 0)
                else f"what follows is short of {least}, so it was joined"
            )
        else:
            why = "inside a list" if reason is Reason.ATOMIC else "forbidden by hand"
        asked = "" if np.isnan(score) else f"{_asked(score, limit, settings)}: "
        found.append(Wanted(offset, asked + why))
    return found


def beyond_target(chunking: Chunking, prepared: Prepared, row: int) -> str:
    """Why a chunk is larger than the target of its strategy; empty where it is not, or has none.

    Sizes without overlap, as the target is meant.
    """
    target = get(chunking.strategy).filled_to if chunking.strategy in available() else ""
    if target == "max_tokens" or target not in chunking.settings:
        return ""
    start, end = int(chunking.start[row]), int(chunking.end[row])
    most = chunking.settings[target]
    if prepared.sizes.tokens(start, end) <= most:
        return ""
    units = prepared.units
    own = slice(*np.searchsorted(units.starts, [start, end]).tolist())
    sizes = prepared.sizes.between(units.starts[own], units.ends[own])
    kept = np.flatnonzero(units.atomic[own] & (sizes > most))
    reason = REASONS[chunking.reason[row]]
    limit = _setting(chunking, "max_tokens")
    rest = reason in {Reason.STRUCTURE, Reason.MANUAL, Reason.TAIL}
    if len(kept) and (len(sizes) == 1 or not rest):
        largest = kept[sizes[kept].argmax()]
        kind = UNIT_KINDS[units.kinds[own][largest]]
        why = (
            f"a {_KEPT.get(kind, 'block')} of {count_of(int(sizes[largest]), 'token')} stays whole"
        )
    elif rest:
        why = f"what was left of its section fits {limit}"
    elif reason is Reason.PARAGRAPH:
        why = f"its last paragraph stays whole, as it fits {limit}"
    else:
        why = "no sentence ends nearer to it"
    return f"above {_setting(chunking, target)}: {why}"


def density(chunking: Chunking, bins: int = 240) -> list[int]:
    """How many gaps were wanted but not cut in each of equal stretches of the document."""
    if len(chunking.gaps) == 0:
        return [0] * bins
    places = chunking.gaps[wanted_gaps(chunking)]
    counts, _ = np.histogram(places, bins=bins, range=(0, max(1, len(chunking.document.text))))
    return [int(count) for count in counts]


def decides(
    prepared: Prepared,
    strategy: Strategy,
    chunking: Chunking,
    constraints: Constraints = NONE,
) -> dict[str, int]:
    """For each setting, how many cuts it decides: those that vanish or move when it alone is off.

    A cut has moved where the chunk that it ends would begin at the same place and end elsewhere.
    `constraints` are the marks with which `chunking` was cut.
    """
    split = split_at_marks(prepared, constraints)
    return {
        name: _lost(chunking.boundaries, relaxed.cut(split, constraints).offsets)
        for name, relaxed in strategy.relaxed().items()
    }


def _lost(cuts: Ints, others: Ints) -> int:
    """How many of `cuts` are not among `others`, or end a chunk that ends elsewhere there."""
    if len(cuts) == 0:
        return 0
    vanished = ~np.isin(cuts, others)
    begins = np.concatenate([[-1], cuts[:-1]])
    shared = np.isin(begins, others) | (begins < 0)
    end = np.searchsorted(others, begins, side="right")
    ends = np.append(others, np.iinfo(np.int64).max)[end]
    return int(np.count_nonzero(vanished | (shared & (ends != cuts))))


def position(signal: Signal | None, threshold: float) -> Position | None:
    """Where a threshold lies among a document's similarities; None where there are none."""
    if signal is None or len(signal.scores) == 0:
        return None
    below, asked = (each < threshold for each in (signal.scores, candidates(signal)))
    return Position(threshold, float(np.mean(below)), float(np.mean(asked)))


def _dearer(margin: float | None) -> str:
    """What the cheapest cutting would cost more without a boundary."""
    if margin is None:
        return "optimum"
    return "optimum: limits" if np.isinf(margin) else f"optimum: +{max(0.0, margin):.2f} without it"


def _setting(chunking: Chunking, field: str) -> str:
    """A size as its control calls it, with its value; empty where it is not known any more.

    Chunks that were read back, or a strategy of other settings, have none to name.
    """
    if field not in chunking.settings or chunking.strategy not in available():
        return ""
    return f"{get(chunking.strategy).label_of(field)} {chunking.settings[field]:,}"


def _threshold(chunking: Chunking, prepared: Prepared) -> float | None:
    """The similarity below which the document was cut, by the settings that are still known."""
    if not chunking.settings or chunking.strategy not in available():
        return chunking.settings.get("threshold")
    return get(chunking.strategy)(**chunking.settings).threshold_on(prepared)


def _asked(score: float, threshold: float | None, settings: Mapping[str, Any]) -> str:
    """What asked for a cut: the comparison, and the rule that the threshold comes from, if any."""
    rule = settings.get("rule")
    # What a rule made is no round figure: as many decimals as it takes.
    least = decimals_of(threshold) if rule is None and threshold is not None else 2
    below = _below(score, threshold, least)
    if rule is None:
        return below
    return f"{below}, {rule} {settings['target_tokens' if rule == 'target_size' else 'amount']:g}"


def _below(score: float, threshold: float | None, least: int) -> str:
    """The comparison with the decimals it takes to see that it is true, and with `least`."""
    if threshold is None:
        return f"similarity {rounded(score, 2)}"
    tried = [each for each in (2, 3, 4, 5, 6) if each >= least]
    seen = (each for each in tried if round(score, each) < round(threshold, each))
    decimals = next(seen, tried[-1])
    return f"{rounded(score, decimals)} < {rounded(threshold, decimals)}"


def flat(prepared: Prepared) -> bool:
    """Whether the similarities differ so little that every cut by them is arbitrary."""
    signal = prepared.signal
    return signal is not None and len(signal.scores) > 1 and float(np.ptp(signal.scores)) < FLAT

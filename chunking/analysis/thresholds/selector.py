"""Threshold selectors: their type, their result, and the thresholds they choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.core.errors import SettingsError
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import count_of, format_threshold, rounded
from chunking.strategies.signals.similarity import candidate_scores, local_minima


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdGrid:
    """All thresholds that give different boundaries: midpoints of neighboring similarities.

    The threshold above all similarities, which makes every gap a boundary, is left out.

    Attributes:
        scores: Similarity of each gap, (n,).
        order: Indices that sort the scores, (n,).
        thresholds: Midpoints, ascending, (distinct scores - 1,).
        counts: Number of gaps below each threshold, same shape.
    """

    scores: Floats
    order: Ints
    thresholds: Floats
    counts: Ints

    @classmethod
    def of(cls, scores: Floats) -> ThresholdGrid:
        """Return the grid of scores, (n,), at least two of which differ."""
        order = np.argsort(scores, kind="stable")
        ascending = scores[order]
        counts = np.flatnonzero(ascending[1:] > ascending[:-1]) + 1
        return cls(scores, order, (ascending[counts - 1] + ascending[counts]) / 2, counts)

    def nearest(self, count: float) -> int:
        """Return the index of the threshold with the nearest count, the lower one of a tie."""
        return int(np.argmin(np.abs(self.counts - count)))

    def rounded(self, index: int) -> float:
        """Return a threshold rounded by `round_threshold`."""
        return round_threshold(float(self.thresholds[index]), self.scores)

    def summary(self, index: int, noun: str = "gaps") -> str:
        """Return how many gaps lie below a threshold, in words."""
        return below(self.rounded(index), self.scores, noun)


def round_threshold(threshold: float, scores: Floats) -> float:
    """Round to the fewest decimals, at least two, that leave the same gaps below."""
    boundaries = scores < threshold
    for decimals in range(2, 7):
        candidate = round(threshold, decimals)
        if np.array_equal(scores < candidate, boundaries):
            return candidate
    return threshold


def below(threshold: float, scores: Floats, noun: str = "gaps") -> str:
    """Return how many of the scores are below a threshold, in words."""
    count = np.count_nonzero(scores < threshold)
    return f"{count:,} of {len(scores):,} {noun} below {format_threshold(threshold)}"


# Similarities that differ by less than this do not separate boundaries from other gaps.
FLAT_RANGE = 0.05
_MIN_GAPS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Evidence to plot: `y` over `x`, both (k,); for bars `x` holds the edges, (k + 1,)."""

    title: str
    x: Floats
    y: Floats
    kind: Literal["line", "bars"] = "line"
    x_title: str = "threshold"
    y_title: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class SelectedThreshold:
    """Result of a threshold selector.

    Attributes:
        value: Threshold below which a gap is a boundary; None for no boundary at all.
        by_size: Where none is recommended, a threshold with chunks of a size between the limits.
    """

    value: float | None
    reason: str
    curves: tuple[Curve, ...] = ()
    facts: Mapping[str, float] = field(default_factory=dict)
    by_size: float | None = None


NEARLY_ALL = 0.9
"""The share of gaps below a threshold from which it tells no gap from another."""

SelectThreshold: TypeAlias = Callable[["Prepared", Floats], SelectedThreshold]


@dataclass(frozen=True, slots=True, repr=False)
class ThresholdSelector:
    """Rule that chooses a threshold for a prepared document.

    Attributes:
        select: The rule, called with the document and the scores of its candidate boundaries.
    """

    name: str
    title: str
    summary: str
    source: str
    select: SelectThreshold
    needs_vectors: bool = False

    def __repr__(self) -> str:
        return self.name

    def __call__(self, prepared: Prepared) -> SelectedThreshold:
        """Return the threshold for a prepared document.

        Raises:
            SettingsError: The document has no similarities, or no vectors although the selector
                needs them.
        """
        if prepared.signal is None:
            raise SettingsError(
                f"{self.name} needs similarities, got none; prepare with the material of semantic"
            )
        if self.needs_vectors and prepared.vectors is None:
            raise SettingsError(f"{self.name} needs the vectors of the units, got none")
        scores = candidate_scores(prepared.signal)
        problem = no_threshold(scores)
        if problem:
            return SelectedThreshold(None, problem)
        selected = self.select(prepared, scores)
        flat = flat_note(scores)
        if not flat:
            return selected
        return replace(selected, reason=f"{selected.reason}; {flat}")


def no_threshold(scores: Floats) -> str:
    """Return why no threshold separates scores, (n,); empty where one does."""
    if len(scores) < _MIN_GAPS:
        return f"{count_of(len(scores), 'gap')}: too few to choose a threshold"
    if np.ptp(scores) == 0:
        same = f"all {len(scores):,} gaps have similarity {rounded(float(scores[0]), 2)}"
        return f"{same}: no threshold separates them"
    return ""


def flat_note(scores: Floats) -> str:
    """Return that boundaries are arbitrary, as part of a sentence; empty where they are not."""
    spread = float(np.ptp(scores))
    if spread >= FLAT_RANGE:
        return ""
    return f"similarities differ by at most {spread:.3f}, so boundaries are arbitrary"


def measured_scores(prepared: Prepared, scores: Floats) -> tuple[Floats, str]:
    """Return the scores whose distribution is meaningful, and the noun for their gaps.

    `candidate_scores` sets all gaps of a windowed signal but its minima to 1, which was never
    measured. Of such a signal only the minima are returned, unless they are too few.
    """
    signal = prepared.signal
    if signal is not None and signal.kind == "windowed":
        minima = signal.scores[local_minima(signal.scores)]
        if len(minima) >= _MIN_GAPS and np.ptp(minima) > 0:
            return minima, "local minima"
    return scores, "gaps"

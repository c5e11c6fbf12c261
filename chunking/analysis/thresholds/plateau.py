"""Threshold in the middle of the longest range with a stable number of boundaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.thresholds.selector import (
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
    below,
    measured_scores,
    round_threshold,
)
from chunking.core.text.numbers import rounded

if TYPE_CHECKING:
    from chunking.core.arrays import Floats
    from chunking.core.prepared import Prepared

# The number of boundaries is stable while it grows by at most a quarter, or by one.
_MAX_GROWTH = 0.25
# Fewer boundaries than this share of the square root of the gaps may be outliers only.
_MIN_COUNT = 2 / 3
# Largest share of the gaps that may be boundaries.
_MAX_SHARE = 0.5


def count_curve(grid: ThresholdGrid) -> Curve:
    """Return the number of boundaries by threshold."""
    counts = grid.counts.astype(np.float64)
    return Curve("boundaries", grid.thresholds, counts, y_title="boundaries")


def _select(prepared: Prepared, scores: Floats) -> SelectedThreshold:
    scores, noun = measured_scores(prepared, scores)
    grid = ThresholdGrid.of(scores)
    ascending = scores[grid.order]
    low = ascending[grid.counts - 1]
    grown = np.floor(grid.counts * (1 + _MAX_GROWTH)).astype(np.int64)
    most = np.maximum(grid.counts + 1, grown)
    high = ascending[np.minimum(most, len(scores) - 1)]
    allowed = grid.counts >= _MIN_COUNT * np.sqrt(len(scores))
    allowed &= most <= _MAX_SHARE * len(scores)
    best = int(np.argmax(np.where(allowed | ~allowed.any(), high - low, 0)))
    start, end = float(low[best]), float(high[best])
    value = round_threshold((start + end) / 2, scores)
    reason = (
        f"{below(value, scores, noun)}: plateau from {rounded(start, 2)} to {rounded(end, 2)} "
        f"with {grid.counts[best]:,} to {most[best]:,} boundaries, the longest such range"
    )
    quartiles = np.quantile(scores, [0.25, 0.75])
    usual = max(float(quartiles[1] - quartiles[0]), 1e-9)
    confidence = float(np.clip((end - start) / usual, 0, 1))
    facts = {"start": start, "end": end}
    return SelectedThreshold(value, confidence, reason, (count_curve(grid),), facts)


PLATEAU = ThresholdSelector(
    "plateau",
    "Plateau",
    "The middle of the longest range of thresholds with a stable number of boundaries.",
    "Maximally stable extremal regions: Matas, Chum, Urban and Pajdla 2002",
    _select,
)

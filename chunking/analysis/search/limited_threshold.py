"""The best threshold under the size limits of a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from chunking.signals.similarity import candidate_scores
from chunking.signals.thresholds import RECOMMENDED, Curve, SelectedThreshold, ThresholdGrid
from chunking.signals.thresholds.windows import boundary_probabilities
from chunking.strategies.base import UNLIMITED
from chunking.text.numbers import count_of, format_setting

if TYPE_CHECKING:
    from chunking.arrays import Floats, Ints, Vectors
    from chunking.strategies import Strategy
    from chunking.types import Prepared, Signal

# Thresholds to try, evenly by the number of boundaries on a logarithmic scale.
_THRESHOLDS = 48


def threshold_within_limits(prepared: Prepared, strategy: Strategy) -> SelectedThreshold:
    """Return the threshold with the highest expected F1 under the limits of a strategy.

    The selector `windows` applied to the boundaries that remain under the size limits, with at
    most as many expected boundaries as chunks of the geometric mean of the limits would give. A
    minimum of 0 or no maximum is no limit.

    Raises:
        SettingsError: The document was prepared without similarities and vectors.
    """
    free = RECOMMENDED(prepared)
    if free.value is None:
        return free
    scores = candidate_scores(cast("Signal", prepared.signal))
    low, high = strategy.limits
    size = prepared.sizes.tokens(0, prepared.sizes.length)
    most = size / np.sqrt(low * high) if low > 0 and high < UNLIMITED else np.inf
    probabilities = boundary_probabilities(cast("Vectors", prepared.vectors), most)
    grid = ThresholdGrid.of(scores)
    indices = {grid.nearest(count) for count in np.geomspace(1, len(scores), _THRESHOLDS)}
    thresholds = [grid.rounded(index) for index in sorted(indices)]
    offsets = [strategy.with_(threshold=each).cut(prepared).offsets for each in thresholds]
    # Boundaries may also be inside units.
    gaps = [np.flatnonzero(np.isin(prepared.units.gaps, each)) for each in offsets]
    expected = np.array([_expected_f1(each, probabilities) for each in gaps])
    best = int(np.argmax(expected))
    count = len(offsets[best])
    chunks = count_of(count + 1, "chunk")
    reason = f"{format_setting(thresholds[best])}: {chunks}, estimated F1 {expected[best]:.2f}"
    curve = Curve("expected F1 within the limits", np.array(thresholds), expected, y_title="F1")
    facts = {"boundaries": float(count), "min_tokens": float(low), "max_tokens": float(high)}
    confidence = float(np.clip(expected[best], 0, 1))
    return SelectedThreshold(thresholds[best], confidence, reason, (curve,), facts)


def _expected_f1(boundaries: Ints, probabilities: Floats) -> float:
    """Return the expected F1 of boundaries that may be one unit off.

    Args:
        boundaries: Indices of gaps.
        probabilities: The probability of a true boundary at each gap, (n,).
    """
    near = np.zeros(len(probabilities) + 2, np.bool_)
    for shift in range(3):
        near[boundaries + shift] = True
    found = min(float(probabilities[near[1:-1]].sum()), len(boundaries))
    return float(2 * found / (len(boundaries) + probabilities.sum()))

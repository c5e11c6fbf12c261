"""Threshold selectors: rules that choose a similarity threshold for a document.

`SELECTORS` maps names to selectors; calling one with a prepared document returns a
`SelectedThreshold` with its evidence.
"""

from __future__ import annotations

from chunking.signals.thresholds.cohesion import COHESION
from chunking.signals.thresholds.knee import KNEE
from chunking.signals.thresholds.otsu import OTSU
from chunking.signals.thresholds.permutation import PERMUTATION
from chunking.signals.thresholds.persistence import PERSISTENCE
from chunking.signals.thresholds.plateau import PLATEAU
from chunking.signals.thresholds.selector import (
    FLAT_RANGE,
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
    round_threshold,
)
from chunking.signals.thresholds.target import TARGET, target
from chunking.signals.thresholds.two_gaussians import TWO_GAUSSIANS
from chunking.signals.thresholds.windows import WINDOWS

__all__ = [
    "FLAT_RANGE",
    "SELECTORS",
    "Curve",
    "SelectedThreshold",
    "ThresholdGrid",
    "ThresholdSelector",
    "round_threshold",
    "target",
]

SELECTORS: dict[str, ThresholdSelector] = {
    selector.name: selector
    for selector in (
        WINDOWS,
        OTSU,
        TWO_GAUSSIANS,
        KNEE,
        PERSISTENCE,
        PLATEAU,
        TARGET,
        COHESION,
        PERMUTATION,
    )
}

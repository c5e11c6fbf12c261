"""Threshold selectors: rules that choose a similarity threshold for a document.

`SELECTORS` maps names to selectors; calling one with a prepared document returns a
`SelectedThreshold` with its evidence.
"""

from __future__ import annotations

from chunking.analysis.thresholds.cohesion import COHESION
from chunking.analysis.thresholds.knee import KNEE
from chunking.analysis.thresholds.otsu import OTSU
from chunking.analysis.thresholds.permutation import PERMUTATION
from chunking.analysis.thresholds.persistence import PERSISTENCE
from chunking.analysis.thresholds.plateau import PLATEAU
from chunking.analysis.thresholds.selector import (
    FLAT_RANGE,
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
    round_threshold,
)
from chunking.analysis.thresholds.target import TARGET, target
from chunking.analysis.thresholds.two_gaussians import TWO_GAUSSIANS
from chunking.analysis.thresholds.windows import WINDOWS

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

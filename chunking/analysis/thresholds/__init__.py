"""Threshold selectors: rules that choose a similarity threshold for a document.

`SELECTORS` maps names to selectors; calling one with a prepared document returns a
`SelectedThreshold` with its evidence.
"""

from chunking.analysis.thresholds.cohesion import COHESION
from chunking.analysis.thresholds.otsu import OTSU
from chunking.analysis.thresholds.selector import (
    FLAT_RANGE,
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
    round_threshold,
)
from chunking.analysis.thresholds.windows import WINDOWS

__all__ = [
    "FLAT_RANGE",
    "SELECTORS",
    "Curve",
    "SelectedThreshold",
    "ThresholdGrid",
    "ThresholdSelector",
    "round_threshold",
]

SELECTORS: dict[str, ThresholdSelector] = {
    selector.name: selector for selector in (WINDOWS, OTSU, COHESION)
}

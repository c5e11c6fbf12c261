"""Similarities to a threshold, with its evidence.

Each selector is one way to choose; `SELECTORS` holds them by name, and calling one on a prepared
document gives a `Selection`.
"""

from __future__ import annotations

from chunking.thresholds.cohesion import COHESION
from chunking.thresholds.counting import PLATEAU, TARGET, target
from chunking.thresholds.distribution import OTSU, TWO_GAUSSIANS
from chunking.thresholds.ladder import Ladder, tidy
from chunking.thresholds.permutation import PERMUTATION
from chunking.thresholds.selection import FLAT, Curve, Selection, Selector
from chunking.thresholds.shape import KNEE, PERSISTENCE
from chunking.thresholds.windows import WINDOWS

__all__ = [
    "FLAT",
    "RECOMMENDED",
    "SELECTORS",
    "Curve",
    "Ladder",
    "Selection",
    "Selector",
    "target",
    "tidy",
]

SELECTORS: dict[str, Selector] = {
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

# The one that came nearest to the best threshold of each labelled document; docs/thresholds.md.
RECOMMENDED = WINDOWS

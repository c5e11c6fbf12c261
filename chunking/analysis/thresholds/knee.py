"""Threshold at the knee of the sorted depth scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.thresholds.selector import (
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
)
from chunking.core.text.numbers import count_of
from chunking.strategies.signals.similarity import depth_scores

if TYPE_CHECKING:
    from chunking.core.arrays import Floats
    from chunking.core.prepared import Prepared


def knee(descending: Floats) -> int:
    """Return the number of values before the knee: where the curve is farthest below its chord."""
    chord = np.linspace(descending[0], descending[-1], len(descending))
    return max(1, int(np.argmax(chord - descending)))


def _select(prepared: Prepared, scores: Floats) -> SelectedThreshold:  # noqa: ARG001 - the signature of all rules
    depths = depth_scores(scores)
    valleys = np.sort(depths[depths > 0])[::-1]
    count = knee(valleys)
    grid = ThresholdGrid.of(scores)
    best = grid.nearest(count)
    chord = np.linspace(valleys[0], valleys[-1], len(valleys))
    bend = float(np.max(chord - valleys) / max(valleys[0] - valleys[-1], 1e-9))
    depth = valleys[min(count, len(valleys) - 1)]
    reason = (
        f"{grid.summary(best)}: the sorted depths of {count_of(len(valleys), 'valley')} have "
        f"their knee at rank {count:,}, depth {depth:.2f}"
    )
    ranks = np.arange(1, len(valleys) + 1, dtype=np.float64)
    curves = (
        Curve("depth, sorted", ranks, valleys, x_title="rank", y_title="depth"),
        Curve("chord", ranks, chord, x_title="rank", y_title="depth"),
    )
    facts = {"knee": float(count), "depth": float(depth)}
    confidence = float(np.clip(2 * bend, 0, 1))
    return SelectedThreshold(grid.rounded(best), confidence, reason, curves, facts)


KNEE = ThresholdSelector(
    "knee",
    "Knee of depths",
    "As many boundaries as there are valleys before the sorted depths level off.",
    "Hearst 1997; Satopää, Albrecht, Irwin and Raghavan 2011",
    _select,
)

"""Threshold that gives chunks of a target size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.thresholds.plateau import count_curve
from chunking.analysis.thresholds.selector import (
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
)
from chunking.core.errors import SettingsError
from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.core.arrays import Floats
    from chunking.core.prepared import Prepared

TARGET_TOKENS = 400


def target(tokens: int = TARGET_TOKENS) -> ThresholdSelector:
    """Return the selector of chunks of about `tokens` tokens.

    Raises:
        SettingsError: `tokens` is below 1.
    """
    if tokens < 1:
        raise SettingsError(f"target tokens must be at least 1, got {tokens}")

    def select(prepared: Prepared, scores: Floats) -> SelectedThreshold:
        size = prepared.sizes.tokens(0, prepared.sizes.length)
        needed = size // tokens
        grid = ThresholdGrid.of(scores)
        best = grid.nearest(needed)
        curves = (count_curve(grid),)
        facts = {"target_tokens": float(tokens), "needed_boundaries": float(needed)}
        if needed == 0:
            reason = f"no boundary: {count_of(size, 'token')}, below the target of {tokens:,}"
            return SelectedThreshold(None, 1.0, reason, curves, facts)
        reason = (
            f"{grid.summary(best)}: {size:,} tokens at a target of {tokens:,} need "
            f"{count_of(needed, 'boundary', 'boundaries')}"
        )
        mean = size / (int(grid.counts[best]) + 1)
        confidence = float(np.clip(min(mean, tokens) / max(mean, tokens), 0, 1))
        return SelectedThreshold(grid.rounded(best), confidence, reason, curves, facts)

    return ThresholdSelector(
        "target",
        f"Target {tokens:,} tokens",
        "The threshold with as many gaps below it as chunks of a target size need.",
        "exact, from one sort",
        select,
    )


TARGET = target()

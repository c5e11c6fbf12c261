"""Threshold that best selects the most persistent minima of the similarity curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.thresholds.selector import (
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
)

if TYPE_CHECKING:
    from chunking.core.arrays import Floats, Ints
    from chunking.core.prepared import Prepared


def persistences(scores: Floats) -> tuple[Ints, Floats]:
    """Return the indices of the minima of a curve and their persistence, both (m,).

    A basin is born at its minimum and dies where it merges with a deeper one; the deepest dies at
    the highest score (Edelsbrunner, Letscher and Zomorodian 2002). Of equal neighboring scores the
    first counts.
    """
    first = np.concatenate([[True], scores[1:] != scores[:-1]])
    indices = np.flatnonzero(first)
    heights = scores[indices]
    padded = np.concatenate([[np.inf], heights, [np.inf]])
    low = (padded[1:-1] < padded[:-2]) & (padded[1:-1] < padded[2:])
    minima = np.flatnonzero(low)
    # The saddle between two neighboring minima is the highest score between them.
    saddles = np.maximum.reduceat(heights, minima)[:-1] if len(minima) > 1 else np.zeros(0)
    deaths = _deaths(heights[minima].tolist(), saddles.tolist(), float(scores.max()))
    return indices[minima], np.array(deaths) - heights[minima]


def _deaths(births: list[float], saddles: list[float], top: float) -> list[float]:
    """Return the level at which each basin merges with a deeper one, from a stack of basins."""
    deaths = [top] * len(births)
    # `walls[k]` is the saddle between the basins `basins[k]` and `basins[k + 1]`.
    basins: list[int] = []
    walls: list[float] = []

    def merge_last() -> None:
        left, right = basins[-2], basins[-1]
        higher = right if births[right] >= births[left] else left
        deaths[higher] = walls.pop()
        basins[-2:] = [left if higher == right else right]

    for basin in range(len(births)):
        wall = saddles[basin - 1] if basin else top
        # The last basin overflows the lower of its two walls.
        while walls and walls[-1] <= wall:
            merge_last()
        if basins:
            walls.append(wall)
        basins.append(basin)
    while walls:
        merge_last()
    return deaths


def _select(prepared: Prepared, scores: Floats) -> SelectedThreshold:  # noqa: ARG001 - the signature of all rules
    minima, persistence = persistences(scores)
    descending = np.sort(persistence)[::-1]
    count = _persistent_count(descending)
    boundaries = np.zeros(len(scores), np.bool_)
    boundaries[minima[np.argsort(-persistence, kind="stable")[:count]]] = True
    grid = ThresholdGrid.of(scores)
    f1 = grid.f1(boundaries)
    best = int(np.argmax(f1))
    following = float(descending[count]) if count < len(descending) else 0.0
    reason = (
        f"{grid.summary(best)}: F1 {f1[best]:.2f} with the {count:,} most persistent of "
        f"{len(minima):,} minima (persistence {descending[count - 1]:.2f} or more, the next "
        f"{following:.2f})"
    )
    ranks = np.arange(1.0, len(minima) + 1)
    curves = (
        Curve("persistence, sorted", ranks, descending, x_title="rank", y_title="persistence"),
        Curve(
            "minima", scores[minima], scores[minima] + persistence, "points",
            x_title="similarity at the minimum", y_title="similarity where it ends",
        ),
        Curve("F1 with the persistent minima", grid.thresholds, f1, y_title="F1"),
    )  # fmt: skip
    facts = {"minima": float(count), "persistence": float(descending[count - 1])}
    return SelectedThreshold(grid.rounded(best), float(f1[best]), reason, curves, facts)


def _persistent_count(descending: Floats) -> int:
    """Return the size of the upper group of persistences, split by Otsu's criterion."""
    if len(descending) < 2 or descending[0] == descending[-1]:
        return len(descending)
    grid = ThresholdGrid.of(-descending)
    upper = np.cumsum(descending)[grid.counts - 1]
    rest = len(descending) - grid.counts
    contrast = upper / grid.counts - (descending.sum() - upper) / rest
    return int(grid.counts[np.argmax(grid.counts * rest * contrast**2)])


PERSISTENCE = ThresholdSelector(
    "persistence",
    "Persistent minima",
    "Selects the minima of the curve that persist longest as the threshold rises.",
    "Edelsbrunner, Letscher and Zomorodian 2002",
    _select,
)

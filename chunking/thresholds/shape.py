"""Thresholds from the shape of the similarity curve: the knee of its depths, its lasting minima."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.numerals import count_of
from chunking.similarity import depths
from chunking.thresholds.ladder import Ladder
from chunking.thresholds.selection import Curve, Selection, Selector

if TYPE_CHECKING:
    from chunking.types import Floats, Ints, Prepared


def knee(descending: Floats) -> int:
    """How many values stand before the knee: where the curve is farthest below its chord."""
    if len(descending) < 3 or descending[0] == descending[-1]:
        return 1
    chord = np.linspace(descending[0], descending[-1], len(descending))
    return max(1, int(np.argmax(chord - descending)))


def _knee(prepared: Prepared, scores: Floats) -> Selection:  # noqa: ARG001 - the protocol's
    """As many cuts as there are depths before the knee of the sorted depths."""
    every = depths(scores)
    valleys = np.sort(every[every > 0])[::-1]
    count = knee(valleys)
    ladder = Ladder.of(scores)
    best = ladder.nearest(count)
    value = ladder.at(best)
    chord = np.linspace(valleys[0], valleys[-1], len(valleys))
    bend = float(np.max(chord - valleys) / max(valleys[0] - valleys[-1], 1e-9))
    at = min(count, len(valleys) - 1)
    below = count_of(int(ladder.cuts[best]), "gap lies", "gaps lie")
    reason = (
        f"the sorted depths of {count_of(len(valleys), 'valley')} bend after {count:,}, at a depth "
        f"of {valleys[at]:.2f}, and {below} below {value:g}"
    )
    ranks = np.arange(1, len(valleys) + 1, dtype=np.float64)
    curves = (
        Curve("depths, sorted", ranks, valleys, x_title="rank", y_title="depth"),
        Curve("chord", ranks, chord, x_title="rank", y_title="depth"),
    )
    facts = {"knee": float(count), "depth": float(valleys[at])}
    return Selection(value, float(np.clip(2 * bend, 0, 1)), reason, curves, facts)


def persistences(scores: Floats) -> tuple[Ints, Floats]:
    """The minima of a curve in order, and how long each lasts while water rises, both (m,).

    A basin is born at its minimum and dies where it meets a deeper one; the deepest lasts until
    the highest point (Edelsbrunner, Letscher and Zomorodian 2002). Of equal scores in a row the
    first counts.
    """
    first = np.concatenate([[True], scores[1:] != scores[:-1]])
    places = np.flatnonzero(first)
    heights = scores[places]
    fenced = np.concatenate([[np.inf], heights, [np.inf]])
    low = (fenced[1:-1] < fenced[:-2]) & (fenced[1:-1] < fenced[2:])
    minima = np.flatnonzero(low)
    # The pass between two neighbouring minima is the highest place between them.
    passes = np.maximum.reduceat(heights, minima)[:-1] if len(minima) > 1 else np.zeros(0)
    lasts = _deaths(heights[minima].tolist(), passes.tolist(), float(scores.max()))
    return places[minima], np.array(lasts) - heights[minima]


def _deaths(births: list[float], passes: list[float], top: float) -> list[float]:
    """The level at which each basin meets a deeper one: one walk with a stack of open basins."""
    deaths = [top] * len(births)
    # `walls[k]` is the pass between the basins `basins[k]` and `basins[k + 1]`.
    basins: list[int] = []
    walls: list[float] = []
    for i in range(len(births)):
        wall = passes[i - 1] if i else top
        # A basin between two walls flows over the lower one, into the basin behind it.
        while walls and walls[-1] <= wall:
            left, right = basins[-2], basins[-1]
            higher = right if births[right] >= births[left] else left
            deaths[higher] = walls.pop()
            basins[-2:] = [left if higher == right else right]
        if basins:
            walls.append(wall)
        basins.append(i)
    while walls:
        left, right = basins[-2], basins[-1]
        higher = right if births[right] >= births[left] else left
        deaths[higher] = walls.pop()
        basins[-2:] = [left if higher == right else right]
    return deaths


def _persistence(prepared: Prepared, scores: Floats) -> Selection:  # noqa: ARG001 - the protocol's
    """The threshold that best finds again the minima which last."""
    places, lasting = persistences(scores)
    descending = np.sort(lasting)[::-1]
    count = _lasting(descending)
    wanted = np.zeros(len(scores), np.bool_)
    wanted[places[np.argsort(-lasting, kind="stable")[:count]]] = True
    ladder = Ladder.of(scores)
    agreement = ladder.f1(wanted)
    best = int(np.argmax(agreement))
    value = ladder.at(best)
    after = float(descending[count]) if count < len(descending) else 0.0
    reason = (
        f"{count:,} of {len(places):,} minima last {descending[count - 1]:.2f} or more, the next "
        f"{after:.2f}; the threshold {value:g} finds them again with F1 {agreement[best]:.2f}"
    )
    curves = (
        Curve(
            "how long minima last", np.arange(1.0, len(places) + 1), descending,
            x_title="rank", y_title="persistence",
        ),
        Curve("minima", scores[places], scores[places] + lasting, "points",
              x_title="similarity at the minimum", y_title="similarity where it ends"),
        Curve("agreement with the lasting minima", ladder.thresholds, agreement, y_title="F1"),
    )  # fmt: skip
    facts = {"minima": float(count), "persistence": float(descending[count - 1])}
    return Selection(value, float(agreement[best]), reason, curves, facts)


def _lasting(descending: Floats) -> int:
    """How many minima last: Otsu's split of the persistences into two groups."""
    if len(descending) < 2 or descending[0] == descending[-1]:
        return len(descending)
    ladder = Ladder.of(-descending)
    low = np.cumsum(descending)[ladder.cuts - 1]
    rest = len(descending) - ladder.cuts
    contrast = low / ladder.cuts - (descending.sum() - low) / rest
    return int(ladder.cuts[np.argmax(ladder.cuts * rest * contrast**2)])


KNEE = Selector(
    "knee",
    "Knee of the depths",
    "As many cuts as valleys are deep before the sorted depths level off.",
    "Hearst 1997; Satopää, Albrecht, Irwin and Raghavan 2011",
    _knee,
)
PERSISTENCE = Selector(
    "persistence",
    "Lasting minima",
    "Finds again the minima of the curve that last longest while the threshold rises.",
    "Edelsbrunner, Letscher and Zomorodian 2002",
    _persistence,
)

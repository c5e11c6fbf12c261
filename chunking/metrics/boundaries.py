"""How near boundaries are to those of an answer key.

Boundaries are the numbers of the units that start a new segment: whole numbers from 1 to
`units` - 1, in any order. The key comes first, as `reference`; `units` is how many units there
are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from chunking.errors import ChunkingError
from chunking.metrics.agreement import similarity_of_places
from chunking.metrics.measure import Wording
from chunking.numerals import count_of
from chunking.types import Ints

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.types import Units

Boundaries: TypeAlias = Sequence[int] | Ints


def checked(boundaries: Boundaries, units: int) -> Ints:
    """The boundaries ascending and each once, (k,).

    Raises:
        ChunkingError: one of them starts no segment of so many units.
    """
    given = np.asarray(boundaries)
    if given.ndim == 1 and (np.issubdtype(given.dtype, np.integer) or len(given) == 0):
        found = np.unique(given.astype(np.int64))
        if len(found) == 0 or (found[0] >= 1 and found[-1] < units):
            return found
    allowed = f"whole numbers from 1 to {units - 1}" if units > 1 else "none"
    raise ChunkingError(
        f"boundaries among {units} units must be {allowed}, the first units of new segments, "
        f"got {given.tolist()!r:.80}"
    )


def window_size(reference: Boundaries, units: int) -> int:
    """Half the mean length of a segment of the key, in units, and 2 at least.

    The half is rounded to the even number where it lies between two, as in the published tools.
    """
    return max(2, round(units / (2 * (len(checked(reference, units)) + 1))))


def pk(reference: Boundaries, predicted: Boundaries, units: int) -> float:
    """Share of windows whose two ends are in one segment here and in two there (Beeferman 1999).

    A window reaches from unit i to unit i + `window_size`; nan where no window fits.
    """
    here, there = _inside_windows(reference, predicted, units)
    return float(np.mean((here > 0) != (there > 0))) if len(here) else float("nan")


def window_diff(reference: Boundaries, predicted: Boundaries, units: int) -> float:
    """Share of windows with another number of boundaries inside (Pevzner & Hearst 2002).

    The windows are those of `pk`; nan where none fits.
    """
    here, there = _inside_windows(reference, predicted, units)
    return float(np.mean(here != there)) if len(here) else float("nan")


def boundary_edit_similarity(reference: Boundaries, predicted: Boundaries, units: int) -> float:
    """Boundary similarity B, 0 to 1; neighbours match by half (Fournier 2013, n_t = 2)."""
    return similarity_of_places(checked(reference, units), checked(predicted, units))


def matches(
    reference: Boundaries, predicted: Boundaries, units: int, tolerance: int = 0
) -> list[tuple[int, int]]:
    """The most pairs (reference, predicted) at most `tolerance` units apart; none is used twice.

    Along a line the first two that can be paired belong to some largest pairing, so walking
    both in order finds one; the nearest first would not.

    Raises:
        ChunkingError: the tolerance is negative, or a boundary is out of range.
    """
    if tolerance < 0:
        raise ChunkingError(f"tolerance must be 0 units or more, got {tolerance}")
    left, right = checked(reference, units).tolist(), checked(predicted, units).tolist()
    pairs, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if abs(left[i] - right[j]) <= tolerance:
            pairs.append((left[i], right[j]))
            i, j = i + 1, j + 1
        elif left[i] < right[j]:
            i += 1
        else:
            j += 1
    return pairs


def f1(reference: Boundaries, predicted: Boundaries, units: int, tolerance: int = 0) -> float:
    """Twice the `matches` over all boundaries of both sides, 0 to 1; without any of them, 1."""
    both = len(checked(reference, units)) + len(checked(predicted, units))
    found = len(matches(reference, predicted, units, tolerance))
    return 2 * found / both if both else 1.0


def surplus(reference: Boundaries, predicted: Boundaries, units: int) -> float:
    """How many boundaries more than the key has; below 0 how many fewer."""
    return float(len(checked(predicted, units)) - len(checked(reference, units)))


BoundaryCompute: TypeAlias = Callable[[Boundaries, Boundaries, int], float]


@dataclass(frozen=True, slots=True, repr=False)
class BoundaryMeasure(Wording):
    """One number about boundaries beside an answer key, with the words for it.

    `compute(reference, predicted, units)` gives nan where the number means nothing.
    """

    compute: BoundaryCompute


def f1_within(tolerance: int) -> BoundaryMeasure:
    """F1 of boundaries that match within so many units: `f1` for 0, `f1_1` for 1."""
    near = f"at most {count_of(tolerance, 'unit')} apart"
    return BoundaryMeasure(
        f"f1_{tolerance}" if tolerance else "f1",
        f"F1@{tolerance}" if tolerance else "F1",
        f"Boundaries found, missed and made up, in one number; {near if tolerance else 'exact'}.",
        lambda reference, predicted, units: f1(reference, predicted, units, tolerance),
        better="higher",
        high=1,
        source="van Rijsbergen 1979",
    )


PK = BoundaryMeasure(
    "pk",
    "Pk",
    "Share of windows in which it is wrong whether both ends lie in one segment.",
    pk,
    better="lower",
    unit="share",
    decimals=1,
    high=1,
    source="Beeferman, Berger & Lafferty 1999",
)
WINDOW_DIFF = BoundaryMeasure(
    "wd",
    "WindowDiff",
    "Share of windows in which the number of boundaries is wrong.",
    window_diff,
    better="lower",
    unit="share",
    decimals=1,
    high=1,
    source="Pevzner & Hearst 2002",
)
B = BoundaryMeasure(
    "b",
    "B",
    "Boundary similarity: boundaries that match, those one unit off by half, of all there are.",
    boundary_edit_similarity,
    better="higher",
    high=1,
    source="Fournier 2013",
)
F1, F1_1 = f1_within(0), f1_within(1)
SURPLUS = BoundaryMeasure(
    "dk",
    "ΔK",
    "How many boundaries more than the answer key has; below 0 how many fewer.",
    surplus,
    unit="boundaries",
    decimals=0,
    low=None,
)

BOUNDARY_MEASURES: tuple[BoundaryMeasure, ...] = (PK, WINDOW_DIFF, B, F1, F1_1, SURPLUS)


def boundary_measures(reference: Boundaries, predicted: Boundaries, units: int) -> dict[str, float]:
    """Every measure of `BOUNDARY_MEASURES` by its name.

    Raises:
        ChunkingError: a boundary is no whole number from 1 to `units` - 1.
    """
    here, there = checked(reference, units), checked(predicted, units)
    return {each.name: each.compute(here, there, units) for each in BOUNDARY_MEASURES}


def unit_boundaries(offsets: Boundaries, units: Units) -> Ints:
    """The boundaries that character offsets stand for, ascending and each once.

    An offset in the blank space between two units, or at the start of the second, is that gap.
    Inside a unit it counts at the nearer end that is a gap, and of two as near at the first.
    Offsets up to where the first unit starts, or from where the last one ends on, are none.
    """
    if len(units) < 2:
        return np.zeros(0, np.int64)
    given = np.asarray(offsets, dtype=np.int64)
    inner = given[(given > units.starts[0]) & (given < units.ends[-1])]
    unit = np.searchsorted(units.ends, inner, side="right")
    later = inner - units.starts[unit] > units.ends[unit] - inner
    return np.unique((unit + later).clip(1, len(units) - 1))


def measures_against(chunking: Chunking, key: Boundaries, units: Units) -> dict[str, float]:
    """Every boundary measure of a chunking beside the offsets at which segments should start.

    Both are brought to the gaps of `units` by `unit_boundaries`; `units` are the sentences or
    paragraphs of the same document.
    """
    return boundary_measures(
        unit_boundaries(key, units), unit_boundaries(chunking.boundaries, units), len(units)
    )


def _inside_windows(reference: Boundaries, predicted: Boundaries, units: int) -> tuple[Ints, Ints]:
    """The boundaries inside each window, of either side, (units - window,); none may fit."""
    size = window_size(reference, units)
    here, there = (_segments(checked(each, units), units) for each in (reference, predicted))
    return here[size:] - here[:-size], there[size:] - there[:-size]


def _segments(boundaries: Ints, units: int) -> Ints:
    """The number of the segment of each unit, (units,)."""
    starts = np.zeros(units, np.int64)
    starts[boundaries] = 1
    return np.cumsum(starts)

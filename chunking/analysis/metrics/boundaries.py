"""Agreement of boundaries with a reference: Pk, WindowDiff, B and F1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from chunking.analysis.metrics.metric import MetricInfo
from chunking.core.arrays import Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.errors import ChunkingError
from chunking.core.prepared import Constraints
from chunking.core.text.numbers import count_of
from chunking.core.units import Units

# The cost of a boundary that is off by one gap; a missing one costs 1 (n_t = 2).
NEAR_MISS = 0.5


def boundary_agreement(a: Ints, b: Ints, gaps: Ints) -> float:
    """Return the boundary similarity B of two sets of offsets, 0 to 1 (Fournier 2013, n_t = 2).

    Each boundary counts at the nearest of `gaps`, the offsets between sentences. Boundaries at one
    gap match, those at adjacent gaps are near misses and count half. Two empty sets have 1.
    """
    return _similarity_of_gaps(np.unique(nearest_gaps(a, gaps)), np.unique(nearest_gaps(b, gaps)))


def _similarity_of_gaps(a: Ints, b: Ints) -> float:
    """Return B of two ascending sets of gap numbers: 1 - (far + near / 2) / all."""
    matches = len(np.intersect1d(a, b, assume_unique=True))
    only_a = np.setdiff1d(a, b, assume_unique=True)
    only_b = np.setdiff1d(b, a, assume_unique=True)
    near = len(near_miss_gaps(only_a, only_b))
    far = len(only_a) + len(only_b) - 2 * near
    edits = far + near + matches
    return 1 - (far + NEAR_MISS * near) / edits if edits else 1.0


def agreement_matrix(chunkings: Sequence[Chunking], gaps: Ints) -> Floats:
    """Return B of each pair of chunkings of one document, (k, k)."""
    matrix = np.ones((len(chunkings), len(chunkings)))
    for i, one in enumerate(chunkings):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = boundary_agreement(
                one.boundaries, chunkings[j].boundaries, gaps
            )
    return matrix


def nearest_gaps(offsets: Ints, gaps: Ints) -> Ints:
    """Return the index of the gap nearest to each offset, same shape, the first one of a tie.

    Without gaps all are 0.
    """
    if len(gaps) == 0:
        return np.zeros(len(offsets), np.int64)
    after = np.searchsorted(gaps, offsets).clip(0, len(gaps) - 1)
    before = (after - 1).clip(0)
    nearer = np.abs(offsets - gaps[before]) <= np.abs(gaps[after] - offsets)
    return np.where(nearer, before, after)


def near_miss_gaps(only_a: Ints, only_b: Ints) -> Ints:
    """Return the first gap of each of the most disjoint pairs of adjacent gaps, one from each set.

    Along a run of adjacent gaps that alternate between the sets, every second one closes a pair.
    The sets have no gap in common.
    """
    gaps = np.concatenate([only_a, only_b])
    order = np.argsort(gaps, kind="stable")
    gaps, of_a = gaps[order], (order < len(only_a))
    begins = np.append(True, (np.diff(gaps) > 1) | (of_a[1:] == of_a[:-1]))[: len(gaps)]
    places = np.arange(len(gaps))
    first = np.maximum.accumulate(np.where(begins, places, 0))
    closes = (places - first) % 2 == 1
    found: Ints = gaps[np.flatnonzero(closes) - 1]
    return found


Boundaries: TypeAlias = Sequence[int] | Ints


def unit_numbers(boundaries: Boundaries, units: int) -> Ints:
    """Return the distinct boundaries, ascending, (k,)."""
    array = np.asarray(boundaries)
    if array.ndim == 1 and (np.issubdtype(array.dtype, np.integer) or len(array) == 0):
        found = np.unique(array.astype(np.int64))
        if len(found) == 0 or (found[0] >= 1 and found[-1] < units):
            return found
    allowed = f"whole numbers from 1 to {units - 1}" if units > 1 else "none"
    raise ChunkingError(
        f"boundaries among {units} units must be {allowed}, the first units of new segments, "
        f"got {array.tolist()!r:.80}"
    )


def window_size(reference: Boundaries, units: int) -> int:
    """Return half the mean length of a reference segment in units, at least 2.

    Ties round to even, as in the published tools.
    """
    return max(2, round(units / (2 * (len(unit_numbers(reference, units)) + 1))))


def pk(reference: Boundaries, predicted: Boundaries, units: int) -> float:
    """Return the share of windows whose ends are in one segment on one side only (Beeferman 1999).

    A window reaches from unit i to unit i + `window_size`; nan where no window fits.
    """
    expected, found = _boundaries_in_windows(reference, predicted, units)
    return float(np.mean((expected > 0) != (found > 0))) if len(found) else float("nan")


def window_diff(reference: Boundaries, predicted: Boundaries, units: int) -> float:
    """Return the share of windows with different numbers of boundaries (Pevzner & Hearst 2002).

    The windows are those of `pk`; nan where none fits.
    """
    expected, found = _boundaries_in_windows(reference, predicted, units)
    return float(np.mean(expected != found)) if len(found) else float("nan")


def boundary_edit_similarity(reference: Boundaries, predicted: Boundaries, units: int) -> float:
    """Return the boundary similarity B, 0 to 1 (Fournier 2013, n_t = 2)."""
    return _similarity_of_gaps(unit_numbers(reference, units), unit_numbers(predicted, units))


def matches(
    reference: Boundaries, predicted: Boundaries, units: int, tolerance: int = 0
) -> list[tuple[int, int]]:
    """Return the most disjoint pairs (reference, predicted) at most `tolerance` units apart.

    The first two boundaries that can be paired belong to some largest pairing, so one pass over
    both in order is enough; pairing the nearest first is not.
    """
    if tolerance < 0:
        raise ChunkingError(f"tolerance must be 0 units or more, got {tolerance}")
    left, right = (unit_numbers(each, units).tolist() for each in (reference, predicted))
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
    """Return twice the `matches` over the boundaries of both sides; 1 without boundaries."""
    both = len(unit_numbers(reference, units)) + len(unit_numbers(predicted, units))
    found = len(matches(reference, predicted, units, tolerance))
    return 2 * found / both if both else 1.0


def surplus(reference: Boundaries, predicted: Boundaries, units: int) -> float:
    """Return how many more boundaries there are than in the reference; negative if fewer."""
    return float(len(unit_numbers(predicted, units)) - len(unit_numbers(reference, units)))


BoundaryCompute: TypeAlias = Callable[[Boundaries, Boundaries, int], float]


@dataclass(frozen=True, slots=True, repr=False)
class BoundaryMetric(MetricInfo):
    """A number computed from reference and predicted boundaries.

    `compute(reference, predicted, units)` returns nan where the number is undefined.
    """

    compute: BoundaryCompute


def f1_within(tolerance: int) -> BoundaryMetric:
    """Return F1 with a tolerance in units as a metric: `f1` for 0, `f1_1` for 1."""
    near = f"matches at most {count_of(tolerance, 'unit')} apart"
    return BoundaryMetric(
        f"f1_{tolerance}" if tolerance else "f1",
        f"F1@{tolerance}" if tolerance else "F1",
        f"Harmonic mean of precision and recall; {near if tolerance else 'exact matches'}.",
        lambda reference, predicted, units: f1(reference, predicted, units, tolerance),
        better="higher",
        high=1,
        source="van Rijsbergen 1979",
    )


PK = BoundaryMetric(
    "pk",
    "Pk",
    "Share of windows whose ends are wrongly in one segment or in two.",
    pk,
    better="lower",
    unit="share",
    decimals=1,
    high=1,
    source="Beeferman, Berger & Lafferty 1999",
)
WINDOW_DIFF = BoundaryMetric(
    "wd",
    "WindowDiff",
    "Share of windows with a wrong number of boundaries.",
    window_diff,
    better="lower",
    unit="share",
    decimals=1,
    high=1,
    source="Pevzner & Hearst 2002",
)
B = BoundaryMetric(
    "b",
    "B",
    "Boundary similarity: share of boundaries that match; one unit off counts half.",
    boundary_edit_similarity,
    better="higher",
    high=1,
    source="Fournier 2013",
)
F1, F1_1 = f1_within(0), f1_within(1)
SURPLUS = BoundaryMetric(
    "dk",
    "ΔK",
    "Boundaries in excess of the reference; negative if fewer.",
    surplus,
    unit="boundaries",
    decimals=0,
    low=None,
)

BOUNDARY_METRICS: tuple[BoundaryMetric, ...] = (PK, WINDOW_DIFF, B, F1, F1_1, SURPLUS)


def boundary_metrics(reference: Boundaries, predicted: Boundaries, units: int) -> dict[str, float]:
    """Return every metric of `BOUNDARY_METRICS` by its name.

    Raises:
        ChunkingError: A boundary is not an integer from 1 to `units` - 1.
    """
    expected, found = unit_numbers(reference, units), unit_numbers(predicted, units)
    return {each.name: each.compute(expected, found, units) for each in BOUNDARY_METRICS}


def unit_boundaries(offsets: Boundaries, units: Units) -> Ints:
    """Return character offsets as distinct boundaries between units, ascending.

    An offset between two units, or at the start of the second, is that boundary; one inside a unit
    counts at its nearer end, the first one of a tie. Offsets before the first unit or after the
    last are dropped.
    """
    if len(units) < 2:
        return np.zeros(0, np.int64)
    array = np.asarray(offsets, dtype=np.int64)
    inner = array[(array > units.starts[0]) & (array < units.ends[-1])]
    unit = np.searchsorted(units.ends, inner, side="right")
    later = inner - units.starts[unit] > units.ends[unit] - inner
    return np.unique((unit + later).clip(1, len(units) - 1))


def metrics_against(chunking: Chunking, reference: Boundaries, units: Units) -> dict[str, float]:
    """Return every boundary metric of a chunking against reference offsets.

    Both are mapped to gaps of `units`, the sentences or paragraphs of the same document, by
    `unit_boundaries`.
    """
    return boundary_metrics(
        unit_boundaries(reference, units), unit_boundaries(chunking.boundaries, units), len(units)
    )


def _boundaries_in_windows(
    reference: Boundaries, predicted: Boundaries, units: int
) -> tuple[Ints, Ints]:
    """Return the number of boundaries in each window, of both sides, (units - window,)."""
    size = window_size(reference, units)
    expected, found = (
        _segments(unit_numbers(each, units), units) for each in (reference, predicted)
    )
    return expected[size:] - expected[:-size], found[size:] - found[:-size]


def _segments(boundaries: Ints, units: int) -> Ints:
    """Return the segment number of each unit, (units,)."""
    starts = np.zeros(units, np.int64)
    starts[boundaries] = 1
    return np.cumsum(starts)


@dataclass(frozen=True, slots=True)
class ReferenceBoundaries:
    """Manual boundaries as a reference for the beginning of a document.

    Only the first `count` units are evaluated, up to the one after the last manual boundary. In
    them the required gaps are the only boundaries: forbidden gaps are none, and gaps without a
    manual boundary were reviewed without adding one.

    Attributes:
        boundaries: Unit numbers, as in `boundary_metrics`.
    """

    units: Units
    boundaries: Ints
    count: int
    manual: int

    @classmethod
    def of(cls, constraints: Constraints, units: Units) -> ReferenceBoundaries | None:
        """Return the reference of manual boundaries, each at its nearest gap; None without any.

        Forbidden gaps alone are none, since settings without boundaries would agree best.
        """
        required = unit_boundaries(constraints.required, units)
        if len(required) == 0:
            return None
        every = np.union1d(required, unit_boundaries(constraints.forbidden, units))
        manual = len(constraints.required) + len(constraints.forbidden)
        return cls(units, required, int(every[-1]) + 1, manual)

    def metrics_of(self, chunking: Chunking) -> dict[str, float]:
        """Return every metric of `BOUNDARY_METRICS` on the evaluated units, by name.

        `chunking` should be made without the manual boundaries, which would make it agree.
        """
        found = unit_boundaries(chunking.boundaries, self.units)
        return boundary_metrics(self.boundaries, found[found < self.count], self.count)

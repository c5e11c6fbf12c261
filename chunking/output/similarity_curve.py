"""Points of similarity curves and the boundaries on them, as figures and reports draw them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.prepared import Signal

# A page redraws the points of a curve while a control moves.
MOST_POINTS = 2000


@dataclass(frozen=True, slots=True, eq=False)
class SimilarityCurve:
    """The points of one signal: `offsets` in the document and `scores`, both (k,).

    There are at most `MOST_POINTS`. `lanes` are the rows of the chunkings made by this signal.
    """

    kind: str
    offsets: Ints
    scores: Floats
    lanes: tuple[int, ...]


def distinct_curves(signals: Sequence[Signal | None]) -> list[SimilarityCurve]:
    """Return the curves of the signals of several chunkings, equal signals once.

    None stands for a chunking without a signal.
    """
    lanes: dict[tuple[str, bytes, bytes], list[int]] = {}
    found: dict[tuple[str, bytes, bytes], Signal] = {}
    for lane, signal in enumerate(signals):
        if signal is not None:
            key = (signal.kind, signal.gaps.tobytes(), signal.scores.tobytes())
            found[key] = signal
            lanes.setdefault(key, []).append(lane)
    curves = []
    for key, signal in found.items():
        offsets, scores = decimate(signal.gaps, signal.scores.astype(np.float64))
        curve = SimilarityCurve(signal.kind, offsets.astype(np.int64), scores, tuple(lanes[key]))
        curves.append(curve)
    return curves


def boundaries_by_reason(chunking: Chunking) -> Iterator[tuple[Reason, Ints]]:
    """Yield each reason that occurs with the offsets of its boundaries, in the order of reasons."""
    codes = chunking.reason[:-1]
    for code in np.unique(codes).tolist():
        yield REASONS[code], chunking.boundaries[codes == code]


def decimate(
    x: Ints | Floats, y: Floats, bins: int = MOST_POINTS // 2
) -> tuple[Ints | Floats, Floats]:
    """Return the lowest and the highest point of each bin, and both ends.

    These are at most 2 · bins points. Points whose `y` is not finite are dropped.

    Args:
        x: Ascending positions, (n,).
        y: Values, (n,).
        bins: The number of bins, which hold about as many points each.
    """
    if bins < 2:
        raise ValueError(f"bins must be at least 2, got {bins}")
    finite = np.isfinite(y)
    x, y = x[finite], y[finite]
    if len(y) <= 2 * bins:
        return x, y
    # The two ends stand for the last bin.
    first = np.arange(bins - 1) * (len(y) - 2) // (bins - 1) + 1
    width = int(np.diff(np.append(first, len(y) - 1)).max())
    members = np.minimum(first[:, None] + np.arange(width), len(y) - 2)
    values = y[members]
    rows = np.arange(bins - 1)
    lowest = members[rows, values.argmin(axis=1)]
    highest = members[rows, values.argmax(axis=1)]
    kept = np.unique(np.concatenate([[0], lowest, highest, [len(y) - 1]]))
    return x[kept], y[kept]

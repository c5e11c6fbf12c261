"""At which values of a setting a gap is a boundary, and why, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from chunking.analysis.reasons import WORDING
from chunking.analysis.search.outcomes import THRESHOLD
from chunking.text.numbers import decimal_places
from chunking.types import REASONS, Reason

if TYPE_CHECKING:
    from chunking.analysis.search.outcomes import Outcomes
    from chunking.arrays import Codes

_BY = {
    Reason.SIMILARITY: "boundary by similarity",
    Reason.MAX_TOKENS: "forced by max tokens",
    Reason.MANUAL: "manual boundary",
}


def boundary_values(found: Outcomes, offset: int) -> dict[Reason, list[tuple[float, float]]]:
    """Return the ranges (lowest, highest value) in which a gap is a boundary, by reason.

    Similarity comes first. A range that the maximum forces says nothing about the similarity of
    the gap: where low thresholds leave few candidates, chunks end wherever they are full.
    """
    ranges, values = found.reason_ranges, found.values
    begin, end = np.searchsorted(ranges.offsets, [offset, offset + 1]).tolist()
    codes = cast("Codes", ranges.reasons)
    by_reason: dict[Reason, list[tuple[float, float]]] = {}
    for row in range(begin, end):
        edges = float(values[ranges.first[row]]), float(values[ranges.last[row]])
        by_reason.setdefault(REASONS[codes[row]], []).append(edges)
    return dict(sorted(by_reason.items(), key=lambda each: each[0].code))


def outlook(found: Outcomes, offset: int) -> str:
    """Return `boundary_values` in words; empty where the gap is no boundary at any value.

    For example "boundary by similarity at thresholds ≥ 0.63; forced by max tokens at
    thresholds ≤ 0.07".
    """
    name = found.field.replace("_", " ")
    several = "thresholds" if found.field == THRESHOLD else name
    decimals = max((decimal_places(value) for value in found.values.tolist()), default=0)
    low, high = float(found.values.min()), float(found.values.max())

    def text(first: float, last: float) -> str:
        if last == high:
            return f"≥ {first:,.{decimals}f}"
        if first == low:
            return f"≤ {last:,.{decimals}f}"
        return f"{first:,.{decimals}f}" + ("" if first == last else f" to {last:,.{decimals}f}")

    parts = []
    for reason, ranges in boundary_values(found, offset).items():
        of_reason = _BY.get(reason, WORDING[reason].title)
        if ranges == [(low, high)]:
            parts.append(f"{of_reason} at every {name}")
        else:
            parts.append(f"{of_reason} at {several} {', '.join(text(*each) for each in ranges)}")
    return "; ".join(parts)

"""Which thresholds of a recall curve are best, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.core.text.numbers import count_of, format_threshold

if TYPE_CHECKING:
    from chunking.core.arrays import Bools
    from chunking.retrieval.recall_curve import RecallCurve

# Ranges of thresholds that one sentence names; of more, it gives the number of thresholds.
_MOST_RANGES = 3


def curve_verdict(found: RecallCurve) -> str:
    """Return which thresholds are indistinguishable from the best one, in a sentence."""
    number, best = count_of(found.questions, "question"), _named(found, found.best)
    tied = [_range(found, first, last) for first, last in _runs(found.tied)]
    same = np.isclose(found.recall, found.recall[found.best])
    if found.tied.all():
        leading = "" if same.all() else f"best at {best}, but "
        text = f"{leading}all thresholds are indistinguishable with {number}"
    elif np.array_equal(found.tied, same) and len(tied) == 1:
        return f"best at {tied[0]} with {number}"
    else:
        listed = ", ".join(tied)
        if len(tied) > _MOST_RANGES:
            listed = f"{int(found.tied.sum())} of {count_of(len(found.tied), 'threshold')}"
        text = f"best at {best}; {listed} indistinguishable with {number}"
    return f"{text}; {_named(found, found.cheapest)} embeds the fewest tokens"


def _named(found: RecallCurve, index: int) -> str:
    return format_threshold(float(found.thresholds[index]))


def _range(found: RecallCurve, first: int, last: int) -> str:
    low, high = _named(found, first), _named(found, last)
    return low if low == high else f"{low} to {high}"


def _runs(marked: Bools) -> list[tuple[int, int]]:
    """Return the ranges (first, last) of adjacent marked rows."""
    edges = np.flatnonzero(np.diff(marked.astype(np.int64), prepend=0, append=0))
    return list(zip(edges[::2].tolist(), (edges[1::2] - 1).tolist(), strict=True))

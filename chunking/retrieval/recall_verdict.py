"""Which thresholds of a recall curve are best, in a sentence."""

import numpy as np

from chunking.core.arrays import Bools
from chunking.core.text.numbers import count_of, format_threshold
from chunking.retrieval.recall_curve import RecallCurve
from chunking.retrieval.significance import saving

# Ranges of thresholds that one sentence names; of more, it gives the number of thresholds.
_MOST_RANGES = 3


def curve_verdict(found: RecallCurve) -> str:
    """Return the best threshold, its interval, and those indistinguishable from it, in a sentence.

    A cheaper one is named by the rule of `Significance.cheaper`.
    """
    at = found.best
    low, high = 100 * found.low[at], 100 * found.high[at]
    recall = f"{100 * found.recall[at]:.0f}%"
    if found.questions > 1:
        recall += f" (95% interval {low:.0f}–{high:.0f}%)"
    number = count_of(found.questions, "question")
    tied = [_range(found, first, last) for first, last in _runs(found.tied)]
    same = np.isclose(found.recall, found.recall[at])
    if same.all():
        text = f"{recall} at every threshold with {number}"
    elif found.tied.all():
        text = (
            f"best at {_named(found, at)}, {recall} with {number}, "
            "but all thresholds are indistinguishable"
        )
    elif np.array_equal(found.tied, same) and len(tied) == 1:
        text = f"best at {tied[0]}, {recall} with {number}"
    else:
        listed = ", ".join(tied)
        if len(tied) > _MOST_RANGES:
            listed = f"{int(found.tied.sum())} of {count_of(len(found.tied), 'threshold')}"
        text = f"best at {_named(found, at)}, {recall} with {number}; {listed} indistinguishable"
    if found.cheaper is None:
        return text
    costs = found.chunk_counts * found.mean_tokens
    return f"{text}; {_named(found, found.cheaper)} {saving(costs[found.cheaper], costs[at])}"


def _named(found: RecallCurve, index: int) -> str:
    return format_threshold(float(found.thresholds[index]))


def _range(found: RecallCurve, first: int, last: int) -> str:
    low, high = _named(found, first), _named(found, last)
    return low if low == high else f"{low} to {high}"


def _runs(marked: Bools) -> list[tuple[int, int]]:
    """Return the ranges (first, last) of adjacent marked rows."""
    edges = np.flatnonzero(np.diff(marked.astype(np.int64), prepend=0, append=0))
    return list(zip(edges[::2].tolist(), (edges[1::2] - 1).tolist(), strict=True))

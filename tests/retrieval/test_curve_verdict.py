"""The verdict on a recall curve, in a sentence."""

from __future__ import annotations

import numpy as np
import pytest

from chunking.retrieval.recall_curve import RecallCurve
from chunking.retrieval.recall_verdict import curve_verdict


def curve(recall: list[float], tied: list[bool]) -> RecallCurve:
    """Thresholds from 0.1 in steps of 0.1, with more chunks at higher ones."""
    values = np.array(recall)
    thresholds = np.arange(1, len(recall) + 1) / 10
    counts, sizes = np.arange(2, len(recall) + 2), np.full(len(recall), 100.0)
    low, high = values - 0.1, values + 0.1
    return RecallCurve("semantic", thresholds, values, low, high, counts, sizes, np.array(tied), 9)


@pytest.mark.parametrize(
    ("recall", "tied", "expected"),
    [
        (
            [0.4, 0.6, 0.5],
            [True, True, True],
            (
                "best at 0.20, but all thresholds are indistinguishable with 9 questions; "
                "0.10 embeds the fewest tokens"
            ),
        ),
        (
            [0.5, 0.5, 0.5],
            [True, True, True],
            "all thresholds are indistinguishable with 9 questions; 0.10 embeds the fewest tokens",
        ),
        (
            [0.2, 0.6, 0.6],
            [False, True, True],
            "best at 0.20 to 0.30 with 9 questions",
        ),
        (
            [0.2, 0.6, 0.5],
            [False, True, True],
            (
                "best at 0.20; 0.20 to 0.30 indistinguishable with 9 questions; "
                "0.20 embeds the fewest tokens"
            ),
        ),
    ],
)
def test_the_best_and_the_cheapest_thresholds_are_named(
    recall: list[float], tied: list[bool], expected: str
) -> None:
    assert curve_verdict(curve(recall, tied)) == expected

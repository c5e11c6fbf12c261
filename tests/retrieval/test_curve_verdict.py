"""The verdict on a recall curve, in a sentence."""

import numpy as np
import pytest

from chunking.retrieval.evaluation import Retrieval
from chunking.retrieval.recall_curve import RecallCurve, curve_verdict


def curve(recall: list[float], tied: list[bool], cheaper: int | None = None) -> RecallCurve:
    """Thresholds from 0.1 in steps of 0.1, with more chunks at higher ones."""
    values = np.array(recall)
    thresholds = np.arange(1, len(recall) + 1) / 10
    counts, sizes = np.arange(2, len(recall) + 2), np.full(len(recall), 100.0)
    low, high = values - 0.1, values + 0.1
    return RecallCurve(
        "semantic",
        thresholds,
        values,
        low,
        high,
        counts,
        sizes,
        np.array(tied),
        9,
        Retrieval(),
        "words",
        cheaper,
    )


@pytest.mark.parametrize(
    ("recall", "tied", "cheaper", "expected"),
    [
        (
            [0.4, 0.6, 0.5], [True, True, True], None,
            (
                "best at 0.20, 60% (95% interval 50–70%) with 9 questions, "
                "but all thresholds are indistinguishable"
            ),
        ),
        (
            [0.5, 0.5, 0.5], [True, True, True], None,
            "50% (95% interval 40–60%) at every threshold with 9 questions",
        ),
        (
            [0.2, 0.6, 0.6], [False, True, True], None,
            "best at 0.20 to 0.30, 60% (95% interval 50–70%) with 9 questions",
        ),
        (
            [0.5, 0.5, 0.6], [True, False, True], 0,
            (
                "best at 0.30, 60% (95% interval 50–70%) with 9 questions; 0.10, 0.30 "
                "indistinguishable; 0.10 embeds 50% fewer tokens and loses less than 2 points"
            ),
        ),
    ],
)  # fmt: skip
def test_the_best_threshold_is_named_with_its_interval(
    recall: list[float], tied: list[bool], cheaper: int | None, expected: str
) -> None:
    assert curve_verdict(curve(recall, tied, cheaper)) == expected

"""Runs: what is a new one, and the histogram of sizes."""

import numpy as np
import pytest

from chunking import get
from chunking.analysis.runs import BARS, Run, size_histogram, with_run

SEMANTIC = get("semantic")


def run(threshold: float, step: int, document: str = "a", note: str = "") -> Run:
    return Run(0, document, SEMANTIC(threshold=threshold), 5, {}, (), note, step)


def thresholds(*tried: Run) -> list[tuple[int, float]]:
    """Return number and threshold of the runs that are kept of those tried in this order."""
    found: tuple[Run, ...] = ()
    for each in tried:
        found = with_run(found, each)
    return [(each.number, getattr(each.strategy, "threshold", 0.0)) for each in found]


@pytest.mark.parametrize(
    ("tried", "kept"),
    [
        ([run(0.1, 1), run(0.2, 2)], [(2, 0.2), (1, 0.1)]),
        ([run(0.1, 1), run(0.2, 2), run(0.3, 2)], [(2, 0.3), (1, 0.1)]),
        ([run(0.1, 1), run(0.2, 2), run(0.1, 3)], [(2, 0.2), (1, 0.1)]),
        ([run(0.1, 1, note="good"), run(0.2, 1)], [(2, 0.2), (1, 0.1)]),
        ([run(0.1, 1), run(0.1, 1, document="b")], [(1, 0.1), (1, 0.1)]),
        ([run(0.1, 1), run(0.1, 2, document="b"), run(0.2, 3)], [(2, 0.2), (1, 0.1), (1, 0.1)]),
    ],
)
def test_a_run_is_added_replaced_or_known(tried: list[Run], kept: list[tuple[int, float]]) -> None:
    assert thresholds(*tried) == kept


def test_sizes_are_counted_in_two_bars_an_octave() -> None:
    found = size_histogram(np.array([1, 16, 22, 23, 2048, 9000], dtype=np.int64))
    assert found == (3, 1, *([0] * (BARS - 3)), 2)
    assert sum(size_histogram(np.zeros(0, dtype=np.int64))) == 0

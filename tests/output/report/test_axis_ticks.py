"""Ticks at round numbers: literal ranges in, literal labels out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.output.report.plot import ticks_inside


@pytest.mark.parametrize(
    ("low", "high", "most", "labels"),
    [
        (0, 44_616, 8, ["0", "10,000", "20,000", "30,000", "40,000"]),
        (0, 1, 8, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0, 1, 5, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (-0.03, 0.95, 5, ["0.0", "0.2", "0.4", "0.6", "0.8"]),
        (-0.4, 0.1, 5, ["-0.4", "-0.3", "-0.2", "-0.1", "0.0", "0.1"]),
        (0, 0.1, 5, ["0.00", "0.02", "0.04", "0.06", "0.08", "0.10"]),
        (0, 2_000_000, 8, ["0", "500,000", "1,000,000", "1,500,000", "2,000,000"]),
        (0, 9, 8, ["0", "2", "4", "6", "8"]),
    ],
)
def test_ticks_are_at_round_numbers(low: float, high: float, most: int, labels: list[str]) -> None:
    assert ticks_inside(low, high, most).labels == labels


@given(st.floats(-1, 1), st.floats(0.1, 1e7), st.integers(2, 10))
def test_ticks_are_inside_distinct_and_few(low: float, width: float, most: int) -> None:
    ticks = ticks_inside(low, low + width, most)
    assert len(ticks.values) <= most + 1
    assert len(set(ticks.labels)) == len(ticks.values)
    slack = width / 1000
    assert all(low - slack <= value <= low + width + slack for value in ticks.values)

"""Vectors of spans from those of sentences."""

import numpy as np
import pytest

from chunking.core.units import UnitKind, Units
from chunking.retrieval.relevance import SpanVectors

UNITS = Units.of([(a, b, UnitKind.SENTENCE, False) for a, b in [(0, 10), (11, 41), (42, 62)]])
MEANS = SpanVectors(UNITS, np.eye(3, dtype=np.float32))


@pytest.mark.parametrize(
    ("span", "weights"),
    [
        ((0, 62), [10, 30, 20]),
        ((0, 10), [10, 0, 0]),
        ((11, 62), [0, 30, 20]),
        ((5, 41), [5, 30, 0]),
        ((21, 52), [0, 20, 10]),
        ((15, 25), [0, 10, 0]),
        ((10, 11), [0, 0, 0]),
    ],
)
def test_a_unit_counts_by_its_characters_in_the_span(
    span: tuple[int, int], weights: list[int]
) -> None:
    found = MEANS.of(np.array([span[0]]), np.array([span[1]]))[0]
    norm = np.linalg.norm(weights) or 1
    assert found.tolist() == pytest.approx((np.array(weights) / norm).tolist(), abs=1e-6)


def test_spans_may_overlap_and_leave_out_units() -> None:
    starts, ends = np.array([0, 5, 11, 42]), np.array([41, 41, 62, 62])
    found = MEANS.of(starts, ends)
    each = [MEANS.of(starts[i : i + 1], ends[i : i + 1])[0].tolist() for i in range(4)]
    assert found.tolist() == each


def test_without_units_there_are_zero_rows() -> None:
    nothing = SpanVectors(Units.of([]), np.zeros((0, 3), np.float32))
    found = nothing.of(np.array([0]), np.array([5]))
    assert found.tolist() == [[0, 0, 0]]


def test_a_long_text_loses_no_precision() -> None:
    rng = np.random.default_rng(1)
    count = 50_000
    vectors = rng.normal(0.2, 1, (count, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    spans = [(100 * i, 100 * i + 90, UnitKind.SENTENCE, False) for i in range(count)]
    last = np.array([count - 10, count])
    found = SpanVectors(Units.of(spans), vectors).of(100 * last[:1], 100 * last[1:])[0]
    expected = vectors[-10:].astype(np.float64).mean(axis=0)
    assert found.tolist() == pytest.approx(expected / np.linalg.norm(expected), abs=1e-3)

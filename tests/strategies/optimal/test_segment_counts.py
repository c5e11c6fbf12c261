"""The number of segments: its distribution, its approximation, and its central range."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

from chunking.strategies.count_range import CountRange
from chunking.strategies.optimal import segment_counts
from chunking.strategies.optimal.segment_counts import count_probabilities

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.core.arrays import Floats


def independent(chances: list[float]) -> Callable[[int], Floats]:
    """Return the last segments where each gap is a boundary with the same chance, by component."""
    p = np.array(chances)

    def last_segments(end: int) -> Floats:
        lengths = np.arange(end + 1.0)[:, None]
        found: Floats = (1 - p) ** lengths * np.where(lengths < end, p, 1.0)
        return found

    return last_segments


def binomial(gaps: int, chance: float) -> list[float]:
    """Return the probability of each number of boundaries in so many gaps."""
    return [comb(gaps, k) * chance**k * (1 - chance) ** (gaps - k) for k in range(gaps + 1)]


def test_independent_boundaries_have_a_binomial_number() -> None:
    found = count_probabilities(independent([0.3]), 12, np.array([1.0]))
    assert found[0] == 0
    assert found[1:] == pytest.approx(binomial(11, 0.3))


def test_components_count_by_their_shares() -> None:
    found = count_probabilities(independent([0.1, 0.6]), 12, np.array([0.25, 0.75]))
    expected = 0.25 * np.array(binomial(11, 0.1)) + 0.75 * np.array(binomial(11, 0.6))
    assert found[1:] == pytest.approx(expected)


def test_a_long_text_has_a_normal_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segment_counts, "_MAX_PRODUCTS", 0)
    found = count_probabilities(independent([0.3]), 201, np.array([1.0]))
    expected = np.concatenate([[0.0], binomial(200, 0.3)])[: len(found)]
    assert np.cumsum(found) == pytest.approx(np.cumsum(expected), abs=0.01)
    assert CountRange.central(found) == CountRange.central(expected) == (50, 61, 72)


def test_a_segment_without_alternatives_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    for products in (segment_counts._MAX_PRODUCTS, 0):
        monkeypatch.setattr(segment_counts, "_MAX_PRODUCTS", products)
        found = count_probabilities(independent([0.0]), 5, np.array([1.0]))
        assert CountRange.central(found) == (1, 1, 1)


@pytest.mark.parametrize(
    ("probabilities", "expected"),
    [
        ([0.0, 1.0], (1, 1, 1)),
        ([0.0, 0.1, 0.4, 0.4, 0.1], (1, 2, 4)),
        ([0.0, 0.05, 0.3, 0.3, 0.2, 0.15], (1, 3, 5)),
    ],
)
def test_the_central_range(probabilities: list[float], expected: tuple[int, int, int]) -> None:
    assert CountRange.central(np.array(probabilities)) == expected

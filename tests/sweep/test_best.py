"""The best cell of a sweep, and the field it lies in."""

from __future__ import annotations

import numpy as np
import pytest

from chunking import Document, get
from chunking.engine import prepare
from chunking.sweep import Axis, Best, Grid, Sweep, best_of
from chunking.types import Material

TEXT = "One two three. Four five six. Seven eight nine. Ten eleven twelve."


def swept(numbers: list[list[int]]) -> Sweep:
    """A sweep of two settings whose cells were cut in these ways."""
    rows, columns = np.shape(numbers)
    sizes, overlaps = range(40, 40 + rows), range(columns)
    axes = (Axis("max_tokens", tuple(sizes)), Axis("overlap_tokens", tuple(overlaps)))
    found = Sweep(
        Grid(get("fixed")(), axes),
        lambda material: prepare(Document(TEXT), material),
        prepare(Document(TEXT), Material("sentences")),
    )
    found.number = np.array(numbers, np.int64).ravel()
    return found


@pytest.mark.parametrize(
    ("numbers", "of_each", "better", "expected"),
    [
        # A plateau of nine, whose middle is cell 5.
        ([[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1]], [0.5, 0.2], "higher", Best(5, 0.5, 9, 0)),
        # A cell by itself.
        ([[0, 0, 0, 1], [0, 2, 0, 1]], [0.5, 0.2, 0.1], "lower", Best(5, 0.1, 1, 0)),
        # Of three ways that are as good, the one that most cells have.
        ([[0, 1, 1, 1], [2, 3, 3, 3]], [0.5, 0.5, 0.5, 0.1], "higher", Best(2, 0.5, 3, 2)),
        # What is not cut yet, or has no value, is none.
        ([[-2, -1, 0, 0]], [0.3], "higher", Best(2, 0.3, 2, 0, flat=True)),
        # Every way has the same value.
        ([[0, 1, 1, 1]], [0.3, 0.3], "lower", Best(2, 0.3, 3, 1, flat=True)),
    ],
)
def test_the_best_cell_is_the_middle_of_the_widest_field(
    numbers: list[list[int]], of_each: list[float], better: str, expected: Best
) -> None:
    found = swept(numbers)
    values = np.where(found.number < 0, np.nan, np.array(of_each)[np.maximum(found.number, 0)])
    assert best_of(found, values, better) == expected  # type: ignore[arg-type] # literal words


def test_there_is_no_best_where_nothing_is_known_or_neither_is_better() -> None:
    found = swept([[0, 0]])
    assert best_of(found, np.full(2, np.nan), "higher") is None
    assert best_of(found, np.ones(2), "neither") is None

"""The part of a map where it varies."""

from typing import NamedTuple

import numpy as np

from chunking.analysis.settings_search.sweep import INVALID, PENDING, Sweep
from chunking.core.arrays import Bools, Ints


class Crop(NamedTuple):
    """The rows and columns of a map where it varies; the upper bounds are not included."""

    row: int
    row_end: int
    column: int
    column_end: int

    def cells(self, shape: tuple[int, int]) -> Bools:
        """Return which cells of a map of this shape are inside, (cells,)."""
        inside = np.zeros(shape, np.bool_)
        inside[self.row : self.row_end, self.column : self.column_end] = True
        found: Bools = inside.ravel()
        return found


def shape_of(sweep: Sweep) -> tuple[int, int]:
    """Return rows and columns of the map; a single axis is one row of cells."""
    shape = sweep.grid.shape
    return (shape[0], shape[1]) if len(shape) > 1 else (1, shape[0])


def crop_of(results: Ints) -> Crop:
    """Return the part of a map that is left without outer rows and columns that repeat others.

    An outer row is left out if all its settings contradict each other, or if it has the same
    chunks in each column as the row next to it. Columns likewise. An unfinished map stays whole.

    Args:
        results: The result of each cell, (rows, columns).
    """
    rows, columns = results.shape
    if np.any(results == PENDING):
        return Crop(0, rows, 0, columns)
    row, row_end = _varying(results)
    column, column_end = _varying(results[row:row_end].T)
    return Crop(row, row_end, column, column_end)


def _varying(lines: Ints) -> tuple[int, int]:
    first, end = 0, len(lines)
    while end - first > 1 and _repeats(lines[first], lines[first + 1]):
        first += 1
    while end - first > 1 and _repeats(lines[end - 1], lines[end - 2]):
        end -= 1
    return first, end


def _repeats(outer: Ints, inner: Ints) -> bool:
    return bool(np.all(outer == INVALID)) or np.array_equal(outer, inner)

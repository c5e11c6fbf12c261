"""The part of a map where it varies."""

import numpy as np

from chunking.analysis.settings_search.best import crop_of
from chunking.core.arrays import Ints


def results(*rows: list[int]) -> Ints:
    return np.array(rows, np.int64)


def test_outer_rows_and_columns_that_repeat_others_are_cropped() -> None:
    found = crop_of(results([0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 2, 2], [3, 4, 5, 5], [3, 4, 5, 5]))
    assert found == (1, 4, 0, 3)


def test_outer_rows_of_contradicting_settings_are_cropped() -> None:
    assert crop_of(results([-1, -1, -1], [-1, 0, 1], [-1, 2, 3])) == (1, 3, 1, 3)


def test_a_map_that_never_varies_is_one_cell() -> None:
    assert crop_of(results([7, 7], [7, 7])) == (1, 2, 1, 2)


def test_an_unfinished_map_is_not_cropped() -> None:
    assert crop_of(results([0, 0], [0, -2])) == (0, 2, 0, 2)

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunking.ascending import first_from, members

columns = st.lists(st.integers(0, 30), max_size=12).map(sorted)
values = st.lists(st.integers(0, 40), max_size=12)


def column(rows: list[int]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array(rows, np.int64)


def test_the_first_member_from_a_value_on_is_minus_one_behind_the_last() -> None:
    assert first_from(column([2, 5]), column([0, 2, 3, 6])).tolist() == [2, 2, 5, -1]
    assert first_from(column([]), column([0])).tolist() == [-1]


def test_members_are_the_values_that_are_there() -> None:
    assert members(column([2, 5]), column([5, 3, 2, 9])).tolist() == [True, False, True, False]
    assert members(column([]), column([0])).tolist() == [False]


@given(columns, values)
def test_each_value_is_looked_up_as_it_is_alone(rows: list[int], asked: list[int]) -> None:
    firsts = [[*rows, -1][bisect_left(rows, each)] for each in asked]
    assert first_from(column(rows), column(asked)).tolist() == firsts
    assert members(column(rows), column(asked)).tolist() == [each in rows for each in asked]

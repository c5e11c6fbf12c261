"""Columns of numbers, most of them offsets that ascend, and what is looked up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunking.types import Bools, Ints

_STRETCH = 1 << 16


def stretches(count: int) -> Iterator[slice]:
    """The rows of a long column, some at a time, where what is found on the way takes memory."""
    return (slice(first, first + _STRETCH) for first in range(0, count, _STRETCH))


def view(column: Ints) -> Sequence[int]:
    """The column as a sequence whose members are read faster than an array's; no copy."""
    return cast("Sequence[int]", column.data)


def first_from(ascending: Ints, least: Ints) -> Ints:
    """The first member that is at least each of these, same shape; -1 where there is none.

    >>> first_from(np.array([2, 5]), np.array([0, 5, 6])).tolist()
    [2, 5, -1]
    """
    at = np.searchsorted(ascending, least)
    some = at < len(ascending)
    at[~some] = -1
    at[some] = ascending[at[some]]
    return at


def ascends(column: Ints) -> bool:
    """Whether each number is larger than the one before it."""
    return not np.any(column[1:] <= column[:-1])


def given(values: Ints, wanted: Sequence[int]) -> Bools:
    """Which of the values, none below 0, are among those wanted, in whatever order, (n,).

    >>> given(np.array([2, 5]), (5, 3)).tolist()
    [False, True]
    """
    if len(wanted) == 0:
        return np.zeros(len(values), np.bool_)
    return members(np.unique(np.asarray(wanted, np.int64)), values)


def members(ascending: Ints, values: Ints) -> Bools:
    """Which of the values, none below 0, are in the column, (n,).

    >>> members(np.array([2, 5]), np.array([5, 3])).tolist()
    [True, False]
    """
    found = np.zeros(len(values), np.bool_)
    for own in stretches(len(values)):
        found[own] = first_from(ascending, values[own]) == values[own]
    return found

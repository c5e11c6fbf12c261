"""Columns of offsets that ascend, and what is looked up in them, many values at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.types import Bools, Ints


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


def members(ascending: Ints, values: Ints) -> Bools:
    """Which of the values, none below 0, are in the column, same shape as the values.

    >>> members(np.array([2, 5]), np.array([5, 3])).tolist()
    [True, False]
    """
    found: Bools = first_from(ascending, values) == values
    return found

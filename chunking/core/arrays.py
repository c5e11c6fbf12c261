"""Array types, and lookups in sorted columns of offsets."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Vectors: TypeAlias = NDArray[np.float32]
Bools: TypeAlias = NDArray[np.bool_]
Codes: TypeAlias = NDArray[np.uint8]

_BLOCK = 1 << 16


def row_blocks(count: int) -> Iterator[slice]:
    """Yield the rows of a long column in blocks, to bound the memory of temporary arrays."""
    return (slice(first, first + _BLOCK) for first in range(0, count, _BLOCK))


def as_sequence(column: Ints) -> Sequence[int]:
    """Return a view of the column whose items are read faster than an array's; no copy."""
    return cast("Sequence[int]", column.data)


def next_at_least(ascending: Ints, least: Ints) -> Ints:
    """Return the first item that is at least each value, same shape as `least`; -1 for none.

    >>> next_at_least(np.array([2, 5]), np.array([0, 5, 6])).tolist()
    [2, 5, -1]
    """
    at = np.searchsorted(ascending, least)
    found = at < len(ascending)
    at[~found] = -1
    at[found] = ascending[at[found]]
    return at


def is_increasing(column: Ints) -> bool:
    """Return whether each item is larger than the one before it."""
    return not np.any(column[1:] <= column[:-1])


def is_any_of(values: Ints, items: Sequence[int]) -> Bools:
    """Return which values, none negative, are among the items, which may be unsorted, (n,).

    >>> is_any_of(np.array([2, 5]), (5, 3)).tolist()
    [False, True]
    """
    if len(items) == 0:
        return np.zeros(len(values), np.bool_)
    return contains(np.sort(np.asarray(items, np.int64)), values)


def contains(ascending: Ints, values: Ints) -> Bools:
    """Return which values, none negative, the sorted column contains, (n,).

    >>> contains(np.array([2, 5]), np.array([5, 3])).tolist()
    [True, False]
    """
    found = np.zeros(len(values), np.bool_)
    for block in row_blocks(len(values)):
        found[block] = next_at_least(ascending, values[block]) == values[block]
    return found

"""A sample of all combinations in which every pair of values occurs."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

Row = Mapping[str, Any]
Pair = frozenset[tuple[str, Any]]


def pairwise_rows(factors: Mapping[str, Sequence[Any]]) -> list[Row]:
    """Return rows of one value per factor, in which every pair of values occurs.

    The rows are chosen greedily: each starts with a missing pair, and takes the values that add
    the most missing pairs. The same factors give the same rows.
    """
    random_order = random.Random(0)  # noqa: S311 - not a secret
    missing = dict.fromkeys(_pairs(factors))  # an ordered set
    rows: list[Row] = []
    while missing:
        row = dict(next(iter(missing)))
        for name in random_order.sample(list(factors), len(factors)):
            if name not in row:
                values = random_order.sample(list(factors[name]), len(factors[name]))
                row[name] = max(values, key=_missing_with(row, name, missing))
        rows.append(row)
        for pair in pairs_of(row):
            missing.pop(pair, None)
    return rows


def pairs_of(row: Row) -> Iterator[Pair]:
    """Yield the pairs of values of a row."""
    return (frozenset(pair) for pair in combinations(row.items(), 2))


def _pairs(factors: Mapping[str, Sequence[Any]]) -> Iterator[Pair]:
    for one, other in combinations(factors, 2):
        for values in product(factors[one], factors[other]):
            yield frozenset(zip((one, other), values, strict=True))


def _missing_with(row: Row, name: str, missing: Mapping[Pair, None]) -> Callable[[Any], int]:
    """Return a function that counts the missing pairs of a value with those of a row."""

    def count(value: Any) -> int:
        return sum(frozenset({(name, value), item}) in missing for item in row.items())

    return count

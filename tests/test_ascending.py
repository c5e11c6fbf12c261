from __future__ import annotations

from bisect import bisect_left

import numpy as np
import pytest
from embedders import HashEmbedder
from hostile import TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking import ascending, overlap
from chunking.ascending import ascends, first_from, members, stretches
from chunking.engine import chunk
from chunking.strategies import available, get
from chunking.types import Document

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


@given(values, st.lists(st.integers(-3, 40), max_size=5))
def test_values_are_looked_for_among_some_in_any_order(rows: list[int], wanted: list[int]) -> None:
    expected = [each in wanted for each in rows]
    assert ascending.given(column(rows), wanted).tolist() == expected


def test_a_column_ascends_where_no_number_comes_twice() -> None:
    assert all(map(ascends, (column([]), column([7]), column([1, 2, 5]))))
    assert not any(map(ascends, (column([1, 1]), column([2, 1, 3]))))


def test_stretches_are_all_rows_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ascending, "_STRETCH", 3)
    rows = list(range(7))
    assert [rows[own] for own in stretches(7)] == [[0, 1, 2], [3, 4, 5], [6]]
    assert list(stretches(0)) == []


@pytest.mark.parametrize("name", available())
def test_columns_that_are_read_in_short_stretches_give_the_same_chunks(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = {"target_tokens": 300, "max_tokens": 400}
    sizes = {field: small[field] for field in small.keys() & get(name).model_fields.keys()}
    kinds = [get(name)(), get(name)().with_(**sizes)]
    document = Document("\n\n".join(TEXTS.values()))

    def columns() -> list[list[list[int]]]:
        overlap._word_starts.cache_clear()
        made = [chunk(document, kind, embedder=HashEmbedder()) for kind in kinds]
        return [
            [each.tolist() for each in (m.start, m.end, m.overlap, m.tokens, m.reason, m.verdicts)]
            for m in made
        ]

    whole = columns()
    monkeypatch.setattr(ascending, "_STRETCH", 3)
    assert columns() == whole

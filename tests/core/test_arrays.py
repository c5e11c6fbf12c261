from bisect import bisect_left

import numpy as np
import pytest
from embedders import HashEmbedder
from hostile import TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking.core import arrays
from chunking.core.arrays import contains, is_increasing, next_at_least, row_blocks
from chunking.core.document import Document
from chunking.engine import chunk
from chunking.strategies import available, get, overlap

columns = st.lists(st.integers(0, 30), max_size=12).map(sorted)
values = st.lists(st.integers(0, 40), max_size=12)


def column(rows: list[int]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array(rows, np.int64)


def test_next_at_least_is_minus_one_beyond_the_last_item() -> None:
    assert next_at_least(column([2, 5]), column([0, 2, 3, 6])).tolist() == [2, 2, 5, -1]
    assert next_at_least(column([]), column([0])).tolist() == [-1]


def test_contains_finds_the_values_of_a_column() -> None:
    assert contains(column([2, 5]), column([5, 3, 2, 9])).tolist() == [True, False, True, False]
    assert contains(column([]), column([0])).tolist() == [False]


@given(columns, values)
def test_lookups_agree_with_a_search_for_each_value(rows: list[int], wanted: list[int]) -> None:
    firsts = [[*rows, -1][bisect_left(rows, each)] for each in wanted]
    assert next_at_least(column(rows), column(wanted)).tolist() == firsts
    assert contains(column(rows), column(wanted)).tolist() == [each in rows for each in wanted]


@given(values, st.lists(st.integers(-3, 40), max_size=5))
def test_items_to_look_for_may_be_unsorted(rows: list[int], wanted: list[int]) -> None:
    expected = [each in wanted for each in rows]
    assert arrays.is_any_of(column(rows), wanted).tolist() == expected


def test_a_column_with_equal_items_is_not_increasing() -> None:
    assert all(map(is_increasing, (column([]), column([7]), column([1, 2, 5]))))
    assert not any(map(is_increasing, (column([1, 1]), column([2, 1, 3]))))


def test_row_blocks_cover_all_rows_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "_BLOCK", 3)
    rows = list(range(7))
    assert [rows[block] for block in row_blocks(7)] == [[0, 1, 2], [3, 4, 5], [6]]
    assert list(row_blocks(0)) == []


@pytest.mark.parametrize("name", available())
def test_the_block_size_changes_no_chunks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.setattr(arrays, "_BLOCK", 3)
    assert columns() == whole

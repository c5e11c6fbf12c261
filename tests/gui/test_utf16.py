"""Offsets in the page count UTF-16 units, and every one of them must fall on the same character."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.gui.components.utf16 import Utf16


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [0]),
        ("abc", [0, 1, 2, 3]),
        ("é中\uffff", [0, 1, 2, 3]),
        ("a😀b", [0, 1, 3, 4]),
        ("😀😀", [0, 2, 4]),
        ("\ud800x", [0, 1, 2]),
    ],
)
def test_each_offset_of_a_text(text: str, expected: list[int]) -> None:
    offsets = np.arange(len(text) + 1, dtype=np.int64)
    assert Utf16(text)(offsets).tolist() == expected


@given(st.text(st.characters(codec="utf-8") | st.sampled_from("😀𠮷👩\u200d💻é\r\n"), max_size=60))
def test_an_offset_counts_the_units_before_it(text: str) -> None:
    offsets = np.arange(len(text) + 1, dtype=np.int64)
    assert Utf16(text)(offsets).tolist() == [units(text[:offset]) for offset in offsets]


def test_without_astral_characters_the_same_array_comes_back() -> None:
    offsets = np.array([0, 5, 9], dtype=np.int64)
    assert Utf16("plain text")(offsets) is offsets


def test_no_offsets_in_no_offsets_out() -> None:
    assert Utf16("a😀b")(np.zeros(0, dtype=np.int64)).tolist() == []


def test_order_and_shape_are_kept() -> None:
    offsets = np.array([[3, 0], [2, 1]], dtype=np.int64)
    assert Utf16("a😀b")(offsets).tolist() == [[4, 0], [3, 1]]

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.characters import BLANKS, among, characters, table


@given(st.text() | st.text("aé") | st.text("字\ud800"))
def test_every_character_has_its_code_point(text: str) -> None:
    assert characters(text).tolist() == [ord(letter) for letter in text]


@pytest.mark.parametrize(
    ("text", "size"), [("", 1), ("a", 1), ("ÿ", 1), ("Ā", 2), ("\udfff", 2), ("a🚀", 4)]
)
def test_a_character_takes_as_few_bytes_as_the_largest_needs(text: str, size: int) -> None:
    assert characters(text).dtype.itemsize == size


@pytest.mark.parametrize("more", ["", "ÿ", "字", "🚀"])
def test_a_table_holds_its_ranges_and_nothing_above(more: str) -> None:
    vowels = table("a", "ee", "xz")
    found = among(characters("abexyz{" + more), vowels)
    assert found.tolist() == [True, False, True, True, True, True, False] + [False] * len(more)
    assert np.flatnonzero(vowels).tolist() == [97, 101, 120, 121, 122]


def test_blanks_are_those_of_python() -> None:
    assert [code for code in range(0x110000) if chr(code).isspace()] == np.flatnonzero(
        BLANKS
    ).tolist()

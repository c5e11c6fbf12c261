import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.text.characters import WHITESPACE, character_table, code_points, in_table


@given(st.text() | st.text("aé") | st.text("字\ud800"))
def test_every_character_has_its_code_point(text: str) -> None:
    assert code_points(text).tolist() == [ord(letter) for letter in text]


@pytest.mark.parametrize(
    ("text", "size"), [("", 1), ("a", 1), ("ÿ", 1), ("Ā", 2), ("\udfff", 2), ("a🚀", 4)]
)
def test_code_points_use_the_smallest_type_that_fits(text: str, size: int) -> None:
    assert code_points(text).dtype.itemsize == size


@pytest.mark.parametrize("more", ["", "ÿ", "字", "🚀"])
def test_a_table_marks_its_ranges_and_nothing_above(more: str) -> None:
    vowels = character_table("a", "ee", "xz")
    found = in_table(code_points("abexyz{" + more), vowels)
    assert found.tolist() == [True, False, True, True, True, True, False] + [False] * len(more)
    assert np.flatnonzero(vowels).tolist() == [97, 101, 120, 121, 122]


def test_whitespace_is_that_of_python() -> None:
    assert [code for code in range(0x110000) if chr(code).isspace()] == np.flatnonzero(
        WHITESPACE
    ).tolist()

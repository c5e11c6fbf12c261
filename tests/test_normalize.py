"""The normal form of a text."""

from __future__ import annotations

import numpy as np
import pytest

from chunking.normalize import code_points, normalize_text


@pytest.mark.parametrize(
    ("text", "normal"),
    [(" a", "a"), ("a ", "a"), ("a  b", "a b"), ("a\n\nb", "a b"), ("a\u00a0b", "a b"), ("\t", "")],
)
def test_a_run_of_white_space_is_one_blank_and_none_is_at_the_edges(text: str, normal: str) -> None:
    assert normalize_text(text) == normal


@pytest.mark.parametrize("text", ["", "a", "a b c", "«é» 字"])
def test_what_is_normal_is_given_back_itself(text: str) -> None:
    made = "".join(list(text))
    assert normalize_text(made) is made


@pytest.mark.parametrize("text", ["", "a", "aé字🚀", "é" * 511 + "a", "é" * 512, "a字🚀" * 700])
def test_each_byte_lies_in_its_character_and_the_end_behind_the_last(text: str) -> None:
    bytes_of = [len(letter.encode()) for letter in text]
    expected = [i for i, count in enumerate(bytes_of) for _ in range(count)] + [len(text)]
    offsets = np.arange(sum(bytes_of) + 1)
    assert code_points(text.encode(), offsets).tolist() == expected

"""The normal form of a text."""

import numpy as np
import pytest

from chunking.core.text.whitespace import character_offsets, normalize_text


@pytest.mark.parametrize(
    ("text", "normal"),
    [(" a", "a"), ("a ", "a"), ("a  b", "a b"), ("a\n\nb", "a b"), ("a\u00a0b", "a b"), ("\t", "")],
)
def test_runs_of_whitespace_become_one_space_and_edges_are_stripped(text: str, normal: str) -> None:
    assert normalize_text(text) == normal


@pytest.mark.parametrize("text", ["", "a", "a b c", "«é» 字"])
def test_normal_text_is_returned_as_the_same_object(text: str) -> None:
    made = "".join(list(text))
    assert normalize_text(made) is made


@pytest.mark.parametrize("text", ["", "a", "aé字🚀", "é" * 511 + "a", "é" * 512, "a字🚀" * 700])
def test_byte_offsets_map_to_characters(text: str) -> None:
    bytes_of = [len(letter.encode()) for letter in text]
    expected = [i for i, count in enumerate(bytes_of) for _ in range(count)] + [len(text)]
    offsets = np.arange(sum(bytes_of) + 1)
    assert character_offsets(text.encode(), offsets).tolist() == expected

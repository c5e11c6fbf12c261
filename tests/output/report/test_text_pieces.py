"""Line ends, pieces and alignment of text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.output.report.text_rows import line_feeds, pieces


def test_every_line_end_is_a_line_feed() -> None:
    assert line_feeds("a\r\nb\rc\n\r\rd") == "a\nb\nc\n\n\nd"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [""]),
        ("short", ["short"]),
        ("one\ntwo\nthree\n", ["one\ntwo\n", "three\n"]),
        ("one two three", ["one two ", "three"]),
        ("abcdefghijklm", ["abcdefghij", "klm"]),
    ],
)
def test_a_piece_ends_with_a_line_or_else_with_a_word(text: str, expected: list[str]) -> None:
    assert list(pieces(text, 10)) == expected


@given(st.text("ab \n"), st.integers(1, 9))
def test_pieces_are_short_and_complete(text: str, longest: int) -> None:
    found = list(pieces(text, longest))
    assert "".join(found) == text
    assert all(len(piece) <= longest for piece in found)

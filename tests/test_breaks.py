from __future__ import annotations

import pytest
from hostile import PIECES
from hypothesis import assume, given
from hypothesis import strategies as st

from chunking.breaks import break_inside, core_start, next_ink
from chunking.graphemes import is_boundary


@pytest.mark.parametrize(
    ("text", "limit", "piece"),
    [
        ("one two\nthree four", 12, "one two"),
        ("one two\rthree four", 12, "one two"),
        ("one two\r\nthree four", 12, "one two\r"),
        ("one two three", 9, "one two"),
        ("one two three", 7, "one two"),
        ("one\ttwo", 5, "one"),
        ("一\u3000二三", 2, "一"),
        ("one\u2009two three", 6, "one"),
        ("one\x0ctwo three", 6, "one"),
        ("one\u2028two three", 6, "one"),
        ("onetwothree", 4, "onet"),
        ("one\ntwo", 3, "one"),
    ],
)
def test_a_break_is_at_a_newline_else_at_a_blank_else_inside(
    text: str, limit: int, piece: str
) -> None:
    assert text[: break_inside(text, 0, limit)] == piece


@pytest.mark.parametrize("blank", ["\xa0", "\u202f", "\u2007"])
def test_a_no_break_space_is_taken_where_there_is_no_other_blank(blank: str) -> None:
    assert break_inside(f"up to 10{blank}000 euros", 0, 11) == 5
    assert break_inside(f"10{blank}000{blank}000", 0, 8) == 6


def test_a_newline_is_taken_before_a_later_blank() -> None:
    assert break_inside("a\nb c d", 0, 6) == 1


def test_a_newline_or_a_blank_before_the_least_size_is_not_taken() -> None:
    assert break_inside("a\nbcdefgh", 0, 6, at_least=4) == 6
    assert break_inside("a bcdefgh", 0, 6, at_least=4) == 6
    assert break_inside("abcd efgh", 0, 6, at_least=4) == 4


def test_a_break_inside_a_word_is_before_the_character_it_would_part() -> None:
    assert break_inside("abe\u0301f", 0, 3) == 2
    assert break_inside("a👩\u200d🚀b", 0, 3) == 1


def test_the_first_character_is_kept_whole_where_most_allows_it() -> None:
    assert break_inside("👩\u200d🚀bcd", 0, 2, most=3) == 3
    assert break_inside("👩\u200d🚀bcd", 0, 2) == 2


def test_a_blank_that_a_mark_belongs_to_goes_with_its_mark() -> None:
    text = "ab cd \u0301ef"
    assert break_inside(text, 0, 7) == 5
    assert core_start(text, 5) == 5


def test_a_blank_that_belongs_to_both_sides_is_no_place_to_break() -> None:
    assert break_inside("ab \u0600 \u0301cd", 0, 5) == 2


def test_a_piece_is_never_the_indentation_alone() -> None:
    assert break_inside("        return x", 0, 4) == 9
    assert break_inside("        return x", 0, 4, most=14) == 14
    assert break_inside("    e\u0301f", 0, 5) == 6


@pytest.mark.parametrize(
    ("text", "offset", "start"),
    [
        ("one two", 3, 4),
        ("one  two", 3, 5),
        ("one\ntwo", 3, 4),
        ("one\r\ntwo", 3, 5),
        ("one\r\ntwo", 4, 5),
        ("one\n\n  \n\ttwo", 3, 8),
        ("one\n  two", 4, 4),
        ("  one", 0, 0),
        ("onetwo", 3, 3),
        ("one \u0301two", 3, 3),
        ("one  \u0301two", 3, 4),
    ],
)
def test_a_core_starts_after_blank_lines_with_its_indentation(
    text: str, offset: int, start: int
) -> None:
    assert core_start(text, offset) == start


def test_the_next_ink_is_the_first_character_that_is_not_blank() -> None:
    assert next_ink("  \x85\u2028\x1ca", 0) == 5
    assert next_ink("ab", 1) == 1
    assert next_ink("a \n", 1) == 3


@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map("".join),
    st.integers(1, 60),
    st.integers(0, 60),
)
def test_a_break_lies_inside_the_limit_and_between_characters(
    text: str, limit: int, more: int
) -> None:
    assume(next_ink(text, 0) == 0)
    most = limit + more
    stop = break_inside(text, 0, limit, most=most)
    assert 0 < stop <= max(1, most)
    between = [i for i in range(1, most + 1) if is_boundary(text, i)]
    follows = core_start(text, stop)
    assert is_boundary(text, follows) or not between

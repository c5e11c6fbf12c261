import numpy as np
import pytest
from hostile import PIECES
from hypothesis import assume, given
from hypothesis import strategies as st

from chunking.core.text.characters import is_boundary
from chunking.core.text.normalization import character_offsets, normalize_text
from chunking.core.text.whitespace import (
    Lines,
    chunk_start,
    find_break,
    has_own_lines,
    next_non_space,
)


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
def test_a_break_is_at_a_newline_else_at_whitespace_else_inside_a_word(
    text: str, limit: int, piece: str
) -> None:
    assert text[: find_break(text, 0, limit)] == piece


@pytest.mark.parametrize("blank", ["\xa0", "\u202f", "\u2007"])
def test_a_no_break_space_is_the_last_resort_among_whitespace(blank: str) -> None:
    assert find_break(f"up to 10{blank}000 euros", 0, 11) == 5
    assert find_break(f"10{blank}000{blank}000", 0, 8) == 6


def test_a_newline_is_preferred_to_later_whitespace() -> None:
    assert find_break("a\nb c d", 0, 6) == 1


@pytest.mark.parametrize(
    ("text", "limit", "piece"),
    [
        ("He came. She left now", 18, "He came. She left"),  # the full stop is in the first half
        ("He came in. She left", 17, "He came in."),
        ("He came in.) She left", 18, "He came in.)"),
        ("“He came in!” She left", 19, "“He came in!”"),
        ("He came, in 3.5 hours", 17, "He came, in 3.5"),
        ("He came; he saw, he won", 20, "He came; he saw,"),
        ("He came then; he saw, he won", 24, "He came then;"),
        ("他来了，他看见；他胜利了吗", 11, "他来了，他看见；"),
        ("他来了他看见，他胜利了吗", 10, "他来了他看见，"),
        ("他来了他看见他，", 7, "他来了他看见他"),
        ("He came\nin. She left", 17, "He came"),
        ("He came, in! he said", 18, "He came, in! he"),
        ("He came, in!\nhe said", 18, "He came, in!"),
    ],
)
def test_a_break_after_a_sentence_is_preferred_in_the_second_half(
    text: str, limit: int, piece: str
) -> None:
    assert text[: find_break(text, 0, limit, after_sentence=True)] == piece


def test_in_wrapped_text_the_end_of_a_sentence_is_preferred_to_a_newline_in_one() -> None:
    for text, limit, piece in (
        ("He came\nin. She left", 17, "He came\nin."),
        ("He came in, and\nthen left", 17, "He came in,"),
        ("He came in then\nShe left", 17, "He came in then"),
        ("He came in\nthen left", 17, "He came in"),
        ("He came then, oh!\nhe said", 20, "He came then,"),
    ):
        assert text[: find_break(text, 0, limit, after_sentence=True, lines="wrapped")] == piece


@pytest.mark.parametrize(
    ("lines", "piece"),
    [
        ("fixed", "Low\nor high tide,\nebb. And the"),
        ("wrapped", "Low\nor high tide,\nebb."),
        ("verse", "Low\nor high tide,"),
    ],
)
def test_verse_is_split_at_the_ends_of_its_lines(lines: Lines, piece: str) -> None:
    text = "Low\nor high tide,\nebb. And the\nferry"
    assert text[: find_break(text, 0, 32, after_sentence=True, lines=lines)] == piece


def test_verse_has_lines_of_its_own() -> None:
    verse = "Ebb\nlow tide here\nfog\nhigh tide here\nrain\nsun"
    assert has_own_lines(verse)
    assert not has_own_lines(
        "The ferry left\nthe pier at six,\nand nobody saw\nthe tide so low\nbefore it."
    )
    assert not has_own_lines("The ferry\nleft")


def test_a_line_that_ends_a_sentence_is_preferred_in_the_second_half() -> None:
    text = "The tide is low and\nthe boats lie on the sand.\nNobody has seen\nthe pilot today."
    limit = text.index("the pilot")
    assert text[: find_break(text, 0, limit, after_sentence=True)].endswith("on the sand.")
    assert text[: find_break(text, 0, limit)].endswith("has seen")


def test_whitespace_before_the_minimum_is_ignored() -> None:
    assert find_break("a\nbcdefgh", 0, 6, at_least=4) == 6
    assert find_break("a bcdefgh", 0, 6, at_least=4) == 6
    assert find_break("abcd efgh", 0, 6, at_least=4) == 4


def test_a_break_inside_a_word_is_at_a_grapheme_boundary() -> None:
    assert find_break("abe\u0301f", 0, 3) == 2
    assert find_break("a👩\u200d🚀b", 0, 3) == 1


def test_the_first_character_stays_whole_up_to_the_maximum() -> None:
    assert find_break("👩\u200d🚀bcd", 0, 2, most=3) == 3
    assert find_break("👩\u200d🚀bcd", 0, 2) == 2


def test_a_space_with_a_combining_mark_stays_with_it() -> None:
    text = "ab cd \u0301ef"
    assert find_break(text, 0, 7) == 5
    assert chunk_start(text, 5) == 5


def test_a_space_inside_a_cluster_is_no_break() -> None:
    assert find_break("ab \u0600 \u0301cd", 0, 5) == 2


def test_a_break_is_never_after_indentation_alone() -> None:
    assert find_break("        return x", 0, 4) == 9
    assert find_break("        return x", 0, 4, most=14) == 14
    assert find_break("    e\u0301f", 0, 5) == 6


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
def test_a_chunk_starts_after_blank_lines_with_its_indentation(
    text: str, offset: int, start: int
) -> None:
    assert chunk_start(text, offset) == start


def test_next_non_space_skips_whitespace() -> None:
    assert next_non_space("  \x85\u2028\x1ca", 0) == 5
    assert next_non_space("ab", 1) == 1
    assert next_non_space("a \n", 1) == 3


@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map("".join),
    st.integers(1, 60),
    st.integers(0, 60),
)
def test_breaks_are_within_the_limit_and_between_characters(
    text: str, limit: int, more: int
) -> None:
    assume(next_non_space(text, 0) == 0)
    most = limit + more
    stop = find_break(text, 0, limit, most=most)
    assert 0 < stop <= max(1, most)
    between = [i for i in range(1, most + 1) if is_boundary(text, i)]
    follows = chunk_start(text, stop)
    assert is_boundary(text, follows) or not between


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


@pytest.mark.parametrize(
    ("text", "limit", "piece"),
    [
        ("that I knew them; and that I had a good", 30, "that I knew them;"),
        ("人類社会の構成員の、固有の尊厳と権利とを承認", 14, "人類社会の構成員の、"),
        ("one; two three four five six seven", 30, "one; two three four five six"),
    ],
)
def test_a_clause_ends_a_span_if_it_is_in_its_second_half(
    text: str, limit: int, piece: str
) -> None:
    assert text[: find_break(text, 0, limit, after_sentence=True)] == piece


def test_the_last_border_of_a_table_stays_with_the_row_above_it() -> None:
    border = "=====  ====="
    text = f"Low    1\nHigh   2\n{border}\nEbb."
    assert find_break(text, 0, text.index(border)) == text.index("\nHigh")
    header = f"{border}\nTide   How\n{border}\nLow    1\n"
    assert find_break(header, 0, header.rindex(border)) == header.rindex(border) - 1
    assert find_break(f"{border} {border}\nEbb.\nLow.\n", 0, 14) == 12


def test_rows_of_several_lines_end_at_their_borders() -> None:
    border = "+-----+------+"
    row = f"| ebb | It   |\n|     | ebbs |\n{border}\n"
    table = f"{border}\n{row * 3}"
    for limit in (len(table) - 5, len(table) - len(row) + 5):
        end = find_break(table, 0, limit, lines="rows")
        assert table[:end] == f"{border}\n{row * 2}".rstrip()


def test_rows_of_a_table_end_before_a_cell_with_text_rather_than_at_a_sentence() -> None:
    row = "| ebb | It ebbs. It is low. | It rises. Then it is high. |  |"
    limit = row.index("Then")
    assert row[: find_break(row, 0, limit, after_sentence=True, lines="rows")].endswith("low.")
    above = f"| a |\n{row}"
    assert find_break(above, 0, len(above) - 9, after_sentence=True, lines="rows") == 5

import numpy as np
import pytest
import regex
from hostile import PIECES, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.text.characters import (
    WHITESPACE,
    character_table,
    code_points,
    in_table,
    is_boundary,
    last_boundary,
    next_boundary,
)

texts = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.text(
        "ab\r\n \u0301\u0308\u200d\u0600🇩🇪👩🚀🏽\u1112\u1161\u11ab각क्षି中\u0d4e\u0903", max_size=40
    ),
)


def boundaries(text: str) -> list[int]:
    r"""All boundaries by reading the whole text once."""
    return [0, *(match.end() for match in regex.finditer(r"\X", text))]


@given(texts)
def test_single_offsets_agree_with_a_scan_of_the_whole_text(text: str) -> None:
    found = [i for i in range(len(text) + 1) if is_boundary(text, i)]
    assert found == sorted(set(boundaries(text)))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_texts_have_the_boundaries_of_a_full_scan(text: str) -> None:
    found = [i for i in range(len(text) + 1) if is_boundary(text, i)]
    assert found == sorted(set(boundaries(text)))


@given(texts, st.data())
def test_the_last_boundary_is_the_largest_up_to_the_limit(text: str, data: st.DataObject) -> None:
    known = boundaries(text)
    start = data.draw(st.sampled_from(known))
    limit = data.draw(st.integers(start, len(text) + 2))
    assert last_boundary(text, start, limit) == max(b for b in known if start <= b <= limit)


@given(texts)
def test_the_next_boundary_ends_the_cluster(text: str) -> None:
    known = boundaries(text)
    assert [next_boundary(text, b) for b in known[:-1]] == known[1:]


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("\r\n", 1),
        ("e\u0301", 1),
        (" \u0301", 1),
        ("👩\u200d🚀", 2),
        ("👍🏽", 1),
        ("🇩🇪", 1),
        ("🇩🇪🇫🇷", 3),
        ("\u1112\u1161\u11ab", 2),
        ("क्ष", 2),
        ("\u0600" + "1", 1),
        ("1\ufe0f\u20e3", 2),
    ],
)
def test_there_is_no_boundary_inside_a_cluster(text: str, inside: int) -> None:
    assert not is_boundary(text, inside)


@pytest.mark.parametrize(
    ("text", "between"),
    [
        ("\n\r", 1),
        ("ab", 1),
        ("\n\u0301", 1),
        ("🇩🇪🇫🇷", 2),
        ("👩👩", 1),
        ("中文", 1),
        ("\ud83d\ude00", 1),
        ("a\x00", 1),
        ("🇩\u0301🇪", 2),
    ],
)
def test_there_is_a_boundary_between_clusters(text: str, between: int) -> None:
    assert is_boundary(text, between)


@pytest.mark.parametrize("offset", [-1, 0, 2, 3])
def test_the_edges_of_a_text_and_offsets_beyond_are_boundaries(offset: int) -> None:
    assert is_boundary("e\u0301", offset)


def test_a_million_marks_are_read_only_near_the_offset() -> None:
    text = "a" + "\u0301" * 1_000_000 + "b"
    assert not any(is_boundary(text, offset) for offset in range(1, 1_000_000, 1000))
    assert last_boundary(text, 0, 5000) == 0
    assert is_boundary(text, 1_000_001)


@pytest.mark.parametrize("letters", [254, 255, 256, 257, 258, 1001])
def test_flag_letters_make_pairs_from_the_start_of_their_run(letters: int) -> None:
    run = "🇩" * letters
    for text in (run, "a" + run + "b", "🇫🇷\u0301" + run, run + "." + run):
        found = [i for i in range(len(text) + 1) if is_boundary(text, i)]
        assert found == sorted(set(boundaries(text)))


def test_a_long_run_of_flag_letters_is_indexed_once() -> None:
    text = "a" + "🇩" * 300_000
    odd = [is_boundary(text, offset) for offset in range(1, 300_000, 2)]
    assert all(odd)
    assert not is_boundary(text, 300_000)


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

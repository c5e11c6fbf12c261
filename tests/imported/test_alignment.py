from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.imported import Placed, Record, Unplaced, align
from chunking.imported import occurrences as looked_for
from chunking.imported.occurrences import Occurrences, places

POEM = "The sea goes out.\n\nThe sea\ncomes in.\n\nThe sea goes out."

# Few characters, so that passages repeat and overlap.
texts = st.text("ab \n\u3000\ud800\U0001f600", max_size=60)


def spans(text: str, *passages: str) -> list[tuple[int, int, str] | str]:
    """Where passages lie and how that was found, or why they lie nowhere."""
    found = align(text, [Record(passage) for passage in passages])
    return [
        each.why if isinstance(each, Unplaced) else (each.start, each.end, each.how)
        for each in found
    ]


def test_exact_passages_are_found_with_their_own_edges() -> None:
    assert spans("One. Two.\n\nThree.", "One. ", "Two.\n", "\nThree.") == [
        (0, 5, "exact"), (5, 10, "exact"), (10, 17, "exact"),
    ]  # fmt: skip


def test_other_white_space_is_no_other_passage() -> None:
    assert spans(POEM, "The sea goes out. The sea comes in.", "Theseagoes out.") == [
        (0, 36, "white space"), (38, 55, "white space"),
    ]  # fmt: skip


def test_a_passage_that_repeats_goes_to_its_places_in_order() -> None:
    assert spans("a b a b a b", "a b", "a b", "a b") == [
        (0, 3, "exact"), (4, 7, "exact"), (8, 11, "exact"),
    ]  # fmt: skip
    assert spans(POEM, "The sea goes out.", "The sea goes out.") == [
        (0, 17, "exact"), (38, 55, "exact"),
    ]  # fmt: skip


def test_passages_may_overlap() -> None:
    assert spans("one two three four", "one two three", "two three four", "four") == [
        (0, 13, "exact"), (4, 18, "exact"), (14, 18, "exact"),
    ]  # fmt: skip


def test_passages_out_of_order_are_found_and_those_that_repeat_take_turns() -> None:
    assert spans("x one x two x three", "three", "x", "two", "one", "x", "x") == [
        (14, 19, "exact"), (0, 1, "exact"), (8, 11, "exact"), (2, 5, "exact"), (6, 7, "exact"),
        (12, 13, "exact"),
    ]  # fmt: skip


def test_a_passage_given_more_often_than_it_is_there_is_placed_again() -> None:
    assert spans("one two", "one two", "one two") == [(0, 7, "exact"), (0, 7, "exact")]


def test_what_has_no_place_is_told_and_the_rest_is_found_all_the_same() -> None:
    assert spans("One. Two. Three.", "One.", "Too.", " \n", "Three.") == [
        (0, 4, "exact"),
        "its text is not in the document",
        "it holds no text",
        (10, 16, "exact"),
    ]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (Record(None, 4, 7), (4, 7, "offsets")),
        (Record("two", 4), (4, 7, "offsets")),
        (Record("two", 4, 7), (4, 7, "offsets")),
        (Record("two  three", 4, 13), (4, 13, "offsets")),
        (Record("two", 5, 8), (4, 7, "exact")),
        (Record("two", -1), (4, 7, "exact")),
        (Record("two", 400, 700), (4, 7, "exact")),
    ],
)
def test_offsets_are_taken_where_they_agree_with_the_text(
    record: Record, found: tuple[int, int, str]
) -> None:
    placed = align("one two three", [record])[0]
    assert isinstance(placed, Placed)
    assert (placed.start, placed.end, placed.how) == found


@pytest.mark.parametrize(("start", "end"), [(3, 3), (-1, 2), (2, 99), (5, 4)])
def test_offsets_alone_that_are_not_in_the_text_have_no_place(start: int, end: int) -> None:
    assert align("one two", [Record(None, start, end)]) == [
        Unplaced(0, "", f"offsets {start} to {end} are not in the text")
    ]


def inked(text: str) -> str:
    return "".join(text.split())


@given(texts, st.lists(texts, max_size=6))
def test_a_record_is_placed_where_its_text_is_and_only_if_it_is_there(
    text: str, passages: list[str]
) -> None:
    found = align(text, [Record(passage) for passage in passages])
    for passage, each in zip(passages, found, strict=True):
        there = bool(inked(passage)) and inked(passage) in inked(text)
        assert isinstance(each, Placed) == there
        if isinstance(each, Placed):
            assert inked(text[each.start : each.end]) == inked(passage)
            assert (each.how == "exact") == (text[each.start : each.end] == passage)


@given(texts, st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3)), max_size=12), st.booleans())
def test_pieces_that_follow_each_other_are_found_where_they_were_taken(
    text: str,
    steps: list[tuple[int, int]],
    normal: bool,  # noqa: FBT001 - drawn
) -> None:
    edges = [0]
    for step, _ in steps:
        edges.append(min(edges[-1] + step, len(text)))
    pieces = [(a, b) for a, b in pairwise(edges) if text[a:b].strip()]
    given_ = [" ".join(text[a:b].split()) if normal else text[a:b] for a, b in pieces]
    found = align(text, [Record(each) for each in given_])
    for (a, b), each in zip(pieces, found, strict=True):
        assert isinstance(each, Placed)
        piece = text[a:b]
        ink = (a + len(piece) - len(piece.lstrip()), a + len(piece.rstrip()))
        core = text[each.start : each.end]
        assert (
            each.start + len(core) - len(core.lstrip()), each.start + len(core.rstrip())
        ) == ink  # fmt: skip


@given(texts, st.lists(texts.filter(bool), max_size=8))
def test_searching_and_looking_up_find_the_same(text: str, passages: list[str]) -> None:
    searched, looked_up = Occurrences(text, passages), Occurrences(text, passages)
    looked_up._credit = 0
    for passage in passages:
        for start in (0, 3, len(text)):
            assert searched.first(passage, start) == looked_up.first(passage, start)
            searched._credit = len(text)


@given(texts, st.lists(texts.filter(bool), max_size=8, unique=True))
def test_the_places_of_all_passages_are_those_found_one_by_one(
    text: str, passages: list[str]
) -> None:
    found = places(text, passages)
    assert {passage: known.tolist() for passage, known in found.items()} == {
        passage: [i for i in range(len(text)) if text.startswith(passage, i)]
        for passage in passages
    }


def test_the_text_is_searched_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(text: str, passages: list[str]) -> object:
        asked.append(len(passages))
        return places(text, passages)

    monkeypatch.setattr(looked_for, "places", counted)
    text = "one two three " * 50
    present = [text[i : i + 40] for i in range(0, 640, 30)]
    assert all(isinstance(each, tuple) for each in spans(text, *present))
    assert asked == []
    missing = [f"{i} is not there" for i in range(200)]
    assert set(spans(text, *missing)) == {"its text is not in the document"}
    assert asked == [200, 200]

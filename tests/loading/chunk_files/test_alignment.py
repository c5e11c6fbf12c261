from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.loading.chunk_files import Placed, Record, Unplaced, align, occurrences
from chunking.loading.chunk_files.occurrences import Occurrences, candidate_offsets

POEM = "The sea goes out.\n\nThe sea\ncomes in.\n\nThe sea goes out."

# Few characters, so that passages repeat and overlap.
texts = st.text("ab \n\u3000\ud800\U0001f600", max_size=60)


def spans(text: str, *passages: str) -> list[tuple[int, int, str] | str]:
    """Return the span and method of each passage, or why it was not found."""
    found = align(text, [Record(passage) for passage in passages])
    return [
        each.reason if isinstance(each, Unplaced) else (each.start, each.end, each.method)
        for each in found
    ]


def test_exact_passages_are_found_with_their_own_edges() -> None:
    assert spans("One. Two.\n\nThree.", "One. ", "Two.\n", "\nThree.") == [
        (0, 5, "exact"), (5, 10, "exact"), (10, 17, "exact"),
    ]  # fmt: skip


def test_passages_match_regardless_of_whitespace() -> None:
    assert spans(POEM, "The sea goes out. The sea comes in.", "Theseagoes out.") == [
        (0, 36, "whitespace"), (38, 55, "whitespace"),
    ]  # fmt: skip


def test_repeated_passages_take_their_occurrences_in_order() -> None:
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


def test_passages_out_of_order_are_found() -> None:
    assert spans("x one x two x three", "three", "x", "two", "one", "x", "x") == [
        (14, 19, "exact"), (0, 1, "exact"), (8, 11, "exact"), (2, 5, "exact"), (6, 7, "exact"),
        (12, 13, "exact"),
    ]  # fmt: skip


def test_a_passage_with_too_few_occurrences_is_placed_again() -> None:
    assert spans("one two", "one two", "one two") == [(0, 7, "exact"), (0, 7, "exact")]


def test_passages_that_are_not_found_are_reported() -> None:
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
def test_offsets_are_used_if_they_agree_with_the_text(
    record: Record, found: tuple[int, int, str]
) -> None:
    placed = align("one two three", [record])[0]
    assert isinstance(placed, Placed)
    assert (placed.start, placed.end, placed.method) == found


@pytest.mark.parametrize(("start", "end"), [(3, 3), (-1, 2), (2, 99), (5, 4)])
def test_offsets_outside_of_the_text_are_not_placed(start: int, end: int) -> None:
    assert align("one two", [Record(None, start, end)]) == [
        Unplaced(0, "", f"offsets {start} to {end} are not in the text")
    ]


def dense(text: str) -> str:
    return "".join(text.split())


@given(texts, st.lists(texts, max_size=6))
def test_a_record_is_placed_exactly_if_its_text_occurs(text: str, passages: list[str]) -> None:
    found = align(text, [Record(passage) for passage in passages])
    for passage, each in zip(passages, found, strict=True):
        there = bool(dense(passage)) and dense(passage) in dense(text)
        assert isinstance(each, Placed) == there
        if isinstance(each, Placed):
            assert dense(text[each.start : each.end]) == dense(passage)
            assert (each.method == "exact") == (text[each.start : each.end] == passage)


@given(texts, st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3)), max_size=12), st.booleans())
def test_consecutive_passages_are_found_at_their_offsets(
    text: str,
    steps: list[tuple[int, int]],
    normal: bool,  # noqa: FBT001  # drawn by Hypothesis
) -> None:
    edges = [0]
    for step, _ in steps:
        edges.append(min(edges[-1] + step, len(text)))
    consecutive = [(a, b) for a, b in pairwise(edges) if text[a:b].strip()]
    passages = [" ".join(text[a:b].split()) if normal else text[a:b] for a, b in consecutive]
    found = align(text, [Record(each) for each in passages])
    for (a, b), each in zip(consecutive, found, strict=True):
        assert isinstance(each, Placed)
        passage = text[a:b]
        stripped = (a + len(passage) - len(passage.lstrip()), a + len(passage.rstrip()))
        core = text[each.start : each.end]
        assert (
            each.start + len(core) - len(core.lstrip()), each.start + len(core.rstrip())
        ) == stripped  # fmt: skip


@given(texts, st.lists(texts.filter(bool), max_size=8))
def test_searches_and_lookups_agree(text: str, passages: list[str]) -> None:
    searched, looked_up = Occurrences(text, passages), Occurrences(text, passages)
    looked_up._budget = 0
    for passage in passages:
        for start in (0, 3, len(text)):
            assert searched.first(passage, start) == looked_up.first(passage, start)
            searched._budget = len(text)


@given(texts, st.lists(texts.filter(bool), max_size=8, unique=True))
def test_all_occurrences_are_those_of_single_searches(text: str, passages: list[str]) -> None:
    found = candidate_offsets(text, passages)
    assert {passage: known.tolist() for passage, known in found.items()} == {
        passage: [i for i in range(len(text)) if text.startswith(passage, i)]
        for passage in passages
    }


def test_the_text_is_searched_a_limited_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups: list[int] = []

    def counted(text: str, passages: list[str]) -> object:
        lookups.append(len(passages))
        return candidate_offsets(text, passages)

    monkeypatch.setattr(occurrences, "candidate_offsets", counted)
    text = "one two three " * 50
    present = [text[i : i + 40] for i in range(0, 640, 30)]
    assert all(isinstance(each, tuple) for each in spans(text, *present))
    assert lookups == []
    missing = [f"{i} is not there" for i in range(200)]
    assert set(spans(text, *missing)) == {"its text is not in the document"}
    assert lookups == [200, 200]

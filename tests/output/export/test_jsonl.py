import hashlib
import json

import numpy as np
import pytest
from chunked import CUTS, TEXT, by_hand
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.errors import ChunkingError
from chunking.core.rows import COLUMNS
from chunking.output.export import from_jsonl, graph_digest, to_jsonl, validate_quote


def test_jsonl_has_one_object_per_line_with_the_columns_as_keys() -> None:
    lines = to_jsonl(by_hand()).split("\n")
    assert lines.pop() == ""
    assert [json.loads(line)["text"] for line in lines] == by_hand().texts
    assert list(json.loads(lines[0])) == [column.name for column in COLUMNS]


def test_letters_are_kept_and_line_separators_escaped() -> None:
    text = "ä\u2028中\u2029\x85\ud800\r\x0b\x1c😀"
    out = to_jsonl(by_hand(text, [(0, len(text), 0)], headings=[("ü",)], reasons=[Reason.TAIL]))
    assert "ä\\u2028中\\u2029\\u0085\\ud800\\r\\u000b\\u001c😀" in out
    assert '["ü"]' in out
    assert len(out.splitlines()) == 1
    out.encode("utf-8")
    assert json.loads(out)["text"] == text


def same(a: Chunking, b: Chunking) -> bool:
    columns = ("start", "end", "overlap", "tokens", "reason", "oversize", "parent")
    return (
        all(np.array_equal(getattr(a, name), getattr(b, name)) for name in columns)
        and all(getattr(a, name).dtype == getattr(b, name).dtype for name in columns)
        and a.heading == b.heading
        and a.strategy == b.strategy
        and a.document == b.document
    )


def test_jsonl_round_trips() -> None:
    chunking = by_hand()
    read = from_jsonl(to_jsonl(chunking), chunking.document)
    assert same(read, chunking)
    assert read.texts == chunking.texts
    assert read.location_ids == chunking.location_ids
    assert graph_digest(read) == graph_digest(chunking)


def test_jsonl_is_read_from_an_iterable_with_blank_lines() -> None:
    chunking = by_hand()
    lines = [line for row in to_jsonl(chunking).splitlines() for line in (row + "\r\n", "\n", " ")]
    assert same(from_jsonl(iter(lines), chunking.document), chunking)


def test_no_lines_give_no_chunks() -> None:
    assert to_jsonl(by_hand("", [], headings=[], reasons=[])) == ""
    assert len(from_jsonl("", Document(""))) == 0


TEXTS = st.text(st.characters(exclude_categories=()), min_size=1, max_size=30)


@settings(max_examples=2 * settings().max_examples)
@given(TEXTS, st.data())
def test_any_text_round_trips(text: str, data: st.DataObject) -> None:
    places = st.integers(0, len(text))
    cut, end = sorted([data.draw(places), data.draw(places)])
    overlap = data.draw(st.integers(0, cut))
    reasons = data.draw(st.lists(st.sampled_from(Reason), min_size=2, max_size=2))
    path = tuple(data.draw(st.lists(st.text(max_size=5), max_size=3)))
    chunking = by_hand(
        text, [(0, cut, 0), (cut, end, overlap)], headings=[(), path], reasons=reasons
    )
    out = to_jsonl(chunking)
    out.encode("utf-8")
    assert len(out.splitlines()) == 2
    assert same(from_jsonl(out, chunking.document), chunking)


def changed(**values: object) -> str:
    """Two good lines, and a third one with some values changed."""
    lines = to_jsonl(by_hand()).splitlines()
    row = {**json.loads(lines[2]), **values}
    kept = {key: value for key, value in row.items() if value is not ...}
    return "\n".join([*lines[:2], json.dumps(kept)])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"start": 25}, "text must be characters 21 to 37 of the document, got another text"),
        ({"text": "Three"}, "text must be characters 20 to 37 of the document, got another text"),
        ({"text": None}, "text must be a string, got null"),
        ({"end": 99}, "end must be a whole number from 0 to 37, got 99"),
        ({"end": ...}, "end is missing"),
        ({"start": 38}, "start must be a whole number from 0 to 37, got 38"),
        ({"start": True}, "start must be a whole number from 0 to 37, got true"),
        ({"overlap": -1}, "overlap must be a whole number from 0 to 24, got -1"),
        ({"overlap": 25}, "overlap must be a whole number from 0 to 24, got 25"),
        ({"tokens": 5.0}, f"tokens must be a whole number from 0 to {2**63 - 1}, got 5.0"),
        ({"tokens": 10**40}, f"tokens must be a whole number from 0 to {2**63 - 1}, got {10**39}"),
        ({"heading_path": "A"}, "heading_path must be a list of strings"),
        ({"heading_path": [1]}, "heading_path must be a list of strings"),
        ({"oversize": 0}, "oversize must be true or false"),
        ({"strategy": "other"}, "strategy must be 'structure' as in the lines before, got 'other'"),
        (
            {"start": 0, "end": 14, "overlap": 0, "text": "# A\n\nOne, two."},
            "start must be at least 18, that of the chunk before, got 0",
        ),
    ],
)
def test_an_invalid_line_raises_with_its_number(values: dict[str, object], message: str) -> None:
    with pytest.raises(ChunkingError) as error:
        from_jsonl(changed(**values), by_hand().document)
    assert str(error.value) == f"line 3: {message}"


def test_an_unknown_reason_raises_with_the_allowed_ones() -> None:
    with pytest.raises(ChunkingError, match=r"^line 3: reason must be one of similarity, .*'why'$"):
        from_jsonl(changed(reason="why"), by_hand().document)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "must be JSON, got something else"),
        ("[" * 100_000, "must be JSON, got something else"),
        ("1" * 5_000, "must be JSON, got something else"),
        ("[1]", "must be a JSON object, got another value"),
        ("null", "must be a JSON object, got another value"),
    ],
)
def test_a_line_that_is_not_an_object_raises(line: str, message: str) -> None:
    with pytest.raises(ChunkingError) as error:
        from_jsonl(["", line], Document("text"))
    assert str(error.value) == f"line 2: {message}"


def test_two_lone_surrogates_that_json_joins_match_the_text() -> None:
    text = "\ud83d\ude00"
    chunking = by_hand(text, [(0, 2, 0)], headings=[()], reasons=[Reason.TAIL])
    assert same(from_jsonl(to_jsonl(chunking), chunking.document), chunking)


def test_the_digest_is_the_hash_of_the_sorted_lines() -> None:
    chunking = by_hand()
    lines = sorted(f"{chunk.location_id}:{chunk.content_hash}" for chunk in chunking)
    assert lines != [f"{chunk.location_id}:{chunk.content_hash}" for chunk in chunking]
    assert graph_digest(chunking) == hashlib.sha256("\n".join(lines).encode()).hexdigest()


def test_no_chunks_have_the_digest_of_the_empty_text() -> None:
    empty = by_hand("", [], headings=[], reasons=[])
    assert graph_digest(empty) == hashlib.sha256(b"").hexdigest()


def test_the_digest_depends_on_words_but_not_on_whitespace_and_offsets() -> None:
    digest = graph_digest(by_hand())
    shifted = [(start + 1, end + 1, overlap) for start, end, overlap in CUTS]
    assert graph_digest(by_hand("\n" + TEXT, shifted)) == digest
    assert graph_digest(by_hand(TEXT.replace("One, two.", "One,\ntwo."))) == digest
    assert graph_digest(by_hand(TEXT.replace("One", "Two"))) != digest
    assert graph_digest(by_hand(source="other.md")) != digest
    assert graph_digest(by_hand(headings=[("A",), ("A", "C"), ("A", "B")])) != digest


@pytest.mark.parametrize(
    ("quote", "text", "grounded"),
    [
        ("two. three", "One two.\n\nThree", False),
        ("two. Three", "One two.\n\nThree", True),
        ("  two.\tThree ", "One two. Three", True),
        ("", "One", False),
        (" \n", "One  two", False),
        ("One", "", False),
        ("x" * 240, "x" * 300, True),
        ("x" * 241, "x" * 300, False),
        (" " * 300 + "x", "x", True),
    ],
)
def test_a_quote_occurs_literally(quote: str, text: str, *, grounded: bool) -> None:
    assert validate_quote(quote, text) is grounded

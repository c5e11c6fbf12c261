import hashlib

import pytest
from chunked import CUTS, TEXT, by_hand

from chunking.output.export import graph_digest, validate_quote


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

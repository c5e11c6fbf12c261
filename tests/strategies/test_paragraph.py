"""Paragraphs to a budget; the statements of ADR-0006 are in `test_published_designs.py`."""

import pytest

from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.engine import chunk
from chunking.engine.presets import find
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("four_characters_per_token")


def cut(text: str, **settings: object) -> Chunking:
    """Split a text by paragraphs; sizes in words by default."""
    return chunk(text, get("paragraph")(**{"tokenizer": "words", "overlap_tokens": 0, **settings}))


def harness(text: str) -> Chunking:
    """Split a text by the settings of Context Harness."""
    return chunk(text, find("Context Harness").strategy)


def prose(characters: int, word: str = "word") -> str:
    """Return a paragraph of words of exactly so many characters."""
    text = f"{word} " * (characters // (len(word) + 1) + 1)
    return text[: characters - 1] + "."


def test_paragraphs_are_packed_while_they_fit() -> None:
    found = cut("One two.\n\nThree four.\n\nFive six seven.\n", max_tokens=4)
    assert [(c.start, c.end, c.reason, c.text) for c in found] == [
        (0, 21, Reason.PARAGRAPH, "One two.\n\nThree four."),
        (23, 38, Reason.TAIL, "Five six seven."),
    ]
    assert [REASONS[code] for code in found.verdicts] == [Reason.FITS, Reason.PARAGRAPH]


def test_overlap_starts_at_a_word_or_exactly() -> None:
    text = "alpha beta gamma.\n\ndelta epsilon zeta."
    word = cut(text, tokenizer="estimate", max_tokens=8, overlap_tokens=2)
    exact = cut(
        text, tokenizer="estimate", max_tokens=8, overlap_tokens=2, overlap_starts_at="exact"
    )
    assert word[1].text == "gamma.\n\ndelta epsilon zeta."
    assert exact[1].text == text[19 - 8 :]


def test_a_large_paragraph_is_split_with_overlap() -> None:
    found = cut("a b c d e f g h i", max_tokens=4, overlap_tokens=1)
    assert [(c.text, c.overlap, c.reason) for c in found] == [
        ("a b c d", 0, Reason.MAX_TOKENS),
        ("d e f g", 2, Reason.MAX_TOKENS),
        ("g h i", 2, Reason.TAIL),
    ]


def test_overlap_is_dropped_for_a_character_that_would_not_fit() -> None:
    family = "👨\u200d👩\u200d👧\u200d👦"
    found = cut(f"aa bb cc {family * 3}", tokenizer="characters", max_tokens=3, overlap_tokens=1)
    assert found.texts == ["aa bb cc", f"cc {family}", family, family]


def test_the_rest_of_a_large_paragraph_is_packed_with_the_next_one() -> None:
    assert cut("a b c d e\n\nf g\n\nh", max_tokens=3).texts == ["a b c", "d e", "f g\n\nh"]
    assert cut("a b c d\n\nf g\n\nh", max_tokens=3).texts == ["a b c", "d\n\nf g", "h"]


def test_a_fence_may_be_split_at_its_blank_lines() -> None:
    assert cut("```\na b\n\nc d\n```", max_tokens=3).texts == ["```\na b", "c d\n```"]


def test_the_overlap_counts_towards_the_limit() -> None:
    first = prose(2700)
    fits, passes = (f"{first}\n\n{prose(1000)}\n\n{prose(size)}" for size in (1478, 1479))
    assert [len(c.text) for c in harness(fits)] == [2700, 2800]
    assert [len(c.text) for c in harness(passes)] == [2700, 1320, 1799]


def test_a_text_without_spaces_is_split_inside_but_never_inside_a_character() -> None:
    assert harness("x" * 5000).boundaries.tolist() == [2800]
    found = harness("x" * 2798 + "👨\u200d👩\u200d👧" * 100)
    assert found.boundaries.tolist() == [2798]


def test_no_chunk_exceeds_2800_characters() -> None:
    text = "\n\n".join(prose(size) for size in (100, 2799, 2801, 5, 9000, 320, 2480, 2481))
    assert max(len(c.text) for c in harness(text)) <= 2800


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_separates_paragraphs(newline: str) -> None:
    assert cut(f"One two.{newline}{newline}Three four.", max_tokens=2).texts == [
        "One two.", "Three four.",
    ]  # fmt: skip


def test_headings_give_paths_but_no_boundaries() -> None:
    found = chunk(Document("# A\n\none\n\n# B\n\ntwo"), get("paragraph")())
    assert found.texts == ["# A\n\none\n\n# B\n\ntwo"]
    assert found.heading == ((),)

import pytest

from chunking.analysis.explain import labels
from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints
from chunking.core.text.characters import is_boundary
from chunking.engine import chunk, prepare, run
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

TEXT = "One two three. Four five.\n\nSix seven eight nine. Ten."


def cut(text: str = TEXT, marks: Constraints = NONE, **settings: object) -> Chunking:
    """Split a text into chunks of one size, in words by default."""
    strategy = get("fixed")(**{"tokenizer": "words", "max_tokens": 4, **settings})
    return chunk(text, strategy, constraints=marks)


def test_every_chunk_but_the_last_has_the_same_size() -> None:
    found = cut()
    assert [(c.text, c.tokens, c.reason) for c in found] == [
        ("One two three. Four", 4, Reason.SIZE),
        ("five.\n\nSix seven eight", 4, Reason.SIZE),
        ("nine. Ten.", 2, Reason.TAIL),
    ]
    assert [REASONS[code] for code in found.verdicts] == [Reason.FITS]


def test_words_are_split_at_the_limit() -> None:
    found = cut("abcdefgh ijklmnop", tokenizer="estimate", max_tokens=1)
    assert found.texts == ["abcd", "efgh", "ijkl", "mnop"]


def test_overlap_is_exact_and_part_of_the_size() -> None:
    found = cut("abcdefghijklmnopqrst", tokenizer="estimate", max_tokens=3, overlap_tokens=1)
    assert [(c.text, c.overlap) for c in found] == [
        ("abcdefghijkl", 0),
        ("ijklmnopqrst", 4),
    ]


def test_a_boundary_inside_whitespace_preserves_the_next_indentation() -> None:
    text = "abcd\n\n      efgh"
    found = cut(text, tokenizer="estimate", max_tokens=2)
    assert [(c.start, c.text) for c in found] == [(0, "abcd"), (6, "      ef"), (14, "gh")]


def test_a_grapheme_cluster_is_never_split() -> None:
    family = "👨\u200d👩\u200d👧"
    found = cut(f"ab{family}\r\ncd", tokenizer="characters", max_tokens=2)
    assert found.texts == ["ab" + family, "cd"]
    assert all(is_boundary(found.document.text, each) for each in found.boundaries.tolist())


def test_only_a_cluster_above_the_maximum_exceeds_it_or_is_split() -> None:
    found = cut("e" + "\u0301" * 9, tokenizer="estimate", max_tokens=1)
    assert [len(c.text) for c in found] == [4, 4, 2]


def test_the_label_shows_the_setting() -> None:
    strategy = get("fixed")(tokenizer="words", max_tokens=4)
    prepared = prepare(Document(TEXT), strategy.material)
    assert labels(run(prepared, strategy), prepared) == ["Max tokens 4"] * 2


def test_manual_boundaries_between_paragraphs_are_kept() -> None:
    text = "a b\n\nc d\n\ne f\n\ng h"
    found = cut(text, Constraints(required=(10,), forbidden=(5,)), max_tokens=3)
    assert [(c.text, c.reason) for c in found] == [
        ("a b\n\nc d", Reason.MANUAL),
        ("e f\n\ng", Reason.SIZE),
        ("h", Reason.TAIL),
    ]
    assert found.oversize.tolist() == [True, False, False]
    assert [REASONS[code] for code in found.verdicts] == [
        Reason.FORBIDDEN, Reason.MANUAL, Reason.FITS,
    ]  # fmt: skip


def test_a_chunk_ends_before_paragraphs_joined_by_hand() -> None:
    found = cut("a b\n\nc d\n\ne f", Constraints(forbidden=(10,)), max_tokens=5)
    assert found.texts == ["a b", "c d\n\ne f"]


def test_a_text_that_fits_is_one_chunk_and_a_blank_text_has_none() -> None:
    assert cut("  One two.\n").texts == ["  One two."]
    assert cut(" \n\n ").texts == []

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from chunking.engine import chunk, prepare, run
from chunking.explain import labels
from chunking.graphemes import is_boundary
from chunking.samples import sample
from chunking.strategies import get
from chunking.types import NONE, REASONS, Constraints, Document, Reason

if TYPE_CHECKING:
    from chunking.chunks import Chunking

TEXT = "One two three. Four five.\n\nSix seven eight nine. Ten."


def cut(text: str = TEXT, marks: Constraints = NONE, **settings: object) -> Chunking:
    """A text cut into chunks of one size, in words unless given."""
    strategy = get("fixed")(**{"count_in": "words", "max_tokens": 4, **settings})
    return chunk(text, strategy, constraints=marks)


def test_every_chunk_has_one_size_but_the_last() -> None:
    found = cut()
    assert [(c.text, c.tokens, c.reason) for c in found] == [
        ("One two three. Four", 4, Reason.SIZE),
        ("five.\n\nSix seven eight", 4, Reason.SIZE),
        ("nine. Ten.", 2, Reason.TAIL),
    ]
    assert [REASONS[code] for code in found.verdicts] == [Reason.FITS]


def test_words_are_cut_where_the_size_ends() -> None:
    found = cut("abcdefgh ijklmnop", count_in="characters", max_tokens=1)
    assert found.texts == ["abcd", "efgh", "ijkl", "mnop"]


def test_overlap_is_to_the_character_and_takes_part_of_the_size() -> None:
    found = cut("abcdefghijklmnopqrst", count_in="characters", max_tokens=3, overlap_tokens=1)
    assert [(c.text, c.overlap) for c in found] == [
        ("abcdefghijkl", 0),
        ("ijklmnopqrst", 4),
    ]


def test_a_cut_amid_blank_space_leaves_the_next_line_its_indentation() -> None:
    text = "abcd\n\n      efgh"
    found = cut(text, count_in="characters", max_tokens=2)
    assert [(c.start, c.text) for c in found] == [(0, "abcd"), (6, "      ef"), (14, "gh")]


def test_a_character_as_the_reader_sees_it_is_never_cut() -> None:
    family = "👨\u200d👩\u200d👧"
    found = cut(f"ab{family}\r\ncd", count_in="characters", max_tokens=2)
    assert found.texts == ["ab" + family, "cd"]
    assert all(is_boundary(found.document.text, each) for each in found.boundaries.tolist())


def test_only_a_character_above_the_size_passes_it_or_is_cut() -> None:
    found = cut("e" + "\u0301" * 9, count_in="characters", max_tokens=1)
    assert [len(c.text) for c in found] == [4, 4, 2]


def test_the_label_names_the_size_as_its_control_does() -> None:
    strategy = get("fixed")(count_in="words", max_tokens=4)
    prepared = prepare(Document(TEXT), strategy.material)
    assert labels(run(prepared, strategy), prepared) == ["Size 4"] * 2


def test_marks_made_by_hand_are_kept_between_paragraphs() -> None:
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


def test_what_is_glued_by_hand_ends_the_chunk_before_it() -> None:
    found = cut("a b\n\nc d\n\ne f", Constraints(forbidden=(10,)), max_tokens=5)
    assert found.texts == ["a b", "c d\n\ne f"]


def test_a_text_that_fits_is_one_chunk_and_a_blank_one_none() -> None:
    assert cut("  One two.\n").texts == ["  One two."]
    assert cut(" \n\n ").texts == []


@pytest.mark.parametrize("count_in", ["characters", "words", "cl100k"])
def test_every_chunk_of_a_page_is_full_or_one_token_short(count_in: str) -> None:
    found = chunk(sample("essay.md"), get("fixed")(max_tokens=100, count_in=count_in))
    # Blank space at a cut belongs to no chunk.
    assert set(found.tokens[:-1].tolist()) <= {99, 100}
    assert len(found) > 3


def test_the_default_is_512_tokens_without_overlap() -> None:
    assert get("fixed")().model_dump() == {
        "count_in": "characters",
        "max_tokens": 512,
        "overlap_tokens": 0,
    }

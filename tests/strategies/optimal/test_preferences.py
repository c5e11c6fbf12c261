"""Gaps at which boundaries are preferred."""

import pytest

from chunking.core.document import Document
from chunking.core.prepared import Material, Prepared
from chunking.engine import prepare
from chunking.strategies.optimal.preferences import (
    heading_preference,
    paragraph_preference,
)

PAGE = "One. Two.\n\n# A\n\n## B\n\nThree. Four.\n\nFive.\n\n# C"


def sentences(text: str) -> Prepared:
    return prepare(Document(text), Material("sentences"))


def test_a_boundary_is_preferred_before_a_heading_and_avoided_after_it() -> None:
    assert heading_preference(sentences(PAGE)).tolist() == [0, 1, 0, -1, 0, 0, 1]


def test_a_paragraph_is_preferred_unless_it_follows_a_heading() -> None:
    assert paragraph_preference(sentences(PAGE)).tolist() == [0, 0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize("text", ["One.", "One. Two."])
def test_a_text_without_structure_has_no_preferred_gap(text: str) -> None:
    for preference in (heading_preference, paragraph_preference):
        assert not preference(sentences(text)).any()

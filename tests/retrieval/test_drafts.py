"""Questions drafted from the headings of a document."""

import pytest

from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.retrieval.drafts import draft

TEXT = """# The sea

## Tides

The tide rises and falls twice a day in most harbors of the world. Sailors know its hours by heart.

## Notes

Short.

## Fish

### Food

Herring eat small animals that drift in the open water of the sea. They are eaten by cod.

## Birds

### Food

Gulls eat nearly everything that they find on the beach, from crabs to old bread and fish.
"""

PROSE = (
    "The harbor was built by monks in the twelfth century. "
    "This was a slow and costly work that nearly ruined them. "
    "Every stone of the long mole came by boat from the island. "
    "The light at its end was lit for the first time in 1203. "
    "It burns today."
)


def test_titles_ask_for_the_text_of_their_sections() -> None:
    found = draft(Document(TEXT, source="sea.md"))
    assert [each.text for each in found] == [
        "Tides", "The sea > Fish > Food", "The sea > Birds > Food",
    ]  # fmt: skip
    assert found[0].quotes[0].startswith("The tide rises")
    assert found[0].quotes[0].endswith("by heart.")
    assert found[0].masked == "\n## Tides\n"
    assert {each.synthetic for each in found} == {"headings"}
    assert {each.document for each in found} == {"sea.md"}


def test_evidence_is_the_start_of_a_section_and_long_sections_have_no_question() -> None:
    sentence = "The tide rises and falls twice a day in most harbors. "
    (found,) = draft(Document("## Tides\n\n" + sentence * 50))
    ((start, end),) = found.evidence
    assert 1_900 < end - start <= 2_000
    assert draft(Document("## Tides\n\n" + sentence * 90)) == []


@pytest.mark.parametrize("title", ["3", "Chapter IV.", "* * *", "Book two"])
def test_a_title_that_is_only_a_number_is_no_question(title: str) -> None:
    text = f"## {title}\n\nThe tide rises and falls twice a day in most harbors of the whole world."
    assert draft(Document(text)) == []


def test_questions_are_evenly_spaced() -> None:
    text = "\n\n".join(f"## Title {'abcdefgh'[i] * 3}\n\n{PROSE}" for i in range(8))
    found = draft(Document(text), 4)
    assert [each.text for each in found] == ["Title aaa", "Title ccc", "Title eee", "Title ggg"]


def test_an_impossible_draft_is_refused() -> None:
    with pytest.raises(SettingsError, match="at least 1, got 0"):
        draft(Document(TEXT), 0)

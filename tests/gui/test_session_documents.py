"""Documents of a session: which are open, which is shown, and their details."""

from dataclasses import replace
from pathlib import Path

import pytest

from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.gui.session.documents import (
    MOST,
    PASTED,
    Documents,
    OnDisk,
    is_sample,
    key_of,
)
from chunking.loading import load_bytes
from chunking.loading.samples import SAMPLES, sample

FILE = OnDisk(Path("notes.md"), None)


def text(number: int, name: str = "notes.md") -> Document:
    """Return a document that differs from those of other numbers."""
    return load_bytes(f"This is text {number}.".encode(), name)


@pytest.fixture
def documents() -> Documents:
    """Return the documents of a new session."""
    return Documents()


def test_a_session_starts_with_the_first_sample(documents: Documents) -> None:
    assert documents.current == sample(SAMPLES[0].name)
    assert list(documents.titles()) == [each.name for each in SAMPLES]


def test_an_added_document_is_shown_from_its_start(documents: Documents) -> None:
    documents.place = 12
    documents.add(text(1))
    assert documents.current == text(1)
    assert documents.place is None
    assert list(documents.titles().values())[-1] == "notes.md"


def test_two_documents_of_one_name_are_two(documents: Documents) -> None:
    documents.add(text(1))
    documents.add(text(2))
    assert list(documents.titles().values())[-2:] == ["notes.md"] * 2
    assert documents.current == text(2)


def test_the_document_opened_first_is_closed_for_a_new_one(documents: Documents) -> None:
    for number in range(MOST):
        documents.add(text(number))
    assert documents.add(text(0)) == []
    assert documents.add(text(MOST)) == [text(1)]
    assert [each.text[-2:-1] for each in documents.own.values()] == [*"234567", "0", "8"]


def test_only_open_documents_can_be_chosen(documents: Documents) -> None:
    assert documents.choose(SAMPLES[2].name)
    assert not documents.choose("nothing.md")
    assert documents.chosen == SAMPLES[2].name


def test_choosing_the_document_on_screen_keeps_the_selection(documents: Documents) -> None:
    documents.place = 5
    documents.choose(SAMPLES[0].name)
    assert documents.place == 5


def test_a_closed_document_gives_way_to_the_one_opened_before(documents: Documents) -> None:
    for number in (1, 2, 3):
        documents.add(text(number))
    documents.close(key_of("notes.md", text(3).sha256))
    assert documents.current == text(2)
    documents.close(key_of("notes.md", text(1).sha256))
    assert documents.current == text(2)
    documents.close(documents.chosen)
    documents.close(SAMPLES[0].name)
    assert (documents.chosen, documents.own) == (SAMPLES[0].name, {})


def test_a_file_that_is_read_again_keeps_its_place_and_details(documents: Documents) -> None:
    documents.add(text(1), FILE)
    documents.describe(documents.chosen, title="Notes", domain="law")
    documents.place = 5
    documents.replace(documents.chosen, text(2), FILE)
    assert documents.current == replace(text(2), title="Notes", domain="law")
    assert documents.place == 5
    assert list(documents.own.values()) == [text(2)]
    assert documents.on_disk[documents.chosen] is FILE


def test_a_sample_is_shown_as_one_and_another_document_is_added(documents: Documents) -> None:
    documents.show(sample(SAMPLES[2].name))
    assert (documents.chosen, documents.own) == (SAMPLES[2].name, {})
    documents.show(text(1))
    assert documents.is_own(documents.current)
    assert not documents.is_own(sample(SAMPLES[0].name))


def test_details_come_with_the_documents_by_hash(documents: Documents) -> None:
    documents.add(text(1, PASTED))
    documents.describe(documents.chosen, language="de")
    documents.describe(documents.chosen, title="Notes")
    found = replace(text(1, PASTED), language="de", title="Notes")
    assert documents.by_hash() == {text(1).sha256: found}


def test_an_unknown_language_is_rejected_and_changes_nothing(documents: Documents) -> None:
    with pytest.raises(SettingsError, match="got 'klingon'"):
        documents.describe(documents.chosen, language="klingon")
    assert documents.current.language == "en"


def test_samples_are_known_by_their_name() -> None:
    assert is_sample("essay.md")
    assert not is_sample("notes.md:0123456789ab")


def test_a_file_has_changed_when_it_is_written_or_gone(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("One.")
    found = OnDisk.of(path)
    assert not found.changed
    path.write_text("One. Two.")
    assert found.changed
    path.unlink()
    assert found.changed
    assert not OnDisk.of(path).changed

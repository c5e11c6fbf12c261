"""The documents of a visitor: which are there, which is looked at, and what was said of them."""

from dataclasses import replace
from pathlib import Path

import pytest

from chunking.gui.files import OnDisk
from chunking.gui.opened import MOST, PASTED, Documents
from chunking.loading import load_bytes
from chunking.loading.samples import SAMPLES, sample
from chunking.types import Document

FILE = OnDisk(Path("notes.md"), None)


def text(number: int, name: str = "notes.md") -> Document:
    """A document like no other of another number."""
    return load_bytes(f"This is text {number}.".encode(), name)


@pytest.fixture
def documents() -> Documents:
    """Those of a visit that begins."""
    return Documents()


def test_a_visit_begins_with_the_first_sample(documents: Documents) -> None:
    assert documents.document() == sample(SAMPLES[0].name)
    assert list(documents.titles()) == [each.name for each in SAMPLES]


def test_what_is_added_is_looked_at_from_its_beginning(documents: Documents) -> None:
    documents.place = 12
    documents.add(text(1))
    assert documents.document() == text(1)
    assert documents.place is None
    assert "notes.md" in documents.titles().values()


def test_two_documents_of_one_name_are_two(documents: Documents) -> None:
    documents.add(text(1))
    documents.add(text(2))
    assert list(documents.titles().values())[-2:] == ["notes.md"] * 2
    assert documents.document() == text(2)


def test_the_one_that_was_opened_first_goes_first(documents: Documents) -> None:
    for number in range(MOST):
        documents.add(text(number))
    assert documents.add(text(0)) == []
    assert documents.add(text(MOST)) == [text(1)]
    assert [each.text[-2:-1] for each in documents.own.values()] == [*"234567", "0", "8"]


def test_only_what_did_not_come_from_the_picker_begins_a_turn(documents: Documents) -> None:
    documents.pick(SAMPLES[1].name)
    assert (documents.chosen, documents.turns) == (SAMPLES[1].name, 0)
    documents.choose(SAMPLES[2].name)
    assert (documents.chosen, documents.turns) == (SAMPLES[2].name, 1)
    documents.add(text(1))
    documents.close(text(1))
    assert (documents.chosen, documents.turns) == (SAMPLES[0].name, 3)


def test_what_is_not_there_is_not_chosen(documents: Documents) -> None:
    documents.choose("nothing.md")
    documents.pick("nothing.md")
    assert (documents.chosen, documents.turns) == (SAMPLES[0].name, 0)


def test_a_file_that_was_read_again_keeps_its_place_and_what_was_said(
    documents: Documents,
) -> None:
    documents.add(text(1), FILE)
    documents.say(documents.chosen, title="Notes", domain="law")
    documents.place = 5
    documents.replace(text(1), text(2), FILE)
    assert documents.document() == replace(text(2), title="Notes", domain="law")
    assert documents.place == 5
    assert list(documents.own.values()) == [text(2)]
    assert documents.on_disk[documents.chosen] is FILE


def test_a_sample_is_shown_as_one_and_anything_else_as_ones_own(documents: Documents) -> None:
    documents.show(sample(SAMPLES[2].name))
    assert (documents.chosen, documents.own) == (SAMPLES[2].name, {})
    documents.show(text(1))
    assert documents.is_own(documents.document())


def test_a_pasted_text_is_ones_own_but_no_file(documents: Documents) -> None:
    documents.add(text(1, PASTED))
    documents.add(text(2))
    assert [
        (documents.is_own(each), documents.is_file(each)) for each in documents.own.values()
    ] == [
        (True, False),
        (True, True),
    ]
    assert not documents.is_own(sample(SAMPLES[0].name))


def test_what_was_said_comes_with_the_documents_by_hash(documents: Documents) -> None:
    documents.add(text(1))
    documents.say(documents.chosen, language="de")
    assert documents.by_hash() == {text(1).sha256: replace(text(1), language="de")}

"""Workspace files of a session: saved, opened elsewhere, and their documents located."""

from typing import Any

import pytest

from chunking import get
from chunking.core.errors import LoadError
from chunking.core.prepared import Constraints
from chunking.engine.workspace import Workspace, from_json, to_json
from chunking.gui.session.session import Session
from chunking.gui.shell import workspace
from chunking.loading import load_bytes
from chunking.retrieval.questions import Question

SEMANTIC = get("semantic")
TEXT = b"# Tides\n\nThe tide goes out. It comes in again."
OTHER = b"The quay is empty."


def saved_session() -> Session:
    """Return a session with everything that a workspace file keeps."""
    session = Session()
    session.open(load_bytes(OTHER, "quay.txt"))
    session.open(load_bytes(TEXT, "tides.md"))
    session.documents.describe(session.documents.chosen, title="Of tides", domain="law")
    session.apply("tune", SEMANTIC(threshold=0.3))
    session.apply("d", SEMANTIC(threshold=0.2))
    session.apply("library", SEMANTIC(threshold=0.1))
    session.compare.shown = 4
    session.set_boundaries(session.document.sha256, Constraints((9,), (20,)))
    session.apply_boundaries = False
    session.baseline = {"document": session.document.sha256, "strategy": "sentence"}
    return session


def saved(session: Session) -> Workspace:
    """Return the workspace of a session after a round trip through its file."""
    return from_json(to_json(workspace.build(session)))


def opened(found: Workspace, session: Session | None = None) -> Session:
    """Return a session, a new one by default, in which a workspace was opened."""
    target = session or Session()
    workspace.apply(target, found)
    return target


def test_a_workspace_file_reproduces_the_session_where_its_documents_are_open() -> None:
    session = saved_session()
    elsewhere = Session()
    for each in session.documents.own.values():
        elsewhere.open(each)
    elsewhere.choose("guide.md")
    opened(saved(session), elsewhere)
    settings, expected = elsewhere.snapshot().settings, session.snapshot().settings
    assert {key: each for key, each in settings.items() if key in expected} == expected
    assert elsewhere.document == session.document
    assert elsewhere.compare.shown == 4
    assert elsewhere.baseline == session.baseline
    assert elsewhere.missing() == []
    assert workspace.summary(elsewhere) == (
        "Opened: settings, 2 documents, 2 manual boundaries, a baseline."
    )


def test_a_sample_is_shown_with_its_details() -> None:
    session = Session()
    session.documents.choose("guide.md")
    session.documents.describe("guide.md", title="A guide")
    found = opened(saved(session))
    assert (found.documents.chosen, found.document.title) == ("guide.md", "A guide")
    assert workspace.summary(found) == "Opened: settings, 1 document."


def test_lanes_that_are_neither_shown_nor_set_and_an_untouched_library_are_left_out() -> None:
    found = saved(Session())
    assert list(found.lanes) == ["a", "b", "c"]
    assert found.library is None
    assert opened(found).touched == {"tune", "a", "b", "c"}


def test_missing_documents_are_named_and_another_one_stays_on_screen() -> None:
    elsewhere = Session()
    elsewhere.documents.choose("guide.md")
    opened(saved(saved_session()), elsewhere)
    assert [each.source for each in elsewhere.missing()] == ["quay.txt", "tides.md"]
    assert elsewhere.documents.chosen == "guide.md"
    assert workspace.summary(elsewhere) == (
        "Opened: settings, 2 manual boundaries, a baseline. Missing: quay.txt, tides.md."
    )


def test_of_many_missing_documents_three_are_named() -> None:
    session = Session()
    for number in range(5):
        session.open(load_bytes(f"Text {number}.".encode(), f"{number}.md"))
    found = opened(saved(session))
    assert workspace.summary(found).endswith("Missing: 0.md, 1.md, 2.md and 2 more.")


def test_a_document_that_is_open_is_shown_until_the_chosen_one_is_located() -> None:
    elsewhere = Session()
    elsewhere.open(load_bytes(OTHER, "quay.txt"))
    elsewhere.documents.choose("guide.md")
    opened(saved(saved_session()), elsewhere)
    assert elsewhere.document.source == "quay.txt"


def test_a_located_document_is_shown_with_its_boundaries_and_details() -> None:
    elsewhere = opened(saved(saved_session()))
    entry = elsewhere.missing()[1]
    assert workspace.locate(elsewhere, entry, TEXT, "renamed.md")
    shown = elsewhere.document
    assert (shown.source, shown.title, shown.domain) == ("renamed.md", "Of tides", "law")
    assert elsewhere.boundaries_of(shown) == Constraints((9,), (20,))
    assert [each.source for each in elsewhere.missing()] == ["quay.txt"]


def test_a_file_with_another_text_opens_nothing() -> None:
    elsewhere = opened(saved(saved_session()))
    entry = elsewhere.missing()[1]
    assert not workspace.locate(elsewhere, entry, TEXT + b" More.", "tides.md")
    with pytest.raises(LoadError):
        workspace.locate(elsewhere, entry, b"%PDF-1.4 nothing", "tides.pdf")
    assert elsewhere.documents.own == {}
    assert len(elsewhere.missing()) == 2


def test_another_version_takes_the_place_of_a_document_and_its_boundaries_are_kept() -> None:
    elsewhere = opened(saved(saved_session()))
    entry = elsewhere.missing()[1]
    workspace.locate_other(elsewhere, entry, TEXT + b" More.", "tides.md")
    assert elsewhere.document.title == "Of tides"
    assert elsewhere.boundaries_of(elsewhere.document) == Constraints()
    assert elsewhere.boundaries[entry.sha256] == Constraints((9,), (20,))
    assert [each.source for each in elsewhere.missing()] == ["quay.txt"]


def test_missing_documents_and_questions_are_saved_again() -> None:
    session = saved_session()
    session.questions = (Question("When?", "tides.md", ((9, 27),), ("The tide goes out.",)),)
    found = saved(session)
    elsewhere = opened(found)
    assert elsewhere.questions == session.questions
    assert "1 question" in workspace.summary(elsewhere)
    again = saved(elsewhere)
    assert {each.source for each in again.documents} == {"quay.txt", "tides.md", "essay.md"}
    assert again.questions == found.questions
    assert again.marks == found.marks


@pytest.mark.parametrize("values", [{}, {"documents": []}, {"chosen": "a" * 64}])
def test_a_workspace_without_documents_leaves_the_one_on_screen(values: dict[str, Any]) -> None:
    elsewhere = Session()
    elsewhere.documents.choose("guide.md")
    assert opened(Workspace.model_validate(values), elsewhere).documents.chosen == "guide.md"


def test_a_sample_that_does_not_exist_any_more_is_left_out() -> None:
    entry = {"sha256": "a" * 64, "source": "old.md", "characters": 9, "sample": "old.md"}
    found = opened(Workspace.model_validate({"documents": [entry], "chosen": "a" * 64}))
    assert (found.documents.chosen, found.missing()) == ("essay.md", [])


def test_opening_a_workspace_is_one_step_of_undo() -> None:
    elsewhere = Session()
    elsewhere.record()
    before = elsewhere.snapshot()
    opened(saved(saved_session()), elsewhere).record()
    elsewhere.restore(elsewhere.history.undo(elsewhere.documents.chosen))
    assert elsewhere.snapshot() == before


def test_a_workspace_file_keeps_the_settings_of_each_document() -> None:
    one, two = (load_bytes(f"The pilot waits {n}.".encode(), "tide.md") for n in (1, 2))
    session = Session()
    session.open(one)
    session.apply("tune", get("fixed")(max_tokens=90))
    session.open(two)
    session.apply("tune", get("sentence")(max_tokens=80))
    elsewhere = opened(saved(session))
    entries = {each.sha256: each for each in elsewhere.missing()}
    for document, name in ((one, "fixed"), (two, "sentence")):
        content = document.text.encode()
        assert workspace.locate(elsewhere, entries[document.sha256], content, "renamed.md")
        assert elsewhere.strategy("tune").name == name
        assert "tune" in elsewhere.touched

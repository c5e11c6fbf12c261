"""Session of a tab: notices, manual boundaries, recommendations, continuing after a reload."""

import pytest

from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints
from chunking.engine.workspace import DocumentEntry, Workspace
from chunking.gui.core.jobs import Job
from chunking.gui.session import session as sessions
from chunking.gui.session.documents import MOST
from chunking.gui.session.model_sizes import start_of
from chunking.gui.session.session import Session
from chunking.gui.shell import frame
from chunking.loading import load_bytes

SEMANTIC = start_of("semantic")


def text(number: int) -> Document:
    return load_bytes(f"This is text {number}.".encode(), f"{number}.md")


def test_a_session_starts_with_semantic_on_the_first_sample() -> None:
    session = Session()
    assert session.document.source == "essay.md"
    assert {scope: session.strategy(scope).name for scope in session.settings} == {
        "tune": "semantic",
        "a": "semantic",
        "b": "structure",
        "c": "optimal",
        "d": "paragraph",
        "library": "semantic",
        "sweep": "semantic",
    }


def test_the_lanes_start_at_comparable_sizes() -> None:
    session = Session()
    sizes = {letter: session.strategy(letter).model_dump() for letter in "abc"}
    assert {each["max_tokens"] for each in sizes.values()} == {254}
    assert [sizes[letter]["target_tokens"] for letter in "bc"] == [128, 128]


def test_a_document_closed_for_a_new_one_is_named() -> None:
    session = Session()
    for number in range(MOST):
        session.open(text(number))
    assert session.notices == []
    session.open(text(MOST))
    (notice,) = session.notices
    assert notice.text == "0.md was closed: at most 8 own documents are open."


def test_a_repeated_notice_replaces_itself_and_four_are_kept() -> None:
    session = Session()
    for sentence in ("A.", "B.", "A.", "C.", "D.", "E."):
        session.notify(sentence)
    assert [each.text for each in session.notices] == ["A.", "C.", "D.", "E."]
    session.dismiss(session.notices[1].number)
    assert [each.text for each in session.notices] == ["A.", "D.", "E."]
    session.dismiss()
    assert session.notices == []


def test_manual_boundaries_outlive_their_document_and_can_be_switched_off() -> None:
    session = Session()
    session.open(text(1))
    session.set_boundaries(text(1).sha256, Constraints((5,)))
    session.documents.close(session.documents.chosen)
    session.open(text(1))
    assert session.applied_boundaries(session.document) == Constraints((5,))
    session.apply_boundaries = False
    assert session.applied_boundaries(session.document) == NONE
    assert session.boundaries_of(session.document) == Constraints((5,))
    session.set_boundaries(text(1).sha256, NONE)
    assert session.boundaries == {}


def test_a_recommendation_is_a_step_of_undo_with_its_reason() -> None:
    session = Session()
    session.record()
    assert session.recommend("tune", SEMANTIC.with_(threshold=0.31), "recommended threshold")
    assert session.strategy("tune") == SEMANTIC.with_(threshold=0.31)
    assert session.history.undo_label(session.documents.chosen) == "recommended threshold"
    session.restore(session.history.undo(session.documents.chosen))
    assert session.strategy("tune") == SEMANTIC
    assert session.history.redo_label(session.documents.chosen) == "recommended threshold"


def test_a_recommendation_does_not_replace_what_was_set_or_undone() -> None:
    session = Session()
    session.record()
    session.apply("tune", SEMANTIC.with_(threshold=0.4))
    assert not session.recommend("tune", SEMANTIC.with_(threshold=0.2), "recommended threshold")
    session.record()
    session.recommend("a", SEMANTIC.with_(threshold=0.3), "recommended threshold of A")
    session.restore(session.history.undo(session.documents.chosen))
    assert not session.recommend("a", SEMANTIC.with_(threshold=0.3), "recommended threshold of A")
    assert session.strategy("a") == SEMANTIC


def test_settings_that_follow_others_are_part_of_their_step() -> None:
    session = Session()
    session.record()
    session.apply("tune", SEMANTIC.with_(threshold=0.4))
    session.record()
    assert session.follow("sweep", session.strategy("tune"))
    session.restore(session.history.undo(session.documents.chosen))
    assert session.strategy("sweep") == session.strategy("tune") == SEMANTIC
    assert session.history.undo_label(session.documents.chosen) is None
    assert session.follow("sweep", SEMANTIC.with_(threshold=0.5)), "it goes on following"


def test_restoring_sets_settings_and_manual_boundaries() -> None:
    session = Session()
    session.record()
    session.apply("a", SEMANTIC.with_(threshold=0.2))
    session.set_boundaries("a" * 64, Constraints((5,)))
    session.apply_boundaries = False
    session.record()
    session.restore(session.history.undo(session.documents.chosen))
    assert session.strategy("a") == SEMANTIC
    assert (session.boundaries, session.apply_boundaries) == ({}, True)
    session.restore(session.history.redo())
    assert session.strategy("a") == SEMANTIC.with_(threshold=0.2)
    assert (session.boundaries, session.apply_boundaries) == ({"a" * 64: Constraints((5,))}, False)
    session.restore(None)
    assert session.apply_boundaries is False


def test_documents_of_a_workspace_that_are_not_open_are_missing() -> None:
    session = Session()
    entries = [
        DocumentEntry(sha256=text(1).sha256, source="1.md", characters=15),
        DocumentEntry(sha256=text(2).sha256, source="2.md", characters=15),
        DocumentEntry(sha256="a" * 64, source="essay.md", characters=9, sample="essay.md"),
    ]
    assert session.missing() == []
    session.workspace = Workspace(documents=tuple(entries))
    session.open(text(1))
    assert session.missing() == [entries[1]]


def test_a_dialog_opens_without_the_problem_of_the_one_before() -> None:
    session = Session()
    session.open_dialog("open")
    session.dialog_problem = "The file is damaged."
    session.open_dialog("export")
    assert (session.dialog, session.dialog_problem) == (("export",), "")
    session.open_dialog()
    assert session.dialog is None


@pytest.fixture
def reloaded() -> Session:
    """Return a session with a document and settings, known by its name."""
    session = Session(page="compare", handled=7, held={"document:a"}, dialog=("open",))
    session.open(text(1))
    session.apply("tune", SEMANTIC.with_(threshold=0.2))
    session.record()
    sessions.register(session)
    return session


def test_a_reloaded_page_continues_with_a_copy(reloaded: Session) -> None:
    found = sessions.continued(reloaded.name)
    assert found is not None
    assert found.name != reloaded.name
    assert (found.handled, found.held, found.dialog) == (0, set(), None)
    assert (found.page, found.document) == ("compare", text(1))
    assert found.strategy("tune") == SEMANTIC.with_(threshold=0.2)
    found.apply("tune", SEMANTIC)
    found.open(text(2))
    assert reloaded.strategy("tune") == SEMANTIC.with_(threshold=0.2)
    assert reloaded.document == text(1)


def test_a_session_that_waits_for_a_job_continues(reloaded: Session) -> None:
    job = Job()
    reloaded.library.sync.running = job
    found = sessions.continued(reloaded.name)
    assert found is not None
    assert found.library.sync.running is job


def test_an_unknown_session_is_not_continued() -> None:
    assert sessions.continued("nobody") is None


def test_a_notice_on_one_page_is_shown_there_alone() -> None:
    session = Session(page="compare")
    session.notify("Threshold of C set to 0.31.", here=True)
    session.notify("book.md was closed.")

    def shown() -> list[str]:
        status = frame.messages(session, [], 0.0)[1]
        return [text for _, text, *_ in status.header["notices"]]

    assert shown() == ["Threshold of C set to 0.31.", "book.md was closed."]
    session.page = "tune"
    assert shown() == ["book.md was closed."]

"""Files and folders that every session starts with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chunking.cli.window import open_files, open_library
from chunking.core.errors import SettingsError
from chunking.gui.core import arguments
from chunking.gui.session.session import Session
from chunking.gui.shell import start


@pytest.fixture(autouse=True)
def _reset() -> Iterator[None]:
    yield
    arguments.set_documents([], None)


def started(page: str = "tune") -> Session:
    """Return a session after its first run."""
    session = Session()
    start.on_page(session, page)
    return session


def test_files_are_opened_and_the_last_one_is_shown(tmp_path: Path) -> None:
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text(f"The text of {name}.")
    arguments.set_documents([tmp_path / "one.md", tmp_path / "two.md"], None)
    session = started()
    assert [each.source for each in session.documents.own.values()] == ["one.md", "two.md"]
    assert session.document.source == "two.md"
    assert list(session.documents.on_disk) == list(session.documents.own)
    assert session.history.undo_label(session.documents.chosen) is None


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    arguments.set_documents([tmp_path / "bad.pdf"], None)
    session = started()
    assert [each.text for each in session.notices] == ["bad.pdf: the PDF is damaged or cut off."]
    assert session.document.source == "essay.md"


def test_library_shows_the_documents_of_a_folder(tmp_path: Path) -> None:
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text("A text.")
    arguments.set_documents([], tmp_path)
    session = started("library")
    assert [each.route for each in session.library.documents] == ["one.md", "two.md"]
    (tmp_path / "three.md").write_text("A text.")
    start.on_page(session, "library")
    assert len(session.library.documents) == 2


def test_files_and_folders_that_do_not_exist_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"notes\.md: there is no such folder"):
        open_library(tmp_path / "notes.md")
    with pytest.raises(SettingsError, match=r"notes\.md: there is no such file"):
        open_files([tmp_path / "notes.md"])

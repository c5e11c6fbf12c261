"""Open documents: a file or pasted text, or files for Library."""

from functools import partial

import streamlit as st

from chunking.core.errors import ChunkingError, LoadError
from chunking.gui.library import documents
from chunking.gui.session.documents import PASTED
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.parts import (
    ALL_READS,
    READS,
    File,
    attempt,
    file_field,
    files_field,
    finish,
)
from chunking.loading import load_bytes


def draw(session: Session) -> None:
    """Show the fields for a file, its encoding, and a text."""
    place = st.container()
    encoding = st.text_input(
        "Encoding",
        key="open.encoding",
        placeholder="detected",
        help="Only if the text looks wrong, such as windows-1251; the file is read again with it.",
    ).strip()
    with place:
        file = file_field("File", "open.file", about=ALL_READS, again=encoding)
        st.caption(READS)
    if file is not None:
        attempt(session, partial(open_file, session, file, encoding))
    # A form, so that the click also takes what was typed last.
    with st.form("open.form", border=False):
        text = st.text_area("Text", key="open.text", height=120, placeholder="Paste text here")
        if st.form_submit_button("Open text", key="open.use"):
            attempt(session, partial(open_text, session, text))


def open_file(session: Session, file: File, encoding: str = "") -> None:
    """Open the content of a file and show it.

    Raises:
        LoadError: It cannot be read.
    """
    session.open(load_bytes(file.content, file.name, encoding=encoding or None))
    session.uploaded = (session.documents.chosen, file.content)
    _show(session)


def open_text(session: Session, text: str) -> None:
    """Open a pasted text and show it.

    Raises:
        LoadError: It is empty or cannot be read.
    """
    if not text.strip():
        raise LoadError("there is no text to open: paste some first")
    content = text.encode("utf-8", "surrogatepass")
    session.open(load_bytes(content, PASTED, encoding="utf-8"))
    _show(session)


def _show(session: Session) -> None:
    """Change to Tune, unless the page shows the document, too."""
    if session.page == "library":
        session.go = "tune"


# ---- files for Library ---------------------------------------------------------------------------


def draw_library(session: Session) -> None:
    """Show the field for files."""
    files = files_field("Files", "library.files")
    st.caption(READS)
    if files and open_in_library(session, files):
        finish(session)


def open_in_library(session: Session, files: list[File]) -> bool:
    """Show files in Library, and return whether any could be read; the others are named."""
    found, problems = [], []
    for file in files:
        try:
            found.append(load_bytes(file.content, file.name))
        except ChunkingError as error:
            problems.append(f"{error}.")
    if not found:
        session.dialog_problem = " ".join(problems)
        return False
    documents.use(session, found)
    for sentence in problems:
        session.notify(sentence)
    return True

"""Files for Library, opened together."""

import streamlit as st

from chunking.core.errors import ChunkingError
from chunking.gui.library import documents
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.parts import READS, File, files_field, finish
from chunking.loading import load_bytes


def draw(session: Session) -> None:
    """Show the field for files."""
    files = files_field("Files", "library.files")
    st.caption(READS)
    if files and use(session, files):
        finish(session)


def use(session: Session, files: list[File]) -> bool:
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

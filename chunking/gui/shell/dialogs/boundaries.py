"""Manual boundaries of the document on screen: import, export, clear."""

from functools import partial

import streamlit as st

from chunking.core.prepared import NONE, Constraints
from chunking.core.text.numbers import count_of
from chunking.engine import manual_boundaries
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.export import stem
from chunking.gui.shell.dialogs.parts import attempt, file_field, finish


def draw(session: Session) -> None:
    """Show how many there are, and what can be done with them."""
    document = session.document
    found = session.boundaries_of(document)
    st.text(f"{document.source}: {described(found)}")
    file = file_field("Import file", "boundaries.file")
    if file is not None:
        attempt(session, partial(import_file, session, file.content))
    with st.container(horizontal=True):
        st.download_button(
            "Export",
            partial(manual_boundaries.to_json, document, found),
            f"{stem(document)}.marks.json",
            "application/json",
            key="boundaries.export",
            on_click="ignore",
            disabled=found == NONE,
        )
        if st.button("Clear", key="boundaries.clear", disabled=found == NONE):
            session.set_boundaries(document.sha256, NONE)
            finish(session)


def import_file(session: Session, content: bytes) -> str:
    """Replace the manual boundaries of the document by those of a file.

    Raises:
        SettingsError: It is no such file, or belongs to another document.
    """
    document = session.document
    found = manual_boundaries.from_json(content, document)
    session.set_boundaries(document.sha256, found)
    return f"Imported: {described(found)}."


def described(boundaries: Constraints) -> str:
    """Return how many boundaries are set and forbidden."""
    count = count_of(len(boundaries.required), "manual boundary", "manual boundaries")
    return f"{count}, {len(boundaries.forbidden):,} forbidden"

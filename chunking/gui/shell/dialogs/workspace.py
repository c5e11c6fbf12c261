"""Workspace files: save, open, and locate the missing documents."""

from functools import partial
from typing import NoReturn

import streamlit as st

from chunking.core.errors import ChunkingError
from chunking.core.text.numbers import count_of
from chunking.engine.workspace import DocumentEntry, from_json, to_json
from chunking.gui.session.session import Session
from chunking.gui.shell import workspace
from chunking.gui.shell.dialogs.parts import File, file_field, finish, held_file

_NAME = "workspace.chunkscope.json"
# Missing documents that are listed; the others follow once these are open.
_MOST_LISTED = 8


def draw(session: Session) -> None:
    """Show what is missing of the opened workspace, then the fields to open and save one."""
    status = st.empty()
    for each in session.missing()[:_MOST_LISTED]:
        _locate(session, each)
    file = file_field("Workspace file", "workspace.file")
    if file is not None:
        _open(session, file)
    st.download_button(
        "Save workspace",
        partial(_saved, session),
        _NAME,
        "application/json",
        key="workspace.save",
        on_click="ignore",
        help=(
            "Settings, runs, baseline, manual boundaries, and questions with the passages that "
            "they quote; without your documents."
        ),
    )
    if session.missing() and not session.dialog_problem:
        status.text(workspace.summary(session))


def _open(session: Session, file: File) -> None:
    try:
        workspace.apply(session, from_json(file.content))
    except ChunkingError as error:
        session.dialog_problem = f"{error}."
    else:
        _continue(session)


def _locate(session: Session, entry: DocumentEntry) -> None:
    """Show the field for a missing document, and the offer to open another version of it."""
    key = f"workspace.{entry.sha256}"
    st.text(f"Locate {entry.source} ({count_of(entry.characters, 'character')})")
    file = file_field("Locate document", key, hidden=True)
    try:
        if file is not None:
            _check(session, entry, file)
        held = held_file(key)
        if held is None or session.dialog != ("workspace", entry.sha256):
            return
        if st.button("Open anyway", key=f"{key}.anyway"):
            workspace.locate_other(session, entry, held.content, held.name)
            _continue(session)
    except ChunkingError as error:
        session.dialog_problem = f"{error}."


def _check(session: Session, entry: DocumentEntry, file: File) -> None:
    """Open a file if it holds the missing document; else name the difference."""
    if workspace.locate(session, entry, file.content, file.name):
        _continue(session)
    session.open_dialog("workspace", entry.sha256)
    session.dialog_problem = (
        f"{file.name} differs from the saved {entry.source}: its manual boundaries do not apply."
    )


def _continue(session: Session) -> NoReturn:
    """Show what was opened; the dialog stays open while a document is missing."""
    if not session.missing():
        finish(session, workspace.summary(session))
    session.open_dialog("workspace")
    session.record()
    st.rerun()


def _saved(session: Session) -> bytes:
    return to_json(workspace.build(session)).encode()

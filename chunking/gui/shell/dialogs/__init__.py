"""Native dialogs: opening and exporting, workspace files, presets, suggestions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

import streamlit as st

from chunking.gui.shell import consent
from chunking.gui.shell.dialogs import (
    boundaries_and_questions,
    chunk_file,
    details,
    export,
    model_consent,
    open_document,
    presets,
    suggestions,
    sync,
    workspace,
)
from chunking.gui.shell.dialogs.parts import show_problem
from chunking.gui.shell.framework import forget_uploads

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.gui.session.session import Session


class _Dialog(NamedTuple):
    """The title of a dialog, the function that draws it, and its width."""

    title: str
    draw: Callable[[Session], None]
    width: Literal["small", "medium", "large"] = "small"


_DIALOGS = {
    "open": _Dialog("Open document", open_document.draw),
    "details": _Dialog("Document details", details.draw),
    "export": _Dialog("Export", export.draw),
    "workspace": _Dialog("Workspace", workspace.draw),
    "presets": _Dialog("Presets", presets.draw, "medium"),
    "boundaries": _Dialog("Manual boundaries", boundaries_and_questions.draw),
    "import_chunks": _Dialog("Import chunks", chunk_file.draw),
    "library_files": _Dialog("Library files", open_document.draw_library),
    "questions": _Dialog("Questions", boundaries_and_questions.draw_questions),
    "sync": _Dialog("Sync to a store", sync.draw, "medium"),
    "consent": _Dialog("Send text to a server?", model_consent.draw_send),
    "share": _Dialog("Share with the text", export.draw_share),
    "download": _Dialog("Download?", model_consent.draw),
    "suggestions": _Dialog("Suggestions", suggestions.draw, "large"),
}


def show(session: Session) -> None:
    """Show the dialog that the session has open, if any; those for consent come first."""
    asking = consent.dialog(session)
    if asking and session.dialog != (asking,):
        session.open_dialog(asking)
    found = None if session.dialog is None else _DIALOGS.get(session.dialog[0])
    if found is None:
        session.open_dialog()
        forget_uploads()
        return
    opened = st.dialog(found.title, width=found.width, on_dismiss=partial(_close, session))
    opened(partial(_draw, found))(session)


def _close(session: Session) -> None:
    """Close a dialog without its action."""
    consent.decline(session)
    session.open_dialog()


def _draw(dialog: _Dialog, session: Session) -> None:
    """Draw a dialog, with what it could not do above it."""
    place = st.empty()
    dialog.draw(session)
    with place:
        show_problem(session)

"""What the dialogs share: trying an action, its problem, uploaded files, the settings meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn

import streamlit as st

from chunking.core.errors import ChunkingError
from chunking.gui.session.session import Session
from chunking.loading import FORMATS

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile


class File(NamedTuple):
    """A file from the browser."""

    name: str
    content: bytes


def attempt(session: Session, action: Callable[[], str | None]) -> None:
    """Run an action and close the dialog; it stays open with one sentence if the action fails.

    Args:
        session: Its changes become one step of undo.
        action: Returns one sentence on what it did, or None.
    """
    try:
        done = action()
    except ChunkingError as error:
        session.dialog_problem = f"{error}."
    else:
        finish(session, done)


def finish(session: Session, sentence: str | None = None) -> NoReturn:
    """Close the dialog, and show one sentence on what it did."""
    session.open_dialog()
    session.record()
    if sentence:
        session.notify(sentence, problem=False)
    st.rerun()


@st.fragment(run_every=1.0)
def wait_until(ready: Callable[[], bool], sentence: str) -> None:
    """Show one sentence until something is ready, then draw the dialog again."""
    if ready():
        st.rerun()
    st.text(sentence)


def show_problem(session: Session) -> None:
    """Show what the dialog could not do, if anything."""
    if session.dialog_problem:
        # Escaped: the sentence may hold the name of a file.
        st.html(f'<p class="dialog-problem" role="alert">{escape(session.dialog_problem)}</p>')


# ---- files ---------------------------------------------------------------------------------------


# The formats of documents; the others are source code and data.
_NAMED = 6
READS = (
    f"{', '.join(each.name for each in FORMATS[:_NAMED])} and "
    f"{len(FORMATS) - _NAMED} kinds of code and data"
)
"""The formats of documents in one line."""
ALL_READS = ", ".join(each.name for each in FORMATS)
"""The formats of documents."""


def file_field(
    label: str, key: str, *, about: str | None = None, again: str = "", hidden: bool = False
) -> File | None:
    """Show a field for a file, and return the file once; once more where `again` changes."""
    visibility: Literal["collapsed", "visible"] = "collapsed" if hidden else "visible"
    found = st.file_uploader(label, key=key, help=about, label_visibility=visibility)
    files = _new([] if found is None else [found], key, again)
    return files[0] if files else None


def held_file(key: str) -> File | None:
    """Return the file that a field holds."""
    found = st.session_state.get(key)
    return None if found is None else _file(found)


def files_field(label: str, key: str) -> list[File]:
    """Show a field for several documents, and return them once."""
    found = st.file_uploader(label, key=key, accept_multiple_files=True, help=ALL_READS)
    return _new(found, key)


def _new(files: Sequence[UploadedFile], key: str, again: str = "") -> list[File]:
    """Return files that have not been returned before."""
    now, taken = (again, *(each.file_id for each in files)), f"{key}.taken"
    if not files or st.session_state.get(taken) == now:
        return []
    st.session_state[taken] = now
    return [_file(each) for each in files]


def _file(uploaded: UploadedFile) -> File:
    # A browser sends a quotation mark in a name as %22.
    return File(uploaded.name.replace("%22", '"'), uploaded.getvalue())


# ---- settings ------------------------------------------------------------------------------------


def scope_field(session: Session) -> str:
    """Return the scope of the settings that a dialog is about: the page's, or a chosen lane."""
    if session.page in session.settings:
        return session.page
    letters = session.compare.letters
    chosen = st.segmented_control(
        "Lane", letters, format_func=str.upper, default=letters[0], required=True
    )
    return chosen or letters[0]

"""The start of a session: files from the command line, the link, and the page on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import url
from chunking.gui.documents import OnDisk
from chunking.gui.library.documents import add_folder
from chunking.loading import load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from chunking.gui.session import Session

# One process serves one person, so every session starts with these.
_files: list[Path] = []
_folders: list[Path] = []


def with_files(files: Sequence[Path], folder: Path | None) -> None:
    """Start every session with these documents, and Library with those of a folder."""
    _files[:] = [path.absolute() for path in files]
    _folders[:] = [] if folder is None else [folder.absolute()]


def on_page(session: Session, page: str) -> None:
    """Start the session on its first run, and change to the page that an event asked for."""
    # Kept until the page is there: a run that the browser asks for meanwhile drops the change.
    if session.go not in {None, page}:
        st.switch_page(f"pages/{session.go}.py")
    session.go = None
    session.page = page
    if not session.started:
        session.started = True
        _load(session)
        url.read(session, dict(st.query_params))
        session.record()


def _load(session: Session) -> None:
    for path in _files:
        try:
            session.open(load(path), OnDisk.of(path))
        except ChunkingError as error:
            session.notify(f"{error}.")
    for folder in _folders:
        add_folder(session, str(folder))

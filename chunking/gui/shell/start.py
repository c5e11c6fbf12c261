"""The start of a session: files from the command line, the link, and the page on screen."""

import streamlit as st

from chunking.core.errors import ChunkingError
from chunking.engine import recent_files
from chunking.gui.core import arguments
from chunking.gui.library.documents import add_folder
from chunking.gui.session.documents import OnDisk
from chunking.gui.session.session import Session
from chunking.gui.shell import demo, url
from chunking.loading import load


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
        for step in arguments.demo_steps:
            demo.show(session, step)
        session.record()


def _load(session: Session) -> None:
    for path in arguments.files:
        try:
            document = load(path)
        except ChunkingError as error:
            session.notify(f"{error}.")
        else:
            session.open(document, OnDisk.of(path))
            recent_files.remember(path, document)
    for folder in arguments.folders:
        add_folder(session, str(folder))

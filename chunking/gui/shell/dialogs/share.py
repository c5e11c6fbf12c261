"""Share the document on screen with its text, as one file."""

import streamlit as st

from chunking.gui.results.lanes import Lane, shown_lanes
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.export import report_file, show_files, stem
from chunking.gui.shell.dialogs.parts import wait_until


def draw(session: Session) -> None:
    """Show what the file holds, and its button once all lanes are complete."""
    st.text(
        f"One HTML file with all of {session.document.source}: its chunks, the curve and the "
        "metrics, without questions. It opens in any browser, without Chunkscope."
    )
    if _is_complete(session):
        show_files("File", [report_file(session)], stem(session.document))
    else:
        wait_until(lambda: _is_complete(session), "The file follows once the text is embedded.")


def _is_complete(session: Session) -> bool:
    lanes = shown_lanes(session).values()
    return all(isinstance(each, Lane) and each.complete for each in lanes)

"""Chunks of another program, imported as a lane of Compare."""

import streamlit as st

from chunking.core.text.numbers import count_of
from chunking.gui.results import imported_chunks
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.parts import file_field, finish
from chunking.loading.chunk_files import Unplaced

# Records that are listed: a file of another document would list all of its own.
_MOST_LISTED = 20
_LONGEST = 160


def draw(session: Session) -> None:
    """Show the field for a file, and the records of the imported one that were not found."""
    file = file_field("Chunk file", "chunks.file")
    if file is not None:
        session.dialog_problem = imported_chunks.load(session, file.name, file.content)
        found = imported_chunks.aligned(session)
        if not session.dialog_problem and found is not None and not found.unplaced:
            finish(session, f"Imported: {count_of(len(found.placed), 'chunk')}.")
    st.caption(
        "JSON, JSON Lines or CSV: texts, offsets, LangChain documents or LlamaIndex nodes. "
        "Each chunk is located in the document on screen."
    )
    found = imported_chunks.aligned(session)
    if found is None:
        return
    name, _ = session.compare.imported[session.document.sha256]
    total = len(found.placed) + len(found.unplaced)
    st.text(f"{name}: {len(found.placed):,} of {count_of(total, 'chunk')} located")
    for line in unplaced_lines(found.unplaced):
        st.text(line)
    if st.button("Remove lane", key="chunks.remove"):
        imported_chunks.remove(session)
        finish(session)


def unplaced_lines(records: tuple[Unplaced, ...]) -> list[str]:
    """Return a line for each record without a place: its number, the reason, its text."""
    lines = []
    for each in records[:_MOST_LISTED]:
        text = " ".join(each.text.split())
        text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        lines.append(": ".join(filter(None, (f"{each.index + 1}. {each.reason}", text))))
    more = len(records) - _MOST_LISTED
    return [*lines, f"and {more:,} more"] if more > 0 else lines

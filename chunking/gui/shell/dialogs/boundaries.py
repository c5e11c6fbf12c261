"""Manual boundaries and questions of the document on screen: import, export, clear."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from chunking.core.errors import LoadError
from chunking.core.prepared import NONE
from chunking.core.text.numbers import count_of
from chunking.engine import manual_boundaries
from chunking.gui.results import question_set
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.export import stem
from chunking.gui.shell.dialogs.parts import File, attempt, file_field, finish
from chunking.gui.tune.manual_boundaries import described
from chunking.retrieval.question_sets import match_document, merge_questions
from chunking.retrieval.questions import parse_questions, to_json_lines


def draw(session: Session) -> None:
    """Show how many there are, and what can be done with them."""
    document = session.document
    found = session.boundaries_of(document)
    st.text(f"{document.source}: {described(found)}")
    _import(session, "boundaries", import_boundaries)
    content = partial(manual_boundaries.to_json, document, found)
    clear = partial(session.set_boundaries, document.sha256, NONE)
    _export_or_clear(session, "boundaries", content, "marks.json", None if found == NONE else clear)


def _import(session: Session, name: str, read: Callable[[Session, File], str]) -> None:
    """Show the field for a file to import."""
    file = file_field("Import file", f"{name}.file")
    if file is not None:
        attempt(session, partial(read, session, file))


def _export_or_clear(
    session: Session,
    name: str,
    content: Callable[[], str],
    ending: str,
    clear: Callable[[], None] | None,
) -> None:
    """Show the buttons that export and clear; without `clear` there is nothing to."""
    with st.container(horizontal=True):
        st.download_button(
            "Export",
            content,
            f"{stem(session.document)}.{ending}",
            f"application/{ending.rpartition('.')[2]}",
            key=f"{name}.export",
            on_click="ignore",
            disabled=clear is None,
        )
        if st.button("Clear", key=f"{name}.clear", disabled=clear is None) and clear is not None:
            clear()
            finish(session)


def import_boundaries(session: Session, file: File) -> str:
    """Replace the manual boundaries of the document by those of a file.

    Raises:
        SettingsError: It is no such file, or belongs to another document.
    """
    document = session.document
    found = manual_boundaries.from_json(file.content, document)
    session.set_boundaries(document.sha256, found)
    return f"Imported: {described(found)}."


# ---- questions -----------------------------------------------------------------------------------

_EXAMPLE = """\
{"question": "Who pays for a late ship?", "quotes": ["Whoever is late pays demurrage."]}
{"question": "When is high water?", "evidence": [[120, 164], [310, 352]]}"""


def draw_questions(session: Session) -> None:
    """Show how many there are, and what can be done with them."""
    document = session.document
    count = len(question_set.located(session))
    st.text(f"{document.source}: {count_of(count, 'question')}")
    _import(session, "questions", import_questions)
    st.caption(
        "JSON Lines or JSON: a question, and its evidence as offsets or quotes, which are located "
        "in the document on screen. Two lines of a file:"
    )
    st.code(_EXAMPLE, language="json", wrap_lines=True)  # a box that scrolls has no keys
    clear = partial(question_set.clear, session) if count else None
    _export_or_clear(
        session,
        "questions",
        lambda: to_json_lines(question_set.exported(session)),
        "questions.jsonl",
        clear,
    )


def import_questions(session: Session, file: File) -> str:
    """Add the questions of a file that are on the document on screen.

    Raises:
        LoadError: It is no such file, or none of its questions is on the document.
    """
    try:
        content = file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LoadError(f"{file.name}: is no UTF-8 text") from None
    asked, contained = parse_questions(content, file.name)
    found = match_document(asked, contained, session.document)
    if not found.questions:
        raise LoadError(
            f"{file.name}: none of its {count_of(len(asked), 'question')} is on "
            f"{session.document.source}, and no quote is in its text"
        )
    session.questions = merge_questions(session.questions, found.questions)
    others = f"; {found.others:,} on other documents left out" if found.others else ""
    return f"Imported: {count_of(len(found.questions), 'question')}{others}."

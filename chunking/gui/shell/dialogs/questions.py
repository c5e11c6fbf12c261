"""The question set of the document on screen: import, export, clear."""

from functools import partial

import streamlit as st

from chunking.core.errors import LoadError
from chunking.core.text.numbers import count_of
from chunking.gui.results import question_set
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.export import stem
from chunking.gui.shell.dialogs.parts import File, attempt, file_field, finish
from chunking.retrieval.question_sets import match_document, merge_questions
from chunking.retrieval.questions import parse_questions, to_json_lines

_EXAMPLE = """\
{"question": "Who pays for a late ship?", "quotes": ["Whoever is late pays demurrage."]}
{"question": "When is high water?", "evidence": [[120, 164], [310, 352]]}"""


def draw(session: Session) -> None:
    """Show how many there are, and what can be done with them."""
    document = session.document
    count = len(question_set.located(session))
    st.text(f"{document.source}: {count_of(count, 'question')}")
    file = file_field("Import file", "questions.file")
    if file is not None:
        attempt(session, partial(import_file, session, file))
    st.caption(
        "JSON Lines or JSON: a question, and its evidence as offsets or quotes, which are located "
        "in the document on screen. Two lines of a file:"
    )
    st.code(_EXAMPLE, language="json", wrap_lines=True)  # a box that scrolls has no keys
    with st.container(horizontal=True):
        st.download_button(
            "Export",
            lambda: to_json_lines(question_set.exported(session)),
            f"{stem(document)}.questions.jsonl",
            "application/jsonl",
            key="questions.export",
            on_click="ignore",
            disabled=not count,
        )
        if st.button("Clear", key="questions.clear", disabled=not count):
            question_set.clear(session)
            finish(session)


def import_file(session: Session, file: File) -> str:
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

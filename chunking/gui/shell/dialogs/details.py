"""Details of a document: title, language, domain, and the encoding of its file."""

from functools import partial

import streamlit as st

from chunking.core.files import read_regular
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.parts import attempt
from chunking.loading import load_bytes

# Offered; any other code can be typed.
_LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "ru", "el", "ar", "he", "hi", "th",
    "ja", "zh", "ko",
)  # fmt: skip


def draw(session: Session) -> None:
    """Show a field for each detail."""
    document = session.document
    codes = sorted({*_LANGUAGES, document.language})
    title = st.text_input("Title", document.title, key="details.title")
    language = st.selectbox(
        "Language",
        codes,
        codes.index(document.language),
        key="details.language",
        accept_new_options=True,
        help="Determines where sentences end.",
    )
    domain = st.text_input(
        "Domain",
        document.domain,
        key="details.domain",
        placeholder="philosophy, law, …",
        help="Part of every export; it changes no setting.",
    )
    content = content_of(session)
    encoding = ""
    if content is not None:
        encoding = st.text_input(
            "Encoding",
            key="details.encoding",
            placeholder=document.encoding,
            help="Only if the text looks wrong, such as windows-1251; the file is read again.",
        ).strip()
    documents = session.documents
    keeps_removed = documents.chosen in documents.as_loaded
    keep_removed = keeps_removed
    if keeps_removed or document.removed:
        keep_removed = st.checkbox(
            "Keep removed text",
            keeps_removed,
            key="details.keep_removed",
            help="Includes running headers, page numbers, line-end hyphens, navigation and so on.",
        )
    if st.button("Save", key="details.save", type="primary"):
        about = {"title": title, "language": language or document.language, "domain": domain}
        attempt(session, partial(save, session, about, encoding, keep_removed=keep_removed))


def save(
    session: Session, about: dict[str, str], encoding: str = "", *, keep_removed: bool | None = None
) -> None:
    """Set the details of the document on screen, read again in another encoding if it is given.

    `keep_removed` tells whether the document includes removed text; None leaves it unchanged.

    Raises:
        ChunkingError: The language or the encoding is unknown, or does not fit the file.
    """
    content = content_of(session)
    documents = session.documents
    if encoding and content is not None:
        source = documents.own[documents.chosen].source
        found = load_bytes(content, source, encoding=encoding)
        documents.describe(documents.chosen, **about)
        documents.replace(documents.chosen, found)
        session.uploaded = (documents.chosen, content)
    else:
        documents.describe(documents.chosen, **about)
    if keep_removed is not None and documents.chosen in documents.own:
        documents.keep_removed(keep=keep_removed)
    session.keep_settings()


def content_of(session: Session) -> bytes | None:
    """Return the content of the file of the document on screen; None if it is not known."""
    key = session.documents.chosen
    if session.uploaded is not None and session.uploaded[0] == key:
        return session.uploaded[1]
    on_disk = session.documents.on_disk.get(key)
    if on_disk is None:
        return None
    try:
        return read_regular(on_disk.path)
    except OSError:
        return None

"""The document in the sidebar: choose one, open one, paste one, say what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import controls, files, notices, presence, state, uploads
from chunking.gui.opened import PASTED
from chunking.loading import FORMATS, load_bytes

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from chunking.types import Document

_LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "ru", "el", "ar", "he", "hi", "th",
    "ja", "zh", "ko",
)  # fmt: skip

_UPLOAD, _PASTED = "upload", "pasted"
_ENCODING = "encoding"


def sidebar() -> Document:
    """The document that is chosen in the sidebar, under the program's name."""
    controls.settle()
    with st.sidebar:
        _picker()
    presence.tell()
    return state.document()


def _picker() -> None:
    """Which document, and how to bring one's own."""
    _begin()
    documents = state.documents()
    titles, key = documents.titles(), f"document.{documents.turns}"
    # Each page has a picker of its own, which must begin with what is chosen.
    st.selectbox(
        "Document",
        list(titles),
        index=list(titles).index(documents.chosen),
        format_func=lambda each: titles.get(each, ""),
        key=key,
        on_change=_picked,
        args=(key, documents.turns),
    )
    said = state.take_notices()
    with st.popover("Open a document", width="stretch", key=f"open.{documents.turns}"):
        _open()
        _complain(said)  # it covers what stands below it
    _complain(said)
    files.watch(state.document())
    _about()


def _complain(sentences: list[str]) -> None:
    for sentence in sentences:
        notices.problem(sentence)


def _begin() -> None:
    """At the beginning of a visit: what the program was started with, or the link's sample."""
    visit = state.visit()
    if not visit.begun:
        visit.begun = True
        visit.documents.choose(st.query_params.get("sample", ""))
        files.take_in()


def _picked(key: str, turn: int) -> None:
    documents = state.documents()
    if turn == documents.turns:  # else something was opened meanwhile
        documents.pick(st.session_state[key])


def _open() -> None:
    uploads.one(
        "A file", _UPLOAD, _uploaded, about="Read on this machine; nothing is sent anywhere.",
        anew=st.session_state.get(_ENCODING, ""),
    )  # fmt: skip
    st.caption(", ".join(each.name for each in FORMATS))
    st.text_input(
        "Encoding",
        key=_ENCODING,
        placeholder="detected",
        help="Only if the text looks wrong, as in windows-1251; the file is read again with it",
    )
    st.text_area("Or paste text", key=_PASTED, height=140)
    st.button("Use this text", on_click=_use_pasted)


def _uploaded(file: UploadedFile) -> None:
    try:
        found = load_bytes(
            file.getvalue(), uploads.name_of(file), encoding=st.session_state.get(_ENCODING) or None
        )
    except ChunkingError as error:
        state.notify(f"{error}.")
    else:
        _take_back(file.file_id, found)
        state.open_document(found)


def _take_back(file_id: str, found: Document) -> None:
    """Close what the same file was read as before, with another encoding."""
    before = state.visit().uploaded
    state.visit().uploaded = (file_id, found)
    if before is not None and before[0] == file_id and before[1].sha256 != found.sha256:
        state.documents().close(before[1])


def _use_pasted() -> None:
    text = st.session_state.get(_PASTED, "")
    if not text.strip():
        state.notify("There is no text to use: paste some first.")
        return
    try:
        found = load_bytes(text.encode("utf-8", "surrogatepass"), PASTED, encoding="utf-8")
    except ChunkingError as error:
        state.notify(f"{error}.")
    else:
        state.open_document(found)


def _about() -> None:
    """Title, language and domain: they go into every export, the language into the cutting."""
    found = state.document()
    chosen = state.documents().chosen
    title, language, domain = (
        about_key(field, found.sha256) for field in ("title", "language", "domain")
    )
    languages = _LANGUAGES if found.language in _LANGUAGES else (found.language, *_LANGUAGES)
    with st.expander("About this document"):
        st.text_input(
            "Title", found.title, key=title, on_change=_said, args=(chosen, "title", title),
        )  # fmt: skip
        st.selectbox(
            "Language", languages, languages.index(found.language), key=language,
            help="Where sentences end depends on it",
            on_change=_said, args=(chosen, "language", language),
        )  # fmt: skip
        st.text_input(
            "Domain", found.domain, key=domain,
            placeholder="philosophy, law, …", help="Goes into every export; it moves no threshold",
            on_change=_said, args=(chosen, "domain", domain),
        )  # fmt: skip
        if state.documents().is_own(found):
            st.button("Close this document", on_click=state.documents().close, args=(found,))


def about_key(field: str, sha256: str) -> str:
    """The key of the control that says the title, language or domain of a document."""
    return f"about.{field}.{sha256[:12]}"


def _said(document: str, field: str, key: str) -> None:
    state.documents().say(document, **{field: st.session_state[key]})

"""The document in the sidebar: choose one, open one, paste one, say what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import files, notices, state
from chunking.gui.views import look
from chunking.loading import FORMATS, load_bytes

if TYPE_CHECKING:
    from chunking.types import Document

_LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "ru", "el", "ar", "he", "hi", "th",
    "ja", "zh", "ko",
)  # fmt: skip

_UPLOAD, _PASTED = "upload", "pasted"
_TITLE, _LANGUAGE, _DOMAIN, _ENCODING = "about.title", "about.language", "about.domain", "encoding"


def sidebar() -> Document:
    """The document that is chosen in the sidebar, under the program's name."""
    look.dress()
    with st.sidebar:
        _picker()
    return state.document()


def _picker() -> None:
    """Which document, and how to bring one's own."""
    files.take_in()
    choices = state.choices()
    state.pick(st.query_params.get("sample"))
    st.selectbox(
        "Document",
        list(choices),
        format_func=lambda key: choices.get(key, ""),
        key=state.PICKER,
        on_change=state.select,
        args=(None,),
    )
    with st.popover("Open a document", width="stretch"):
        _open()
    for sentence in state.take_notices():
        notices.problem(sentence)
    files.watch(state.document())
    _about()


def _open() -> None:
    st.file_uploader(
        "A file",
        key=_UPLOAD,
        on_change=_uploaded,
        help="Read on this machine; nothing is sent anywhere.",
    )
    st.caption(", ".join(each.name for each in FORMATS))
    st.text_input(
        "Encoding",
        key=_ENCODING,
        placeholder="found out",
        help="Only if the text looks wrong, as in windows-1251",
    )
    st.text_area("Or paste text", key=_PASTED, height=140)
    st.button("Use this text", on_click=_use_pasted)


def _uploaded() -> None:
    file = st.session_state.get(_UPLOAD)
    if file is None:
        return
    try:
        found = load_bytes(
            file.getvalue(), file.name, encoding=st.session_state.get(_ENCODING) or None
        )
    except ChunkingError as error:
        state.notify(str(error))
    else:
        state.add(found)


def _use_pasted() -> None:
    text = st.session_state.get(_PASTED, "")
    if not text.strip():
        state.notify("There is no text to use: paste some first.")
        return
    state.add(load_bytes(text.encode("utf-8", "surrogatepass"), state.PASTED, encoding="utf-8"))


def _about() -> None:
    """Title, language and domain: they go into every export, the language into the cutting."""
    found = state.document()
    key = found.sha256[:12]
    languages = _LANGUAGES if found.language in _LANGUAGES else (found.language, *_LANGUAGES)
    with st.expander("About this document"):
        st.text_input(
            "Title", found.title, key=f"{_TITLE}.{key}",
            on_change=_said, args=("title", f"{_TITLE}.{key}"),
        )  # fmt: skip
        st.selectbox(
            "Language", languages, languages.index(found.language), key=f"{_LANGUAGE}.{key}",
            help="Where sentences end depends on it",
            on_change=_said, args=("language", f"{_LANGUAGE}.{key}"),
        )  # fmt: skip
        st.text_input(
            "Domain", found.domain, key=f"{_DOMAIN}.{key}",
            placeholder="philosophy, law, …", help="Goes into every export; it moves no threshold",
            on_change=_said, args=("domain", f"{_DOMAIN}.{key}"),
        )  # fmt: skip
        if state.is_own(found):
            st.button("Close this document", on_click=state.close, args=(found,))


def _said(field: str, key: str) -> None:
    state.say_about(**{field: st.session_state[key]})

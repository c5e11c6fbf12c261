"""Which documents the library looks at together: the samples, what is open, files, or a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import folders, state, uploads
from chunking.loading import load_bytes
from chunking.loading.folder import limit_notice, within_limit
from chunking.loading.samples import SAMPLES, sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from chunking.types import Document

_FILES, _FOLDER = "library.files", "library.folder"


def choose() -> None:
    """Every way to say which documents: what is at hand, files, or a folder."""
    at_hand("library")
    uploads.several("Files", _FILES, _uploaded)
    st.text_input(
        "Or a folder on this machine",
        key=_FOLDER,
        placeholder="/home/me/notes",
        help="With the folders below it. Read here; nothing is sent anywhere.",
        on_change=_use_folder,
    )


def at_hand(prefix: str) -> None:
    """What needs no file: the samples, and what is open; the keys begin with `prefix`."""
    count = len(_open())
    st.button("Use the samples", on_click=_use_samples, key=f"{prefix}.samples", width="stretch")
    st.button(
        "Add the open document" if count == 1 else f"Add the {count:,} open documents",
        on_click=_add_open,
        key=f"{prefix}.add_open",
        width="stretch",
    )


def _use_samples() -> None:
    state.keep_library(tuple(sample(each.name) for each in SAMPLES))


def _open() -> dict[str, Document]:
    """The visitor's own documents and the one they look at, by SHA-256."""
    shown = state.document()
    return {**state.documents().by_hash(), shown.sha256: shown}


def _add_open() -> None:
    there = {each.sha256: each for each in state.library()}
    _keep([*{**there, **_open()}.values()])


def _uploaded(files: Sequence[UploadedFile]) -> None:
    documents = []
    for file in files:
        try:
            documents.append(load_bytes(file.getvalue(), uploads.name_of(file)))
        except ChunkingError as error:
            state.notify(str(error))
    _keep(documents)


def _keep(documents: list[Document]) -> None:
    """Look at as many of these together as may be."""
    kept = within_limit(documents)
    if len(kept) < len(documents):
        state.notify(f"{limit_notice(len(documents) - len(kept))}.")
    if kept:
        state.keep_library(tuple(kept))


def _use_folder() -> None:
    path = st.session_state.get(_FOLDER, "").strip()
    if path:
        folders.use(path)

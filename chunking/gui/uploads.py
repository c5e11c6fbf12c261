"""Files that a visitor hands to the page: each is taken in once, and none is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.runtime.uploaded_file_manager import UploadedFile


def one(
    label: str,
    key: str,
    take: Callable[[UploadedFile], None],
    *,
    about: str | None = None,
    anew: str = "",
) -> None:
    """A field for a file. `take` gets it, again where `anew` changes, and the page is drawn anew.

    Not in a callback: a run that begins while a callback still reads would show what was there
    before, and nothing would draw the page again. Here that run takes the file in itself.
    """
    file = st.file_uploader(label, key=key, help=about)
    _take_once(key, [] if file is None else [file], lambda files: take(files[0]), anew)


def several(label: str, key: str, take: Callable[[Sequence[UploadedFile]], None]) -> None:
    """The same for any number of files, which `take` gets together."""
    _take_once(key, st.file_uploader(label, key=key, accept_multiple_files=True), take)


def name_of(file: UploadedFile) -> str:
    """What a file is called; a browser sends a quotation mark in a name as %22."""
    name: str = file.name
    return name.replace("%22", '"')


def _take_once(
    key: str,
    files: Sequence[UploadedFile],
    take: Callable[[Sequence[UploadedFile]], None],
    anew: str = "",
) -> None:
    taken, now = state.visit().taken, (anew, *(file.file_id for file in files))
    if files and taken.get(key) != now:
        take(files)
        taken[key] = now
        st.rerun()

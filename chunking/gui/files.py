"""Documents that are files of this machine: opened at the start, read again on change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import controls, notices, state
from chunking.gui.opened import key_of
from chunking.loading import load

if TYPE_CHECKING:
    from pathlib import Path

    from chunking.types import Document

# Seconds between two looks at the file of the document that is shown.
_EVERY = 2.0

# What the program was started with. One process serves one person, so it holds for each visit.
_started_with: list[Path] = []


@dataclass(frozen=True, slots=True)
class OnDisk:
    """Where a document was read from, and what the file was like then or when last looked at."""

    path: Path
    state: tuple[int, int] | None

    @classmethod
    def of(cls, path: Path) -> OnDisk:
        """The file as it is now; its state is None where it is gone."""
        try:
            found = path.stat()
        except OSError:
            return cls(path, None)
        return cls(path, (found.st_mtime_ns, found.st_size))


def start_with(paths: list[Path]) -> None:
    """Have each visit begin with these files."""
    _started_with[:] = [path.absolute() for path in paths]


def take_in() -> None:
    """Read what the program was started with; the last is looked at."""
    for path in _started_with:
        seen = OnDisk.of(path)
        try:
            state.open_document(load(path), seen)
        except ChunkingError as error:
            state.notify(str(error))


def watch(document: Document) -> None:
    """Offer the document anew once its file has changed; nothing where it has no file."""
    if key_of(document.source, document.sha256) in state.documents().on_disk:
        _watch(document)


@st.fragment(run_every=_EVERY)
def _watch(document: Document) -> None:
    controls.hold()
    before = state.documents().on_disk.get(key_of(document.source, document.sha256))
    if before is None:
        return
    now = OnDisk.of(before.path)
    if now.state == before.state:
        return
    if now.state is None:
        notices.note(f"{document.source} is not there any more. Its text stays open.")
        return
    notices.note(f"{document.source} has changed on disk.")
    if st.button("Read it again", on_click=_read_again, args=(document, now), width="stretch"):
        st.rerun()  # all of the page, of which this is a part


def _read_again(document: Document, now: OnDisk) -> None:
    try:
        found = load(now.path)
    except ChunkingError as error:
        state.notify(str(error))
    else:
        state.documents().replace(document, found, now)

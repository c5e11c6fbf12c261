"""The folder that the program was started with: each visit begins with its documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.errors import ChunkingError
from chunking.gui import state
from chunking.loading import load_folder

if TYPE_CHECKING:
    from pathlib import Path

# One process serves one person, so it holds for each visit.
_started_with: list[Path] = []


def start_with(folder: Path | None) -> None:
    """Have each visit begin with the documents of this folder; None for none."""
    _started_with[:] = [] if folder is None else [folder.absolute()]


def take_in() -> None:
    """At the beginning of a visit to the library: look at what the program was started with."""
    if state.visit().library_begun:
        return
    state.visit().library_begun = True
    for folder in _started_with:
        use(str(folder))


def use(path: str) -> None:
    """Look at the documents of a folder together; what it cannot is said."""
    try:
        found = load_folder(path)
    except ChunkingError as error:
        state.notify(str(error))
        return
    for sentence in found.problems:
        state.notify(sentence)
    state.keep_library(found.documents)

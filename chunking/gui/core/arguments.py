"""Documents named on the command line; the server starts without importing more than this."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# One process serves one person, so every session starts with these.
files: list[Path] = []
folders: list[Path] = []


def set_documents(paths: Sequence[Path], folder: Path | None) -> None:
    """Start every session with these files, and Library with the documents of a folder."""
    files[:] = [path.absolute() for path in paths]
    folders[:] = [] if folder is None else [folder.absolute()]

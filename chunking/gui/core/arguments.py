"""What the command line asks for; the server starts without importing more than this."""

from collections.abc import Sequence
from pathlib import Path

# One process serves one person, so every session starts with these.
files: list[Path] = []
folders: list[Path] = []
demo_steps: list[int] = []  # that every session starts with


def set_documents(paths: Sequence[Path], folder: Path | None, *, with_demo: bool = False) -> None:
    """Start every session with these files, and Library with the documents of a folder.

    Args:
        paths: The files.
        folder: The folder; None without one.
        with_demo: Whether it starts with the demonstration.
    """
    demo_steps[:] = [1] if with_demo else []
    files[:] = [path.absolute() for path in paths]
    folders[:] = [] if folder is None else [folder.absolute()]

"""The documents of a folder: those that can be read, and why the others cannot."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunking.errors import LoadError, expect
from chunking.loading import names
from chunking.loading.formats import FORMATS
from chunking.loading.load import load
from chunking.numerals import count_of

if TYPE_CHECKING:
    from chunking.types import Document

# Files that are read, and the text in all of them: their vectors are held in memory together.
MOST_FILES = 200
MOST_CHARACTERS = 10_000_000

_SUFFIXES = {suffix for known in FORMATS for suffix in known.suffixes}


class Folder(NamedTuple):
    """What was read, in the order of the paths, and a sentence for each file that was not."""

    documents: tuple[Document, ...]
    problems: tuple[str, ...]


def load_folder(path: str | os.PathLike[str]) -> Folder:
    """The documents of a folder and of those below it, by their endings.

    Hidden files and folders, and links to folders, are passed by. At most `MOST_FILES` files and
    `MOST_CHARACTERS` characters are read; a problem says what was left out.

    Raises:
        LoadError: it is no folder, cannot be read, or holds no file of a kind that is known.
    """
    root = Path(expect(path, (str, os.PathLike), "a folder must be a str or a Path")).expanduser()
    shown = names.shown(os.fspath(path))
    try:
        is_folder = root.is_dir()
    except (OSError, ValueError):
        is_folder = False
    if not is_folder:
        raise LoadError(f"{shown}: must be a folder that is there")
    files = _files(root)
    if not files:
        raise LoadError(f"{shown}: there is no file in it of a kind that can be read")
    problems = []
    if len(files) > MOST_FILES:
        problems.append(
            f"{count_of(len(files), 'file')} are there; the first {MOST_FILES} were read"
        )
    documents: list[Document] = []
    for file in files[:MOST_FILES]:
        try:
            found = load(file, route=file.relative_to(root).as_posix())
        except LoadError as error:
            problems.append(str(error))
        else:
            documents.append(found)
    kept = within(documents)
    if len(kept) < len(documents):
        problems.append(too_much(len(documents) - len(kept)))
    return Folder(tuple(kept), tuple(problems))


def within(documents: list[Document]) -> list[Document]:
    """The first documents that hold at most `MOST_CHARACTERS` together."""
    total, kept = 0, []
    for document in documents:
        total += len(document.text)
        if total > MOST_CHARACTERS:
            break
        kept.append(document)
    return kept


def too_much(left_out: int) -> str:
    """That so many documents were left out."""
    return (
        f"{count_of(left_out, 'document')} left out: "
        f"at most {MOST_CHARACTERS:,} characters are looked at together"
    )


def _files(root: Path) -> list[Path]:
    found = []
    for folder, below, files in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith("."))
        found += [
            Path(folder, name)
            for name in sorted(files)
            if not name.startswith(".") and Path(name).suffix.lower() in _SUFFIXES
        ]
    return found

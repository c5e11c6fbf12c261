"""Documents of a folder, and the problems of files that cannot be loaded."""

import os
from pathlib import Path
from typing import NamedTuple

from chunking.core.document import Document
from chunking.core.errors import LoadError, expect
from chunking.core.text.numbers import count_of
from chunking.loading import names
from chunking.loading.files import find_files, left_out
from chunking.loading.load import load

# Limits, since the vectors of all documents are in memory together.
MAX_FILES = 200
MAX_CHARACTERS = 10_000_000


class Folder(NamedTuple):
    """The loaded documents in the order of their paths, and a sentence for each problem."""

    documents: tuple[Document, ...]
    problems: tuple[str, ...]


def load_folder(path: str | os.PathLike[str]) -> Folder:
    """Load the files of a folder and its subfolders that have a known suffix or name.

    Files are found as by `find_files`. At most `MAX_FILES` files and
    `MAX_CHARACTERS` characters are loaded; a problem reports what was skipped or left out.

    Raises:
        LoadError: It is no folder, cannot be read, or has no file with a known suffix.
    """
    root = Path(expect(path, (str, os.PathLike), "a folder must be a str or a Path")).expanduser()
    shown = names.display_path(os.fspath(path))
    try:
        is_folder = root.is_dir()
    except (OSError, ValueError):
        is_folder = False
    if not is_folder:
        raise LoadError(f"{shown}: not an existing folder")
    files, skipped = find_files([root])
    if not files:
        raise LoadError(f"{shown}: contains no file of a supported format{left_out(skipped)}")
    problems = []
    if skipped:
        problems.append(f"Skipped{left_out(skipped).removeprefix('; skipped')}")
    if len(files) > MAX_FILES:
        problems.append(f"{count_of(len(files), 'file')} found; the first {MAX_FILES} were read")
    documents: list[Document] = []
    for file in files[:MAX_FILES]:
        try:
            found = load(file.path, route=file.route)
        except LoadError as error:
            problems.append(str(error))
        else:
            documents.append(found)
    kept = within_limit(documents)
    if len(kept) < len(documents):
        problems.append(limit_notice(len(documents) - len(kept)))
    return Folder(tuple(kept), tuple(problems))


def within_limit(documents: list[Document]) -> list[Document]:
    """Return the first documents that have at most `MAX_CHARACTERS` together."""
    total, kept = 0, []
    for document in documents:
        total += len(document.text)
        if total > MAX_CHARACTERS:
            break
        kept.append(document)
    return kept


def limit_notice(left_out: int) -> str:
    """Return the sentence that documents were left out."""
    return (
        f"{count_of(left_out, 'document')} left out: "
        f"at most {MAX_CHARACTERS:,} characters are loaded together"
    )

"""Manifest of a folder of Parquet files: the files, and the documents in each."""

import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from chunking.core.errors import SettingsError, StoreError
from chunking.embedding import check_long_texts
from chunking.library.stores.protocol import Description, StoredDocument

NAME = "manifest.json"
FORMAT = "chunkscope-chunks"


@dataclass(slots=True)
class Contents:
    """A file's number of rows and its current documents; other rows are outdated."""

    rows: int
    documents: dict[str, StoredDocument] = field(default_factory=dict)

    @property
    def outdated(self) -> int:
        """The number of rows that belong to no current document."""
        return self.rows - sum(each.chunks for each in self.documents.values())


@dataclass(slots=True)
class Manifest:
    """The state of a store at one time.

    Attributes:
        next: Number of the next file. A file with this number or a higher one was written after
            the manifest; one with a lower number that is not listed is obsolete.
    """

    description: Description
    next: int = 1
    files: dict[str, Contents] = field(default_factory=dict)
    file_of: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.file_of = {
            route: name for name, each in self.files.items() for route in each.documents
        }

    def add(self, name: str, contents: Contents) -> None:
        """Add a file, whose documents replace those with the same routes."""
        self.remove(contents.documents)
        self.files[name] = contents
        self.file_of |= dict.fromkeys(contents.documents, name)
        self.next = max(self.next, number_of(name) + 1)

    def remove(self, routes: Iterable[str]) -> None:
        """Remove documents."""
        for route in routes:
            name = self.file_of.pop(route, None)
            if name is not None:
                del self.files[name].documents[route]

    def discard(self, name: str) -> None:
        """Remove a file with its documents."""
        self.remove(list(self.files[name].documents))
        del self.files[name]

    def to_json(self) -> str:
        """Return the manifest as JSON."""
        files = {
            name: {"rows": each.rows, "documents": each.documents}
            for name, each in self.files.items()
        }
        return json.dumps(
            {"format": FORMAT, **asdict(self.description), "next": self.next, "files": files}
        )


def file_name(number: int) -> str:
    """Return the name of the file of a number."""
    return f"{number:08}.parquet"


def number_of(name: str) -> int:
    """Return the number of a file; 0 if it is not one of a store."""
    stem, _, suffix = name.partition(".")
    return int(stem) if suffix == "parquet" and stem.isascii() and stem.isdigit() else 0


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a store; None if there is none."""
    path = folder / NAME
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise StoreError(f"{path} cannot be read: {reason}") from None
    try:
        return _parse(json.loads(text))
    except (
        ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError,
        SettingsError,
    ):  # fmt: skip
        raise StoreError(
            f"{path} is damaged: delete it, and the next sync restores it from the Parquet files"
        ) from None


def _parse(found: dict[str, Any]) -> Manifest:
    if found["format"] != FORMAT:
        raise ValueError(found["format"])
    return Manifest(
        parse_description(found),
        int(found["next"]),
        {
            _checked(name): Contents(int(each["rows"]), parse_documents(each["documents"]))
            for name, each in found["files"].items()
        },
    )


def _checked(name: str) -> str:
    """Return the name of a file of a store; another one could be outside of its folder."""
    if not number_of(name):
        raise ValueError(name)
    return name


def parse_description(found: dict[str, Any]) -> Description:
    """Return a description from its JSON."""
    dimension = int(found["dimension"])
    if dimension < 0:
        raise ValueError(dimension)
    return Description(
        str(found["model"]),
        str(found["revision"]),
        dimension,
        int(found["version"]),
        check_long_texts(found.get("long_texts", "average")),
    )


def parse_documents(found: dict[str, Any]) -> dict[str, StoredDocument]:
    """Return documents from their JSON."""
    return {
        route: StoredDocument(str(document), str(settings), int(chunks), *map(str, chosen))
        for route, (document, settings, chunks, *chosen) in found.items()
    }


def replace_file(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file so that, whenever the process or the machine stops, it is complete or as before.

    Raises:
        OSError: It cannot be written; the unfinished file is removed.
    """
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with unfinished.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    _sync_folder(path.parent)


def remove_unfinished(folder: Path) -> None:
    """Remove the unfinished files that a killed process left."""
    for path in folder.glob(".*.unfinished"):
        with suppress(OSError):
            path.unlink()


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # a folder cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

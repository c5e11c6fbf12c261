"""Documents of a library, read one at a time: files of folders, or rows of a table."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from chunking.core.document import Document
from chunking.core.errors import LoadError, why_unreadable
from chunking.core.text.normalization import replace_surrogates
from chunking.loading import MAX_BYTES, files, find_files, load_bytes, names
from chunking.loading.language import guess_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_TABLES = (".parquet", ".jsonl", ".ndjson")
_FIELDS = ("text", "route", "id", "source", "title", "language", "domain", "media_type")
_HARMLESS = frozenset(
    {files.HIDDEN, files.EXCLUDED, files.LINK, files.IRREGULAR, files.UNSUPPORTED}
)


@dataclass(frozen=True, slots=True)
class LoadableDocument:
    """A document that is not loaded yet; it can be sent to other processes.

    Attributes:
        route: Where the document is in its library.
        data: Bytes of the file, or of the row as JSON.
        name: Name of the file; empty for a row.
    """

    route: str
    data: bytes
    name: str = ""

    @property
    def sha256(self) -> str:
        """SHA-256 of the data, and of the suffix of the name, which may determine the format."""
        digest = hashlib.sha256(self.data)
        digest.update(names.suffix_of(self.name).encode())
        return digest.hexdigest()

    def load(self, language: str | None, domain: str) -> tuple[Document, dict[str, Any]]:
        """Return the document and its metadata.

        A row keeps its own language and domain. The language is detected if there is neither one
        of its own nor an argument.

        Raises:
            LoadError: The data cannot be read, in one sentence.
        """
        if self.name:
            document = load_bytes(
                self.data, self.name, route=self.route, language=language, domain=domain
            )
            return document, {}
        row = json.loads(self.data)
        text = row.get("text")
        if not isinstance(text, str):
            raise LoadError("a document must have a text")
        text = replace_surrogates(text)
        document = Document(
            text,
            source=str(row.get("source") or self.route),
            route=self.route,
            language=str(row.get("language") or language or guess_language(text)),
            domain=str(row.get("domain") or domain),
            title=str(row.get("title") or ""),
            media_type=str(row.get("media_type") or "text/markdown"),
        )
        return document, {key: value for key, value in row.items() if key not in _FIELDS}


class Entry(NamedTuple):
    """A document of a source: its route, its approximate bytes, and how it is read.

    `read` raises `LoadError` in one sentence. The route of a damaged row is unknown.
    """

    route: str
    size: int
    read: Callable[[], LoadableDocument]
    is_known: bool = True


class LibrarySource(NamedTuple):
    """The documents of a library.

    Attributes:
        entries: The documents, read as they are used; may raise `LoadError`.
        size: Approximate bytes of all.
        problems: Folders that cannot be read, each with the reason.
    """

    entries: Iterator[Entry]
    size: int
    problems: tuple[tuple[str, str], ...] = ()


def open_source(
    paths: Sequence[str], *, include: Sequence[str] = (), exclude: Sequence[str] = ()
) -> LibrarySource:
    """Return the documents of files, folders and patterns, or of one Parquet or JSONL file.

    A row of such a file is a document with a `text`, and optionally `route` or `id`, `source`,
    `title`, `language`, `domain` and `media_type`; all other fields are its metadata.

    Raises:
        LoadError: A path does not exist, or there is no document.
    """
    if len(paths) == 1 and paths[0].lower().endswith(_TABLES) and Path(paths[0]).is_file():
        path = Path(paths[0])
        rows = _parquet_rows(path) if path.suffix.lower() == ".parquet" else _json_rows(path)
        return LibrarySource(rows, path.stat().st_size)
    found, skipped = find_files(paths, include=include, exclude=exclude)
    problems = tuple((each.name, each.reason) for each in skipped if each.reason not in _HARMLESS)
    if not found:
        detail = f" ({problems[0][0]}: {problems[0][1]})" if problems else ""
        raise LoadError(f"{', '.join(paths)[:200]}: no file of a supported format{detail}")
    sized = [(each, _size(each.path)) for each in found]
    entries = (
        Entry(replace_surrogates(each.route), size, _reader(each.path, each.route))
        for each, size in sized
    )
    return LibrarySource(entries, sum(size for _, size in sized), problems)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # reported when it is read
        return 0


def _reader(path: Path, route: str) -> Callable[[], LoadableDocument]:
    def read() -> LoadableDocument:
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise LoadError(why_unreadable(error)) from None
        return LoadableDocument(replace_surrogates(route), data, names.source_of(path.name))

    return read


def _json_rows(path: Path) -> Iterator[Entry]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _json_row(line, number)
    except OSError as error:
        raise LoadError(f"{path}: {why_unreadable(error)}") from None


def _json_row(line: bytes, number: int) -> Entry:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if isinstance(row, dict):
        return _entry(row, number, len(line))

    def fail() -> LoadableDocument:
        raise LoadError("it must be a JSON object")

    return Entry(f"line {number}", len(line), fail, is_known=False)


def _parquet_rows(path: Path) -> Iterator[Entry]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            if "text" not in file.schema_arrow.names:
                raise LoadError(f"{path}: it must have a column text")
            size = os.stat(path).st_size // max(1, file.metadata.num_rows)  # noqa: PTH116
            number = 0
            for batch in file.iter_batches(batch_size=256):
                for row in batch.to_pylist():
                    number += 1
                    yield _entry(row, number, size)
    except (OSError, pa.ArrowInvalid) as error:
        raise LoadError(f"{path}: not a readable Parquet file ({error!s:.80})") from None


def _entry(row: dict[str, Any], number: int, size: int) -> Entry:
    """Return a row as an entry; without a route or an id, its number is its route."""
    identity = row.get("route") or row.get("id")
    route = replace_surrogates(f"row {number}" if identity is None else str(identity))
    data = json.dumps(row, sort_keys=True, default=str).encode()
    return Entry(route, size, lambda: LoadableDocument(route, data))

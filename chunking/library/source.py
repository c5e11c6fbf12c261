"""Documents of a source, read one at a time: files of folders and patterns, or rows of a table."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chunking.core.document import Document
from chunking.core.errors import LoadError, why_unreadable
from chunking.core.packages import require
from chunking.core.text.languages import check_language
from chunking.core.text.normalization import replace_surrogates
from chunking.loading import find_files, load_bytes, names, read_file
from chunking.loading.files import HARMLESS, OUTPUT, SkippedFile, left_out
from chunking.loading.language import guess_language

_TABLES = (".parquet", ".jsonl", ".ndjson")
_FIELDS = ("text", "route", "id", "source", "title", "language", "domain", "media_type")


@dataclass(frozen=True, slots=True)
class Reading:
    """How documents are loaded.

    Attributes:
        language: Language of files, and of table rows without one; detected if None.
        domain: Domain of files, and of table rows without one.
        encoding: Encoding of files; detected if None.
        keep_removed: Whether the text that the loader removes is included.

    Raises:
        SettingsError: The language is no language code.
    """

    language: str | None = None
    domain: str = ""
    encoding: str | None = None
    keep_removed: bool = False

    def __post_init__(self) -> None:
        if self.language:
            check_language(self.language)


AS_DETECTED = Reading()
"""Everything as in the files, or detected."""


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document that is not loaded yet; it can be sent to other processes.

    Attributes:
        route: Where the document is in its source; a line number where `problem` says why that is
            unknown.
        path: The file, for a document that is one.
        data: Bytes of the file once it is read, or of the row as JSON.
        problem: Why a row cannot be read; empty if it can.
    """

    route: str
    size: int
    path: Path | None = None
    data: bytes | None = None
    problem: str = ""

    @property
    def name(self) -> str:
        """The name of the file; empty for a row."""
        return "" if self.path is None else names.source_of(self.path.name)

    @property
    def sha256(self) -> str:
        """SHA-256 of the data, and of the suffix of the name, which may determine the format."""
        digest = hashlib.sha256(self.data or b"")
        digest.update(names.suffix_of(self.name).encode())
        return digest.hexdigest()

    def read(self) -> SourceDocument:
        """Return the document with its data."""
        if self.problem:
            raise LoadError(self.problem)
        if self.data is not None or self.path is None:
            return self
        return replace(self, data=read_file(self.path))

    def load(self, reading: Reading) -> tuple[Document, dict[str, Any]]:
        """Return the document and its metadata.

        A row keeps its own language and domain. The language is detected if there is neither one
        of its own nor an argument.
        """
        data = self.read().data or b""
        if self.path is None:
            return _of_row(json.loads(data), self.route, reading)
        try:
            document = load_bytes(
                data,
                self.name,
                route=self.route,
                language=reading.language,
                domain=reading.domain,
                encoding=reading.encoding,
            )
        except LoadError as error:
            named = f"{names.display_name(self.name)}: "
            raise LoadError(str(error).removeprefix(named)) from error
        return document.restored() if reading.keep_removed else document, {}


def _of_row(row: dict[str, Any], route: str, reading: Reading) -> tuple[Document, dict[str, Any]]:
    text = row.get("text")
    if not isinstance(text, str):
        raise LoadError("a document must have a text")
    text = replace_surrogates(text)
    document = Document(
        text,
        source=str(row.get("source") or route),
        route=route,
        language=str(row.get("language") or reading.language or guess_language(text)),
        domain=str(row.get("domain") or reading.domain),
        title=str(row.get("title") or ""),
        media_type=str(row.get("media_type") or "text/markdown"),
    )
    return document, {key: value for key, value in row.items() if key not in _FIELDS}


@dataclass(frozen=True, slots=True)
class Source:
    """The documents of a source.

    Attributes:
        documents: The documents, read as they are used; may raise `LoadError`.
        count: The number of documents; None for a table.
        problems: Files and folders that cannot be read, each with the reason.
        skipped: Files and folders that are no documents, each with the reason.
    """

    documents: Iterator[SourceDocument]
    size: int
    count: int | None = None
    problems: tuple[tuple[str, str], ...] = ()
    skipped: tuple[SkippedFile, ...] = ()


def open_source(
    paths: Sequence[str],
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    tables: bool = True,
    output: Path | None = None,
) -> Source:
    """Return the documents of files, folders and patterns, or of one Parquet or JSONL file.

    A row of such a file is a document with a `text`, and optionally `route` or `id`, `source`,
    `title`, `language`, `domain` and `media_type`; all other fields are its metadata.

    Args:
        tables: Whether a single Parquet or JSONL file is a table of documents.
        output: A file or folder that is skipped, since documents are written to it.

    Raises:
        LoadError: A path does not exist, or there is no document.
    """
    path = Path(paths[0]) if tables and len(paths) == 1 else None
    if path is not None and path.name.lower().endswith(_TABLES) and path.is_file():
        rows = _parquet_rows(path) if path.suffix.lower() == ".parquet" else _json_rows(path)
        return Source(rows, path.stat().st_size)
    found, left = find_files(paths, include=include, exclude=exclude)
    problems = tuple((each.name, each.reason) for each in left if each.reason not in HARMLESS)
    skipped = [each for each in left if each.reason in HARMLESS]
    documents = []
    for each in found:
        if output is not None and each.path.resolve().is_relative_to(output.resolve()):
            skipped.append(SkippedFile(str(each.path), OUTPUT))
        else:
            route = replace_surrogates(each.route)
            documents.append(SourceDocument(route, _size(each.path), each.path))
    if not documents:
        detail = f" ({problems[0][0]}: {problems[0][1]})" if problems else ""
        raise LoadError(f"no document was found{detail}{left_out(skipped)}")
    size = sum(each.size for each in documents)
    return Source(iter(documents), size, len(documents), problems, tuple(skipped))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # reported when it is read
        return 0


def _json_rows(path: Path) -> Iterator[SourceDocument]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _json_row(line, number)
    except OSError as error:
        raise LoadError(f"{path}: {why_unreadable(error)}") from None


def _json_row(line: bytes, number: int) -> SourceDocument:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if isinstance(row, dict):
        return _row(row, number, len(line))
    return SourceDocument(f"line {number}", len(line), problem="it must be a JSON object")


def _parquet_rows(path: Path) -> Iterator[SourceDocument]:
    require("Parquet", "pyarrow")
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
                    yield _row(row, number, size)
    except (OSError, pa.ArrowInvalid) as error:
        raise LoadError(f"{path}: not a readable Parquet file ({error!s:.80})") from None


def _row(row: dict[str, Any], number: int, size: int) -> SourceDocument:
    """Return a row as a document; without a route or an id, its number is its route."""
    identity = row.get("route") or row.get("id")
    route = replace_surrogates(f"row {number}" if identity is None else str(identity))
    data = json.dumps(row, sort_keys=True, default=str).encode()
    return SourceDocument(route, size, data=data)

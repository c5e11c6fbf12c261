"""Files of chunks, of one document or of many.

What encodes a document runs in the worker processes; what writes it runs in the main one, in order.
Without UUIDs nothing is random, so that equal runs write equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from chunking.core.chunking import Chunking, rows_of
from chunking.core.errors import ChunkingError, SettingsError, why_not_written
from chunking.core.files import atomic_file
from chunking.core.frames import arrow_schema, arrow_table
from chunking.core.rows import columns_of
from chunking.core.text.normalization import replace_surrogates
from chunking.loading.own_files import PARQUET_KEY
from chunking.output.export import EXPORTS, to_text
from chunking.output.export.csv_table import csv_header, csv_records
from chunking.output.export.jsonl import json_lines

if TYPE_CHECKING:
    import pyarrow as pa


SUFFIXES = {name: f".{each.suffix}" for name, each in EXPORTS.items()} | {"parquet": ".parquet"}
"""The suffix of each format."""

# Rows of a Parquet row group, which is in memory until it is written: some 20 MB.
_ROW_GROUP = 16_384

Part: TypeAlias = "bytes | pa.Table"
"""The encoded chunks of one document; an Arrow table for Parquet."""

AddPart: TypeAlias = "Callable[[str, Part], None]"
"""What adds the part of a document, by its route."""


class Writable(Protocol):
    """A binary file that is open for writing."""

    def write(self, data: bytes, /) -> Any:  # noqa: ANN401 - files return a number, or nothing
        """Write bytes."""
        ...


class ChunkOutput(NamedTuple):
    """Where and how chunks are written.

    Attributes:
        format: One of `SUFFIXES`.
        path: A file or folder; None for a file that is open.
        is_folder: Whether each document has a file below the path.
    """

    format: str
    path: Path | None = None
    is_folder: bool = False
    uuids: bool = False
    safe_csv: bool = False

    def encode(self, chunking: Chunking) -> Part:
        """Return the chunks of a document as a part of a file."""
        if self.format == "text":
            return to_text(chunking).encode()
        rows = rows_of(chunking, uuids=self.uuids)
        if self.format == "parquet":
            return arrow_table(rows, columns_of(uuids=self.uuids))
        if self.format == "csv":
            return csv_records(rows, safe=self.safe_csv).encode()
        return json_lines(rows).encode()

    @contextmanager
    def open(self, file: Writable, *, titles: bool = False) -> Iterator[AddPart]:
        """Yield what adds the chunks of documents; files are complete or not there.

        Args:
            file: Where they are written without a path.
            titles: Whether the route is written above the text of a document.
        """
        if self.path is None:
            with self._writer(file, titles=titles) as add:
                yield add
            return
        try:
            if self.is_folder:
                yield self._add_below
            else:
                with self._file(self.path, titles=titles) as add:
                    yield add
        except OSError as error:
            reason = why_not_written(error)
            raise ChunkingError(f"{self.path} cannot be written: {reason}") from None

    def _add_below(self, route: str, part: Part) -> None:
        """Write the file of a document: `notes/a.md` becomes `FOLDER/notes/a.md.jsonl`."""
        folder = self.path or Path()
        target = folder / f"{route}{SUFFIXES[self.format]}"
        if not target.resolve().is_relative_to(folder.resolve()):
            raise SettingsError(f"a route must stay below the folder of its source, got {route!r}")
        target.parent.mkdir(parents=True, exist_ok=True)
        with self._file(target, titles=False) as add:
            add(route, part)

    @contextmanager
    def _file(self, path: Path, *, titles: bool) -> Iterator[AddPart]:
        with (
            atomic_file(path) as unfinished,
            unfinished.open("wb") as file,
            self._writer(file, titles=titles) as add,
        ):
            yield add

    @contextmanager
    def _writer(self, file: Writable, *, titles: bool) -> Iterator[AddPart]:
        columns = columns_of(uuids=self.uuids)
        if self.format == "parquet":
            with _parquet(file, arrow_schema(columns)) as add:
                yield add
            return
        if self.format == "csv":
            file.write(csv_header(columns).encode())

        def add_bytes(route: str, part: Any) -> None:  # noqa: ANN401 - bytes
            if titles and self.format == "text":
                file.write(f"══ {replace_surrogates(route)} ══\n".encode())
            file.write(part)

        yield add_bytes


@contextmanager
def _parquet(file: Any, schema: pa.Schema) -> Iterator[AddPart]:  # noqa: ANN401 - a file of any kind
    import pyarrow as pa
    from pyarrow import parquet

    marked = schema.with_metadata({PARQUET_KEY: b"chunks"})
    with parquet.ParquetWriter(file, marked, compression="zstd") as writer:
        waiting: list[pa.Table] = []

        def flush() -> None:
            if waiting:
                writer.write_table(pa.concat_tables(waiting))
                waiting.clear()

        def add(_: str, part: Any) -> None:  # noqa: ANN401 - an Arrow table
            waiting.append(part)
            if sum(table.num_rows for table in waiting) >= _ROW_GROUP:
                flush()

        yield add
        flush()

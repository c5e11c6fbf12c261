"""Files of chunks, of one document or of many.

What encodes a document runs in the worker processes; what writes it runs in the main one, in order.
Without UUIDs nothing is random, so that equal runs write equal bytes.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from chunking.core.atomic_file import atomic_file
from chunking.core.errors import SettingsError
from chunking.core.frames import arrow_schema, arrow_table
from chunking.core.rows import columns_of, rows_of
from chunking.core.text.normalization import replace_surrogates
from chunking.output.export import EXPORTS, to_text
from chunking.output.export.csv_table import csv_header, csv_records
from chunking.output.export.jsonl import json_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import pyarrow as pa

    from chunking.core.chunking import Chunking

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


class FileFormat(NamedTuple):
    """A format of files: its name in `SUFFIXES`, and whether rows have a random UUID."""

    name: str
    uuids: bool = False

    def encode(self, chunking: Chunking) -> Part:
        """Return the chunks of a document as a part of a file."""
        if self.name == "text":
            return to_text(chunking).encode()
        rows = rows_of(chunking, uuids=self.uuids)
        if self.name == "parquet":
            return arrow_table(rows, columns_of(uuids=self.uuids))
        return (csv_records(rows) if self.name == "csv" else json_lines(rows)).encode()

    @contextmanager
    def writer(self, file: Writable, *, titles: bool = False) -> Iterator[AddPart]:
        """Yield what adds parts to a file; `titles` writes the route above each text."""
        if self.name == "parquet":
            with _parquet(file, arrow_schema(columns_of(uuids=self.uuids))) as add:
                yield add
            return
        if self.name == "csv":
            file.write(csv_header(columns_of(uuids=self.uuids)).encode())

        def add_bytes(route: str, part: Part) -> None:
            if titles and self.name == "text":
                file.write(f"══ {replace_surrogates(route)} ══\n".encode())
            file.write(part)

        yield add_bytes

    @contextmanager
    def file(self, path: Path, *, titles: bool = False) -> Iterator[AddPart]:
        """Yield what adds parts to a file that is complete or not there, as `writer`.

        Raises:
            OSError: The file cannot be written.
        """
        with (
            atomic_file(path) as unfinished,
            unfinished.open("wb") as file,
            self.writer(file, titles=titles) as add,
        ):
            yield add

    def in_folder(self, folder: Path) -> AddPart:
        """Return what writes the file of each document below a folder, by its route.

        The file of `notes/a.md` is `FOLDER/notes/a.md.jsonl`. Each is complete or not there.
        """

        def write(route: str, part: Part) -> None:
            target = folder / f"{route}{SUFFIXES[self.name]}"
            if not target.resolve().is_relative_to(folder.resolve()):
                raise SettingsError(
                    f"a route must stay below the folder of its source, got {route!r}"
                )
            target.parent.mkdir(parents=True, exist_ok=True)
            with self.file(target) as add:
                add(route, part)

        return write


@contextmanager
def _parquet(file: Any, schema: pa.Schema) -> Iterator[AddPart]:  # noqa: ANN401 - a file of any kind
    import pyarrow as pa
    from pyarrow import parquet

    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
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

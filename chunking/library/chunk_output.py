"""The chunks of many documents in one file, or in one file per document.

What encodes a document runs in the worker processes; what writes it runs in the main one, in order.
Nothing is random, so that equal runs write equal bytes.
"""

from __future__ import annotations

import csv
import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from chunking.core.atomic_file import atomic_file
from chunking.core.chunking import Chunking
from chunking.core.errors import SettingsError
from chunking.core.frames import COLUMNS, arrow_table
from chunking.core.text.normalization import replace_surrogates
from chunking.output.export import EXPORTS, to_text
from chunking.output.export.jsonl import json_line
from chunking.output.export.rows import join_lists

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# The suffix of each format.
SUFFIXES = {"jsonl": ".jsonl", "csv": ".csv", "parquet": ".parquet", "text": ".txt"}

# Rows of a Parquet row group, which is in memory until it is written: some 20 MB.
_ROW_GROUP = 16_384


# ---- encoding ------------------------------------------------------------------------------------


def encode_alone(format_: str, chunking: Chunking) -> bytes:
    """Return the file of one document: an export of it, as of a single document, or Parquet."""
    if format_ == "parquet":
        file = io.BytesIO()
        with _parquet(file) as write:
            write("", chunking.to_arrow())
        return file.getvalue()
    return EXPORTS[format_].write(chunking).encode("utf-8", "replace")


def encode_part(format_: str, chunking: Chunking) -> Any:  # noqa: ANN401 - as the writer takes it
    """Return a document as a part of a file of many: bytes, or an Arrow table for Parquet.

    The columns are those of `Chunking.to_arrow`; lines of JSON have the keys of `Chunk.to_dict`
    after the route.
    """
    return _PARTS[format_](chunking)


def header(format_: str) -> bytes:
    """Return what a file of many documents begins with."""
    return f"{','.join(COLUMNS)}\r\n".encode() if format_ == "csv" else b""


def _jsonl_part(chunking: Chunking) -> bytes:
    route = {"route": chunking.document.route}
    return "".join(f"{json_line(route | each.to_dict())}\n" for each in chunking).encode()


def _csv_part(chunking: Chunking) -> bytes:
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerows(join_lists(record).values() for record in chunking.records())
    return replace_surrogates(file.getvalue()).encode()


def _text_part(chunking: Chunking) -> bytes:
    route = replace_surrogates(chunking.document.route)
    return f"══ {route} ══\n{to_text(chunking)}".encode()


_PARTS: dict[str, Callable[[Chunking], Any]] = {
    "jsonl": _jsonl_part,
    "csv": _csv_part,
    "text": _text_part,
    "parquet": Chunking.to_arrow,
}


# ---- writing -------------------------------------------------------------------------------------


def folder_writer(folder: Path, format_: str) -> Callable[[str, bytes], None]:
    """Return a function that writes the file of a document below the folder, by its route.

    The file of `notes/a.md` is `FOLDER/notes/a.md.jsonl`. Each is complete or not there.
    """

    def write(route: str, content: bytes) -> None:
        target = folder / f"{route}{SUFFIXES[format_]}"
        if not target.resolve().is_relative_to(folder.resolve()):
            raise SettingsError(f"a route must stay below the folder of its source, got {route!r}")
        target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(target) as unfinished:
            unfinished.write_bytes(content)

    return write


@contextmanager
def file_writer(path: Path, format_: str) -> Iterator[Callable[[str, Any], None]]:
    """Yield a function that adds the part of a document to a file, which is complete or not there.

    Raises:
        OSError: The file cannot be written.
    """
    with atomic_file(path) as unfinished, unfinished.open("wb") as file:
        if format_ == "parquet":
            with _parquet(file) as write:
                yield write
            return
        file.write(header(format_))

        def add(_: str, part: bytes) -> None:
            file.write(part)

        yield add


@contextmanager
def _parquet(file: Any) -> Iterator[Callable[[str, Any], None]]:  # noqa: ANN401 - a binary file
    import pyarrow as pa
    from pyarrow import parquet

    with parquet.ParquetWriter(file, arrow_table([]).schema, compression="zstd") as writer:
        waiting: list[Any] = []

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

"""A Parquet file of chunks, in small row groups that are read and written one at a time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np

from chunking.library.stores.manifest import replace_file
from chunking.library.stores.parquet_folder import WORDS, not_written
from chunking.retrieval.word_index import WordPostings

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

# Rows that are read or merged together; the chunks of a document are found by the first and last
# route.
ROW_GROUP = 1_000
# The numbers of vectors. Compressing them saves nothing, and reading takes four times as long.
_VECTOR = "vector.list.element"


def read_columns(path: Path, columns: list[str], routes: list[str] | None = None) -> pa.Table:
    """Return columns of a file, of the documents with some routes or of all.

    Raises:
        OSError, ArrowInvalid, KeyError: It cannot be read, is damaged or has other columns.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    # A dataset, and threads that each read ahead, would take some 50 MB more for a small table.
    with pq.ParquetFile(path, pre_buffer=False) as file:
        if routes is None:
            return file.read(columns, use_threads=False).select(columns)
        groups = _groups(file.metadata, routes)
        table = file.read_row_groups(groups, columns, use_threads=False).select(columns)
    return table.filter(pc.is_in(table["route"], pa.array(routes, pa.string())))


def _groups(footer: pq.FileMetaData, routes: list[str]) -> list[int]:
    """Return the row groups whose first and last route do not exclude all of some routes."""
    column = footer.schema.names.index("route")
    found = []
    for group in range(footer.num_row_groups):
        limits = footer.row_group(group).column(column).statistics
        if (
            limits is None
            or not limits.has_min_max
            or any(limits.min <= route <= limits.max for route in routes)
        ):
            found.append(group)
    return found


def write_tables(path: Path, schema: pa.Schema, tables: Iterable[pa.Table]) -> int:
    """Write tables, one at a time, as a file that is in place when complete; return its rows."""
    import pyarrow.parquet as pq

    leaves = [
        f"{field.name}.list.element" if hasattr(field.type, "value_type") else field.name
        for field in schema
    ]

    rows = 0

    def write(file: IO[bytes]) -> None:
        nonlocal rows
        with pq.ParquetWriter(
            file,
            schema,
            compression={leaf: "none" if leaf == _VECTOR else "zstd" for leaf in leaves},
            use_dictionary=[leaf for leaf in leaves if leaf != _VECTOR],
        ) as writer:
            for table in tables:
                writer.write_table(table.cast(schema), row_group_size=ROW_GROUP)
                rows += len(table)

    replace_file(path, write)
    return rows


def has_words(folder: Path, name: str) -> bool:
    """Return whether the words of a file of a store are saved."""
    return words_path(folder, name).is_file()


def read_words(folder: Path, name: str) -> WordPostings | None:
    """Return the saved words of a file of a store; None if there are none, or they are damaged."""
    try:
        with np.load(words_path(folder, name), allow_pickle=False) as found:
            return WordPostings(*(found[each] for each in WordPostings._fields))
    except (OSError, ValueError, KeyError):
        return None


def save_words(folder: Path, name: str, words: WordPostings) -> None:
    """Save the words of a file of a store."""
    path = words_path(folder, name)
    try:
        path.parent.mkdir(exist_ok=True)
        replace_file(path, lambda file: np.savez(file, **words._asdict()))
    except OSError as error:
        raise not_written(folder, error) from None


def words_path(folder: Path, name: str) -> Path:
    """Return the path of the words of a file."""
    return folder / WORDS / f"{name.partition('.')[0]}.npz"

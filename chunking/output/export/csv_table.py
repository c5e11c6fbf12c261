"""Rows of chunks as CSV, and those of all levels of nested chunkings."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from chunking.core.chunking import Chunking, check_chunking, rows_of
from chunking.core.layout import PATH_SEPARATOR
from chunking.core.rows import COLUMNS, LEVEL_COLUMNS, Column, columns_of
from chunking.core.text.normalization import replace_surrogates
from chunking.output.export.jsonl import json_lines

# What spreadsheets take for the start of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(chunking: Chunking, *, uuids: bool = False, safe: bool = False) -> str:
    """Return CSV (RFC 4180) with a header and one record for each chunk.

    The columns are those of `chunking.core.rows`, with `uuids` also a random UUID. Records end with
    CR LF and line ends inside a text are kept, so write it with `newline=""`. The heading path is
    joined by " > ", locations by ", ". Lone surrogates become U+FFFD. With `safe`, an apostrophe is
    put before texts that spreadsheets would take for formulas.
    """
    rows = rows_of(check_chunking(chunking), uuids=uuids)
    return csv_header(columns_of(uuids=uuids)) + csv_records(rows, safe=safe)


def csv_header(columns: Iterable[Column] = COLUMNS) -> str:
    """Return the names of columns as a record."""
    return f"{','.join(column.name for column in columns)}\r\n"


def csv_records(rows: Iterable[dict[str, Any]], *, safe: bool = False) -> str:
    """Return rows as records; `safe` as in `to_csv`."""
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\r\n").writerows(_cells(row, safe=safe) for row in rows)
    return replace_surrogates(file.getvalue())


def _cells(row: dict[str, Any], *, safe: bool) -> list[object]:
    """Return the values of a row, lists as text."""
    cells = [
        (PATH_SEPARATOR if name == "heading_path" else ", ").join(value)
        if isinstance(value, list)
        else value
        for name, value in row.items()
    ]
    if safe:
        return [f"'{c}" if isinstance(c, str) and c.startswith(_FORMULA) else c for c in cells]
    return cells


def nested_rows(levels: Sequence[Chunking]) -> Iterator[dict[str, Any]]:
    """Yield the row of each chunk, outermost level first, with `LEVEL_COLUMNS`."""
    for number, level in enumerate(levels):
        above = levels[number - 1] if number else None
        for chunk in level:
            row = chunk.to_dict()
            parent = row["parent"]
            inside = None if above is None or parent is None else above[parent]
            yield row | {"level": number, "parent_id": None if inside is None else inside.id}


def nested_jsonl(levels: Sequence[Chunking]) -> str:
    """Return one JSON object per line for each of `nested_rows`."""
    return json_lines(nested_rows(levels))


def nested_csv(levels: Sequence[Chunking]) -> str:
    """Return CSV in the format of `to_csv` with a record for each of `nested_rows`."""
    return csv_header((*COLUMNS, *LEVEL_COLUMNS)) + csv_records(nested_rows(levels))


NESTED_EXPORTS: dict[str, Callable[[Sequence[Chunking]], str]] = {
    "jsonl": nested_jsonl,
    "csv": nested_csv,
}

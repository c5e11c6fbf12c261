"""Rows of chunks as CSV."""

import csv
import io
from collections.abc import Iterable
from typing import Any

from chunking.core.chunking import Chunking, check_chunking
from chunking.core.layout import PATH_SEPARATOR
from chunking.core.rows import COLUMNS, Column, columns_of, rows_of
from chunking.core.text.normalization import replace_surrogates

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

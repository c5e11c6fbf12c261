"""Export of all levels of nested chunkings, as JSON lines and CSV."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from chunking.core.chunking import Chunking
from chunking.core.rows import COLUMNS, LEVEL_COLUMNS
from chunking.output.export.csv_table import csv_header, csv_records
from chunking.output.export.jsonl import json_lines


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

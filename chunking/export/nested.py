"""The levels of a nested chunking as rows, each with its level and its parent."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from chunking.export.rows import KEYS, PATH_SEPARATOR, rows
from chunking.normalize import encodable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunking.chunks import Chunking

NESTED_KEYS = ("level", "parent", "parent_id", *(key for key in KEYS if key != "parent"))


def nested_rows(levels: Sequence[Chunking]) -> Iterator[dict[str, object]]:
    """One dictionary a chunk with the keys `NESTED_KEYS`, level after level, outermost first.

    `level` counts from 0; `parent` is the index of the enclosing chunk in the level before and
    `parent_id` its id, both None in the first.
    """
    for number, level in enumerate(levels):
        above = levels[number - 1] if number else None
        for row, parent in zip(rows(level), level.parent.tolist(), strict=True):
            inside = None if above is None or parent < 0 else above[parent]
            above_it = {"parent_id": None if inside is None else inside.id}
            yield {"level": number, "parent": row.pop("parent"), **above_it, **row}


def nested_jsonl(levels: Sequence[Chunking]) -> str:
    """One JSON object a line with the keys of `nested_rows`, all of it ASCII."""
    return "".join(f"{json.dumps(row)}\n" for row in nested_rows(levels))


def nested_csv(levels: Sequence[Chunking]) -> str:
    """A header and one record a chunk, as `to_csv` writes them; empty where there is no parent."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(NESTED_KEYS)
    paths = (path for level in levels for path in level.heading)
    for row, path in zip(nested_rows(levels), paths, strict=True):
        writer.writerow((row | {"heading_path": PATH_SEPARATOR.join(path)}).values())
    return encodable(file.getvalue())

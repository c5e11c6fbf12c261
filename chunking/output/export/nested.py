"""Export of all levels of nested chunkings, as JSON lines and CSV."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from chunking.core.text.normalization import replace_surrogates
from chunking.output.export.rows import KEYS, join_lists, keys, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunking.core.chunking import Chunking


def nested_keys(levels: Sequence[Chunking]) -> tuple[str, ...]:
    """Return the keys of `nested_rows`."""
    own = keys(levels[0]) if levels else KEYS
    return ("level", "parent", "parent_id", *(key for key in own if key != "parent"))


def nested_rows(levels: Sequence[Chunking]) -> Iterator[dict[str, object]]:
    """Yield one dictionary for each chunk with the keys `nested_keys`, outermost level first.

    `level` counts from 0; `parent` is the index and `parent_id` the id of the enclosing chunk in
    the level before, None in the first.
    """
    for number, level in enumerate(levels):
        above = levels[number - 1] if number else None
        for row, parent in zip(rows(level), level.parent.tolist(), strict=True):
            inside = None if above is None or parent < 0 else above[parent]
            above_it = {"parent_id": None if inside is None else inside.id}
            yield {"level": number, "parent": row.pop("parent"), **above_it, **row}


def nested_jsonl(levels: Sequence[Chunking]) -> str:
    """Return one JSON object per line with the keys of `nested_rows`, in ASCII."""
    return "".join(f"{json.dumps(row)}\n" for row in nested_rows(levels))


def nested_csv(levels: Sequence[Chunking]) -> str:
    """Return CSV in the format of `to_csv` with the keys of `nested_rows`."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(nested_keys(levels))
    writer.writerows(join_lists(row).values() for row in nested_rows(levels))
    return replace_surrogates(file.getvalue())


NESTED_EXPORTS: dict[str, Callable[[Sequence[Chunking]], str]] = {
    "jsonl": nested_jsonl,
    "csv": nested_csv,
}

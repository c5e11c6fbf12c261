"""A file of chunks as records: JSON, JSON lines or CSV, of strings, of offsets, or of both."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunking.errors import LoadError, why_unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# What the programs of this field call the text of a chunk and its half-open offsets.
TEXT_KEYS = ("text", "page_content", "pageContent", "content", "chunk", "chunk_text")
START_KEYS = (
    "start",
    "start_char_idx",
    "startCharIdx",
    "start_index",
    "start_char",
    "start_offset",
)
END_KEYS = ("end", "end_char_idx", "endCharIdx", "end_index", "end_char", "end_offset")
# Where a program that writes its objects as they are keeps what is asked for.
_WRAPPERS = ("kwargs", "node", "__data__", "text_resource", "metadata")
_LISTS = ("chunks", "documents", "nodes", "texts")
_DELIMITERS = ",;\t"
# What no table begins with.
_BEGINS_JSON = re.compile(r"""\s*(?:\{\s*"|\[\s*[\[{"])""")
# A chunk is one field of a table, and a document may be one chunk.
_LARGEST_FIELD = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Record:
    """One chunk as it was given: its text, its offsets `[start, end)`, or both.

    `start` lies before the overlap, if there is any.
    """

    text: str | None = None
    start: int | None = None
    end: int | None = None


def read_records(data: bytes, name: str = "") -> list[Record]:
    """The chunks in a file, in its order; the content says which format it is.

    A JSON record is a string, a pair of offsets, or an object as LangChain, LlamaIndex and others
    write it. A CSV file has a header that names the text or both offsets, or one column alone.
    `name` is the file's; only an ending in `.csv` or `.tsv` has a meaning.

    Raises:
        LoadError: it is not UTF-8, holds nothing, or a record is neither text nor offsets.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LoadError(why_unreadable(error)) from None
    found = _records(text, name) if text.strip() else []
    if not found:
        raise LoadError("a file of chunks must hold at least one; this one is empty")
    return found


def _records(text: str, name: str) -> list[Record]:
    if name.lower().endswith((".csv", ".tsv")):
        return _table(text)
    if text.lstrip()[0] in '[{"':
        values = _json(text)
        if values is not None:
            return [_record(value, number) for number, value in enumerate(values, 1)]
    return _table(text)


def _json(text: str) -> list[object] | None:
    """The values of a JSON file or of JSON lines; None where not even the first line is JSON."""
    try:
        return _members(json.loads(text))
    except RecursionError:
        raise LoadError("chunks in JSON must not be nested as deeply as these") from None
    except json.JSONDecodeError as error:
        damage = f"in line {error.lineno}: {error.msg}"
    except ValueError as error:  # a number that no program reads
        damage = f"({error})"
    values: list[object] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            if not values:
                if _BEGINS_JSON.match(text):
                    said = f"chunks in JSON must be whole; these are damaged {damage}"
                    raise LoadError(said) from None
                return None
            raise LoadError(
                f"line {number} must be JSON as the lines before, got {line[:40]!r}"
            ) from None
    return values


def _members(value: object) -> list[object]:
    """The records of a JSON value: a list of them, an object that holds one, or one by itself."""
    if isinstance(value, list) and not _is_span(value):
        return value
    if isinstance(value, dict) and _first(value, (*TEXT_KEYS, *START_KEYS)) is None:
        for key in _LISTS:
            if isinstance(value.get(key), list):
                return list(value[key])
    return [value]


def _record(value: object, number: int) -> Record:
    """The record that a JSON value is."""
    if isinstance(value, str):
        return Record(value)
    if isinstance(value, list) and _is_span(value):
        return Record(None, value[0], value[1])
    found = _from_object(value) if isinstance(value, dict) else None
    if found is None:
        raise LoadError(
            f"chunk {number} must be a string, a pair [start, end], or an object with "
            f"{_named(TEXT_KEYS[:2])} or with start and end, got {json.dumps(value)[:60]}"
        )
    return found


def _from_object(value: Mapping[str, object]) -> Record | None:
    """The record in an object or in what it wraps; None where there is none."""
    text = _within(value, TEXT_KEYS)
    start = _offset(_within(value, START_KEYS))
    end = _offset(_within(value, END_KEYS))
    overlap = _offset(value.get("overlap"))
    if start is not None and end is not None and overlap is not None:
        start -= overlap
    if isinstance(text, str):
        return Record(text, start, end)
    return None if start is None or end is None else Record(None, start, end)


def _within(value: Mapping[str, object], keys: Sequence[str]) -> object:
    """The value of the first of some keys, of an object or else of one that it wraps."""
    found = _first(value, keys)
    if found is not None:
        return found
    inner = (value.get(wrapper) for wrapper in _WRAPPERS)
    wrapped = (_within(each, keys) for each in inner if isinstance(each, Mapping))
    return next((each for each in wrapped if each is not None), None)


def _first(value: Mapping[str, object], keys: Iterable[str]) -> object:
    return next((value[key] for key in keys if value.get(key) is not None), None)


def _table(text: str) -> list[Record]:
    """The records of a CSV file: columns by their names, or all of one column."""
    for delimiter in _DELIMITERS:
        head, *rows = _rows(text, delimiter)
        names = [name.strip() for name in head]
        if _names_one(names, TEXT_KEYS) or (
            _names_one(names, START_KEYS) and _names_one(names, END_KEYS)
        ):
            return [_from_row(names, row, number) for number, row in enumerate(rows, 1)]
    rows = _rows(text, ",")
    if any(len(row) != 1 for row in rows):
        raise LoadError(
            f"a table of chunks must have a column named {_named(TEXT_KEYS[:2])}, or start and "
            f"end; this one has {', '.join(rows[0])[:60]!r}"
        )
    return [Record(row[0]) for row in rows]


def _rows(text: str, delimiter: str) -> list[list[str]]:
    """The rows of a table that hold anything; a field may be as long as a document."""
    limit = csv.field_size_limit(_LARGEST_FIELD)
    try:
        return [
            row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row
        ]
    except csv.Error as error:
        raise LoadError(f"a table of chunks must be CSV; this one is not ({error})") from None
    finally:
        csv.field_size_limit(limit)


def _from_row(names: list[str], row: list[str], number: int) -> Record:
    """The record in a row; an empty text where the row has none."""
    cells = {name: cell for name, cell in zip(names, row, strict=False) if cell}
    found = _from_object(cells)
    if found is None and not _names_one(names, TEXT_KEYS):
        raise LoadError(f"row {number} must have whole numbers as start and end, got {row!r:.60}")
    return found or Record("")


def _names_one(names: Sequence[str], keys: Iterable[str]) -> bool:
    return not set(keys).isdisjoint(names)


def _is_span(value: Sequence[object]) -> bool:
    return len(value) == 2 and all(type(each) is int for each in value)


def _offset(value: object) -> int | None:
    """A whole number, also where a table writes it with decimals; None for all else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else None


def _named(keys: Sequence[str]) -> str:
    return " or ".join(keys)

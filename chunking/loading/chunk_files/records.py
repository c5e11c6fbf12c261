"""Records of chunk files: JSON, JSON lines or CSV, with text, offsets or both."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chunking.core.errors import LoadError, why_unreadable

# Names that other programs use for the text of a chunk and for its half-open offsets.
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
# Fields in which serialized objects hold those.
_WRAPPERS = ("kwargs", "node", "__data__", "text_resource", "metadata")
_LISTS = ("chunks", "documents", "nodes", "texts")
_DELIMITERS = ",;\t"
# The start of JSON, which is not the start of a table.
_BEGINS_JSON = re.compile(r"""\s*(?:\{\s*"|\[\s*[\[{"])""")
# A field is a chunk, which may be as long as a document.
_MAX_FIELD = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Record:
    """A chunk in a file: its text, its offsets `[start, end)`, or both.

    `start` includes the overlap.
    """

    text: str | None = None
    start: int | None = None
    end: int | None = None


def read_records(data: bytes, name: str = "") -> list[Record]:
    """Return the records of a chunk file, whose format is detected from its content.

    A JSON record is a string, a pair of offsets, or an object as LangChain, LlamaIndex and others
    write it. A CSV file has a header that names the text or both offsets, or a single column. The
    suffix of the file name matters only if it is `.csv` or `.tsv`.

    Raises:
        LoadError: It is not UTF-8, is empty, or a record is neither text nor offsets.
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
    """Return the values of JSON or JSON lines; None if not even the first line is JSON."""
    try:
        return _members(json.loads(text))
    except RecursionError:
        raise LoadError("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        damage = f"in line {error.lineno}: {error.msg}"
    except ValueError as error:  # a number with too many digits
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
                    raise LoadError(f"chunks in JSON must be valid; error {damage}") from None
                return None
            raise LoadError(
                f"line {number} must be JSON like the lines before, got {line[:40]!r}"
            ) from None
    return values


def _members(value: object) -> list[object]:
    """Return the records of a JSON value: a list, an object with a list, or a single record."""
    if isinstance(value, list) and not _is_span(value):
        return value
    if isinstance(value, dict) and _first(value, (*TEXT_KEYS, *START_KEYS)) is None:
        for key in _LISTS:
            if isinstance(value.get(key), list):
                return list(value[key])
    return [value]


def _record(value: object, number: int) -> Record:
    """Return a JSON value as a record."""
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
    """Return the record in an object or in one that it wraps; None if there is none."""
    text = _lookup(value, TEXT_KEYS)
    start = _offset(_lookup(value, START_KEYS))
    end = _offset(_lookup(value, END_KEYS))
    overlap = _offset(value.get("overlap"))
    if start is not None and end is not None and overlap is not None:
        start -= overlap
    if isinstance(text, str):
        return Record(text, start, end)
    return None if start is None or end is None else Record(None, start, end)


def _lookup(value: Mapping[str, object], keys: Sequence[str]) -> object:
    """Return the value of the first of the keys in an object, else in one that it wraps."""
    found = _first(value, keys)
    if found is not None:
        return found
    inner = (value.get(wrapper) for wrapper in _WRAPPERS)
    wrapped = (_lookup(each, keys) for each in inner if isinstance(each, Mapping))
    return next((each for each in wrapped if each is not None), None)


def _first(value: Mapping[str, object], keys: Iterable[str]) -> object:
    return next((value[key] for key in keys if value.get(key) is not None), None)


def _table(text: str) -> list[Record]:
    """Return the records of a CSV file, by the names of its columns or from a single one."""
    for delimiter in _DELIMITERS:
        head, *rows = _rows(text, delimiter)
        names = [name.strip() for name in head]
        if _has_any(names, TEXT_KEYS) or (
            _has_any(names, START_KEYS) and _has_any(names, END_KEYS)
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
    """Return the non-empty rows of a table."""
    limit = csv.field_size_limit(_MAX_FIELD)
    try:
        return [
            row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row
        ]
    except csv.Error as error:
        raise LoadError(f"a table of chunks must be CSV; this one is not ({error})") from None
    finally:
        csv.field_size_limit(limit)


def _from_row(names: list[str], row: list[str], number: int) -> Record:
    """Return a row as a record; its text is empty if the row has none."""
    cells = {name: cell for name, cell in zip(names, row, strict=False) if cell}
    found = _from_object(cells)
    if found is None and not _has_any(names, TEXT_KEYS):
        raise LoadError(f"row {number} must have whole numbers as start and end, got {row!r:.60}")
    return found or Record("")


def _has_any(names: Sequence[str], keys: Iterable[str]) -> bool:
    return not set(keys).isdisjoint(names)


def _is_span(value: Sequence[object]) -> bool:
    return len(value) == 2 and all(type(each) is int for each in value)


def _offset(value: object) -> int | None:
    """Return a whole number, which a table may write with decimals; else None."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else None


def _named(keys: Sequence[str]) -> str:
    return " or ".join(keys)

"""Rows of chunks as JSON lines."""

import json
import re
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from chunking.core.chunking import Chunking, check_chunking, rows_of
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.errors import ChunkingError, expect, expect_each

# Lone surrogates are not UTF-8; some readers end a line at the others.
_ESCAPED = re.compile("[\ud800-\udfff\x85\u2028\u2029]")


def to_jsonl(chunking: Chunking, *, uuids: bool = False) -> str:
    """Return one JSON object per line with the columns of `chunking.core.rows` as keys.

    With `uuids` each also has a random UUID. It is valid UTF-8, and no reader finds a line end
    inside an object.
    """
    return json_lines(rows_of(check_chunking(chunking), uuids=uuids))


def json_lines(rows: Iterable[dict[str, Any]]) -> str:
    """Return rows as JSON lines in valid UTF-8, in which no reader finds other line ends."""
    return "".join(
        f"{_ESCAPED.sub(_escape, json.dumps(row, ensure_ascii=False))}\n" for row in rows
    )


def from_jsonl(lines: str | Iterable[str], document: Document) -> Chunking:
    """Return the chunking that `to_jsonl` wrote for this document.

    Settings and verdicts are not in the lines and stay empty. `lines` may be one string; blank
    lines are skipped.

    Raises:
        ChunkingError: A line is not such an object, or the document has another text there.
        SettingsError: An argument has another type.
    """
    expect(document, Document, "a document must be a Document, as `load` makes it")
    if isinstance(lines, str):
        lines = lines.split("\n")
    lines = expect_each(lines, str, "lines must be text: one str, or one str per line")
    found: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            row = _Line(number, line).row(document)
            if found and row["start"] < found[-1]["start"]:
                raise ChunkingError(
                    f"line {number}: start must be at least {found[-1]['start']}, "
                    f"that of the chunk before, got {row['start']}"
                )
            if found and row["strategy"] != found[0]["strategy"]:
                raise ChunkingError(
                    f"line {number}: strategy must be {found[0]['strategy']!r} as in the lines "
                    f"before, got {row['strategy']!r}"
                )
            found.append(row)

    def column(key: str, kind: type[np.generic] = np.int64) -> Any:  # noqa: ANN401 - by its kind
        return np.array([row[key] for row in found], dtype=kind)

    return Chunking(
        document=document,
        strategy=found[0]["strategy"] if found else Reason.IMPORTED.value,
        settings={},
        start=column("start"),
        end=column("end"),
        overlap=column("overlap"),
        tokens=column("tokens"),
        reason=column("reason", np.uint8),
        heading=tuple(tuple(row["heading_path"]) for row in found),
        parent=column("parent"),
        oversize=column("oversize", np.bool_),
        gaps=np.zeros(0, np.int64),
        verdicts=np.zeros(0, np.uint8),
        oversize_reasons={
            i: row["oversize_reason"] for i, row in enumerate(found) if row["oversize_reason"]
        },
        table_headers={
            i: row["table_header"] for i, row in enumerate(found) if row["table_header"]
        },
    )


class _Line:
    """One line of a file, validated."""

    def __init__(self, number: int, line: str) -> None:
        self.number = number
        try:
            self.values = json.loads(line)
        except (ValueError, RecursionError):
            raise self._error("must be JSON, got something else") from None
        if not isinstance(self.values, dict):
            raise self._error("must be a JSON object, got another value")

    def row(self, document: Document) -> dict[str, Any]:
        """Return the values of a row of a chunking, checked against the document."""
        end = self._number("end", 0, len(document.text))
        start = self._number("start", 0, end)
        overlap = self._number("overlap", 0, start)
        if not _same(self._text("text"), document.text[start - overlap : end]):
            raise self._error(
                f"text must be characters {start - overlap} to {end} of the document, "
                "got another text"
            )
        path = self._value("heading_path")
        if not isinstance(path, list) or not all(isinstance(title, str) for title in path):
            raise self._error("heading_path must be a list of strings")
        reason = self._text("reason")
        if reason not in list(Reason):
            raise self._error(f"reason must be one of {', '.join(Reason)}, got {reason[:40]!r}")
        oversize = self._value("oversize")
        if not isinstance(oversize, bool):
            raise self._error("oversize must be true or false")
        return {
            "start": start,
            "end": end,
            "overlap": overlap,
            "parent": self._parent(),
            "tokens": self._number("tokens", 0, sys.maxsize),
            "reason": Reason(reason).code,
            "heading_path": path,
            "oversize": oversize,
            "oversize_reason": self._optional("oversize_reason"),
            "table_header": self._optional("table_header"),
            "strategy": self._text("strategy"),
        }

    def _optional(self, key: str) -> str:
        """Return a string; empty where it is null or omitted."""
        return "" if self.values.get(key) is None else self._text(key)

    def _parent(self) -> int:
        """Return the row of the enclosing chunk, or -1; lines of other programs may omit it."""
        return -1 if self.values.get("parent") is None else self._number("parent", 0, sys.maxsize)

    def _value(self, key: str) -> object:
        if key not in self.values:
            raise self._error(f"{key} is missing")
        return self.values[key]

    def _number(self, key: str, low: int, high: int) -> int:
        value = self._value(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            # The first characters: a number may have thousands of digits.
            raise self._error(
                f"{key} must be a whole number from {low} to {high}, got {json.dumps(value)[:40]}"
            )
        return value

    def _text(self, key: str) -> str:
        value = self._value(key)
        if not isinstance(value, str):
            raise self._error(f"{key} must be a string, got {json.dumps(value)[:40]}")
        return value

    def _error(self, what: str) -> ChunkingError:
        return ChunkingError(f"line {self.number}: {what}")


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _same(read: str, there: str) -> bool:
    """Compare as UTF-16: JSON turns two lone surrogates into the character they encode."""
    return read == there or (
        read.encode("utf-16-le", "surrogatepass") == there.encode("utf-16-le", "surrogatepass")
    )

"""Export formats: JSON lines, CSV, text and a Python program."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunking.output.export.csv_table import to_csv
from chunking.output.export.identity import graph_digest, validate_quote
from chunking.output.export.jsonl import from_jsonl, to_jsonl
from chunking.output.export.program import to_python
from chunking.output.export.text import to_text
from chunking.output.export.verification import Checked, check_exports

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.core.chunking import Chunking

__all__ = [
    "EXPORTS",
    "Checked",
    "Export",
    "check_exports",
    "from_jsonl",
    "graph_digest",
    "to_csv",
    "to_jsonl",
    "to_python",
    "to_text",
    "validate_quote",
]


class Export(NamedTuple):
    """A format of exported chunks, and the function that writes it."""

    title: str
    suffix: str
    media_type: str
    write: Callable[[Chunking], str]


# The command line and the window offer these, by name.
EXPORTS: dict[str, Export] = {
    "jsonl": Export("JSONL", "jsonl", "application/x-ndjson", to_jsonl),
    "csv": Export("CSV", "csv", "text/csv", to_csv),
    "text": Export("text", "txt", "text/plain", to_text),
}

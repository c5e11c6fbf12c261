"""Export formats: rows, JSON lines, CSV, data frame, text and a Python program."""

from __future__ import annotations

from chunking.output.export.code import to_python
from chunking.output.export.jsonl import from_jsonl, to_jsonl
from chunking.output.export.rows import embedded_text, graph_digest, rows, validate_quote
from chunking.output.export.table import to_csv, to_frame
from chunking.output.export.text import to_text

__all__ = [
    "embedded_text",
    "from_jsonl",
    "graph_digest",
    "rows",
    "to_csv",
    "to_frame",
    "to_jsonl",
    "to_python",
    "to_text",
    "validate_quote",
]

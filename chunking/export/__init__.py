"""A chunking handed on: rows, files, code."""

from __future__ import annotations

from chunking.export.code import to_python
from chunking.export.embedded import embedded_text
from chunking.export.identity import graph_digest, validate_quote
from chunking.export.jsonl import from_jsonl, to_jsonl
from chunking.export.rows import rows
from chunking.export.table import to_csv, to_frame
from chunking.export.text import to_text

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

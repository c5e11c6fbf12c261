"""The schema of rows of chunks: every column of dictionaries, data frames, files and stores.

All of them have `COLUMNS`, in this order. What some have in addition follows, in the order of
`LEVEL_COLUMNS`, `UUID_COLUMN` and `STORE_COLUMNS`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

ColumnType: TypeAlias = Literal["text", "integer", "boolean", "list of text", "time", "vector"]


class Column(NamedTuple):
    """A column: its name, the type of its values, and what they mean, in one sentence."""

    name: str
    type: ColumnType
    meaning: str


COLUMNS = (
    Column("route", "text", "Path of the document, relative or of a URL; location ids contain it."),
    Column("id", "text", "Id of this span of this text: 16 hex digits."),
    Column("index", "integer", "Number of the chunk in its document, from 0."),
    Column("parent", "integer", "Index of the enclosing chunk one level up; empty without levels."),
    Column("start", "integer", "Where the core starts in the document, in code points."),
    Column("end", "integer", "Where the core ends, in code points; not included."),
    Column("overlap", "integer", "Code points before the start that the text repeats."),
    Column("tokens", "integer", "Size of the text by the tokenizer of the strategy."),
    Column("reason", "text", "Why the chunk ends there."),
    Column("heading_path", "list of text", "Titles of the headings above it, outermost first."),
    Column(
        "location_kind",
        "text",
        "Parts of its file: pages, chapters, cells, slides, sheets, times or rows; else empty.",
    ),
    Column(
        "location",
        "list of text",
        "All parts that the text comes from; of times and rows the first and the last.",
    ),
    Column("table_header", "text", "Header of the table that the text starts in; else empty."),
    Column("content_hash", "text", "SHA-256 of the text with normalized whitespace."),
    Column("sha256", "text", "SHA-256 of the exact text."),
    Column("location_id", "text", "Id of route, heading path and part: 16 hex digits."),
    Column("oversize", "boolean", "Whether the text exceeds the maximum size."),
    Column(
        "oversize_reason", "text", "Why: fence, table, manual or character; empty if it is not."
    ),
    Column("text", "text", "Exact slice of the document, overlap included."),
    Column("source", "text", "Name of the document's file."),
    Column("strategy", "text", "Name of the strategy."),
    Column("title", "text", "Title of the document."),
    Column("language", "text", "Language of the document, a code of ISO 639."),
    Column("domain", "text", "Domain of the document; else empty."),
)

LEVEL_COLUMNS = (
    Column("level", "integer", "Level of nested chunks, 0 for the outermost."),
    Column("parent_id", "text", "Id of the enclosing chunk one level up; empty in the outermost."),
)
"""In addition in exports of all levels."""

UUID_COLUMN = Column("uuid", "text", "Random UUID (version 4), new in each export.")
"""In addition where it is asked for."""

STORE_COLUMNS = (
    Column("key", "text", "UUID of route and location id: an edit replaces a chunk."),
    Column("settings", "text", "The strategy as `name:field=value,…`."),
    Column("metadata", "text", "Other properties of the document, as a JSON object."),
    Column("document_hash", "text", "SHA-256 of the document's file or table row."),
    Column(
        "settings_hash", "text", "Hash of the settings, the options of loading and the version."
    ),
    Column("ingested_at", "time", "When the run that stored it began."),
    Column("vector", "vector", "Embedding of the text, a list of fixed size of norm 1."),
)
"""In addition in stores."""


def columns_of(*, uuids: bool = False) -> tuple[Column, ...]:
    """Return the columns of rows, with `uuids` that of UUIDs, too."""
    return (*COLUMNS, UUID_COLUMN) if uuids else COLUMNS

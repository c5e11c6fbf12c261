"""Shared helpers of the adapters."""

from collections.abc import Mapping, Sequence
from typing import Any

from chunking.core.chunking import Chunk, Chunking
from chunking.core.document import Document
from chunking.core.errors import SettingsError, expect_each
from chunking.core.rows import COLUMNS
from chunking.engine import chunk
from chunking.engine.serialization import from_dict
from chunking.engine.spec import parse_spec
from chunking.loading import names
from chunking.strategies import Strategy

# The media type that a text has by default, as everywhere in the API.
MARKDOWN = "text/markdown"

# Columns that the frameworks have already, and locations, which texts do not have.
_OTHERS = {"route", "text", "source", "title", "language", "domain", "location_kind", "location"}
_FIELDS = [column.name for column in COLUMNS if column.name not in _OTHERS]


def resolve(strategy: Strategy | str | Mapping[str, Any]) -> Strategy:
    """Return a strategy: itself, one that the command line would take, or one of `to_dict`."""
    if isinstance(strategy, Strategy):
        return strategy
    if isinstance(strategy, str):
        return parse_spec(strategy)
    return from_dict(strategy)


def check_fields(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the names of chunk properties that are copied to the metadata."""
    found = expect_each(fields, str, "fields must be a list of names")
    for field in found:
        if field not in _FIELDS:
            raise SettingsError(f"fields must be some of {', '.join(_FIELDS)}; got {field!r:.80}")
    return tuple(found)


def split(
    text: str, strategy: Strategy, *, media_type: str = MARKDOWN, source: object = None
) -> Chunking:
    """Return the chunks of a text; `source` is its path or URL in the framework, if it has one."""
    if not isinstance(source, str) or not source:
        return chunk(Document(text, media_type=media_type), strategy)
    name, route = names.source_of(source), names.route_of(source)
    return chunk(Document(text, name, media_type, route=route), strategy)


def metadata(of: Chunk, fields: Sequence[str]) -> dict[str, Any]:
    """Return properties of a chunk as metadata."""
    if not fields:
        return {}
    values = of.to_dict()
    return {field: values[field] for field in fields}

"""Chunks as tables of pyarrow, pandas and polars, which all have the same columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunking.core.errors import ChunkingError
from chunking.core.text.normalization import replace_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd
    import polars as pl
    import pyarrow as pa

# The type of each column; tables of all documents have these, so that they can be concatenated.
COLUMNS = {
    "route": "string",
    "id": "string",
    "index": "int64",
    "parent": "int64",
    "start": "int64",
    "end": "int64",
    "overlap": "int64",
    "tokens": "int64",
    "reason": "string",
    "heading_path": "list",
    "location_kind": "string",
    "location": "list",
    "table_header": "string",
    "content_hash": "string",
    "sha256": "string",
    "location_id": "string",
    "oversize": "bool",
    "oversize_reason": "string",
    "text": "string",
    "source": "string",
    "strategy": "string",
    "title": "string",
    "language": "string",
    "domain": "string",
}


def arrow_table(records: Iterable[dict[str, Any]]) -> pa.Table:
    """Return an Arrow table of records with the keys `COLUMNS`.

    Lone surrogates, which are not UTF-8, become U+FFFD.
    """
    import pyarrow as pa

    types = {"string": pa.string(), "int64": pa.int64(), "bool": pa.bool_()}
    types["list"] = pa.list_(pa.string())
    schema = pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    return pa.table(_columns(records), schema=schema)


def pandas_frame(records: Iterable[dict[str, Any]]) -> pd.DataFrame:
    """Return a data frame of records with the keys `COLUMNS`; paths and locations are lists."""
    import pandas as pd

    # Missing parents would turn a column of plain integers into one of floats.
    types = {"string": "str", "int64": "Int64", "bool": "bool", "list": "object"}
    columns = _columns(records)
    return pd.DataFrame(
        {name: pd.Series(columns[name], dtype=types[kind]) for name, kind in COLUMNS.items()}
    )


def polars_frame(records: Iterable[dict[str, Any]]) -> pl.DataFrame:
    """Return a polars data frame of records with the keys `COLUMNS`.

    Raises:
        ChunkingError: polars is not installed.
    """
    try:
        import polars as pl
    except ModuleNotFoundError:
        raise ChunkingError("to_polars needs polars: pip install polars") from None
    found = pl.from_arrow(arrow_table(records))
    if isinstance(found, pl.Series):  # from_arrow returns one for an array
        return found.to_frame()
    return found


def _columns(records: Iterable[dict[str, Any]]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for record in records:
        for name, values in columns.items():
            values.append(_clean(record[name]))
    return columns


def _clean(value: object) -> object:
    if isinstance(value, str):
        return replace_surrogates(value)
    return [_clean(each) for each in value] if isinstance(value, list) else value

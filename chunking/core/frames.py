"""Rows of chunks as tables of pyarrow, pandas and polars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from chunking.core.packages import require
from chunking.core.rows import COLUMNS
from chunking.core.text.normalization import replace_surrogates

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from chunking.core.rows import Column

# Missing parents would turn a column of plain integers into one of floats.
_PANDAS = {"text": "str", "integer": "Int64", "boolean": "bool", "list of text": "object"}


def arrow_schema(columns: Iterable[Column] = COLUMNS, *, dimension: int = 0) -> pa.Schema:
    """Return the names and types of columns; a column of vectors has this dimension."""
    require("an Arrow table", "pyarrow")
    import pyarrow as pa

    types = {
        "text": pa.string(),
        "integer": pa.int64(),
        "boolean": pa.bool_(),
        "list of text": pa.list_(pa.string()),
        "time": pa.timestamp("ms", "UTC"),
        "vector": pa.list_(pa.float32(), dimension),
    }
    return pa.schema([(column.name, types[column.type]) for column in columns])


def arrow_table(rows: Iterable[dict[str, Any]], columns: Iterable[Column] = COLUMNS) -> pa.Table:
    """Return an Arrow table of rows with these columns.

    Lone surrogates, which are not UTF-8, become U+FFFD.
    """
    schema = arrow_schema(columns)
    import pyarrow as pa

    return pa.table(_values(rows, schema.names), schema=schema)


def pandas_frame(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    """Return a data frame of rows with the columns `COLUMNS`; paths and locations are lists."""
    require("to_pandas", "pandas")
    import pandas as pd

    values = _values(rows, [column.name for column in COLUMNS])
    return pd.DataFrame(
        {each.name: pd.Series(values[each.name], dtype=_PANDAS[each.type]) for each in COLUMNS}
    )


def polars_frame(rows: Iterable[dict[str, Any]]) -> pl.DataFrame:
    """Return a polars data frame of rows with the columns `COLUMNS`."""
    require("to_polars", "polars")
    import polars as pl

    found = pl.from_arrow(arrow_table(rows))
    if isinstance(found, pl.Series):  # from_arrow returns one for an array
        return found.to_frame()
    return found


def _values(rows: Iterable[dict[str, Any]], names: list[str]) -> dict[str, list[Any]]:
    """Return the values of each column."""
    columns: dict[str, list[Any]] = {name: [] for name in names}
    for row in rows:
        for name, values in columns.items():
            values.append(_clean(row[name]))
    return columns


def _clean(value: object) -> object:
    if isinstance(value, str):
        return replace_surrogates(value)
    return [_clean(each) for each in value] if isinstance(value, list) else value


# Notebooks render $...$ in HTML as formulas, except below these classes.
_NO_FORMULAS = "tex2jax_ignore mathjax_ignore"
_CELL = "text-align:left;vertical-align:top"


def html_table(
    caption: str, header: Sequence[str], rows: Iterable[Sequence[str]], *, footer: str = ""
) -> str:
    """Return an HTML table below its caption; all values are text, none is markup."""
    head = "".join(_cell("th", title) for title in header)
    body = "".join(f"<tr>{''.join(_cell('td', value) for value in row)}</tr>" for row in rows)
    below = f"<p>{_text(footer)}</p>" if footer else ""
    return (
        f'<div class="{_NO_FORMULAS}"><p>{_text(caption)}</p>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}</div>"
    )


def _cell(tag: str, value: str) -> str:
    return f'<{tag} style="{_CELL}">{_text(value)}</{tag}>'


def _text(value: str) -> str:
    """Return escaped text whose direction does not affect its neighbors."""
    return f'<bdi dir="auto">{escape(replace_surrogates(value))}</bdi>'

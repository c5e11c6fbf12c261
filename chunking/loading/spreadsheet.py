"""XLSX, XLS and ODS to Markdown: a heading and a table for each sheet."""

from __future__ import annotations

import datetime as dt
import io
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from chunking.errors import LoadError
from chunking.loading import markdown
from chunking.loading.formats import Content
from chunking.origin import join_parts

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_CELLS = 5_000_000
_STEP = 1_000  # rows between two signs of progress
_LONGEST = 21  # digits of a number that is written without an exponent


def convert(data: bytes, on_rows: Callable[[], None] = lambda: None) -> Content:
    """Return the sheets with text, without their empty rows and columns.

    Cells hold the values of formulas, dates as 2024-05-01, and numbers in full.

    Raises:
        LoadError: The file is damaged, encrypted, or has more than five million cells.
    """
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        parts: list[tuple[int | str, str]] = []
        for name in book.sheet_names:
            on_rows()
            if rows := _rows(book.get_sheet_by_name(name), on_rows):
                parts.append((name, f"{markdown.heading(2, name)}\n\n{markdown.table(rows)}"))
    except PasswordError as error:
        raise LoadError("the spreadsheet is protected by a password") from error
    except CalamineError as error:
        raise LoadError("the spreadsheet is damaged or cut off") from error
    text, locations = join_parts("sheets", parts)
    empty = len(book.sheet_names) - len(parts)
    notes = (f"{empty} of {len(book.sheet_names)} sheets are empty",) if empty else ()
    return Content(text, notes=notes, locations=locations)


def _rows(sheet: Any, on_rows: Callable[[], None]) -> list[list[str]]:  # noqa: ANN401 - of calamine
    """Return the rows of a sheet that have text, and of them the columns that have text."""
    found: list[dict[int, str]] = []
    columns: set[int] = set()
    cells = 0
    for number, row in enumerate(sheet.iter_rows()):
        if number % _STEP == 0:
            on_rows()
        filled = {i: text for i, value in enumerate(row) if value != "" and (text := shown(value))}
        if filled:
            found.append(filled)
            columns.update(filled)
            cells += len(filled)
            if cells > MAX_CELLS:
                raise LoadError(f"a sheet has more than {MAX_CELLS:,} cells")
    order = sorted(columns)
    if order and len(order) * len(found) > MAX_CELLS * 4:  # few cells far apart
        return [[row[i] for i in sorted(row)] for row in found]
    return [[row.get(i, "") for i in order] for row in found]


def shown(value: object) -> str:
    """Return the text of a cell.

    >>> [shown(value) for value in (3.0, 0.1 + 0.2, True, dt.datetime(2024, 5, 1))]
    ['3', '0.3', 'TRUE', '2024-05-01']
    """
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        digits = Decimal(f"{value:.15g}")  # what spreadsheets store
        is_short = digits.is_finite() and abs(digits.adjusted()) < _LONGEST
        return f"{digits:f}" if is_short else str(digits)
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat(" ")
    if isinstance(value, dt.timedelta):
        minutes, seconds = divmod(int(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return str(value).strip()

"""XLSX, XLS and ODS to Markdown: a heading and a table for each sheet."""

import datetime as dt
import io
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from chunking.core.errors import LoadError
from chunking.core.origin import join_parts
from chunking.loading import markdown, opendocument, worksheets
from chunking.loading.archive import Archive
from chunking.loading.formats import Content

MAX_CELLS = 5_000_000
_ZIP = b"PK"
_MAX_ROWS = 2**20  # of Excel
_STEP = 1_000  # rows between two signs of progress
_LONGEST = 21  # digits of a number that is written without an exponent
# What calamine takes for text in ODS: blanks between elements, and a time of a day or more.
_BLANKS = re.compile(rb">\s+<(?=/?(?:table|office):)")
_PERCENT = re.compile(rb"""<table:table-cell\b[^>]*?\boffice:value-type=["']percentage[^>]*+>""")
_HOURS = re.compile(r"(-?)PT(\d+)H(\d\d)M(\d\d)S")


def convert(data: bytes, on_rows: Callable[[], None] = lambda: None) -> Content:
    """Return the sheets with text, without their empty rows and columns.

    Cells hold the values of formulas, dates as 2024-05-01 and numbers in full; those of XLSX also
    percentages and errors such as #N/A.

    Raises:
        LoadError: The file is damaged, encrypted, or has more than five million filled cells or
            more rows than Excel writes, or the filled rows and columns of a sheet span more than
            20 million cells.
    """
    if data.startswith(_ZIP):
        data = worksheets.compact_workbook(data, on_rows)
    return _content(data, on_rows)


def convert_ods(data: bytes, on_rows: Callable[[], None] = lambda: None) -> Content:
    """Return the sheets of an ODS file as `convert` does."""
    archive = Archive(data)
    opendocument.check_unprotected(archive)
    edits = {opendocument.CONTENT: _readable}
    return _content(archive.repacked((".xml", opendocument.MIMETYPE), edits), on_rows)


def _readable(content: bytes) -> bytes:
    """Return the XML of ODS without blanks between elements, and with percentages as text."""
    return _PERCENT.sub(
        lambda cell: (
            cell[0].replace(b"percentage", b"string").replace(b" office:value=", b" value=")
        ),
        _BLANKS.sub(b"><", content),
    )


def _content(data: bytes, on_rows: Callable[[], None]) -> Content:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = [
            (name, _filled(book.get_sheet_by_name(name), on_rows)) for name in book.sheet_names
        ]
    except PasswordError as error:
        raise LoadError("the spreadsheet is protected by a password") from error
    except CalamineError as error:
        raise LoadError("the spreadsheet is damaged or cut off, or has too many cells") from error
    parts: list[tuple[int | str, str]] = [
        (name, f"{markdown.heading(2, name)}\n\n{markdown.table(_table(rows))}")
        for name, rows in sheets
        if rows
    ]
    text, locations = join_parts("sheets", parts)
    empty = len(sheets) - len(parts)
    notes = (f"empty sheets: {empty} of {len(sheets)}",) if empty else ()
    return Content(text, notes=notes, locations=locations)


def _table(rows: Sequence[dict[int, str]]) -> list[list[str]]:
    """Return rows without the columns that are empty in all of them."""
    columns = sorted(set().union(*rows))
    if len(columns) * len(rows) > worksheets.MAX_AREA:
        raise LoadError(f"a sheet has {len(columns):,} columns and {len(rows):,} rows")
    return [[row.get(i, "") for i in columns] for row in rows]


def _filled(sheet: Any, on_rows: Callable[[], None]) -> list[dict[int, str]]:  # noqa: ANN401 - of calamine
    """Return the filled cells of the rows that have any, by column."""
    found: list[dict[int, str]] = []
    cells = 0
    for number, row in enumerate(sheet.iter_rows()):
        if number == _MAX_ROWS:
            raise LoadError(f"a sheet has more than {_MAX_ROWS:,} rows, which no program writes")
        if number % _STEP == 0:
            on_rows()
        filled = {i: text for i, value in enumerate(row) if value != "" and (text := shown(value))}
        if filled:
            found.append(filled)
            cells += len(filled)
        if cells > MAX_CELLS:
            raise LoadError(f"the spreadsheet has more than {MAX_CELLS:,} cells")
    return found


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
        minutes, seconds = divmod(abs(int(value.total_seconds())), 60)
        sign = "-" if value < dt.timedelta() else ""
        return f"{sign}{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return _HOURS.sub(r"\1\2:\3:\4", str(value).strip())

"""ODS to Markdown: a heading and a table for each sheet."""

import re

from chunking.core.errors import LoadError
from chunking.loading import opendocument, xml
from chunking.loading.archive import Archive
from chunking.loading.formats import Content
from chunking.loading.spreadsheet import MAX_CELLS, content_of, shown

_CELLS = frozenset({"table-cell", "covered-table-cell"})
_SKIPPED = frozenset({"annotation", "shapes", "tracked-changes"})
_TIME = re.compile(r"(-?)PT(\d+)H(\d+)M(\d+)")
_TYPED = ("date-value", "time-value", "boolean-value", "value", "string-value")


def convert(data: bytes) -> Content:
    """Return the sheets with text, without their empty rows and columns.

    Cells hold dates as 2024-05-01, and numbers in full. Comments and drawings are left out.

    Raises:
        LoadError: The file is damaged, encrypted, or has more than five million cells.
    """
    archive = Archive(data)
    opendocument.check_unprotected(archive)
    sheets = _Sheets()
    xml.parse(archive.stream(opendocument.CONTENT), sheets, opendocument.CONTENT)
    return content_of(sheets.found)


class _Sheets:
    """Handler of content.xml: for each sheet its name and the filled cells of its rows."""

    def __init__(self) -> None:
        self.found: list[tuple[str, list[dict[int, str]]]] = []
        self._skip = 0  # open elements from a skipped one on
        self._row: dict[int, str] = {}
        self._rows = 1  # how often the row stands there
        self._column = 0
        self._columns = 1
        self._typed = ""
        self._text: list[str] = []
        self._in_text = False
        self._left = MAX_CELLS

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skip or name in _SKIPPED:
            self._skip += 1
        elif name == "table":
            self.found.append((attributes.get("name", ""), []))
        elif name == "table-row":
            self._row, self._column = {}, 0
            self._rows = _count(attributes.get("number-rows-repeated"))
        elif name in _CELLS:
            self._columns = _count(attributes.get("number-columns-repeated"))
            self._typed = _typed(attributes)
            self._text = []
        elif name == "p":
            self._in_text = True
            self._text += [" "] if self._text else []
        elif self._in_text and name in {"s", "tab", "line-break"}:
            self._text.append(" ")

    def end(self, name: str) -> None:
        if self._skip:
            self._skip -= 1
        elif name == "p":
            self._in_text = False
        elif name in _CELLS:
            if text := self._typed or "".join(self._text).strip():
                self._take(self._columns)
                self._row |= dict.fromkeys(range(self._column, self._column + self._columns), text)
            self._column += self._columns
        elif name == "table-row" and self._row and self.found:
            self._take(len(self._row) * (self._rows - 1))
            self.found[-1][1].extend([self._row] * self._rows)

    def text(self, text: str) -> None:
        if self._in_text and not self._skip:
            self._text.append(text)

    def _take(self, cells: int) -> None:
        self._left -= cells
        if self._left < 0:
            raise LoadError(f"the spreadsheet has more than {MAX_CELLS:,} cells")


def _typed(attributes: dict[str, str]) -> str:
    """Return the value of a cell that is no text; "" for a text."""
    name = next((each for each in _TYPED if each in attributes), "")
    value = attributes.get(name, "")
    if name == "value":
        try:
            return shown(float(value))
        except ValueError:
            return value
    if name == "time-value" and (time := _TIME.match(value)):
        return f"{time[1]}{int(time[2])}:{time[3]:0>2}:{time[4]:0>2}"
    if name == "date-value":
        return value.removesuffix("T00:00:00").replace("T", " ")
    return value.upper() if name == "boolean-value" else value


def _count(value: str | None) -> int:
    """Return how often a cell or a row is repeated."""
    is_number = value and value.isascii() and value.isdecimal() and len(value) < 9
    return max(1, int(value)) if value and is_number else 1

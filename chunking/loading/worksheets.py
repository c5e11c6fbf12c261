"""Worksheets of XLSX for the reader: no large empty areas, errors and percentages as text."""

import re
from collections.abc import Callable
from functools import partial

from chunking.core.errors import LoadError
from chunking.loading.archive import Archive

# Maximum cells of a rectangle that the reader allocates, empty ones included.
MAX_DENSE = 5_000_000
MAX_AREA = 20_000_000

_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_REFERENCE = rb"""\br=["']([A-Z]{1,3})(\d{1,7})["']"""
_FILLED = re.compile(rb"<(?:\w+:)?c\b(?>[^<>]*?" + _REFERENCE + rb")[^<>]*+(?<!/)>")
_CELL_OR_ROW = re.compile(rb"<((?:\w+:)?)(c|row)\b([^<>]*+)>")
_CELL_AT = re.compile(_REFERENCE)
_ROW_AT = re.compile(rb"""\s+r=["'](\d{1,7})["']""")
_ERROR = re.compile(rb"""(<(?:\w+:)?c\b[^<>]*?\bt=)["']e["']""")
_STYLES = "xl/styles.xml"
_FORMAT = re.compile(
    rb"""<(?:\w+:)?numFmt\s(?=[^>]*?\bnumFmtId=["'](\d+))(?=[^>]*?\bformatCode=(?:"([^"]*)|'([^']*)))"""
)
_QUOTED = re.compile(rb"&quot;.*?&quot;|\\\\.")
_CELL_STYLES = re.compile(rb"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.DOTALL)
_CELL_STYLE = re.compile(rb"""<(?:\w+:)?xf\s(?:[^>]*?\bnumFmtId=["'](\d+))?""")
_PERCENT = (b"9", b"10")  # numbers of built-in formats
_NUMBER = re.compile(
    rb"""<((?:\w+:)?)c\b(?![^>]*\bt=["'][^n])([^>]*?\bs=["'](\d+)["'][^>]*+)>"""
    rb"""((?:<(?:\w+:)?f\b[^>]*+>(?:[^<]*+</(?:\w+:)?f>)?)?<(?:\w+:)?v>)([^<]{1,40})"""
)
_TYPE = re.compile(rb"""\bt=["']n["']""")
_STEP = 100_000  # cells between two reports of progress


def compact_workbook(data: bytes, on_cells: Callable[[], None]) -> bytes:
    """Return an XLSX without the empty rows and columns of sheets that would take much memory.

    Error values such as #N/A and percentages become texts. A workbook beyond the limits of
    `Archive` is returned unchanged.

    Raises:
        LoadError: The filled rows and columns of a sheet span more than 20 million cells.
    """
    try:
        archive = Archive(data)
        names = [name for name in archive.names if _SHEET.fullmatch(name)]
        sheets = {name: archive.read(name) for name in names}
        styles = archive.read(_STYLES) if _STYLES in archive.names else b""
    except LoadError:
        return data
    percent = _percent_styles(styles)
    changed: dict[str, Callable[[bytes], bytes]] = {}
    for name, sheet in sheets.items():
        has_errors = b'"e"' in sheet or b"'e'" in sheet
        found = _ERROR.sub(rb'\1"str"', sheet) if has_errors else sheet
        found = _with_percentages(found, percent) if percent else found
        found = _compact_sheet(found, on_cells)
        if found != sheet:
            changed[name] = partial(lambda new, _: new, found)
    try:
        return Archive(data).repacked((".xml", ".rels", ".bin"), changed) if changed else data
    except LoadError:
        return data


def _percent_styles(styles: bytes) -> frozenset[bytes]:
    """Return the numbers of the styles of cells that show percentages."""
    formats = (
        (number, _QUOTED.sub(b"", double or single))
        for number, double, single in _FORMAT.findall(styles)
    )
    percent = {*_PERCENT, *(number for number, code in formats if b"%" in code)}
    cells = _CELL_STYLES.search(styles)
    found = _CELL_STYLE.findall(cells[0]) if cells else []
    return frozenset(b"%d" % i for i, number in enumerate(found) if number in percent)


def _with_percentages(sheet: bytes, styles: frozenset[bytes]) -> bytes:
    def write(found: re.Match[bytes]) -> bytes:
        prefix, attributes, style, before, value = found.groups()
        if style not in styles:
            return found[0]
        try:
            percent = b"%.12g%%" % (100 * float(value))
        except ValueError:
            return found[0]
        return b'<%sc%s t="str">%s%s' % (prefix, _TYPE.sub(b"", attributes), before, percent)

    return _NUMBER.sub(write, sheet)


def _compact_sheet(sheet: bytes, on_cells: Callable[[], None]) -> bytes:
    """Return the XML of a sheet, without empty rows and columns if its area is large."""
    columns, rows = set(), set()
    for number, cell in enumerate(_FILLED.finditer(sheet)):
        if number % _STEP == 0:
            on_cells()
        if number == MAX_DENSE:
            return sheet
        columns.add(cell[1])
        rows.add(int(cell[2]))
    if not rows:
        return sheet
    places = sorted(columns, key=lambda name: (len(name), name))
    width = _column_number(places[-1]) - _column_number(places[0]) + 1
    if (max(rows) - min(rows) + 1) * width <= MAX_DENSE:
        return sheet
    if len(rows) * len(columns) > MAX_AREA:
        raise LoadError(f"a sheet has {len(columns):,} columns and {len(rows):,} rows")
    new_columns = {name: column_name(i) for i, name in enumerate(places, 1)}
    new_rows = {row: i for i, row in enumerate(sorted(rows), 1)}

    def move(found: re.Match[bytes]) -> bytes:
        prefix, tag, attributes = found.groups()
        if tag == b"row":
            return b"<%s%s%s>" % (prefix, tag, _ROW_AT.sub(b"", attributes))
        at = _CELL_AT.search(attributes)
        if at is None or attributes.endswith(b"/"):
            return b"" if attributes.endswith(b"/") else found[0]
        place = b'r="%s%d"' % (new_columns[at[1]], new_rows[int(at[2])])
        return b"<%sc%s%s%s>" % (prefix, attributes[: at.start()], place, attributes[at.end() :])

    return _CELL_OR_ROW.sub(move, sheet)


def _column_number(column: bytes) -> int:
    """Return the number of a column, 1 for A."""
    number = 0
    for letter in column:
        number = 26 * number + letter - 64
    return number


def column_name(number: int) -> bytes:
    """Return the name of a column.

    >>> [column_name(number) for number in (1, 26, 27, 16384)]
    [b'A', b'Z', b'AA', b'XFD']
    """
    letters = b""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = bytes([65 + digit]) + letters
    return letters

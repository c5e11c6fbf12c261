"""Lines of the pages of a PDF with their place and font, and its bookmarks; read by PDFium."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from chunking.core.errors import LoadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MAX_PAGES = 20_000
MAX_TEXT = 100 * 2**20
MAX_BOOKMARKS = 50_000  # later ones are ignored
ENCRYPTED = "the PDF is encrypted and does not open without a password"
DAMAGED = "the PDF is damaged or cut off"

# PDFium writes this for a hyphen that ends a line, and no line end after it.
_HYPHEN = "\ufffe"
_LINE_END = re.compile("\r?\n|\ufffe|\x02")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB06: "st"}
_MONOSPACED = re.compile(
    r"mono|courier|consol|typewriter|menlo|inconsolata|sourcecode|firacode|cmtt|cmsltt|cmitt|sftt"
    r"|txtt|pxtt|tt\d+$|fixed|andale|lucidasanst",
    re.IGNORECASE,
)
_BOLD = re.compile(r"bold|black|heavy|semib|demi|cmbx|sfbx|ecbx|medi$", re.IGNORECASE)
_BOLD_WEIGHT = 600
_FIXED_PITCH = 1  # bit of the flags of a font
_SAMPLES = 5  # characters of a line whose font is looked up
# How far apart the baselines of a line and its exponents are at most, and how far they overlap, in
# sizes of the font.
_RAISED, _OVERLAP = 0.6, 0.3


@dataclass(slots=True)
class Line:
    """One line of a page: its text, its place in points, and its font.

    `y` is the baseline from the bottom of the page; `hyphenated` tells that a hyphen at its end,
    which is not in `text`, splits a word.
    """

    text: str
    left: float
    right: float
    y: float
    size: float
    bold: bool
    monospaced: bool
    rotated: bool = False
    hyphenated: bool = False


@dataclass(slots=True)
class Page:
    """The lines of a page in the order of its content; `readable` is False for unknown letters."""

    number: int
    height: float
    lines: list[Line]
    readable: bool = True


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: its level from 1, title, page from 1, and height if it has one."""

    level: int
    title: str
    page: int
    y: float | None


@dataclass(slots=True)
class Reading:
    """Contents of a PDF: title, pages (None if damaged) and bookmarks."""

    title: str
    pages: list[Page | None] = field(default_factory=list)
    bookmarks: list[Bookmark] = field(default_factory=list)


def read(data: bytes, on_page: Callable[[], None]) -> Reading:
    """Read all pages, and call `on_page` after each.

    Raises:
        LoadError: The file is damaged, has too many pages or too much text, or needs a password.
    """
    import pypdfium2 as pdfium

    try:
        reader = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise LoadError(ENCRYPTED if "assword" in str(error) else DAMAGED) from error
    try:
        count = len(reader)
        if count > MAX_PAGES:
            raise LoadError(f"the PDF has {count:,} pages, and at most {MAX_PAGES:,} can be read")
        found = Reading(str(reader.get_metadata_dict().get("Title", "")))
        size = 0
        for index in range(count):
            page = _page(reader, index)
            found.pages.append(page)
            on_page()
            size += sum(len(line.text) for line in page.lines) if page else 0
            if size > MAX_TEXT:
                raise LoadError(f"the PDF has more than {MAX_TEXT // 2**20} MiB of text")
        found.bookmarks = list(islice(_bookmarks(reader), MAX_BOOKMARKS))
    finally:
        reader.close()
    return found


def _bookmarks(reader: Any) -> Iterator[Bookmark]:  # noqa: ANN401 - a document of pypdfium2
    import pypdfium2 as pdfium

    try:
        for each in reader.get_toc(max_depth=10):
            target = each.get_dest()
            index = target.get_index() if target else None
            if index is None:
                continue
            _, view = target.get_view()
            y = float(view[1]) if len(view) > 1 and view[1] else None
            yield Bookmark(each.level + 1, " ".join(each.get_title().split()), index + 1, y)
    except (pdfium.PdfiumError, ValueError):  # a damaged outline ends here
        return


def _page(reader: Any, index: int) -> Page | None:  # noqa: ANN401 - as above
    """Return a page, or None if it cannot be read."""
    import pypdfium2 as pdfium

    try:
        page = reader[index]
    except pdfium.PdfiumError:
        return None
    try:
        text = page.get_textpage()
        try:
            lines = joined(_lines(text))
            return Page(index + 1, page.get_height(), lines, _is_readable(text))
        finally:
            text.close()
    except pdfium.PdfiumError:
        return None
    finally:
        page.close()


def _is_readable(text: Any) -> bool:  # noqa: ANN401 - a text page of pypdfium2
    """Return whether the fonts tell which letters their shapes are, by a sample of 100."""
    from pypdfium2 import raw

    count = text.count_chars()
    sample = range(0, count, max(1, count // 100))
    unknown = [raw.FPDFText_HasUnicodeMapError(text, i) for i in sample].count(1)
    return 4 * unknown <= len(sample)


def _lines(text: Any) -> Iterator[Line]:  # noqa: ANN401 - as above
    characters = text.get_text_range()
    if len(characters) != text.count_chars():  # some have no Unicode, or two code units
        characters = _one_each(text)
    start = 0
    for end in [*_LINE_END.finditer(characters), None]:
        stop = end.start() if end else len(characters)
        hyphenated = end is not None and end[0] in {_HYPHEN, "\x02"}
        line = _line(text, characters, start, stop, hyphenated=hyphenated)
        if line:
            yield line
        start = end.end() if end else stop


def joined(lines: Iterable[Line]) -> list[Line]:
    """Return lines in which the parts of one, which PDFium ends at an exponent, are one again."""
    found: list[Line] = []
    for line in lines:
        last = found[-1] if found else None
        if last is None or not _continues(last, line):
            found.append(line)
            continue
        longer = max(last, line, key=lambda each: len(each.text))
        found[-1] = replace(
            longer,
            text=f"{last.text} {line.text}",
            left=last.left,
            right=line.right,
            bold=last.bold and line.bold,
            monospaced=last.monospaced and line.monospaced,
            hyphenated=line.hyphenated,
        )
    return found


def _continues(line: Line, after: Line) -> bool:
    """Return whether a line continues to the right of another, raised or lowered a little."""
    if line.rotated or after.rotated or line.hyphenated:
        return False
    size = max(line.size, after.size)
    return -_OVERLAP * size <= after.left - line.right <= size and (
        abs(after.y - line.y) < _RAISED * size
    )


def _one_each(text: Any) -> str:  # noqa: ANN401 - as above
    """Return the characters of a page, one for each that PDFium counts."""
    from pypdfium2 import raw

    codes = (raw.FPDFText_GetUnicode(text, i) for i in range(text.count_chars()))
    return "".join(
        chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
        for code in codes
    )


def _line(text: Any, characters: str, start: int, stop: int, *, hyphenated: bool) -> Line | None:  # noqa: ANN401 - as above
    from pypdfium2 import raw

    content = characters[start:stop]
    start += len(content) - len(content.lstrip())
    stop -= len(content) - len(content.rstrip())
    if start >= stop:
        return None
    last = stop - 1
    places = sorted({start + (last - start) * i // (_SAMPLES - 1) for i in range(_SAMPLES)})
    fonts = [_font(text, i) for i in places if not characters[i].isspace()]
    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(text, start, x, y)
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetCharBox(text, last, left, right, bottom, top)
    sizes = sorted(size for size, _, _ in fonts)
    return Line(
        _CONTROLS.sub("", content.strip()).translate(_LIGATURES),
        x.value,
        right.value,
        y.value,
        round(sizes[len(sizes) // 2], 1),
        bold=all(bold for _, bold, _ in fonts),
        monospaced=all(monospaced for _, _, monospaced in fonts),
        rotated=abs(raw.FPDFText_GetCharAngle(text, start)) > 0.1,
        hyphenated=hyphenated,
    )


def _font(text: Any, index: int) -> tuple[float, bool, bool]:  # noqa: ANN401 - as above
    """Return the size of a character in points, whether it is bold, and whether monospaced."""
    from pypdfium2 import raw

    buffer, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    raw.FPDFText_GetFontInfo(text, index, buffer, len(buffer), flags)
    name = buffer.value.decode("utf-8", "replace")
    # A text matrix scales the size; the box of the character shows the scale.
    box = raw.FS_RECTF()
    size = raw.FPDFText_GetFontSize(text, index)
    if raw.FPDFText_GetLooseCharBox(text, index, box) and size < 2 < box.top - box.bottom:
        size = box.top - box.bottom
    bold = bool(_BOLD.search(name)) or raw.FPDFText_GetFontWeight(text, index) >= _BOLD_WEIGHT
    return size, bold, bool(_MONOSPACED.search(name)) or bool(flags.value & _FIXED_PITCH)

"""Lines of the pages of a PDF with their place and font, and its bookmarks; read by PDFium."""

import ctypes
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise

import pypdfium2 as pdfium
from pypdfium2 import raw

from chunking.core.errors import LoadError
from chunking.loading.pdf.columns import GAP, by_columns
from chunking.loading.pdf.contents import Bookmark, Cell, Line, Page, Reading, turned
from chunking.loading.pdf.drawings import parts_of
from chunking.loading.pdf.fields import fields_of
from chunking.loading.pdf.glyphs import Handle, characters_of, edges_of, font_of, origin_of, turn_of
from chunking.loading.pdf.letters import (
    NOTHING,
    SPACED,
    WORD_GAP,
    clean,
    composed,
    is_plausible,
    with_ligatures,
)
from chunking.loading.pdf.order import reading_order, with_fields

MAX_PAGES = 20_000
MAX_TEXT = 100 * 2**20
MAX_BOOKMARKS = 50_000  # later ones are ignored
ENCRYPTED = "the PDF is encrypted and does not open without a password"
DAMAGED = "the PDF is damaged or cut off"

# PDFium writes this for a hyphen that ends a line, and no line end after it.
_HYPHEN = "\ufffe"
_LINE_END = re.compile("\r?\n|\ufffe|\x02")
_SPACES = re.compile(r"(?<=\S)\s+(?=\S)")
# The mark of a list item, behind which a gap is wide.
_MARK = re.compile(r"\W{1,2}|\(?\w{1,3}[.)]")
# Sizes of the font between letters of a word, and the share of such gaps where widths are right.
_TOUCHING, _TOUCHING_SHARE = 0.05, 0.75
_SPLIT = re.compile(r"(?<=[^\W\d_])-\x00+\Z")
_WIDE = "\u2e80"  # the first character of Chinese and Japanese
# Characters that are narrow and broad in most fonts, and by which share the width of one varies.
_NARROW, _BROAD = re.compile(r"[fijlrtI.,:;!|'()\[\]]"), re.compile(r"[^\W_fijlrtI]")
_UNEVEN = 0.1
_SAMPLES = 5  # characters of a line whose font is looked up
# How far apart the baselines of a line and its exponents are at most, and how far they overlap, in
# sizes of the font.
_RAISED, _OVERLAP = 0.6, 0.8


def read(data: bytes, on_page: Callable[[], None]) -> Reading:
    """Read all pages, and call `on_page` after each.

    Raises:
        LoadError: The file is damaged, has too many pages or too much text, or needs a password.
    """
    try:
        reader = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise LoadError(ENCRYPTED if "assword" in str(error) else DAMAGED) from error
    try:
        count = len(reader)
        if count > MAX_PAGES:
            raise LoadError(f"the PDF has {count:,} pages, and at most {MAX_PAGES:,} can be read")
        reader.init_forms()
        found = Reading(str(reader.get_metadata_dict().get("Title", "")))
        size = 0
        for index in range(count):
            page = _page(reader, index)
            found.pages.append(page)
            on_page()
            size += sum(len(line.text) for line in page.lines) if page else 0
            if size > MAX_TEXT:
                raise LoadError(f"the PDF has more than {MAX_TEXT // 2**20} MiB of text")
        resolve_weights(found.pages)
        found.bookmarks = list(islice(_bookmarks(reader), MAX_BOOKMARKS))
    finally:
        reader.close()
    return found


def resolve_weights(pages: Sequence[Page | None]) -> None:
    """Take lines of heavy fonts, but none in that of the text, for bold unless most are heavy."""
    lines = [line for page in pages if page for line in page.lines]
    heavy = sum(len(line.text) for line in lines if line.heavy)
    fonts: Counter[str] = Counter()
    for line in lines:
        fonts.update(dict.fromkeys(line.fonts, len(line.text)))
    text = {font for font, _ in fonts.most_common(1)}
    if 2 * heavy <= sum(len(line.text) for line in lines):
        for line in lines:
            line.bold |= line.heavy and not line.fonts & text


def _bookmarks(reader: Handle) -> Iterator[Bookmark]:
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


def _page(reader: Handle, index: int) -> Page | None:
    """Return a page, or None if it cannot be read."""
    try:
        page = reader[index]
    except pdfium.PdfiumError:
        return None
    try:
        text = page.get_textpage()
        try:
            width, height = page.get_size()
            if page.get_rotation() in {90, 270}:
                width, height = height, width
            lines = by_direction(joined(_lines(text, (width, height))))
            turn = lines[0].turn if lines else 0
            lines = with_fields(lines, fields_of(page, reader.formenv, (width, height), turn))
            lines = by_columns(reading_order(lines))
            return Page(index + 1, height, lines, _is_readable(text), width, parts_of(page))
        finally:
            text.close()
    except pdfium.PdfiumError:
        return None
    finally:
        page.close()


def _is_readable(text: Handle) -> bool:
    """Return whether the fonts tell which letters their shapes are, or their codes are letters.

    Whether they tell is found by a sample of 100 characters.
    """
    count = text.count_chars()
    sample = range(0, count, max(1, count // 100))
    unknown = [raw.FPDFText_HasUnicodeMapError(text, i) for i in sample].count(1)
    return 4 * unknown <= len(sample) or is_plausible(clean(text.get_text_range()))


def by_direction(lines: Sequence[Line]) -> list[Line]:
    """Return lines in the direction of most of the text before those of each other direction."""
    lengths: Counter[int] = Counter()
    for line in lines:
        lengths[line.turn] += len(line.text)
    order = {turn: i for i, (turn, _) in enumerate(lengths.most_common())}
    return sorted(lines, key=lambda line: order[line.turn])


def _lines(text: Handle, size: tuple[float, float]) -> Iterator[Line]:
    characters = text.get_text_range()
    if len(characters) != text.count_chars():  # some have no Unicode, or two code units
        characters = characters_of(text)
    characters = composed(text, with_ligatures(characters))
    start = 0
    for end in [*_LINE_END.finditer(characters), None]:
        stop = end.start() if end else len(characters)
        hyphenated = end is not None and end[0] in {_HYPHEN, "\x02"}
        split = _SPLIT.search(characters, start, stop)
        if split:
            stop, hyphenated = split.start(), True
        for first, last in _runs(text, characters, start, stop):
            line = _line(text, characters, first, last, size)
            if line:
                line.hyphenated = hyphenated and last == stop
                yield line
        start = end.end() if end else stop


def _runs(text: Handle, characters: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a line in one direction and at one height.

    PDFium ends no line where text that is set sideways begins, nor where such a line ends.
    """
    if not any(turn_of(text, i)[0] for i in _places(characters, start, stop)):
        yield start, stop
        return
    begin, before = start, None
    for i in range(start, stop):
        if characters[i].isspace():
            continue
        turn, _ = turn_of(text, i)
        _, y = turned(origin_of(text, i), turn, (0, 0))
        if before is not None and (
            turn != before[0] or (turn and abs(y - before[1]) > _RAISED * font_of(text, i)[0])
        ):
            yield begin, i
            begin = i
        before = turn, y
    yield begin, stop


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
            heavy=last.heavy and line.heavy,
            fonts=last.fonts | line.fonts,
            monospaced=last.monospaced and line.monospaced,
            hyphenated=line.hyphenated,
            cells=(),
        )
    return found


def _continues(line: Line, after: Line) -> bool:
    """Return whether a line continues to the right of another, raised or lowered a little."""
    if line.rotated or after.rotated or line.hyphenated or line.turn != after.turn:
        return False
    size = max(line.size, after.size)
    # Of upright lines, PDFium has joined those farther apart.
    farthest = math.inf if line.turn else size
    return -_OVERLAP * size <= after.left - line.right <= farthest and (
        abs(after.y - line.y) < _RAISED * size
    )


def _line(
    text: Handle,
    characters: str,
    start: int,
    stop: int,
    size: tuple[float, float],
) -> Line | None:
    content = characters[start:stop]
    start += len(content) - len(content.lstrip())
    stop -= len(content) - len(content.rstrip())
    if start >= stop:
        return None
    places = _places(characters, start, stop)
    fonts = [font_of(text, i) for i in places]
    sizes, bold, heavy, monospaced, names = zip(*fonts, strict=True)
    turn, rotated = turn_of(text, start)
    x, y = turned(origin_of(text, start), turn, size)
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetCharBox(text, stop - 1, left, right, bottom, top)
    corners = ((left.value, bottom.value), (right.value, top.value))
    median = sorted(sizes)[len(sizes) // 2]
    upright = turn == 0 and not rotated
    return Line(
        _spaced(text, characters, start, stop, median) if upright else clean(content),
        x,
        max(turned(corner, turn, size)[0] for corner in corners),
        y,
        round(median, 1),
        bold=all(bold),
        monospaced=_is_monospaced([characters[i] for i in places], monospaced)
        or (upright and _is_even(text, characters, start, stop)),
        heavy=all(heavy),
        fonts=frozenset(names),
        rotated=rotated,
        turn=turn,
        cells=_cells(text, characters, start, stop, median) if upright else (),
    )


def _is_monospaced(characters: Sequence[str], monospaced: Sequence[bool]) -> bool:
    """Return whether a line is of code, by the fonts of some of its characters.

    Fonts of Chinese and Japanese are all monospaced, so most characters must be of other scripts.
    The number of a line of code and its operators may be in other fonts.
    """
    known = [
        (character, each)
        for character, each in zip(characters, monospaced, strict=True)
        if character < _WIDE or not each
    ]
    signs = [
        each
        for i, (character, each) in enumerate(known)
        if unicodedata.category(character) != ("Sm" if i else "Nd")
    ]
    return 2 * len(known) > len(characters) and all(signs or (each for _, each in known))


def _is_even(text: Handle, characters: str, start: int, stop: int) -> bool:
    """Return whether all characters of a line are equally wide, narrow and broad ones."""
    content = characters[start:stop]
    if not (_NARROW.search(content) and _BROAD.search(content)):
        return False
    box, width = raw.FS_RECTF(), 0.0
    for i, character in enumerate(content, start):
        if not character.isspace():
            raw.FPDFText_GetLooseCharBox(text, i, box)
            width = width or box.right - box.left
            if character >= _WIDE or abs(box.right - box.left - width) > _UNEVEN * width:
                return False
    return True


def _spaced(text: Handle, characters: str, start: int, stop: int, size: float) -> str:
    """Return the text of an upright line with a space in each gap between words, and no other.

    PDFium finds no space next to a pair of letters that is kerned, and one that a letter covers.
    """
    box, places = raw.FS_RECTF(), []
    for i in range(start, stop):
        is_shown = characters[i] != NOTHING and not characters[i].isspace()
        if is_shown and raw.FPDFText_GetLooseCharBox(text, i, box):
            # A text matrix may make letters smaller than the size of their font.
            unit = min(size, 2 * (box.top - box.bottom)) or size
            places.append((i, box.left, box.right, unit))
    found, gaps = list(characters[start:stop]), []
    spaces, covered = 0, []
    for (a, _, right, _), (b, left, _, unit) in pairwise(places):
        between, gap = characters[a + 1 : b].strip(NOTHING), (left - right) / unit
        spaces += bool(between)
        if not between:
            gaps.append((a, b, gap))
        elif between == " " and -1 < gap < 0 and origin_of(text, b)[0] < right:
            covered.append(slice(a + 1 - start, b - start))
    touching = sum(abs(gap) < _TOUCHING for *_, gap in gaps)
    is_right = touching >= _TOUCHING_SHARE * len(gaps) and 2 * len(covered) <= spaces <= len(gaps)
    if not is_right:
        return clean(characters[start:stop])
    for each in covered:
        found[each] = [""] * (each.stop - each.start)
    wide = [gap > WORD_GAP for *_, gap in gaps]
    for i, (a, b, _) in enumerate(gaps):
        # Of three near one another, the letters are set apart; those of a ligature may be anywhere.
        is_alone = wide[i] and sum(wide[max(0, i - 2) : i + 3]) < SPACED
        if is_alone and abs(origin_of(text, a)[1] - origin_of(text, b)[1]) < size:
            found[b - start] = " " + found[b - start]
    return clean("".join(found))


def _cells(
    text: Handle,
    characters: str,
    start: int,
    stop: int,
    size: float,
) -> tuple[Cell, ...]:
    """Return the parts of an upright line between wide gaps; none if it has no such gap."""
    found: list[Cell] = []
    first = start
    for space in _SPACES.finditer(characters, start, stop):
        right, left = edges_of(text, space.start() - 1)[1], edges_of(text, space.end())[0]
        is_mark = _MARK.fullmatch(characters, start, space.start())
        if left - right >= GAP * size and not is_mark:
            content = _spaced(text, characters, first, space.start(), size)
            found.append(Cell(content, edges_of(text, first)[0], right))
            first = space.end()
    if not found:
        return ()
    content = _spaced(text, characters, first, stop, size)
    return (*found, Cell(content, edges_of(text, first)[0], edges_of(text, stop - 1)[1]))


def _places(characters: str, start: int, stop: int) -> list[int]:
    """Return some places of a line that are no whitespace, from the first to the last."""
    steps = _SAMPLES - 1
    found = sorted({start + (stop - 1 - start) * i // steps for i in range(_SAMPLES)})
    return [i for i in found if start <= i < stop and not characters[i].isspace()]

"""Lines of the pages of a PDF with their place and font, and its bookmarks; read by PDFium."""

import ctypes
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

from chunking.core.errors import LoadError
from chunking.loading.pdf.columns import GAP, by_columns
from chunking.loading.pdf.contents import Bookmark, Cell, Line, Page, Reading, turned
from chunking.loading.pdf.drawings import parts_of
from chunking.loading.pdf.fields import fields_of
from chunking.loading.pdf.order import reading_order, with_fields
from chunking.loading.pdf.patterns import UNSPACED

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
# Characters without a meaning, also the private ones of fonts with icons, signs and bullets.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ue000-\uf8ff\ufffe\uffff]")
_PRIVATE_BULLET = re.compile(r"\A[\x80-\x9f\ue000-\uf8ff](?=\s)")
# A soft hyphen of a page is a drawn one.
_DRAWN = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB06: "st"}
_DRAWN |= {0xAD: "-"}
# Ligatures where fonts of TeX have them (encodings OT1 and T1), which are read as control
# characters if such a font maps nothing to Unicode: in words, as elsewhere they are of a font with
# symbols. A page with those of T1 has its quotation marks and dashes too.
_CODES = r"(?:[\x0b\x0c\x0e\x0f\x1b-\x1f]|\r(?!\n))"
_TEX = re.compile(
    rf"(?<=[^\W\d_]){_CODES}(?=[^\W\d_])|{_CODES}(?=[^\W\d_]{{2}})"
    rf"|(?<=[^\W\d_]{{2}}){_CODES}|(?<=\d)[\x15\x16](?=\d)"
)
_TEX_TEXT = str.maketrans("\x0b\x0c\x0d\x0e\x0f\x1b\x1c\x1d\x1e\x1f\x15\x16", "ﬀﬁﬂﬃﬄﬀﬁﬂﬃﬄ–—")
_T1 = str.maketrans("\x10\x11\x12\x13\x14\x15\x16", "“”„«»–—")
_MONOSPACED = re.compile(
    r"mono|courier|consol|typewriter|menlo|inconsolata|sourcecode|firacode|cmtt|cmsltt|cmitt|sftt"
    r"|txtt|pxtt|tt\d+$|fixed|andale|lucidasanst",
    re.IGNORECASE,
)
_BOLD = re.compile(r"bold|black|heavy|semib|demi|cmb|sfbx|ecbx|medi$", re.IGNORECASE)
_BOLD_WEIGHT = 600  # by the stems of a font, which are wrong for many regular ones
_LETTERS = re.compile(r"[^\W\d_]+")
# At most this share of neighboring letters of a text is of two scripts, and at least this one of
# its Latin letters are vowels: 39% in English, 33% in Polish, which has some with accents too.
_MIXED, _VOWELS = 0.1, 0.25
# Accents that are characters, and those they are with a letter.
_COMBINING = {
    "`": 0x300, "´": 0x301, "ˆ": 0x302, "˜": 0x303, "¯": 0x304, "˘": 0x306, "˙": 0x307, "¨": 0x308,
    "˚": 0x30A, "˝": 0x30B, "ˇ": 0x30C, "¸": 0x327, "˛": 0x328,
}  # fmt: skip
_ACCENTS = re.compile(f"[{''.join(_COMBINING)}]")
_DOTLESS = {"ı": "i", "ȷ": "j"}
_WORD_GAP = 0.15  # sizes of the font between words, at least
# Sizes of the font between letters of a word, and the share of such gaps where widths are right.
_TOUCHING, _TOUCHING_SHARE = 0.05, 0.75
_SPACED = 3  # wide gaps next to one another, as between letters that are set apart
_APART = re.compile(f"[{UNSPACED}](?: [{UNSPACED}]){{{_SPACED},}}")
_FARTHEST = 200  # characters between an accent and its letter
_NOTHING = "\x00"  # in place of an accent, so that all characters keep their numbers
_SPLIT = re.compile(r"(?<=[^\W\d_])-\x00+\Z")
_SPLIT_LIGATURE = re.compile(r"(?<=[^\W\d_])-\r(?=\n[ﬀ-ﬄ])")
_AROUND = 40  # characters on both sides of one that show how high its font is
_WIDE = "\u2e80"  # the first character of Chinese and Japanese
_FIXED_PITCH = 1  # bit of the flags of a font
# Characters that are narrow and broad in most fonts, and by which share the width of one varies.
_NARROW, _BROAD = re.compile(r"[fijlrtI.,:;!|'()\[\]]"), re.compile(r"[^\W_fijlrtI]")
_UNEVEN = 0.1
_SAMPLES = 5  # characters of a line whose font is looked up
# How far apart the baselines of a line and its exponents are at most, and how far they overlap, in
# sizes of the font.
_RAISED, _OVERLAP = 0.6, 0.8
_OBLIQUE = 0.1  # radians between the direction of a line and an edge of the page


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


def _is_readable(text: Any) -> bool:  # noqa: ANN401 - a text page of pypdfium2
    """Return whether the fonts tell which letters their shapes are, or their codes are letters.

    Whether they tell is found by a sample of 100 characters.
    """
    from pypdfium2 import raw

    count = text.count_chars()
    sample = range(0, count, max(1, count // 100))
    unknown = [raw.FPDFText_HasUnicodeMapError(text, i) for i in sample].count(1)
    return 4 * unknown <= len(sample) or is_plausible(_clean(text.get_text_range()))


def is_plausible(content: str) -> bool:
    """Return whether the characters may be those of a text, not the numbers of shapes.

    Such numbers are read as letters of many scripts, or as consonants where vowels would be.

    >>> is_plausible("The tide rises"), is_plausible("7KH WLGH ULVHV"), is_plausible("Ԕϸߙ")
    (True, False, False)
    """
    words = [word for word in _LETTERS.findall(content) if len(word) > 1]
    pairs = [each for word in words for each in pairwise(map(_script, word))]
    mixed = sum(a != b for a, b in pairs)
    latin = [each for word in words for each in word if each.isascii()]
    vowels = sum(each in "aeiouyAEIOUY" for each in latin)
    return mixed <= _MIXED * len(pairs) and vowels >= _VOWELS * len(latin)


def _script(letter: str) -> str:
    """Return the script of a letter by its Unicode name; those of Japanese and Korean are one."""
    script = unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]
    return "CJK" if script in {"HIRAGANA", "KATAKANA", "HANGUL", "FULLWIDTH"} else script


def by_direction(lines: Sequence[Line]) -> list[Line]:
    """Return lines in the direction of most of the text before those of each other direction."""
    lengths: Counter[int] = Counter()
    for line in lines:
        lengths[line.turn] += len(line.text)
    order = {turn: i for i, (turn, _) in enumerate(lengths.most_common())}
    return sorted(lines, key=lambda line: order[line.turn])


def _lines(text: Any, size: tuple[float, float]) -> Iterator[Line]:  # noqa: ANN401 - as above
    characters = text.get_text_range()
    if len(characters) != text.count_chars():  # some have no Unicode, or two code units
        characters = _one_each(text)
    characters = _composed(text, with_ligatures(characters))
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


def with_ligatures(characters: str) -> str:
    r"""Return as many characters, with ligatures, dashes and marks for the codes of TeX fonts.

    >>> with_ligatures("de\x1cned \x10here\x11")
    'deﬁned “here”'
    """
    found = _TEX.sub(lambda each: each[0].translate(_TEX_TEXT), characters)
    is_t1 = any(a != b and "\x1b" <= a <= "\x1f" for a, b in zip(characters, found, strict=True))
    found = _SPLIT_LIGATURE.sub("-\x00", found)
    return found.translate(_T1) if is_t1 else found


def _composed(text: Any, characters: str) -> str:  # noqa: ANN401 - as above
    """Return as many characters, letters and the accents set over them composed.

    Old fonts of TeX have both apart, and an accent may come behind the end of its line.
    """
    found = list(characters)
    for accent in _ACCENTS.finditer(characters):
        at = accent.start()
        left, right = _edges(text, at)
        height, size = _origin(text, at)[1], _font(text, at)[0]
        first = max(characters.rfind("\n", 0, at) + 1, at - _FARTHEST)
        is_apart = characters[at + 1 : at + 2].isspace() or at + 1 == len(characters)
        for i in (at + 1, *range(at - 1, first - 1 if is_apart else at - 2, -1)):
            letter = found[i : i + 1] if i >= 0 else []
            if not letter or not letter[0].isalpha():
                continue
            mark = chr(_COMBINING[accent[0]])
            whole = unicodedata.normalize("NFC", _DOTLESS.get(letter[0], letter[0]) + mark)
            edges = _edges(text, i)
            is_over = edges[0] <= (left + right) / 2 <= edges[1]
            if len(whole) == 1 and is_over and abs(_origin(text, i)[1] - height) < size:
                found[i], found[at] = whole, _NOTHING
                last = at - 1
                while last > first and found[last] in {" ", _NOTHING}:
                    last -= 1
                if i < at or edges[0] - _edges(text, last)[1] < _WORD_GAP * size:
                    found[last + 1 : at] = _NOTHING * (at - last - 1)
                break
    return "".join(found)


def _runs(text: Any, characters: str, start: int, stop: int) -> Iterator[tuple[int, int]]:  # noqa: ANN401 - as above
    """Yield the parts of a line in one direction and at one height.

    PDFium ends no line where text that is set sideways begins, nor where such a line ends.
    """
    if not any(_turn(text, i)[0] for i in _places(characters, start, stop)):
        yield start, stop
        return
    begin, before = start, None
    for i in range(start, stop):
        if characters[i].isspace():
            continue
        turn, _ = _turn(text, i)
        _, y = turned(_origin(text, i), turn, (0, 0))
        if before is not None and (
            turn != before[0] or (turn and abs(y - before[1]) > _RAISED * _font(text, i)[0])
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


def _one_each(text: Any) -> str:  # noqa: ANN401 - as above
    """Return the characters of a page, one for each that PDFium counts."""
    from pypdfium2 import raw

    codes = [raw.FPDFText_GetUnicode(text, i) for i in range(text.count_chars())]
    return "".join(map(_character, codes, [*codes[1:], 0]))


def _character(code: int, after: int) -> str:
    """Return the character of a UTF-16 code unit; of two, the second has none."""
    if 0xD800 <= code < 0xDC00 <= after < 0xE000:
        return chr(0x10000 + (code - 0xD800 << 10) + after - 0xDC00)
    if 0xDC00 <= code < 0xE000:
        return "\x00"
    return chr(code) if 0 < code < 0xD800 or 0xE000 <= code < 0x110000 else "\ufffd"


def _line(
    text: Any,  # noqa: ANN401 - as above
    characters: str,
    start: int,
    stop: int,
    size: tuple[float, float],
) -> Line | None:
    from pypdfium2 import raw

    content = characters[start:stop]
    start += len(content) - len(content.lstrip())
    stop -= len(content) - len(content.rstrip())
    if start >= stop:
        return None
    places = _places(characters, start, stop)
    fonts = [_font(text, i) for i in places]
    sizes, bold, heavy, monospaced, names = zip(*fonts, strict=True)
    turn, rotated = _turn(text, start)
    x, y = turned(_origin(text, start), turn, size)
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetCharBox(text, stop - 1, left, right, bottom, top)
    corners = ((left.value, bottom.value), (right.value, top.value))
    median = sorted(sizes)[len(sizes) // 2]
    upright = turn == 0 and not rotated
    return Line(
        _spaced(text, characters, start, stop, median) if upright else _clean(content),
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


def _is_even(text: Any, characters: str, start: int, stop: int) -> bool:  # noqa: ANN401 - as above
    """Return whether all characters of a line are equally wide, narrow and broad ones."""
    from pypdfium2 import raw

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


def _clean(content: str) -> str:
    text = _PRIVATE_BULLET.sub("•", content.strip())
    text = _CONTROLS.sub("", text).strip().translate(_DRAWN)
    return _APART.sub(lambda each: each[0].replace(" ", ""), text)


def _spaced(text: Any, characters: str, start: int, stop: int, size: float) -> str:  # noqa: ANN401 - as above
    """Return the text of an upright line with a space in each gap between words, and no other.

    PDFium finds no space next to a pair of letters that is kerned, and one that a letter covers.
    """
    from pypdfium2 import raw

    box, places = raw.FS_RECTF(), []
    for i in range(start, stop):
        is_shown = characters[i] != _NOTHING and not characters[i].isspace()
        if is_shown and raw.FPDFText_GetLooseCharBox(text, i, box):
            # A text matrix may make letters smaller than the size of their font.
            unit = min(size, 2 * (box.top - box.bottom)) or size
            places.append((i, box.left, box.right, unit))
    found, gaps = list(characters[start:stop]), []
    spaces, covered = 0, []
    for (a, _, right, _), (b, left, _, unit) in pairwise(places):
        between, gap = characters[a + 1 : b].strip(_NOTHING), (left - right) / unit
        spaces += bool(between)
        if not between:
            gaps.append((a, b, gap))
        elif between == " " and -1 < gap < 0 and _origin(text, b)[0] < right:
            covered.append(slice(a + 1 - start, b - start))
    touching = sum(abs(gap) < _TOUCHING for *_, gap in gaps)
    is_right = touching >= _TOUCHING_SHARE * len(gaps) and 2 * len(covered) <= spaces <= len(gaps)
    if not is_right:
        return _clean(characters[start:stop])
    for each in covered:
        found[each] = [""] * (each.stop - each.start)
    wide = [gap > _WORD_GAP for *_, gap in gaps]
    for i, (a, b, _) in enumerate(gaps):
        # Of three near one another, the letters are set apart; those of a ligature may be anywhere.
        is_alone = wide[i] and sum(wide[max(0, i - 2) : i + 3]) < _SPACED
        if is_alone and abs(_origin(text, a)[1] - _origin(text, b)[1]) < size:
            found[b - start] = " " + found[b - start]
    return _clean("".join(found))


def _cells(
    text: Any,  # noqa: ANN401 - as above
    characters: str,
    start: int,
    stop: int,
    size: float,
) -> tuple[Cell, ...]:
    """Return the parts of an upright line between wide gaps; none if it has no such gap."""
    found: list[Cell] = []
    first = start
    for space in _SPACES.finditer(characters, start, stop):
        right, left = _edges(text, space.start() - 1)[1], _edges(text, space.end())[0]
        is_mark = _MARK.fullmatch(characters, start, space.start())
        if left - right >= GAP * size and not is_mark:
            content = _spaced(text, characters, first, space.start(), size)
            found.append(Cell(content, _edges(text, first)[0], right))
            first = space.end()
    if not found:
        return ()
    content = _spaced(text, characters, first, stop, size)
    return (*found, Cell(content, _edges(text, first)[0], _edges(text, stop - 1)[1]))


def _edges(text: Any, index: int) -> tuple[float, float]:  # noqa: ANN401 - as above
    """Return the left and the right edge of a character."""
    from pypdfium2 import raw

    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetCharBox(text, index, left, right, bottom, top)
    return left.value, right.value


def _places(characters: str, start: int, stop: int) -> list[int]:
    """Return some places of a line that are no whitespace, from the first to the last."""
    steps = _SAMPLES - 1
    found = sorted({start + (stop - 1 - start) * i // steps for i in range(_SAMPLES)})
    return [i for i in found if start <= i < stop and not characters[i].isspace()]


def _turn(text: Any, index: int) -> tuple[int, bool]:  # noqa: ANN401 - as above
    """Return the clockwise quarter turns of a character, and whether it is turned otherwise."""
    from pypdfium2 import raw

    turns = raw.FPDFText_GetCharAngle(text, index) / (math.pi / 2)
    whole = round(turns)
    rotated = abs(turns - whole) * (math.pi / 2) > _OBLIQUE
    return (0 if rotated else whole % 4), rotated


def _origin(text: Any, index: int) -> tuple[float, float]:  # noqa: ANN401 - as above
    from pypdfium2 import raw

    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(text, index, x, y)
    return x.value, y.value


def _font(text: Any, index: int) -> tuple[float, bool, bool, bool, str]:  # noqa: ANN401 - as above
    """Return the size of a character in points, if it is bold, heavy and monospaced, its font."""
    from pypdfium2 import raw

    buffer, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    raw.FPDFText_GetFontInfo(text, index, buffer, len(buffer), flags)
    name = buffer.value.decode("utf-8", "replace")
    # A text matrix scales the size; of fonts made of bitmaps, their characters show it.
    matrix = raw.FS_MATRIX()
    size = raw.FPDFText_GetFontSize(text, index)
    if size < 2 and raw.FPDFText_GetMatrix(text, index, matrix):
        size *= math.hypot(matrix.c, matrix.d)
    if size < 2:
        scaled = _height(text, index)
        size = scaled if scaled > 2 else size
    bold = bool(_BOLD.search(name))
    heavy = bold or raw.FPDFText_GetFontWeight(text, index) >= _BOLD_WEIGHT
    monospaced = bool(_MONOSPACED.search(name)) or bool(flags.value & _FIXED_PITCH)
    return size, bold, heavy, monospaced, name.rpartition("+")[2]


def _height(text: Any, index: int) -> float:  # noqa: ANN401 - as above
    """Return the height of the characters in the font of one of them, by those around it."""
    from pypdfium2 import raw

    font, box = _font_number(text, index), raw.FS_RECTF()
    sideways = _turn(text, index)[0] % 2
    ends = []
    for i in range(max(0, index - _AROUND), min(text.count_chars(), index + _AROUND)):
        if _font_number(text, i) == font and raw.FPDFText_GetLooseCharBox(text, i, box):
            x, y = _origin(text, i)
            ends += [box.left - x, box.right - x] if sideways else [box.bottom - y, box.top - y]
    return max(ends, default=0.0) - min(ends, default=0.0)


def _font_number(text: Any, index: int) -> int | None:  # noqa: ANN401 - as above
    """Return a number that only the characters of one font have; None for those of no font."""
    from pypdfium2 import raw

    character = raw.FPDFText_GetTextObject(text, index)
    if not character:
        return None
    return ctypes.cast(raw.FPDFTextObj_GetFont(character), ctypes.c_void_p).value

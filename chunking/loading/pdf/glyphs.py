"""Characters of a text page as PDFium has them: place, turn and font."""

import ctypes
import math
import re
from typing import Any, TypeAlias

from pypdfium2 import raw

Handle: TypeAlias = Any  # an object of pypdfium2, which has no types

_MONOSPACED = re.compile(
    r"mono|courier|consol|typewriter|menlo|inconsolata|sourcecode|firacode|cmtt|cmsltt|cmitt|sftt"
    r"|txtt|pxtt|tt\d+$|fixed|andale|lucidasanst",
    re.IGNORECASE,
)
_BOLD = re.compile(r"bold|black|heavy|semib|demi|cmb|sfbx|ecbx|medi$", re.IGNORECASE)
_BOLD_WEIGHT = 600  # by the stems of a font, which are wrong for many regular ones
_AROUND = 40  # characters on both sides of one that show how high its font is
_FIXED_PITCH = 1  # bit of the flags of a font
_OBLIQUE = 0.1  # radians between the direction of a line and an edge of the page


def characters_of(text: Handle) -> str:
    """Return the characters of a page, one for each that PDFium counts."""
    codes = [raw.FPDFText_GetUnicode(text, i) for i in range(text.count_chars())]
    return "".join(map(_character, codes, [*codes[1:], 0]))


def _character(code: int, after: int) -> str:
    """Return the character of a UTF-16 code unit; NUL for the second of a surrogate pair."""
    if 0xD800 <= code < 0xDC00 <= after < 0xE000:
        return chr(0x10000 + (code - 0xD800 << 10) + after - 0xDC00)
    if 0xDC00 <= code < 0xE000:
        return "\x00"
    return chr(code) if 0 < code < 0xD800 or 0xE000 <= code < 0x110000 else "\ufffd"


def edges_of(text: Handle, index: int) -> tuple[float, float]:
    """Return the left and the right edge of a character."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    raw.FPDFText_GetCharBox(text, index, left, right, bottom, top)
    return left.value, right.value


def turn_of(text: Handle, index: int) -> tuple[int, bool]:
    """Return the clockwise quarter turns of a baseline, and whether it is turned otherwise.

    Letters that are slanted by their matrix have an upright baseline.
    """
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(text, index, matrix)
    turns = math.atan2(-matrix.b, matrix.a) / (math.pi / 2)
    whole = round(turns)
    rotated = abs(turns - whole) * (math.pi / 2) > _OBLIQUE
    return (0 if rotated else whole % 4), rotated


def origin_of(text: Handle, index: int) -> tuple[float, float]:
    """Return the place of a character on its baseline."""
    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(text, index, x, y)
    return x.value, y.value


def font_of(text: Handle, index: int) -> tuple[float, bool, bool, bool, str]:
    """Return the size of a character in points, if it is bold, heavy and monospaced, its font."""
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


def _height(text: Handle, index: int) -> float:
    """Return the height of the characters in the font of one of them, by those around it."""
    font, box = _font_number(text, index), raw.FS_RECTF()
    sideways = turn_of(text, index)[0] % 2
    ends = []
    for i in range(max(0, index - _AROUND), min(text.count_chars(), index + _AROUND)):
        if _font_number(text, i) == font and raw.FPDFText_GetLooseCharBox(text, i, box):
            x, y = origin_of(text, i)
            ends += [box.left - x, box.right - x] if sideways else [box.bottom - y, box.top - y]
    return max(ends, default=0.0) - min(ends, default=0.0)


def _font_number(text: Handle, index: int) -> int | None:
    """Return a number that only the characters of one font have; None for those of no font."""
    character = raw.FPDFText_GetTextObject(text, index)
    if not character:
        return None
    return ctypes.cast(raw.FPDFTextObj_GetFont(character), ctypes.c_void_p).value

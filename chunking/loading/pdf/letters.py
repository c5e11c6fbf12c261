"""Letters of a PDF: ligatures and accents of old fonts, and whether letters are right."""

import re
import unicodedata
from itertools import pairwise

from chunking.loading.pdf.glyphs import Handle, edges_of, font_of, origin_of
from chunking.loading.pdf.patterns import UNSPACED

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
WORD_GAP = 0.15  # sizes of the font between words, at least
SPACED = 3  # wide gaps next to one another, as between letters that are set apart
_APART = re.compile(f"[{UNSPACED}](?: [{UNSPACED}]){{{SPACED},}}")
_FARTHEST = 200  # characters between an accent and its letter
NOTHING = "\x00"  # in place of an accent, so that all characters keep their numbers
_SPLIT_LIGATURE = re.compile(r"(?<=[^\W\d_])-\r(?=\n[ﬀ-ﬄ])")


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


def with_ligatures(characters: str) -> str:
    r"""Return as many characters, with ligatures, dashes and marks for the codes of TeX fonts.

    >>> with_ligatures("de\x1cned \x10here\x11")
    'deﬁned “here”'
    """
    found = _TEX.sub(lambda each: each[0].translate(_TEX_TEXT), characters)
    is_t1 = any(a != b and "\x1b" <= a <= "\x1f" for a, b in zip(characters, found, strict=True))
    found = _SPLIT_LIGATURE.sub("-\x00", found)
    return found.translate(_T1) if is_t1 else found


def composed(text: Handle, characters: str) -> str:
    """Return as many characters, letters and the accents set over them composed.

    Old fonts of TeX have both apart, and an accent may come behind the end of its line.
    """
    found = list(characters)
    for accent in _ACCENTS.finditer(characters):
        at = accent.start()
        left, right = edges_of(text, at)
        height, size = origin_of(text, at)[1], font_of(text, at)[0]
        first = max(characters.rfind("\n", 0, at) + 1, at - _FARTHEST)
        is_apart = characters[at + 1 : at + 2].isspace() or at + 1 == len(characters)
        for i in (at + 1, *range(at - 1, first - 1 if is_apart else at - 2, -1)):
            letter = found[i : i + 1] if i >= 0 else []
            if not letter or not letter[0].isalpha():
                continue
            mark = chr(_COMBINING[accent[0]])
            whole = unicodedata.normalize("NFC", _DOTLESS.get(letter[0], letter[0]) + mark)
            edges = edges_of(text, i)
            is_over = edges[0] <= (left + right) / 2 <= edges[1]
            if len(whole) == 1 and is_over and abs(origin_of(text, i)[1] - height) < size:
                found[i], found[at] = whole, NOTHING
                last = at - 1
                while last > first and found[last] in {" ", NOTHING}:
                    last -= 1
                if i < at or edges[0] - edges_of(text, last)[1] < WORD_GAP * size:
                    found[last + 1 : at] = NOTHING * (at - last - 1)
                break
    return "".join(found)


def clean(content: str) -> str:
    """Return a text without control characters, and with letters in place of drawn ones."""
    text = _PRIVATE_BULLET.sub("•", content.strip())
    text = _CONTROLS.sub("", text).strip().translate(_DRAWN)
    return _APART.sub(lambda each: each[0].replace(" ", ""), text)

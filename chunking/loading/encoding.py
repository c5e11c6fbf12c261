"""Bytes to characters: what the file says, else what it looks like, and never in silence."""

from __future__ import annotations

import codecs
import re
import warnings
from dataclasses import dataclass

from chunking.errors import LoadError

# The longer mark first: the one of UTF-32 begins with the one of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GUESSED_FROM = 2**20
_FALLBACK = "windows-1252"
# Below this chardet takes any accented letter for any code page.
_LEAST_CONFIDENCE = 0.1
# Codecs of Python that are no encodings of files; punycode and idna also take quadratic time.
_NO_ENCODINGS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "unicode-escape"})
_BINARY = "binary data, neither text nor a PDF, DOCX or EPUB"
_MIXED_FROM = 20_000
_OTHER = re.compile("[\u0370-\u06ff]")
_MIXED = re.compile("[A-Za-z][\u0370-\u06ff]|[\u0370-\u06ff][A-Za-z]")
_WIDE = ("utf-16", "utf-32", "utf_16", "utf_32")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the encoding it was read in, and what has to be said about that."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, encoding: str | None = None, declared: str = "") -> Decoded:
    """The characters of `data`, without a byte order mark, line ends as they are.

    In this order: `encoding` if given; a byte order mark; strict UTF-8; the encoding that
    the file declares of itself; a guess from the first megabyte; windows-1252. Bytes that
    an encoding does not know become U+FFFD, with a note: a wrong choice stays visible and
    can be corrected. Raises `LoadError` for an encoding that does not exist and for
    binary data.
    """
    if encoding is not None:
        return _checked(_read(data, _known(encoding)))
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return _checked(_read(data[len(mark) :], marked))
    named = _declared(declared)
    # ISO-2022-JP and its like are written in ASCII bytes, and so are valid UTF-8.
    binary = _is_binary(data)
    if named and data.isascii() and not binary:
        return _checked(_read(data, named))
    if not binary:
        try:
            return Decoded(data.decode("utf-8"), "utf-8")
        except UnicodeDecodeError:
            pass
        if named:
            return _checked(_read(data, named))
    guess = _guess(data)
    if binary and not _is_wide(data, guess):
        raise LoadError(_BINARY)
    note = f"no byte order mark and not UTF-8: read as {guess} (a guess)"
    read = _read(data, guess)
    return _checked(Decoded(read.text, guess, (note, *read.notes)))


def _known(encoding: str) -> str:
    """The encoding's name as Python knows it."""
    name = encoding.strip()
    try:
        codec = codecs.lookup(name)
        is_text = codec._is_text_encoding  # noqa: SLF001  # base64 and zip are codecs too
    except (LookupError, ValueError):
        is_text = False
    if not is_text or codec.name in _NO_ENCODINGS or codec.name.startswith("raw"):
        shown = encoding[:40].encode("ascii", "backslashreplace").decode()
        raise LoadError(
            f"the encoding must be one that Python knows, such as utf-8, windows-1252, "
            f"shift_jis or koi8-r, got {shown!r}"
        )
    return name.lower()


def _declared(declared: str) -> str:
    """The declared encoding, if it can be the one: a page that can be read as ASCII is not wide."""
    try:
        name = _known(declared) if declared else ""
    except LoadError:
        return ""
    return "" if name.startswith(_WIDE) else name


def _read(data: bytes, encoding: str) -> Decoded:
    notes: tuple[str, ...] = ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = data.decode(encoding)
    except UnicodeError as error:
        place = (
            f", the first at byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        )
        notes = (f"some bytes are not {encoding}{place}: each became U+FFFD",)
        text = data.decode(encoding, "replace")
    return Decoded(text.removeprefix("\ufeff"), encoding, notes)


def _guess(data: bytes) -> str:
    import chardet

    found = chardet.detect(
        data[:_GUESSED_FROM],
        encoding_era=chardet.EncodingEra.MODERN_WEB,
        max_bytes=_GUESSED_FROM,
    )
    name = found["encoding"]
    if not name or (found["confidence"] or 0.0) < _LEAST_CONFIDENCE:
        return _FALLBACK
    try:
        guess = _known(name)
    except LoadError:
        return _FALLBACK
    return _FALLBACK if _is_mixed(data[:_MIXED_FROM].decode(guess, "replace")) else guess


def _is_mixed(text: str) -> bool:
    """Whether Latin letters stand beside others within the words: "café" read as "cafй"."""
    others = len(_OTHER.findall(text))
    return others > 0 and len(_MIXED.findall(text)) * 4 > others


def _is_wide(data: bytes, guess: str) -> bool:
    """Whether the NULs can be those of UTF-16 or 32: each the upper half of a Western letter."""
    if not guess.startswith(_WIDE):
        return False
    head = data[:_MIXED_FROM]
    western = sum("\t" <= c <= "\xff" for c in head.decode(guess, "replace"))
    nuls = head.count(0) / (3 if "32" in guess else 1)
    return western >= 0.8 * nuls


def _is_binary(data: bytes) -> bool:
    head = data[:_GUESSED_FROM]
    return _too_many(sum(map(head.count, _CONTROLS)), len(head))


def _checked(decoded: Decoded) -> Decoded:
    """What was decoded, if it is text: a few stray control characters are, a tenth are not."""
    head = decoded.text[:_GUESSED_FROM]
    if _too_many(sum(map(head.count, _CONTROL_CHARACTERS)), len(head)):
        raise LoadError(_BINARY)
    return decoded


def _too_many(controls: int, length: int) -> bool:
    return controls > 4 and controls * 20 > length


_CONTROLS = tuple(bytes([i]) for i in range(32) if i not in b"\t\n\v\f\r\b\x1b\x1c\x1d\x1e\x1f")
_CONTROL_CHARACTERS = tuple(c.decode("ascii") for c in _CONTROLS)

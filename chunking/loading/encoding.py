"""Decoding of bytes, by declaration or detection, with notes on any doubt."""

import codecs
import re
import warnings
from dataclasses import dataclass

from chunking.core.errors import LoadError

# Longer marks first: that of UTF-32 begins with that of UTF-16.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 2**20
_FALLBACK = "windows-1252"
# With less, chardet takes any accented letter for any code page.
_MIN_CONFIDENCE = 0.1
# Codecs that are no file encodings; punycode and idna also take quadratic time.
_NOT_FOR_FILES = frozenset({"idna", "punycode", "undefined", "unicode_escape", "unicode-escape"})
_BINARY = "binary data, neither text nor a document of a supported format"
_SMALL_SAMPLE = 20_000
_ISO_2022_JP = re.compile(rb"\x1b\$[@B](?:[!-~]{2})+\x1b\([BJ]")
_NON_LATIN = re.compile("[\u0370-\u06ff]")
_MIXED = re.compile("[A-Za-z][\u0370-\u06ff]|[\u0370-\u06ff][A-Za-z]")
_WIDE = ("utf-16", "utf-32", "utf_16", "utf_32")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, its encoding, and notes on the decoding."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, encoding: str | None = None, declared: str = "") -> Decoded:
    """Return the characters of `data`, without a byte order mark; line ends are kept.

    The encoding is the first that applies: `encoding`, a byte order mark, strict UTF-8, the one
    that the file declares, the one detected in the first megabyte, windows-1252. Invalid bytes
    become U+FFFD with a note, so that a wrong choice is visible and can be corrected.

    Raises:
        LoadError: The encoding does not exist, or the data are binary.
    """
    if encoding is not None:
        return _checked(_read(data, _known(encoding)))
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _checked(_read(data[len(mark) :], name))
    # Two escape sequences show Japanese text in seven bits, which is valid UTF-8, too.
    named = _declared(declared) or ("iso2022_jp" if _ISO_2022_JP.search(data) else "")
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
    """Return the name of an encoding if Python has it and files use it."""
    name = encoding.strip()
    try:
        codec = codecs.lookup(name)
        is_text = codec._is_text_encoding  # noqa: SLF001  # base64 and zip are codecs too
    except (LookupError, ValueError):
        is_text = False
    if not is_text or codec.name in _NOT_FOR_FILES or codec.name.startswith("raw"):
        shown = encoding[:40].encode("ascii", "backslashreplace").decode()
        raise LoadError(
            f"the encoding must be one that Python knows, such as utf-8, windows-1252, "
            f"shift_jis or koi8-r, got {shown!r}"
        )
    return name.lower()


def _declared(declared: str) -> str:
    """Return the declared encoding; "" if it is unknown, or wide, as the declaration is ASCII."""
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
        position = (
            f", the first at byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        )
        notes = (f"some bytes are not {encoding}{position}: each became U+FFFD",)
        text = data.decode(encoding, "replace")
    return Decoded(text.removeprefix("\ufeff"), encoding, notes)


def _guess(data: bytes) -> str:
    import chardet

    found = chardet.detect(
        data[:_SAMPLE],
        encoding_era=chardet.EncodingEra.MODERN_WEB,
        max_bytes=_SAMPLE,
    )
    name = found["encoding"]
    if not name or (found["confidence"] or 0.0) < _MIN_CONFIDENCE:
        return _FALLBACK
    try:
        guess = _known(name)
    except LoadError:
        return _FALLBACK
    return _FALLBACK if _is_mixed(data[:_SMALL_SAMPLE].decode(guess, "replace")) else guess


def _is_mixed(text: str) -> bool:
    """Return whether words mix Latin and other letters, as in "café" decoded to "cafй"."""
    others = len(_NON_LATIN.findall(text))
    return others > 0 and len(_MIXED.findall(text)) * 4 > others


def _is_wide(data: bytes, guess: str) -> bool:
    """Return whether NULs may be the upper bytes of Western letters in UTF-16 or UTF-32."""
    if not guess.startswith(_WIDE):
        return False
    head = data[:_SMALL_SAMPLE]
    western = sum("\t" <= c <= "\xff" for c in head.decode(guess, "replace"))
    nuls = head.count(0) / (3 if "32" in guess else 1)
    return western >= 0.8 * nuls


def _is_binary(data: bytes) -> bool:
    head = data[:_SAMPLE]
    return _too_many(sum(map(head.count, _CONTROLS)), len(head))


def _checked(decoded: Decoded) -> Decoded:
    """Return the decoded text unless it is binary: more than 5% control characters."""
    head = decoded.text[:_SAMPLE]
    if _too_many(sum(map(head.count, _CONTROL_CHARACTERS)), len(head)):
        raise LoadError(_BINARY)
    return decoded


def _too_many(controls: int, length: int) -> bool:
    return controls > 4 and controls * 20 > length


_CONTROLS = tuple(bytes([i]) for i in range(32) if i not in b"\t\n\v\f\r\b\x1b\x1c\x1d\x1e\x1f")
_CONTROL_CHARACTERS = tuple(c.decode("ascii") for c in _CONTROLS)

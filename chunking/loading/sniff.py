"""What a file is, told by its first bytes and not by its name."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from chunking.errors import LoadError

Kind: TypeAlias = Literal["pdf", "zip", "text"]

_BINARIES = (
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xfd7zXZ\x00", "an XZ archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a Windows program"),
    (b"\xcf\xfa\xed\xfe", "a macOS program"),
    (b"\xca\xfe\xba\xbe", "a Java class or macOS program"),
    (b"\x00asm", "a WebAssembly module"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"OggS\x00", "an Ogg recording"),
    (b"ID3\x03", "an MP3 recording"),
    (b"ID3\x04", "an MP3 recording"),
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "an old or password-protected Office file (save it as DOCX without a password)",
    ),
    (b"{\\rtf", "an RTF file (save it as DOCX)"),
)
_HTML = re.compile(
    r"\ufeff?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,400}?-->\s*)?<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
_CHARSET = re.compile(
    rb"""<(?:meta\s[^>]{0,300}?charset|\?xml\s[^>]{0,60}?encoding)\s*=\s*["']?\s*([\w.:-]{1,40})""",
    re.IGNORECASE,
)


def kind_of(data: bytes, suffix: str) -> Kind:
    """A PDF, a zip archive, or what can only be text; `LoadError` for known binary formats.

    A PDF named as one may have up to a kilobyte of rubbish in front, as readers allow.
    """
    if data.startswith(b"%PDF-") or (suffix == ".pdf" and b"%PDF-" in data[:1024]):
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    for magic, what in _BINARIES:
        if data.startswith(magic):
            raise LoadError(f"{what}, where text, HTML, PDF, DOCX or EPUB is expected")
    if data[:4] == b"RIFF" and data[8:12] in {b"WEBP", b"WAVE", b"AVI "}:
        raise LoadError("a RIFF recording or image, where text is expected")
    if data[4:8] == b"ftyp":
        raise LoadError("an MP4 recording or HEIC image, where text is expected")
    return "text"


def is_html(text: str) -> bool:
    """Whether the text opens as an HTML page."""
    return bool(_HTML.match(text[:2000]))


def declared_charset(data: bytes) -> str:
    """The encoding an HTML page or XML text declares in its first two kilobytes; "" if none."""
    found = _CHARSET.search(data[:2048])
    return found[1].decode("ascii", "replace") if found else ""

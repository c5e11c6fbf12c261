"""The format of a file in a zip archive or in an OLE file, by what it contains."""

import re

from chunking.loading import epub, formats, opendocument
from chunking.loading.archive import Archive
from chunking.loading.formats import Format

# A member that only archives of the format have.
_MEMBERS = (
    (formats.DOCX, re.compile(r"word/document\d*\.xml"), "word/document.xml"),
    (formats.PPTX, re.compile(r"ppt/presentation\d*\.xml"), "ppt/presentation.xml"),
    (formats.XLSX, re.compile(r"xl/workbook\d*\.(?:xml|bin)"), "xl/workbook.xml"),
    (formats.EPUB, epub.CONTAINERS, epub.CONTAINER),
)
_MIMETYPES = {
    b"application/vnd.oasis.opendocument.text": formats.ODT,
    b"application/vnd.oasis.opendocument.presentation": formats.ODP,
    b"application/vnd.oasis.opendocument.spreadsheet": formats.ODS,
}
EXPECTED = {found: member for found, _, member in _MEMBERS} | {
    formats.ODP: opendocument.CONTENT,
    formats.ODT: opendocument.CONTENT,
    formats.ODS: opendocument.CONTENT,
}
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Names in the directory of an OLE file, of which the first tells what it is.
_NAMES: dict[str, Format | None] = {
    "Workbook": formats.XLS,
    "Book": formats.XLS,
    "__properties_version1.0": formats.OUTLOOK,
    "WordDocument": None,
    "PowerPoint Document": None,
    "EncryptedPackage": None,
}
_STREAMS = re.compile(b"|".join(re.escape(f"{name}\0".encode("utf-16-le")) for name in _NAMES))


def format_of(archive: Archive) -> Format | None:
    """Return the format of the document in a zip archive; None if there is none."""
    for found, pattern, _ in _MEMBERS:
        if any(pattern.fullmatch(name) for name in archive.names):
            return found
    if opendocument.MIMETYPE in archive.names and opendocument.CONTENT in archive.names:
        declared = archive.read(opendocument.MIMETYPE).strip().removesuffix(b"-template")
        return _MIMETYPES.get(declared)
    return None


def format_of_ole(data: bytes) -> Format | None:
    """Return the format of an OLE file; None if it cannot be loaded, or has a password."""
    found = _STREAMS.search(data) if data.startswith(OLE) else None
    return _NAMES[found[0].decode("utf-16-le").rstrip("\0")] if found else None

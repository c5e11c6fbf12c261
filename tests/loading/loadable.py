"""Builders of small files in every format."""

from __future__ import annotations

import io
import zipfile
import zlib

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def pdf(*pages: str, title: str = "", extra: bytes = b"") -> bytes:
    """Return a PDF with one line of text per page; "" is a page without text.

    `extra` is appended to the drawing commands of the last page.
    """
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids = []
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for number, text in enumerate(pages, 1):
        drawing = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET".encode("latin-1") if text else b""
        packed = zlib.compress(drawing + extra * (number == len(pages)))
        objects.append(
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)
        )
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    objects.append(b"<< /Title (%s) >>" % title.encode("latin-1"))
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for at, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (at, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def encrypted(data: bytes, password: str) -> bytes:
    """Return a PDF encrypted with a password, which may be empty."""
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=io.BytesIO(data))
    writer.encrypt(password, "owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def archive(members: dict[str, str | bytes]) -> bytes:
    """Return a zip archive of members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return out.getvalue()


def docx(body: str, *, styles: str = "", core: str = "", before: str = "") -> bytes:
    """Return a DOCX with this body and these styles, as XML in the namespace `w`."""
    members: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f'{before}<w:document xmlns:w="{_W}"><w:body>{body}</w:body>'
        "</w:document>",
    }
    if styles:
        members["word/styles.xml"] = f'<w:styles xmlns:w="{_W}">{styles}</w:styles>'
    if core:
        members["docProps/core.xml"] = (
            f'<c:p xmlns:c="core" xmlns:dc="http://purl.org/dc/elements/1.1/">{core}</c:p>'
        )
    return archive(members)


def paragraph(text: str, properties: str = "") -> str:
    """Return the XML of a DOCX paragraph."""
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def epub(
    pages: dict[str, str], *, metadata: str = "", spine: str = "", encryption: str = ""
) -> bytes:
    """Return an EPUB with these XHTML bodies by path below the package file."""
    items = "".join(
        f'<item id="i{i}" href="{name}" media-type="application/xhtml+xml"/>'
        for i, name in enumerate(pages)
    )
    order = spine or "".join(f'<itemref idref="i{i}"/>' for i in range(len(pages)))
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="in/book.opf"/>'
        "</rootfiles></container>",
        "in/book.opf": '<package xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<metadata>{metadata}</metadata><manifest>{items}</manifest><spine>{order}</spine>"
        "</package>",
    }
    for name, body in pages.items():
        members[f"in/{name}".replace("%20", " ")] = (
            f'<?xml version="1.0"?><html><head><title/></head><body>{body}</body></html>'
        )
    if encryption:
        members["META-INF/encryption.xml"] = encryption
    return archive(members)

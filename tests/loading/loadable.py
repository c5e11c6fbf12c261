"""Builders of small files in every format."""

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def pdf(*pages: str, title: str = "", extra: bytes = b"") -> bytes:
    """Return a PDF with one line of text per page; "" is a page without text.

    `extra` is appended to the drawing commands of the last page.
    """
    placed = [[(72, 700, 12, "Helvetica", text)] if text else [] for text in pages]
    return placed_pdf(placed, title=title, extra=extra)


def placed_pdf(
    pages: Sequence[Sequence[tuple[float, float, float, str, str]]],
    bookmarks: Sequence[tuple[str, int, float]] = (),
    *,
    title: str = "",
    extra: bytes = b"",
) -> bytes:
    """Return a PDF of 600 × 800 points with lines of text where they are placed.

    Args:
        pages: For each line its left edge, baseline, size, font and text.
        bookmarks: Title, number of the page from 1, and height of each.
        title: The title of the file.
        extra: Appended to the drawing commands of the last page.
    """
    fonts = sorted({font for page in pages for _, _, _, font, _ in page} | {"Helvetica"})
    outline = b" /Outlines 3 0 R" if bookmarks else b""
    objects = [b"<< /Type /Catalog /Pages 2 0 R%s >>" % outline, b"", b"<< >>"]
    objects += [
        b"<< /Type /Font /Subtype /Type1 /BaseFont /%s >>" % font.encode() for font in fonts
    ]
    resources = b" ".join(b"/%s %d 0 R" % (font.encode(), 4 + i) for i, font in enumerate(fonts))
    kids = []
    for number, page in enumerate(pages, 1):
        drawing = b"\n".join(
            f"BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET".encode("latin-1")
            for x, y, size, font, text in page
        )
        packed = zlib.compress(drawing + extra * (number == len(pages)))
        objects.append(
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)
        )
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R "
            b"/Resources << /Font << %s >> >> >>" % (len(objects), resources)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    first = len(objects) + 1
    for i, (name, number, y) in enumerate(bookmarks):
        after = b" /Next %d 0 R" % (first + i + 1) if i + 1 < len(bookmarks) else b""
        before = b" /Prev %d 0 R" % (first + i - 1) if i else b""
        objects.append(
            b"<< /Title (%s) /Parent 3 0 R /Dest [%s /XYZ 0 %d 0]%s%s >>"
            % (name.encode("latin-1"), kids[number - 1], y, after, before)
        )
    if bookmarks:
        objects[2] = b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (
            first, len(objects), len(bookmarks),
        )  # fmt: skip
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
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return out.getvalue()


def docx(body: str, *, core: str = "", before: str = "", **parts: str) -> bytes:
    """Return a DOCX with this body, and parts such as styles, as XML in the namespace `w`."""
    members: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relationships(("officeDocument", "word/document.xml")),
        "word/document.xml": f'{before}<w:document xmlns:w="{_W}"><w:body>{body}</w:body>'
        "</w:document>",
    }
    for name, part in parts.items():
        members[f"word/{name}.xml"] = f'<w:{name} xmlns:w="{_W}">{part}</w:{name}>'
    kinds = ((name, f"{name}.xml") for name in parts)
    members["word/_rels/document.xml.rels"] = relationships(*kinds)
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


_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PARTS = "http://schemas.openxmlformats.org/package/2006"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"


def relationships(*targets: tuple[str, str]) -> str:
    """Return the relationships of a part of an Office file, by type and target."""
    links = "".join(
        f'<Relationship Id="r{i}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for i, (kind, target) in enumerate(targets)
    )
    return f'<Relationships xmlns="{_PARTS}/relationships">{links}</Relationships>'


def xlsx(rows: str, *, dimension: str = "A1", name: str = "Sheet1", styles: str = "") -> bytes:
    """Return an XLSX with one sheet of these rows and these styles as XML."""
    return archive(
        {
            "[Content_Types].xml": f'<Types xmlns="{_PARTS}/content-types"/>',
            "_rels/.rels": relationships(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'<workbook xmlns="{_SHEETS}" xmlns:r="{_OFFICE}"><sheets>'
            f'<sheet name="{name}" sheetId="1" r:id="r0"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relationships(
                ("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")
            ),
            "xl/styles.xml": f'<styleSheet xmlns="{_SHEETS}">{styles}</styleSheet>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_SHEETS}">'
            f'<dimension ref="{dimension}"/><sheetData>{rows}</sheetData></worksheet>',
        }
    )


def workbook() -> bytes:
    """Return an XLS with the text "Text of the file." in its first cell."""
    text = b"Text of the file."

    def record(kind: int, body: bytes) -> bytes:
        return kind.to_bytes(2, "little") + len(body).to_bytes(2, "little") + body

    begin = bytes.fromhex("00061000bb0dcc0700000000060000000000")[:16]
    name = b"\x06\x00Sheet1"
    head = record(0x809, b"\x00\x06\x05\x00" + begin[4:])
    sheet_at = len(head) + len(record(0x85, bytes(6) + name)) + 4
    globals_ = (
        head + record(0x85, sheet_at.to_bytes(4, "little") + bytes(2) + name) + record(10, b"")
    )
    cell = bytes(6) + len(text).to_bytes(2, "little") + b"\x00" + text
    stream = (
        globals_
        + record(0x809, b"\x00\x06\x10\x00" + begin[4:])
        + record(0x204, cell)
        + record(10, b"")
    )
    return ole({"Workbook": stream + bytes(4096 - len(stream))})


def odt(
    body: str, *, kind: str = "text", styles: str = "", members: dict[str, str] | None = None
) -> bytes:
    """Return an OpenDocument file with this body and these styles as XML."""
    spaces = " ".join(
        f'xmlns:{name}="{_ODF}{name}:1.0"'
        for name in ("office", "text", "table", "style", "draw", "presentation")
    )
    content = (
        f'<office:document-content {spaces} xmlns:fo="{_ODF}xsl-fo-compatible:1.0">'
        f"<office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>"
        "</office:body></office:document-content>"
    )
    return archive(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": content,
            "styles.xml": f"<office:document-styles {spaces}/>",
            "META-INF/manifest.xml": "<manifest/>",
            **(members or {}),
        }
    )


def pptx(slides: Sequence[tuple[str, Sequence[str]]], *, shapes: str = "") -> bytes:
    """Return a PPTX of slides with a title and points; `shapes` are added to the last as XML."""
    from pptx import Presentation

    deck = Presentation()
    for title, points in slides:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text_frame.text = "\n".join(points)
    out = io.BytesIO()
    deck.save(out)
    if not shapes:
        return out.getvalue()
    last = f"ppt/slides/slide{len(slides)}.xml"
    with zipfile.ZipFile(out) as packed:
        members: dict[str, str | bytes] = {name: packed.read(name) for name in packed.namelist()}
    namespace = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    members[last] = (
        bytes(members[last]).decode().replace("<p:sld ", f"<p:sld {namespace} ", 1)  # type: ignore[arg-type]
        .replace("</p:spTree>", f"{shapes}</p:spTree>")
    )  # fmt: skip
    return archive(members)


def rtf(text: str) -> bytes:
    return (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\f0 " + text.encode("latin-1") + b"\\par}"
    )


def email(text: str, *, parts: int = 0) -> bytes:
    """Return a message with this text below so many nested parts."""
    head = "Message-ID: <1@x>\nFrom: a@x.org\nTo: b@x.org\nSubject: Tides\n"
    head += "Date: Mon, 1 Jan 2024 10:00:00 +0000\n"
    opened = "".join(
        f'Content-Type: multipart/mixed; boundary="b{i}"\n\n--b{i}\n' for i in range(parts)
    )
    return f"{head}{opened}\n{text}\n".encode()


def outlook(properties: Mapping[str, bytes], **storages: Mapping[str, bytes]) -> bytes:
    """Return a message of Outlook: its properties, and those of recipients and attachments.

    The name of a property is its number and its type: "0037001F" is the subject in UTF-16.
    """
    inside = {f"__{name}_version1.0_#0": _properties(each, 8) for name, each in storages.items()}
    return ole(_properties(properties, 32) | inside)


def _properties(values: Mapping[str, bytes], header: int) -> dict[str, Any]:
    table = b"".join(
        bytes.fromhex(name)[::-1] + bytes(4) + len(value).to_bytes(8, "little")
        for name, value in values.items()
    )
    streams = {f"__substg1.0_{name}": value for name, value in values.items()}
    return {"__properties_version1.0": bytes(header) + table, **streams}


def utf16(text: str) -> bytes:
    """Return the value of a property of Outlook."""
    return text.encode("utf-16-le", "surrogatepass")


def ole(content: Mapping[str, Any]) -> bytes:
    """Return a compound file: streams are bytes, storages are mappings."""
    sectors, parts = Blocks(512), Blocks(64)
    rows: list[tuple[str, int, int, int, int]] = []  # name, kind, child, start, size
    right: dict[int, int] = {}

    def add(inside: Mapping[str, Any]) -> int:
        indices = []
        for name, value in inside.items():
            indices.append(len(rows))
            rows.append(("", 0, 0, 0, 0))
            if isinstance(value, bytes):
                start = (parts if len(value) < 4096 else sectors).add(value)
                rows[indices[-1]] = name, 2, -1, start, len(value)
            else:
                rows[indices[-1]] = name, 1, add(value), 0, 0
        right.update(pairwise(indices))
        return indices[0] if indices else -1

    rows.append(("", 0, 0, 0, 0))
    child = add(content)
    rows[0] = "Root Entry", 5, child, sectors.add(parts.data), len(parts.data)
    table_of_parts = sectors.add(_ints(*parts.next))
    entries = b""
    for index, (name, kind, inside, start, size) in enumerate(rows):
        title = f"{name}\0".encode("utf-16-le")
        entries += title.ljust(64, b"\0") + len(title).to_bytes(2, "little") + bytes([kind, 1])
        entries += _ints(-1, right.get(index, -1), inside) + bytes(36) + _ints(start, size, 0)
    directory = sectors.add(entries)
    first, count = len(sectors.next), len(sectors.next) // 127 + 1
    table = _ints(*sectors.next, *[-3] * count).ljust(512 * count, b"\xff")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += bytes.fromhex("3e000300feff09000600") + bytes(10)
    header += _ints(
        count, directory, 0, 4096, table_of_parts, -(-len(parts.next) // 128), -2, 0,
        *range(first, first + count),
    )  # fmt: skip
    return header.ljust(512, b"\xff") + sectors.data + table


class Blocks:
    """Streams in blocks of one size, each with the number of the next one; -2 ends a stream."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.data = b""
        self.next: list[int] = []

    def add(self, data: bytes) -> int:
        """Append a stream; return its first block, -2 without any."""
        first, count = len(self.next), -(-len(data) // self.size)
        self.next += [*range(first + 1, first + count), -2][:count]
        self.data += data.ljust(count * self.size, b"\0")
        return first if count else -2


def _ints(*numbers: int) -> bytes:
    return b"".join(each.to_bytes(4, "little", signed=True) for each in numbers)

"""Hostile files of every format: a document or an error of one sentence, soon and with a limit."""

import io
import zipfile
from collections.abc import Callable

import pytest
from loadable import (
    archive,
    docx,
    email,
    epub,
    odt,
    ole,
    outlook,
    paragraph,
    pdf,
    pptx,
    rtf,
    utf16,
    workbook,
    xlsx,
)

from chunking.core.document import Document
from chunking.core.errors import LoadError
from chunking.loading import load_bytes
from chunking.loading.worksheets import column_name

ENVELOPE = b"From a@x Mon Jan  1 10:00:00 2024\n"  # of a message in a mailbox
FILES: dict[str, Callable[[], bytes]] = {
    "a.docx": lambda: docx(paragraph("Text of the file.")),
    "a.eml": lambda: email("Text of the file."),
    "a.fb2": lambda: b"<FictionBook><body><p>Text of the file.</p></body></FictionBook>",
    "a.mbox": lambda: ENVELOPE + email("Text of the file."),
    "a.msg": lambda: outlook({"1000001F": utf16("Text of the file.")}),
    "a.odp": lambda: odt("<draw:page draw:name='1'><text:p>Text of the file.</text:p></draw:page>",
                         kind="presentation"),
    "a.epub": lambda: epub({"a": "<p>Text of the file.</p>"}),
    "a.odt": lambda: odt("<text:p>Text of the file.</text:p>"),
    "a.ods": lambda: ods("<table:table-row><table:table-cell office:value-type='string'><text:p>"
                         "Text of the file.</text:p></table:table-cell></table:table-row>"),
    "a.pdf": lambda: pdf("Text of the file."),
    "a.pptx": lambda: pptx([("Title", ["Text of the file."])]),
    "a.rtf": lambda: rtf("Text of the file."),
    "a.xls": workbook,
    "a.xlsx": lambda: xlsx('<row r="1"><c r="A1" t="str"><v>Text of the file.</v></c></row>'),
}  # fmt: skip
MEGABYTE = 2**20


def ods(rows: str) -> bytes:
    return odt(f"<table:table table:name='Sheet'>{rows}</table:table>", kind="spreadsheet")


def loaded(data: bytes, name: str) -> Document | str:
    """Return the document, or the message of the error, which is one sentence."""
    try:
        return load_bytes(data, name)
    except LoadError as error:
        message = str(error)
        assert message.startswith(f"{name}: ")
        assert "\n" not in message
        assert len(message) < 300
        return message


@pytest.mark.usefixtures("isolation")
@pytest.mark.parametrize("name", FILES)
def test_the_file_itself_is_read(name: str) -> None:
    document = load_bytes(FILES[name](), name)
    assert "Text of the file." in document.text
    assert document.notes == ()


@pytest.mark.parametrize("name", FILES)
def test_the_content_decides_the_format(name: str) -> None:
    document = load_bytes(FILES[name](), "a.txt")
    assert "Text of the file." in document.text
    (note,) = document.notes
    assert note.startswith("the name ends in .txt but the content is ")


@pytest.mark.parametrize("name", FILES)
def test_another_content_is_named(name: str) -> None:
    outcome = loaded(b"Nothing but text.", name)
    if isinstance(outcome, str):
        assert "there is no zip archive in it" in outcome
    else:
        assert outcome.text == "Nothing but text."
        assert "but the content is text: read as text" in outcome.notes[0]


@pytest.mark.parametrize("name", FILES)
def test_a_truncated_file_is_a_document_or_an_error(name: str) -> None:
    data = FILES[name]()
    for part in (3, 10, 17):
        loaded(data[: len(data) * part // 20], name)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", FILES)
def test_a_file_truncated_anywhere_is_a_document_or_an_error(name: str, part: int) -> None:
    data = FILES[name]()
    loaded(data[: len(data) * part // 20], name)


@pytest.mark.usefixtures("isolation")
@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("a.docx", "word/document.xml"),
        ("a.epub", "in/a"),
        ("a.odt", "content.xml"),
        ("a.ods", "content.xml"),
        ("a.pptx", "ppt/slides/slide1.xml"),
    ],
)
def test_a_zip_bomb_is_refused(name: str, member: str) -> None:
    assert "unpacks to more than" in str(loaded(bomb(FILES[name](), member), name))


@pytest.mark.usefixtures("isolation")
@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("a.docx", "word/document.xml"),
        ("a.xlsx", "xl/worksheets/sheet1.xml"),
        ("a.ods", "content.xml"),
    ],
)
def test_a_large_zip_bomb_is_a_document_or_an_error(name: str, member: str) -> None:
    loaded(bomb(FILES[name](), member, 2_000), name)


def bomb(data: bytes, member: str, size: int = 20) -> bytes:
    """Return an archive of which a member unpacks to so many MiB of blanks."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", 8) as target:
        for name in source.namelist():
            if name != member:
                target.writestr(name, source.read(name))
        with target.open(member, "w") as packed:
            packed.write(source.read(member).partition(b">")[0] + b">")
            for _ in range(size):
                packed.write(b" " * MEGABYTE)
    return out.getvalue()


def column(number: int) -> str:
    """Return the name of a column of a spreadsheet, A for 1."""
    return column_name(number).decode()


def nested(tag: str, depth: int = 10_000) -> str:
    """Return an element in itself, so many times, around a text."""
    return f"<{tag}>" * depth + "Deep." + f"</{tag}>" * depth


@pytest.mark.usefixtures("isolation")
@pytest.mark.parametrize(
    ("data", "name"),
    [
        (lambda: docx(nested("w:tbl")), "a.docx"),
        (lambda: docx(nested("w:p")), "a.docx"),
        (lambda: epub({"a": nested("ul")}), "a.epub"),
        (lambda: odt(nested("text:list")), "a.odt"),
        (lambda: odt(nested("text:p")), "a.odt"),
        (lambda: odt(nested("table:table")), "a.odt"),
        (lambda: ods(nested("table:table-row")), "a.ods"),
        (lambda: pptx([("T", ["x"])], shapes=nested("p:grpSp")), "a.pptx"),
        (lambda: pptx([("T", ["x"])], shapes=nested("mc:AlternateContent")), "a.pptx"),
        (lambda: xlsx(nested("row")), "a.xlsx"),
        (lambda: rtf("{" * 10_000 + "Deep." + "}" * 10_000), "a.rtf"),
        (lambda: b"{\\rtf1 " + b"{\\field{\\*\\fldinst{HYPERLINK " * 20_000, "a.rtf"),
        (lambda: b"<?a?>" * 200_000, "a.xml"),
        (lambda: b"<" + b"a" * 1_000_000, "a.xml"),
        (lambda: b"<TEI>" + b"<p>" * 10_000, "a.tei"),
        pytest.param(lambda: email("x", parts=10_000), "a.eml", marks=pytest.mark.nightly),
        (lambda: b"From: a\n" + b"Content-Type: message/rfc822\n\n" * 10_000, "a.eml"),
        (lambda: b"Subject: " + b"=?utf-8?q?=41?= " * 20_000 + b"\n\nx", "a.eml"),
        (lambda: b"Subject: x\nContent-Type: a/b" + b"; c=d" * 100_000 + b"\n\nx", "a.eml"),
        (lambda: ENVELOPE * 20_000 + email("x"), "a.mbox"),
        (lambda: ENVELOPE + b"From: a\n\n" + b">From " * 200_000, "a.mbox"),
        (lambda: outlook({"10130102": nested("div", 100_000).encode()}), "a.msg"),
        (lambda: outlook({"1000001F": utf16("\ud800")}), "a.msg"),
        (lambda: outlook({"3FFD0003": b"\x01"}), "a.msg"),
        (lambda: ole({"__properties_version1.0": b""}), "a.msg"),
        (lambda: ole({"__properties_version1.0": bytes(2**20)}), "a.msg"),
        (lambda: ole({f"__attach_version1.0_#{i}": {} for i in range(1_000)}), "a.msg"),
        (lambda: b'{"messages": ' + b"[" * 100_000, "a.json"),
        (lambda: b'{"messages": ' + b"[" * 900 + b"]" * 900 + b"}", "a.json"),
        (lambda: b'{"mapping": {"a": {"parent": "a"}}, "current_node": "a"}', "a.json"),
    ],
)
def test_nested_content_is_a_document_or_an_error(data: Callable[[], bytes], name: str) -> None:
    loaded(data(), name)


@pytest.mark.usefixtures("isolation")
@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param('<row r="1"><c r="A1"><v>1</v></c></row>', id="declared"),
        pytest.param("<row r='1'><c r='A1'><v>1</v></c></row>"
                      "<row>" + "<c/>" * 1_000_000 + "</row>", id="empty"),
    ],
)  # fmt: skip
def test_empty_cells_take_neither_time_nor_memory(sheet: str) -> None:
    document = load_bytes(xlsx(sheet, dimension="A1:XFD1048576"), "a.xlsx")
    assert document.text == "## Sheet1\n\n1"


@pytest.mark.usefixtures("isolation")
def test_repeated_cells_of_ods_take_neither_time_nor_memory() -> None:
    cell = "<table:table-cell office:value-type='float' office:value='1'/>"
    empty = "<table:table-cell table:number-columns-repeated='16384'/>"
    rows = "<table:table-row table:number-rows-repeated='1048576'>{}</table:table-row>"
    data = ods(f"<table:table-row>{cell}{empty}</table:table-row>{rows.format(empty)}")
    assert load_bytes(data, "a.ods").text == "## Sheet\n\n1"
    repeated = cell.replace("/>", " table:number-columns-repeated='16384'/>")
    outcome = loaded(ods(rows.format(repeated)), "a.ods")
    assert outcome == "a.ods: the spreadsheet is damaged or cut off, or has too many cells"


def test_a_cell_in_a_row_that_no_sheet_has_is_an_error() -> None:
    data = xlsx('<row r="1"><c r="A99999999"><v>1</v></c></row>')
    assert loaded(data, "a.xlsx") == (
        "a.xlsx: a sheet has more than 1,048,576 rows, which no program writes"
    )


def test_cells_far_apart_are_read() -> None:
    first, last = '<c r="A1"><v>1</v></c>', '<c r="XFD1048576"><v>2</v></c>'
    empty = '<c r="XFC7" s="1"/>'
    sheet = f'<row r="1">{first}</row><row r="7">{empty}</row><row r="1048576">{last}</row>'
    document = load_bytes(xlsx(sheet), "a.xlsx")
    assert document.text == "## Sheet1\n\n| 1 |  |\n| --- | --- |\n|  | 2 |"


def test_a_diagonal_of_many_cells_is_an_error() -> None:
    sheet = "".join(
        f'<row r="{i}"><c r="{column(i)}{i}"><v>1</v></c></row>' for i in range(1, 9_000)
    )
    assert loaded(xlsx(sheet), "a.xlsx") == "a.xlsx: a sheet has 8,999 columns and 8,999 rows"


@pytest.mark.usefixtures("isolation")
def test_many_slides_are_an_error() -> None:
    slides = {f"ppt/slides/slide{i}.xml": "<p/>" for i in range(20_000)}
    data = archive({"ppt/presentation.xml": "<p/>", **slides})
    assert loaded(data, "a.pptx") == "a.pptx: the presentation has more than 5,000 slides"


@pytest.mark.nightly
def test_the_largest_presentation_is_read() -> None:
    document = load_bytes(pptx([(f"Title {i}", ["A point."]) for i in range(2_000)]), "a.pptx")
    assert document.text.count("## Title") == 2_000


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx", "a.xls", "a.doc"])
def test_a_protected_office_file_is_named(name: str) -> None:
    data = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage\0".encode("utf-16-le")
    )
    assert "an Office 97-2003 or password-protected file" in str(loaded(data, name))


@pytest.mark.parametrize("name", ["a.odt", "a.ods"])
def test_a_protected_opendocument_file_is_named(name: str) -> None:
    manifest = "<manifest><file-entry><encryption-data/></file-entry></manifest>"
    kind = "text" if name == "a.odt" else "spreadsheet"
    data = odt("", kind=kind, members={"META-INF/manifest.xml": manifest, "content.xml": "\0\1"})
    assert loaded(data, name) == f"{name}: the document is protected by a password"


def test_a_header_of_many_addresses_is_read() -> None:
    data = b"From: a@b\nTo: " + b"Bo <b@x.org>, " * 20_000 + b"\nSubject: Tides\n\nText."
    document = load_bytes(data, "a.eml")  # in a tenth of a second; in minutes as addresses
    assert document.text.count("Bo <b@x.org>") == 20_000
    assert document.title == "Tides"

"""Hostile files for `benchmarks.loaders`: `python tests/loading/write_hostile.py FOLDER`.

Damaged, protected, misnamed and malicious files of every format, from those of the tests.
"""

import random
import sys
from pathlib import Path

from loadable import docx, encrypted, epub, odt, paragraph, pptx, xlsx
from test_loading_hostile import FILES, bomb, nested

_MEMBERS = {
    "docx": "word/document.xml",
    "epub": "in/a",
    "odt": "content.xml",
    "ods": "content.xml",
    "pptx": "ppt/slides/slide1.xml",
    "xlsx": "xl/worksheets/sheet1.xml",
}
_BOMB = 1_000  # MiB
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage\0".encode("utf-16-le")
_ENTITIES = '<!DOCTYPE a [<!ENTITY x0 "ha">{}]>'.format(
    "".join(f'<!ENTITY x{i} "{f"&x{i - 1};" * 10}">' for i in range(1, 10))
)


def files() -> dict[str, bytes]:
    whole = {name.removeprefix("a."): make() for name, make in FILES.items()}
    noise = random.Random(0).randbytes(20_000)  # noqa: S311 - any bytes do
    found = {f"half.{kind}": data[: len(data) // 2] for kind, data in whole.items()}
    found |= {f"noise.{kind}": noise for kind in ("pdf", "docx", "html", "epub")}
    found |= {f"empty.{kind}": b"" for kind in ("pdf", "docx", "html")}
    found |= {
        "text-as.pdf": b"No PDF but a text.\n",
        "text-as.docx": b"No DOCX but a text.\n",
        "page-as.pdf": b"<!doctype html><title>T</title><p>No PDF but a page.",
        "pdf-as.docx": whole["pdf"],
        "docx-as.pdf": whole["docx"],
        "pdf-as.html": whole["pdf"],
        "docx-as.html": whole["docx"],
        "protected.pdf": encrypted(whole["pdf"], "secret"),
        "protected.docx": _OLE,
        "protected.xlsx": _OLE,
        "nested.docx": docx(nested("w:tbl")),
        "nested.odt": odt(nested("text:list")),
        "nested.epub": epub({"a": nested("ul")}),
        "nested.html": nested("div", 100_000).encode(),
        "nested.pptx": pptx([("T", ["x"])], shapes=nested("p:grpSp")),
        "entities.docx": docx(paragraph("&x9;"), before=_ENTITIES),
        "slides.pptx": pptx([("Title", ["A point."])] * 6_000),
        "apart.xlsx": xlsx(
            '<row r="1"><c r="A1"><v>1</v></c></row>'
            '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
        ),
        "empty-cells.xlsx": xlsx("<row>" + "<c/>" * 1_000_000 + "</row>"),
    }
    found |= {f"bomb.{kind}": bomb(whole[kind], member, _BOMB) for kind, member in _MEMBERS.items()}
    return found


def main() -> None:
    """Write the files to a folder."""
    if len(sys.argv) != 2:
        raise SystemExit("give one argument: the folder of the files")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files().items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()

import io
import zipfile

import pytest
from loadable import archive, epub

from chunking.core.errors import LoadError
from chunking.loading import load_bytes

METADATA = "<dc:title>The Book</dc:title><dc:title>Sub</dc:title><dc:language>de-AT</dc:language>"


def encryption(method: str) -> str:
    return (
        f'<encryption><EncryptedData><EncryptionMethod Algorithm="{method}"/>'
        "</EncryptedData></encryption>"
    )


def test_chapters_are_read_in_the_order_of_the_spine() -> None:
    pages = {"a%20b.xhtml": "<h1>One</h1>", "../c.xhtml": "<p>Two</p>", "unlisted": "no"}
    spine = '<itemref idref="i1"/><itemref idref="i0"/>'
    data = epub({"a%20b.xhtml": pages["a%20b.xhtml"], "c.xhtml": "<p>Two</p>"}, spine=spine)
    assert load_bytes(data, "x.epub").text == "Two\n\n# One"


def test_a_part_listed_for_each_place_in_it_is_read_once() -> None:
    data = epub({"a": "<p>One</p>", "a#o1": "", "b": "<p>Two</p>", "a#o2": ""})
    assert load_bytes(data, "x.epub").text == "One\n\nTwo"


def test_contents_on_a_page_of_the_book_are_removed_unlike_lists_of_other_books() -> None:
    def listed(target: str) -> str:
        items = "".join(f"<li><a href='{target}{i}'>Chapter {i}</a></li>" for i in range(3))
        return f"<h1>Contents</h1><ul>{items}</ul><h1>One</h1>"

    document = load_bytes(epub({"a": listed("c.xhtml#c")}), "x.epub")
    assert document.text == "# One"
    assert [each.text for each in document.removed] == ["# Contents Chapter 0 Chapter 1 Chapter 2"]
    alone = load_bytes(
        epub({"a": listed("c.xhtml#c").partition("<h1>One")[0], "b": "Low"}), "x.epub"
    )
    assert alone.text == "Low"
    assert "Chapter 1" in load_bytes(epub({"a": listed("http://b.example/")}), "x.epub").text


def members_of(data: bytes) -> dict[str, str | bytes]:
    book = zipfile.ZipFile(io.BytesIO(data))
    return {name: book.read(name) for name in book.namelist()}


def test_all_members_may_be_in_one_folder() -> None:
    members = members_of(epub({"a": "<p>Low</p>"}))
    data = archive({f"book/{name}": content for name, content in members.items()})
    assert load_bytes(data, "x.epub").text == "Low"


def test_headings_are_at_the_depth_at_which_the_contents_list_their_page() -> None:
    def point(page: str, inner: str = "") -> str:
        return f'<navPoint><content src="{page}"/>{inner}</navPoint>'

    pages = {"a": "<h1>Tides</h1>", "b": "<h1>Ebb</h1><h1>Low</h1><h2>Day</h2>", "c": "<h1>Up</h1>"}
    members = members_of(epub(pages | {"d": "<h1>Moon</h1>"}))
    listed = point("b", point("b#low") + point("c"))
    package = members["in/book.opf"]
    assert isinstance(package, bytes)
    members["in/toc.ncx"] = f"<ncx><navMap>{point('a', listed)}</navMap></ncx>"
    members["in/book.opf"] = package.replace(
        b"<manifest>",
        b'<manifest><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
    )
    text = load_bytes(archive(members), "x.epub").text
    headings = ["# Tides", "## Ebb", "### Low", "#### Day", "### Up", "# Moon"]
    assert text == "\n\n".join(headings)


def test_title_and_language_come_from_the_package() -> None:
    document = load_bytes(epub({"a": "<p>Hund</p>"}, metadata=METADATA), "x.epub")
    assert (document.title, document.language) == ("The Book", "de")
    assert document.media_type == "text/markdown"


def test_missing_chapters_are_noted() -> None:
    spine = '<itemref idref="i0"/><itemref idref="gone"/>'
    document = load_bytes(epub({"a": "<p>x</p>"}, spine=spine), "x.epub")
    assert document.text == "x"
    assert document.notes == ("1 of 2 parts of the book are missing",)


def test_an_encrypted_book_is_refused_but_obfuscated_fonts_are_accepted() -> None:
    with pytest.raises(LoadError, match=r"encrypted \(DRM\)"):
        load_bytes(epub({"a": "x"}, encryption=encryption("urn:aes")), "x.epub")
    fonts = encryption("http://www.idpf.org/2008/embedding")
    assert load_bytes(epub({"a": "x"}, encryption=fonts), "x.epub").text == "x"


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"mimetype": "application/epub+zip"}, "no META-INF/container.xml"),
        ({"META-INF/container.xml": "<container/>"}, r"no package file \(OPF\)"),
        ({"META-INF/container.xml": '<a><rootfile full-path="gone.opf"/></a>'}, "no package file"),
        ({"META-INF/container.xml": "<a"}, "container.xml is damaged"),
    ],
)
def test_a_damaged_file_is_reported(members: dict[str, str | bytes], message: str) -> None:
    with pytest.raises(LoadError, match=message):
        load_bytes(archive(members), "x.epub")


def test_divisions_that_are_lines_of_a_stanza_are_one_paragraph() -> None:
    lines = "".join(f"<div>{line} <i>tide</i></div>\n" for line in ("Ebb", "Low", "High"))
    page = f"<div><div>{lines}</div><div>{lines}</div></div>"
    stanza = "Ebb tide\nLow tide\nHigh tide"
    assert load_bytes(epub({"a": page}), "x.epub").text == f"{stanza}\n\n{stanza}"
    long = page.replace("Ebb", "Ebb " * 200)
    assert load_bytes(epub({"a": long}), "x.epub").text.count("\n\nHigh tide") == 2

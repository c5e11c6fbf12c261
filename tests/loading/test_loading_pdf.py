from __future__ import annotations

import importlib.util

import pytest
from loadable import encrypted, pdf

from chunking.errors import LoadError
from chunking.loading import load_bytes

WITH_PYPDF = pytest.mark.skipif(
    importlib.util.find_spec("pypdfium2") is not None, reason="PDFium reads what pypdf refuses"
)


def test_pages_are_joined_by_blank_lines() -> None:
    document = load_bytes(pdf("Hello world", "Second page", title="A  title"), "x.pdf")
    assert document.text == "Hello world\n\nSecond page"
    assert (document.title, document.media_type, document.notes) == ("A title", "text/plain", ())


def test_pages_without_text_are_noted() -> None:
    document = load_bytes(pdf("a", "", "b", ""), "x.pdf")
    assert document.text == "a\n\nb"
    assert document.notes == ("2 of 4 pages have no text: 2, 4 (scanned pages need OCR)",)
    assert load_bytes(pdf("a", ""), "x.pdf").notes == (
        "1 of 2 pages has no text: 2 (scanned pages need OCR)",
    )


def test_a_long_list_of_pages_is_abbreviated() -> None:
    (note,) = load_bytes(pdf("a", *[""] * 30), "x.pdf").notes
    assert note.startswith("30 of 31 pages have no text: 2, 3, ")
    assert note.endswith("20, 21, … (scanned pages need OCR)")


def test_no_text_at_all_is_an_error() -> None:
    with pytest.raises(LoadError, match=r"^x\.pdf: none of the PDF's 2 pages has text .*OCR"):
        load_bytes(pdf("", ""), "x.pdf")


def test_the_empty_password_is_tried_first() -> None:
    data = pdf("secret")
    assert load_bytes(encrypted(data, ""), "x.pdf").text == "secret"
    with pytest.raises(LoadError, match="encrypted and does not open without a password"):
        load_bytes(encrypted(data, "word"), "x.pdf")


@pytest.mark.parametrize("data", [b"%PDF-1.4", b"%PDF-1.4\n%%EOF", pdf("Hello")[:60]])
def test_a_truncated_pdf_is_an_error(data: bytes) -> None:
    with pytest.raises(LoadError, match=r"damaged or cut off|has no pages"):
        load_bytes(data, "x.pdf")


@WITH_PYPDF
def test_unsupported_encryption_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from pypdf.errors import DependencyError

    def refuse(*_: object) -> None:
        raise DependencyError("cryptography>=3.1 is required for AES algorithm")

    monkeypatch.setattr("pypdf.PdfReader.decrypt", refuse)
    with pytest.raises(LoadError, match=r"AES.*pip install 'chunkscope\[pdf\]'"):
        load_bytes(encrypted(pdf("x"), ""), "x.pdf")


@WITH_PYPDF
def test_a_page_that_is_too_large_is_noted_and_the_others_are_read() -> None:
    bomb = b" " * (21 * 2**20)
    document = load_bytes(pdf("a", "big", extra=bomb), "x.pdf")
    assert (document.text, document.notes) == ("a", ("1 of 2 pages cannot be read: 2",))
    with pytest.raises(LoadError, match="none of its 1 page can be read"):
        load_bytes(pdf("big", extra=bomb), "x.pdf")

"""Text of PDF files, with notes on pages without text."""

from __future__ import annotations

import importlib
import importlib.util
import io
import logging
import threading
from typing import TYPE_CHECKING, Any

from chunking.errors import LoadError
from chunking.loading.formats import Content
from chunking.text.numbers import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_PAGES = 20_000
MAX_TEXT = 200 * 2**20
_MAX_PAGE = 20 * 2**20  # bytes of drawing commands; a page of text has some ten thousand
_MAX_UNPACKED = 100 * 2**20
_MAX_LISTED = 20
_ENCRYPTED = "the PDF is encrypted and does not open without a password"
_DAMAGED = "the PDF is damaged or cut off"
# PDFium has global state and is not thread-safe.
_PDFIUM = threading.Lock()


def convert(data: bytes) -> Content:
    """Return the texts of the pages, joined by blank lines; hyphenated words stay hyphenated.

    The reader is pypdfium2 if it is installed, else pypdf.

    Raises:
        LoadError: No page has text, the file is damaged, or it needs a password.
    """
    if importlib.util.find_spec("pypdfium2"):
        with _PDFIUM:
            return _assemble(*_by_pdfium(data))
    return _assemble(*_by_pypdf(data))


def _assemble(title: str, pages: Iterator[str | None]) -> Content:
    """Return the content from pages, which are None where they could not be read."""
    texts: list[str] = []
    empty: list[int] = []
    broken: list[int] = []
    size = 0
    for number, page in enumerate(pages, 1):
        text = (page or "").replace("\r\n", "\n").replace("\r", "\n").strip("\n ")
        size += len(text)
        if size > MAX_TEXT:
            raise LoadError(f"the PDF has more than {MAX_TEXT // 2**20} MiB of text")
        if page is None:
            broken.append(number)
        elif not text.strip():
            empty.append(number)
        texts.append(text)
    total = count_of(len(texts), "page")
    if not texts:
        raise LoadError("the PDF has no pages")
    if not any(texts):
        if broken:
            raise LoadError(f"{_DAMAGED}: none of its {total} can be read")
        raise LoadError(f"none of the PDF's {total} has text (scanned pages need OCR)")
    notes = []
    if empty:
        verb = "has" if len(empty) == 1 else "have"
        notes.append(
            f"{len(empty)} of {total} {verb} no text: {_list(empty)} (scanned pages need OCR)"
        )
    if broken:
        notes.append(f"{len(broken)} of {total} cannot be read: {_list(broken)}")
    text = "\n\n".join(text for text in texts if text.strip())
    return Content(text, "text/plain", title=title, notes=tuple(notes))


def _list(pages: list[int]) -> str:
    more = ", …" if len(pages) > _MAX_LISTED else ""
    return ", ".join(map(str, pages[:_MAX_LISTED])) + more


def _check_pages(count: int) -> None:
    if count > MAX_PAGES:
        raise LoadError(f"the PDF has {count:,} pages, and at most {MAX_PAGES:,} can be read")


def _by_pypdf(data: bytes) -> tuple[str, Iterator[str | None]]:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError

    _quiet(logging.getLogger("pypdf"))
    try:
        reader = PdfReader(io.BytesIO(data))
        opens = not reader.is_encrypted or reader.decrypt("")
        count = len(reader.pages) if opens else 0
    except FileNotDecryptedError as error:
        raise LoadError(_ENCRYPTED) from error
    except DependencyError as error:
        raise LoadError(
            "the PDF is encrypted with AES, which is read with: pip install 'chunkscope[pdf]'"
        ) from error
    except Exception as error:  # a damaged file can raise anything
        raise LoadError(_DAMAGED) from error
    if not opens:
        raise LoadError(_ENCRYPTED)
    _check_pages(count)

    title = _attempt(lambda: str((reader.metadata and reader.metadata.title) or ""))
    return title or "", _pypdf_pages(data, count)


def _pypdf_pages(data: bytes, count: int) -> Iterator[str | None]:
    """Yield the texts of the pages.

    The reader caches what it unpacks, so it is replaced when that is too much.
    """
    from pypdf import PdfReader

    unpacked = _MAX_UNPACKED
    reader: PdfReader

    def text(index: int) -> str:
        nonlocal unpacked
        page = reader.pages[index]
        contents = page.get_contents()
        size = len(contents.get_data()) if contents is not None else 0
        unpacked += size
        if size > _MAX_PAGE:
            raise LoadError("too many drawing commands")
        return page.extract_text()

    for index in range(count):
        if unpacked >= _MAX_UNPACKED:
            reader, unpacked = PdfReader(io.BytesIO(data)), 0
            if reader.is_encrypted:
                reader.decrypt("")
        yield _attempt(lambda i=index: text(i))  # type: ignore[misc]


def _by_pdfium(data: bytes) -> tuple[str, Iterator[str | None]]:
    pdfium: Any = importlib.import_module("pypdfium2")
    try:
        reader = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise LoadError(_ENCRYPTED if "assword" in str(error) else _DAMAGED) from error
    _check_pages(len(reader))
    title = _attempt(lambda: str(reader.get_metadata_dict().get("Title", "")))

    def texts() -> Iterator[str | None]:
        try:
            for index in range(len(reader)):
                yield _attempt(lambda i=index: _pdfium_page(reader, i))  # type: ignore[misc]
        finally:
            reader.close()

    return title or "", texts()


def _pdfium_page(reader: Any, index: int) -> str:  # noqa: ANN401  # an optional package
    page = reader[index]
    try:
        text = page.get_textpage()
        try:
            return str(text.get_text_bounded())
        finally:
            text.close()
    finally:
        page.close()


def _attempt(read: Callable[[], str]) -> str | None:
    """Return the result of `read`, or None if it fails: the other pages can still be read."""
    try:
        return read()
    except Exception:  # noqa: BLE001  # a damaged page can raise anything
        return None


def _quiet(logger: logging.Logger) -> None:
    """Keep warnings of a reader off standard error, unless a handler is configured."""
    if not any(isinstance(handler, logging.NullHandler) for handler in logger.handlers):
        logger.addHandler(logging.NullHandler())

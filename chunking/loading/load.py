"""A path or bytes become a document; whatever goes wrong is a `LoadError`."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace
from types import NoneType
from typing import TYPE_CHECKING

from chunking.errors import LoadError, expect, why_unreadable
from chunking.languages import check_language
from chunking.loading import encoding as encodings
from chunking.loading import formats, language, names, sniff, title
from chunking.loading.content import Content
from chunking.normalize import encodable
from chunking.types import Document

if TYPE_CHECKING:
    from chunking.loading.archive import Archive

MAX_BYTES = 50 * 2**20
_EMPTY = "the file is empty"


@dataclass(frozen=True, slots=True)
class _Given:
    """What the caller knows about the document; None where the file is to be asked."""

    encoding: str | None
    route: str | None
    title: str | None
    language: str | None
    domain: str


def load(
    path: str | os.PathLike[str],
    *,
    encoding: str | None = None,
    route: str | None = None,
    title: str | None = None,
    language: str | None = None,
    domain: str = "",
) -> Document:
    """The document in the file at `path`.

    `source` is the file's bare name. `route` is, unless given, the path itself where that
    is relative and stays below the current folder, else the bare name. Everything else
    as in `load_bytes`.

    Raises:
        LoadError: for anything that cannot be read, in one sentence.
        SettingsError: `language` is no code of a language, or an argument of the wrong type.
    """
    name = os.fspath(expect(path, (str, os.PathLike), "a path must be a str or a Path"))
    given = _given(encoding, route or names.route_of(path), title, language, domain)
    return _load(_contents(name), name, given)


def load_bytes(
    data: bytes,
    name: str,
    *,
    encoding: str | None = None,
    route: str | None = None,
    title: str | None = None,
    language: str | None = None,
    domain: str = "",
) -> Document:
    r"""The document in `data`, a file called `name`.

    The content decides what it is, and the ending of the name only where the content
    leaves it open; a disagreement is noted. `encoding` applies to text and HTML alone.
    What is not given is taken from the document, and guessed if that is silent.

    Raises:
        LoadError: for anything that cannot be read, in one sentence.
        SettingsError: `language` is no code of a language, or an argument of the wrong type.

    >>> load_bytes(b"# Tides\n\nTwice a day.", "notes/tides.md").title
    'Tides'

    """
    expect(data, (bytes, bytearray, memoryview), "the contents of a file must be bytes")
    expect(name, str, "the name of a file must be a str")
    return _load(data, name, _given(encoding, route, title, language, domain))


def _given(
    encoding: str | None, route: str | None, title: str | None, language: str | None, domain: str
) -> _Given:
    for name, value in (
        ("encoding", encoding), ("route", route), ("title", title),
    ):  # fmt: skip
        expect(value, (str, NoneType), f"the {name} of a document must be a str or None")
    return _Given(encoding, route, title, language, expect(domain, str, "the domain must be a str"))


def _load(data: bytes, name: str, given: _Given) -> Document:
    if given.language:
        check_language(given.language)
    source = names.source_of(name)
    try:
        _check_size(len(data))
        return _document(_content(bytes(data), source, given.encoding), source, given)
    except LoadError as error:
        raise LoadError(f"{names.shown(name)}: {error}") from error
    except Exception as error:  # readers of others raise what they like on damage
        raise LoadError(
            f"{names.shown(name)}: damaged, or not the kind of file it seems to be "
            f"({type(error).__name__})"
        ) from error


def _contents(path: str) -> bytes:
    if not path:
        raise LoadError("the path of a document must not be empty, got ''")
    shown = names.shown(path)
    try:
        found = os.stat(path)  # noqa: PTH116  # Path("") would be the current folder
        if stat.S_ISDIR(found.st_mode):
            raise LoadError(f"{shown}: a folder, where a file is expected")
        if not stat.S_ISREG(found.st_mode):  # reading a pipe or a device may never end
            raise LoadError(f"{shown}: not a regular file")
        if found.st_size > MAX_BYTES:
            raise LoadError(f"{shown}: {_too_large(found.st_size)}")
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise LoadError(f"{shown}: {why_unreadable(error)}") from error


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise LoadError(_too_large(size))


def _too_large(size: int) -> str:
    return f"{size / 2**20:.1f} MiB, and at most {MAX_BYTES // 2**20} MiB can be loaded"


def _content(data: bytes, source: str, encoding: str | None) -> Content:
    suffix = names.suffix_of(source)
    named = formats.by_suffix(suffix)
    if not data:
        return Content("", named.media_type, notes=(_EMPTY,))
    kind = sniff.kind_of(data, suffix)
    if kind == "pdf":
        from chunking.loading import pdf

        return _noted(pdf.convert(data), suffix, formats.PDF)
    if kind == "zip":
        return _unpacked(data, suffix)
    if named in {formats.DOCX, formats.EPUB}:
        raise LoadError(f"not a {named.name}: there is no zip archive in it")
    return _text(data, suffix, encoding)


def _unpacked(data: bytes, suffix: str) -> Content:
    from chunking.loading import docx, epub
    from chunking.loading.archive import Archive

    archive: Archive = Archive(data)
    if docx.body_of(archive):
        return _noted(docx.convert(archive), suffix, formats.DOCX)
    if epub.CONTAINER in archive.names:
        return _noted(epub.convert(archive), suffix, formats.EPUB)
    if suffix in formats.DOCX.suffixes:
        raise LoadError("not a DOCX: its zip archive has no word/document.xml")
    if suffix in formats.EPUB.suffixes:
        raise LoadError(f"not an EPUB: its zip archive has no {epub.CONTAINER}")
    raise LoadError("a zip archive that is neither a DOCX nor an EPUB")


def _text(data: bytes, suffix: str, encoding: str | None) -> Content:
    named = formats.by_suffix(suffix)
    declared = sniff.declared_charset(data)
    # Only a page or an XML file speaks of itself; in a text, a charset may be its subject.
    if not (named is formats.HTML or named.name == "XML" or data[:200].lstrip()[:1] == b"<"):
        declared = ""
    read = encodings.decode(data, encoding, declared)
    is_html = sniff.is_html(read.text) and suffix not in formats.TEMPLATES
    if named is formats.HTML or is_html:
        from chunking.loading import html

        page = html.convert(read.text)
        page = replace(page, encoding=read.encoding, notes=(*read.notes, *page.notes))
        return _noted(page, suffix, formats.HTML)
    media_type = formats.TEXT.media_type if named is formats.PDF else named.media_type
    content = Content(read.text, media_type, read.encoding, notes=read.notes)
    return _noted(content, suffix, formats.TEXT) if named is formats.PDF else content


def _noted(content: Content, suffix: str, found: formats.Format) -> Content:
    """The content, with a note where the name's ending says another format."""
    if suffix in found.suffixes:
        return content
    what = {"Plain text": "text", "HTML": "an HTML page", "EPUB": "an EPUB"}
    ending = f"ends in {suffix[:20]}" if suffix else "has no ending"
    content_is = what.get(found.name, f"a {found.name}")
    read_as = "text" if found is formats.TEXT else found.name
    note = f"the name {ending} but the content is {content_is}: read as {read_as}"
    return replace(content, notes=(note, *content.notes))


def _document(content: Content, source: str, given: _Given) -> Document:
    notes = content.notes
    text = encodable(content.text)
    if text != content.text:
        notes = (*notes, "lone surrogates are not characters: each became U+FFFD")
    if not text.strip() and _EMPTY not in notes:
        notes = (*notes, "there is no text in it")
    markdown = content.media_type == "text/markdown"
    heading = title.named(text) or title.first_heading(text) if markdown else ""
    found = (given.title, content.title, heading, names.stem_of(source))
    return Document(
        text=text,
        source=source,
        media_type=content.media_type,
        route=encodable(given.route or source),
        title=next((tidy for one in found if one and (tidy := title.tidy(one))), source),
        language=given.language or language.language_of(content.language, text),
        domain=encodable(given.domain),
        encoding=content.encoding,
        notes=notes,
    )

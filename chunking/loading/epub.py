"""EPUB to Markdown, chapter by chapter."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from chunking.core.errors import LoadError
from chunking.core.origin import Removed, join_parts
from chunking.loading import encoding, formats, html, markdown, names, tags, xml
from chunking.loading.formats import Content

if TYPE_CHECKING:
    from chunking.loading.archive import Archive

CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
# They obfuscate fonts and nothing else.
_FONT_METHODS = frozenset(
    {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"},
)
_PAGES = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document", ""})


def convert(archive: Archive) -> Content:
    """Return the chapters of a book's spine, joined by blank lines.

    Raises:
        LoadError: The book is encrypted (DRM) or has no package file.
    """
    if _ENCRYPTION in archive.names:
        methods = _Methods()
        xml.parse(archive.stream(_ENCRYPTION), methods, _ENCRYPTION)
        if methods.found - _FONT_METHODS:
            raise LoadError("the EPUB is encrypted (DRM); only unprotected books can be read")
    container = _Container()
    xml.parse(archive.stream(CONTAINER), container, CONTAINER)
    opf = container.path
    if not opf or opf not in archive.names:
        raise LoadError("the EPUB has no package file (OPF) where its container says")
    package = _Package()
    xml.parse(archive.stream(opf), package, "the EPUB's package file (OPF)")
    chapters, notes = _chapters(archive, package, posixpath.dirname(opf))
    text, locations = join_parts("chapters", [(title, page.text) for title, page in chapters])
    removed: list[Removed] = []
    size = 0
    for _, page in chapters:
        removed += [replace(each, offset=size + each.offset) for each in page.removed]
        size += len(page.text) + len("\n\n")
    return Content(
        text,
        title=package.found.get("title", ""),
        language=package.found.get("language", ""),
        notes=notes,
        locations=locations,
        removed=tuple(removed),
    )


def _chapters(
    archive: Archive, package: _Package, folder: str
) -> tuple[list[tuple[int | str, Content]], tuple[str, ...]]:
    """Return the titles and contents of the chapters, and a note on those that are missing.

    A part without a heading belongs to the chapter before it. A part listed several times is read
    once.
    """
    listed = [package.items[item] for item in package.spine if item in package.items]
    pages = [href for href, media_type in listed if media_type in _PAGES]
    paths = [unquote(urlsplit(href).path) for href in pages]
    missing = len(package.spine) - len(listed)
    found: list[tuple[int | str, Content]] = []
    left = tags.MAX_TAGS
    size = 0
    for name in dict.fromkeys(posixpath.normpath(posixpath.join(folder, each)) for each in paths):
        if name not in archive.names:
            missing += 1
            continue
        data = archive.read(name)
        left -= data.count(b"<")
        if left < 0:
            raise LoadError(f"the EPUB has more than {tags.MAX_TAGS:,} tags")
        page = encoding.decode(data, declared=formats.declared_charset(data)).text if data else ""
        content = html.convert(page, xhtml=True)
        size += len(content.text)
        if size > markdown.MAX_TEXT:
            raise LoadError(f"the EPUB has more than {markdown.MAX_TEXT // 2**20} MiB of text")
        if content.text:
            title = names.first_heading(content.text) or (found[-1][0] if found else "1")
            found.append((title, content))
    notes = f"{missing} of {len(package.spine)} parts of the book are missing"
    return found, (notes,) if missing else ()


@dataclass
class _Methods:
    """Handler of the encryption methods of a book."""

    found: set[str] = field(default_factory=set)
    _data: bool = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "EncryptedData":
            self._data = True
            self.found.add("")
        elif name == "EncryptionMethod" and self._data:
            self.found.discard("")
            self.found.add(attributes.get("Algorithm", ""))

    def end(self, name: str) -> None:
        self._data = self._data and name != "EncryptedData"

    def text(self, text: str) -> None:
        """Ignore text, which holds keys."""


@dataclass
class _Container:
    """Handler of the path of the package file."""

    path: str = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "rootfile":
            self.path = self.path or attributes.get("full-path", "")

    def end(self, name: str) -> None:
        """Ignore the end of elements."""

    def text(self, text: str) -> None:
        """Ignore text."""


@dataclass
class _Package:
    """Handler of the package file: parts by id as (address, media type), order and metadata."""

    items: dict[str, tuple[str, str]] = field(default_factory=dict)
    spine: list[str] = field(default_factory=list)
    found: dict[str, str] = field(default_factory=dict)
    _in: str = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._in = name if name in {"title", "language"} and name not in self.found else ""
        if name == "item":
            part = (attributes.get("href", ""), attributes.get("media-type", ""))
            self.items[attributes.get("id", "")] = part
        elif name == "itemref":
            self.spine.append(attributes.get("idref", ""))

    def end(self, name: str) -> None:
        if name == self._in:
            self.found.setdefault(name, "")  # a second title would be a subtitle
        self._in = ""

    def text(self, text: str) -> None:
        if self._in:
            self.found[self._in] = self.found.get(self._in, "") + text

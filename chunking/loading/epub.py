"""EPUB to Markdown, chapter by chapter."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from chunking.core.errors import LoadError
from chunking.core.origin import Removed, join_parts
from chunking.loading import encoding, formats, html, main_content, markdown, names, tags, xml
from chunking.loading.archive import Archive
from chunking.loading.formats import Content

CONTAINER = "META-INF/container.xml"
CONTAINERS = re.compile(rf"(?:[^/]+/)?{re.escape(CONTAINER)}")  # all may be in one folder
_ENCRYPTION = "META-INF/encryption.xml"
# They obfuscate fonts and nothing else.
_FONT_METHODS = frozenset(
    {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"},
)
# Short divisions of another one that hold text alone are lines, such as those of a stanza.
_VERSES = re.compile(
    r"(?<=>)\s*+(?:<div\b[^>]*+>(?:[^<]|<(?!/?(?:div|p|table|[uo]l|h\d|img|section)\b)){1,600}+"
    r"</div>\s*+){3,}+(?=</div>|<blockquote)"
)
_BETWEEN_LINES = re.compile(r"</div>\s*<div\b[^>]*>")
_HEADING_TAG = re.compile(r"(</?h)([1-6])\b", re.IGNORECASE)
_NCX = "application/x-dtbncx+xml"
_PAGES = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document", ""})


def convert(data: bytes) -> Content:
    """Return the chapters of a book's spine, joined by blank lines.

    Raises:
        LoadError: The book is encrypted (DRM) or has no package file.
    """
    archive = Archive(data)
    root = min(filter(CONTAINERS.fullmatch, archive.names), default="").removesuffix(CONTAINER)
    for each in xml.member(archive, root + _ENCRYPTION).iter("EncryptedData"):
        method = each.find("EncryptionMethod")
        if method is None or method.get("Algorithm") not in _FONT_METHODS:
            raise LoadError("the EPUB is encrypted (DRM); only unprotected books can be read")
    container = xml.tree(archive.stream(root + CONTAINER), CONTAINER)
    opf = root + next((each.get("full-path", "") for each in container.iter("rootfile")), "")
    if opf == root or opf not in archive.names:
        raise LoadError("the EPUB has no package file (OPF) where its container says")
    package = xml.tree(archive.stream(opf), "the EPUB's package file (OPF)")
    items = {
        each.get("id", ""): (each.get("href", ""), each.get("media-type", ""))
        for each in package.iter("item")
    }
    spine = [each.get("idref", "") for each in package.iter("itemref")]
    listed = [items[item] for item in spine if item in items]
    pages = [unquote(urlsplit(href).path) for href, kind in listed if kind in _PAGES]
    folder = posixpath.dirname(opf)
    paths = [posixpath.normpath(posixpath.join(folder, each)) for each in pages]
    contents = next((unquote(href) for href, kind in items.values() if kind == _NCX), "")
    depths = _depths(archive, posixpath.normpath(posixpath.join(folder, contents)))
    missing = len(spine) - len(listed) + len(set(paths) - archive.names)
    listed_depths = {path: depths[path] for path in paths if path in archive.names}
    chapters = _chapters(archive, listed_depths)
    text, locations = join_parts("chapters", [(title, page.text) for title, page in chapters])
    removed: list[Removed] = []
    size = 0
    for _, page in chapters:
        removed += [replace(each, offset=size + each.offset) for each in page.removed]
        size += len(page.text) + len("\n\n")
    return Content(
        text,
        title=package.findtext(".//title") or "",  # a second title would be a subtitle
        language=package.findtext(".//language") or "",
        notes=(f"{missing} of {len(spine)} parts of the book are missing",) if missing else (),
        locations=locations,
        removed=tuple(removed),
    )


def _depths(archive: Archive, path: str) -> dict[str, list[int]]:
    """Return the depths at which a table of contents (NCX) lists each page, from 1, in order."""
    found: dict[str, list[int]] = defaultdict(list)
    folder = posixpath.dirname(path)
    left = [(1, each) for each in reversed(xml.member(archive, path).findall("navMap/navPoint"))]
    while left:
        depth, point = left.pop()
        for each in point.findall("content"):
            href = unquote(urlsplit(each.get("src", "")).path)
            found[posixpath.normpath(posixpath.join(folder, href))].append(depth)
        left += [(depth + 1, each) for each in reversed(point.findall("navPoint"))]
    return found


def _at_depths(page: str, depths: Sequence[int]) -> str:
    """Return a page with its headings h1 at their depths in the book, and the others below."""
    left, shift = iter(depths), 0

    def moved(tag: re.Match[str]) -> str:
        nonlocal shift
        if tag[0].lower() == "<h1":
            shift = next(left, shift + 1) - 1
        return f"{tag[1]}{min(int(tag[2]) + shift, 6)}"

    return _HEADING_TAG.sub(moved, page)


def _chapters(
    archive: Archive, pages: Mapping[str, Sequence[int]]
) -> list[tuple[int | str, Content]]:
    """Return the titles and contents of the chapters, from their paths and depths.

    A part without a heading belongs to the chapter before it.
    """
    found: list[tuple[int | str, Content]] = []
    left = tags.MAX_TAGS
    size = 0
    for path, depths in pages.items():
        data = archive.read(path)
        left -= data.count(b"<")
        if left < 0:
            raise LoadError(f"the EPUB has more than {tags.MAX_TAGS:,} tags")
        page = encoding.decode(data, declared=formats.declared_charset(data)).text if data else ""
        page = _at_depths(page, depths)
        page = _VERSES.sub(lambda verses: _BETWEEN_LINES.sub("<br/>", verses[0]), page)
        content = html.convert(page, marks=main_content.MARKS_OF_BOOKS)
        size += len(content.text)
        if size > markdown.MAX_TEXT:
            raise LoadError(f"the EPUB has more than {markdown.MAX_TEXT // 2**20} MiB of text")
        if content.text:
            title = names.first_heading(content.text) or (found[-1][0] if found else "1")
            found.append((title, content))
    return found

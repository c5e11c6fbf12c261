"""ODT and ODP to Markdown by pandoc, which reads the slides of ODP as a text with anchors."""

import re

from chunking.core.errors import LoadError
from chunking.core.origin import Locations
from chunking.loading import pandoc, xml
from chunking.loading.archive import Archive
from chunking.loading.formats import Content
from chunking.loading.syntax_tree import CODE

MIMETYPE = "mimetype"
CONTENT = "content.xml"
_STYLES, _META, _MANIFEST = "styles.xml", "meta.xml", "META-INF/manifest.xml"
_MAX_BASES = 50  # styles may be based on each other in a circle
_MAX_REPEATED = 64  # cells, the columns of a wide table
_STYLE = re.compile(rb"<style:style\b([^>]*)>")
_ATTRIBUTE = re.compile(rb"([\w:-]+)=[\"']([^\"']*)")
_STYLED = re.compile(
    rb"<text:p\b[^>]*?text:style-name=[\"'](?P<style>[^\"']*)[\"'][^>]*?(?<!/)>"
    rb"(?P<text>.*?)</text:p>",
    re.DOTALL,
)
_CODE = f"<text:p>{CODE}".encode(), f"{CODE}</text:p>".encode()
_BETWEEN_CODE = re.compile(b"\\s*".join(reversed(_CODE)))
_EMPTY = re.compile(rb"<text:p(\s[^>]*)/>")
_REPEATED = re.compile(
    rb"<table:(?P<name>table-cell|covered-table-cell)\b[^>]*?"
    rb"(?P<repeated>\stable:number-columns-repeated=[\"'](?P<number>\d{1,6})[\"'])[^>]*?"
    rb"(?:/>|(?<!/)>(?:(?!</?table:).)*</table:(?P=name)>)",
    re.DOTALL,
)
_WORDS = re.compile(rb">[^<>]*[^<>\s]")
_SLIDE = re.compile(rb"<draw:page\s.*?</draw:page>", re.DOTALL)
_FRAME = re.compile(rb"<draw:frame\b.*?</draw:frame>", re.DOTALL)
_CLASS = re.compile(rb"presentation:class=[\"']([\w-]+)")
_NOTES = re.compile(rb"<presentation:notes\b.*?</presentation:notes>", re.DOTALL)
_FURNITURE = frozenset({b"page-number", b"footer", b"date-time", b"header", b"page"})
# Titles and descriptions of pictures; then what is not text, a list or a table.
_DROPPED = re.compile(
    rb"<(svg:title|svg:desc|office:annotation|office:forms)\b.*?</\1>"
    rb"|</?(?:draw|presentation|svg|anim|dr3d|smil|office):[^>]*>",
    re.DOTALL,
)
# Fields, of which the text that they show stays; and bookmarks, which take pandoc quadratic time.
_FIELD = re.compile(
    rb"</?text:(?:bookmark|bookmark-start|bookmark-end|meta|[\w-]+-ref|sequence|date|time"
    rb"|user-[\w-]+|variable-[\w-]+|chapter|author[\w-]*"
    rb"|title|subject|expression|database-display|conditional-text|placeholder|page-number)"
    rb"(?:\s[^>]*)?>"
)
_LIST = re.compile(rb"</?text:list[^>]*>")
_PARAGRAPH = re.compile(rb"<text:p(?=[\s>])[^>]*?>(.*?)</text:p>", re.DOTALL)
_PARAGRAPH_START = re.compile(rb"<text:p(?:\s[^>]*[^/>])?>")


def check_unprotected(archive: Archive) -> None:
    """Raise an error if the document needs a password."""
    if _MANIFEST in archive.names and b"encryption-data" in archive.read(_MANIFEST):
        raise LoadError("the document is protected by a password")


def convert(data: bytes) -> Content:
    """Return the text of the document's body, with its title and language.

    Footnotes follow their section. Comments, headers and footers are left out.
    """
    return _content(data)


def convert_slides(data: bytes) -> Content:
    """Return the slides of a presentation in order; speaker notes follow their slide."""
    return _content(data, slides=True)


def _content(data: bytes, *, slides: bool = False) -> Content:
    archive = Archive(data)
    check_unprotected(archive)
    comments = 0

    def edit(content: bytes) -> bytes:
        nonlocal comments
        comments = content.count(b"<office:annotation ") + content.count(b"<office:annotation>")
        if slides:
            return _as_text(_FIELD.sub(b"", content))
        styles = archive.read(_STYLES) if _STYLES in archive.names else b""
        return _simplified(content, _outlines(styles + content))

    writer, _ = pandoc.read(archive.repacked((".xml", MIMETYPE), {CONTENT: edit}), "odt")
    text = writer.finish()
    # Slides without text begin where the next one does.
    starts = {size + len("\n\n") * bool(size): n for n, size in enumerate(writer.anchors, 1)}
    places = [(start, number) for start, number in starts.items() if start < len(text)]
    found = xml.properties(archive, _META)
    return Content(
        text,
        title=found.get("title", ""),
        language=found.get("language", ""),
        notes=(f"comments are left out: {comments}",) if comments else (),
        locations=Locations("slides", *zip(*places, strict=True)) if slides and places else None,
    )


def _outlines(styles: bytes) -> dict[bytes, bytes]:
    """Return the outline levels of styles of paragraphs, which their base may have; 0 is code."""
    parents: dict[bytes, bytes] = {}
    levels: dict[bytes, bytes] = {b"Title": b"1", b"Preformatted_20_Text": b"0"}
    for found in _STYLE.findall(styles):
        values = dict(_ATTRIBUTE.findall(found))
        name = values.get(b"style:name", b"")
        parents[name] = values.get(b"style:parent-style-name", b"")
        if level := values.get(b"style:default-outline-level"):
            levels[name] = level
    for name in parents:
        base = name
        for _ in range(_MAX_BASES):
            if base in levels:
                levels[name] = levels[base]
            base = parents.get(base, b"")
    return levels


def _simplified(content: bytes, outlines: dict[bytes, bytes]) -> bytes:
    """Return content with headings, code between marks, and all cells of tables."""

    def heading(found: re.Match[bytes]) -> bytes:
        level = outlines.get(found["style"])
        if not level or b"<text:p" in found["text"]:
            return found[0]
        if level == b"0":
            return found["text"].join(_CODE)
        return b'<text:h text:outline-level="%s">%s</text:h>' % (level, found["text"])

    def cells(found: re.Match[bytes]) -> bytes:
        cell = found[0].replace(found["repeated"], b"")
        return cell * min(int(found["number"]), _MAX_REPEATED)

    content = _EMPTY.sub(rb"<text:p\1></text:p>", _FIELD.sub(b"", content))
    content = _BETWEEN_CODE.sub(2 * CODE.encode(), _STYLED.sub(heading, content))
    return _REPEATED.sub(cells, content)


def _as_text(content: bytes) -> bytes:
    """Return the content of a presentation as that of a text, with an anchor for each slide."""
    head, _, _ = content.partition(b"<office:body>")
    slides = [_slide(n, found[0]) for n, found in enumerate(_SLIDE.finditer(content), 1)]
    body = b"".join(slides)
    return (
        head + b"<office:body><office:text>" + body
        + b"</office:text></office:body></office:document-content>"
    )  # fmt: skip


def _slide(number: int, slide: bytes) -> bytes:
    titles: list[bytes] = []

    def text(frame: re.Match[bytes]) -> bytes:
        kind = _CLASS.search(frame[0].partition(b">")[0])
        if kind and kind[1] == b"title":
            titles.append(b" ".join(_PARAGRAPH.findall(frame[0])))
        if kind and (kind[1] in _FURNITURE or kind[1] == b"title"):
            return b""
        is_list = not (kind and kind[1] == b"subtitle") and b"<table:table" not in frame[0]
        return frame[0] if is_list else _LIST.sub(b"", frame[0])

    spoken = b"".join(_NOTES.findall(slide))
    notes, others = (
        _DROPPED.sub(b"", _FRAME.sub(text, each)) for each in (spoken, _NOTES.sub(b"", slide))
    )
    level = 1 if number == 1 and b"subtitle" in _CLASS.findall(slide) else 2
    if not titles and number > 1 and _WORDS.search(notes + others):
        titles = [b"Slide %d" % number]
    headings = (b'<text:h text:outline-level="%d">%s</text:h>' % (level, each) for each in titles)
    return b"".join(
        (
            b'<text:p><text:bookmark text:name="slide"/></text:p>',
            *headings,
            others,
            _PARAGRAPH_START.sub(rb"\g<0>Notes: ", notes, count=1),
        )
    )

"""ODT and ODP to Markdown by pandoc, which reads the slides of ODP as a text with anchors."""

import re

from chunking.core.errors import LoadError
from chunking.core.origin import Locations
from chunking.loading import markdown, pandoc, xml
from chunking.loading.archive import Archive
from chunking.loading.formats import Content
from chunking.loading.pandoc import left_out_notes
from chunking.loading.syntax_tree import CODE

MIMETYPE = "mimetype"
CONTENT = "content.xml"
_STYLES, _META, _MANIFEST = "styles.xml", "meta.xml", "META-INF/manifest.xml"
_MAX_BASES = 50  # styles may be based on each other in a circle
# A style, or a font, with its properties.
_STYLE = re.compile(
    rb"<style:(?P<kind>style|font-face)\b(?P<head>[^>]*)(?:(?<=/)>|>"
    rb"(?P<inside>(?:[^<]++|<(?!/?style:(?:style|font-face)\b)[^>]*+>)*+)</style:(?P=kind)>)"
)
_ATTRIBUTE = re.compile(rb"([\w:-]+)=[\"']([^\"']*)")
_FONT = re.compile(rb"(?:style:font-name|fo:font-family)=[\"']([^\"']*)")
_FIXED = re.compile(rb"font-pitch=[\"']fixed|" + markdown.CODE_FONT.pattern.encode())
_STRUCK = re.compile(rb"text-line-through-(?:style|type)=[\"'](?!none)")
_NAMED = rb"\b(?:[^>]*?text:style-name=[\"'](?P<style>[^\"']*)[\"'])?[^>]*?(?<!/)>"
_STYLED = re.compile(rb"<text:p" + _NAMED + rb"(?P<text>.*?)</text:p>", re.DOTALL)
_SPAN = re.compile(
    rb"<text:span" + _NAMED + rb"(?P<text>(?:[^<]++|<(?!/?text:span\b)[^>]*+>)*+)</text:span>"
)
_TAG = re.compile(rb"<[^>]*>")
_CODE_KINDS = frozenset({b"0", b"="})
_BOLD = re.compile(rb"fo:font-weight=[\"']bold")
# A style of a part of a paragraph, since pandoc does not read it from the style of a paragraph.
_STYLES_END = b"</office:automatic-styles>"
_STRONG = (
    b'<style:style style:name="strong" style:family="text"><style:text-properties '
    b'fo:font-weight="bold"/></style:style>' + _STYLES_END
)
# Shapes and text boxes, which pandoc leaves out, and groups of them.
_SHAPES = (
    rb"(?:caption|circle|connector|custom-shape|ellipse|frame|line|measure|path|polygon|polyline"
    rb"|rect|regular-polygon)\b"
)
_SHAPE = re.compile(
    rb"<draw:(?P<kind>" + _SHAPES + rb")[^>]*(?:(?<=/)>|>"
    rb"(?P<inside>(?:[^<]++|<(?!/?draw:" + _SHAPES + rb")[^>]*+>)*+)</draw:(?P=kind)>)"
)
_GROUP = re.compile(rb"</?draw:g\b[^>]*>")
_CODE = f"<text:p>{CODE}".encode(), f"{CODE}</text:p>".encode()
_SPACES = re.compile(rb" <text:s(?:\s+text:c=[\"'](?P<count>\d{1,4})[\"'])?\s*/>")
_BREAK = b"<text:line-break/>"
_BETWEEN_CODE = re.compile(
    rb"%s((?:\s*<text:p\b[^>]*>(?:</?text:span\b[^>]*>)*+</text:p>)*+)\s*%s" % _CODE[::-1]
)
_EMPTY = re.compile(rb"<text:p(\s[^>]*)/>")
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
_HIDDEN = re.compile(
    rb"<text:section\s[^>]*?text:display=[\"']none[\"'][^>]*+>.*?</text:section>"
    rb"|<text:hidden-(text|paragraph)\s[^>]*?text:is-hidden=[\"']true[\"'][^>]*+(?:(?<=/)>|>.*?</text:hidden-\1>)",
    re.DOTALL,
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

    Footnotes follow their section. Comments, headers, footers and hidden text are left out.
    """
    return _content(data)


def convert_slides(data: bytes) -> Content:
    """Return the slides of a presentation in order; speaker notes follow their slide."""
    return _content(data, slides=True)


def _content(data: bytes, *, slides: bool = False) -> Content:
    archive = Archive(data)
    check_unprotected(archive)
    comments = 0
    struck: list[bytes] = []

    def edit(content: bytes) -> bytes:
        nonlocal comments
        comments = content.count(b"<office:annotation ") + content.count(b"<office:annotation>")
        styles = archive.read(_STYLES) if _STYLES in archive.names else b""
        content = _simplified(content, _kinds(styles + content), struck)
        return _as_text(content) if slides else _GROUP.sub(b"", _SHAPE.sub(_words, content))

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
        notes=left_out_notes(
            ("comments", comments),
            ("struck-out texts", len(struck)),
            ("pictures", writer.pictures),
        ),
        locations=Locations("slides", *zip(*places, strict=True)) if slides and places else None,
    )


def _kinds(styles: bytes) -> dict[bytes, bytes]:
    """Return the outline level of each style, which its base may have, or what else it is.

    0 is code, = a font of fixed pitch, - struck out, * a paragraph in bold.
    """
    parents: dict[bytes, bytes] = {}
    kinds: dict[bytes, bytes] = {b"Title": b"1", b"title": b"1", b"Preformatted_20_Text": b"0"}
    fixed: set[bytes] = set()
    for found in _STYLE.finditer(styles):
        values = dict(_ATTRIBUTE.findall(found["head"]))
        name, inside = values.get(b"style:name", b""), found["inside"] or b""
        if found["kind"] == b"font-face":
            fixed.update([name] if _FIXED.search(found[0]) else [])
            continue
        parents[name] = values.get(b"style:parent-style-name", b"")
        if level := values.get(b"style:default-outline-level"):
            kinds[name] = level
        elif _STRUCK.search(inside):
            kinds[name] = b"-"
        elif values.get(b"style:family") == b"paragraph" and _BOLD.search(inside):
            kinds.setdefault(name, b"*")
        elif _FIXED.search(inside) or not fixed.isdisjoint(_FONT.findall(inside)):
            kinds[name] = b"="
    for name in parents:
        base = name
        for _ in range(_MAX_BASES):
            if base in kinds:
                kinds[name] = kinds[base]
            base = parents.get(base, b"")
    return kinds


def _words(shape: re.Match[bytes]) -> bytes:
    """Return the words in a shape or a text box, a line for each paragraph; a picture stays."""
    inside = shape["inside"] or b""
    if shape["kind"] == b"frame" and b"<draw:text-box" not in inside:
        return shape[0]
    return b" %s " % _BREAK.join(each for each in _PARAGRAPH.findall(inside) if _has_words(each))


def _simplified(content: bytes, kinds: dict[bytes, bytes], struck: list[bytes]) -> bytes:
    """Return content with headings, and code between marks.

    Struck-out texts are left out, and appended to `struck`.
    """

    def kept(span: re.Match[bytes]) -> bytes:
        if kinds.get(span["style"]) != b"-" or not _has_words(span["text"]):
            return span[0]
        struck.append(span["text"])
        return b""

    content = _EMPTY.sub(rb"<text:p\1></text:p>", _FIELD.sub(b"", _HIDDEN.sub(b"", content)))
    return _marked(_SPAN.sub(kept, content), kinds)


def _marked(content: bytes, kinds: dict[bytes, bytes]) -> bytes:
    """Return content with headings, and code between marks."""

    def outside_code(span: re.Match[bytes]) -> bytes:
        return b"" if kinds.get(span["style"]) in _CODE_KINDS else span[0]

    def is_code(paragraph: re.Match[bytes]) -> bool:
        text = paragraph["text"]
        if kinds.get(paragraph["style"]) in _CODE_KINDS:
            return True
        return _has_words(text) and not _has_words(_SPAN.sub(outside_code, text))

    def mark(found: re.Match[bytes]) -> bytes:
        kind = kinds.get(found["style"], b"")
        if b"<text:p" in found["text"]:
            return found[0]
        if kind == b"0" or (has_code and is_code(found)):
            # pandoc drops a space after a line break, and before others.
            lines = found["text"].replace(_BREAK, 2 * CODE.encode())
            return _SPACES.sub(_spaces, lines).join(_CODE)
        if kind == b"*":
            start, _, _ = found[0].partition(b">")
            bold = b'><text:span text:style-name="strong">%s</text:span></text:p>'
            return start + bold % found["text"]
        if not kind.isdigit():
            return found[0]
        return b'<text:h text:outline-level="%s">%s</text:h>' % (kind, found["text"])

    sizes = [0, 0]
    for each in _STYLED.finditer(content):
        sizes[is_code(each)] += len(_TAG.sub(b"", each["text"]))
    has_code = sizes[True] <= sizes[False]  # else it is the font of all text
    content = content.replace(_STYLES_END, _STRONG)
    return _BETWEEN_CODE.sub(_line_ends, _STYLED.sub(mark, content))


def _line_ends(between: re.Match[bytes]) -> bytes:
    return 2 * CODE.encode() * (1 + between[1].count(b"</text:p>"))


def _spaces(found: re.Match[bytes]) -> bytes:
    return b'<text:s text:c="%d"/>' % (int(found["count"] or 1) + 1)


def _has_words(text: bytes) -> bool:
    return bool(_TAG.sub(b"", text).strip())


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
        if kind and kind[1] == b"title" and not titles:
            titles.append(b" ".join(_PARAGRAPH.findall(frame[0])))
            return b""
        if kind and kind[1] in _FURNITURE:
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
            _PARAGRAPH_START.sub(rb"\g<0>Notes: ", notes, count=1) if _WORDS.search(notes) else b"",
        )
    )

"""DOCX to Markdown by pandoc, after what it does not know is written as it does.

It knows neither outline levels, numbers of headings and of clauses such as 2.1, text boxes, nor
hidden text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from chunking.loading import markdown, pandoc, xml
from chunking.loading.archive import Archive
from chunking.loading.formats import Content
from chunking.loading.syntax_tree import label_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


_MAIN = re.compile(r"word/document\d*\.xml")
_NUMBERING, _STYLES, _CORE = "word/numbering.xml", "word/styles.xml", "docProps/core.xml"
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")
_COMMENTS = "word/comments.xml"
_MAX_BASES = 50  # styles may be based on each other in a circle
_MAX_LEVELS = 9
_BODY_LEVEL = 9  # outline level of body text
# Names of built-in styles are English in every language of Word; ids are translated.
_HEADING_STYLE = re.compile(
    r"heading[ _-]?([1-9])|(?!(?:table|figure|running|message) )(?:[\w-]+ )?(?:heading|title)"
    r"|annex(?:ure)?|appendix",
    re.IGNORECASE,
)
_CODE_STYLE = re.compile(
    r"(?:html )?preformatted(?: text)?|(?:source|program) ?(?:code|text)|code(?: ?block)?|verbatim"
    r"|(?:[a-z]+ )?listing",
    re.IGNORECASE,
)
# Titles and entries of tables of contents, and of lists of figures.
_CONTENTS_STYLE = re.compile(r"toc (?:heading|\d)|table of (?:authorities|figures)", re.IGNORECASE)
# A sentence in the style of a heading is no title; no paragraph of its level is if most are some.
_CLAUSE = re.compile(r"(?:\S+\s+){7,}\S*[.;:]")
# The words of a title that ends with a colon are long only where they begin with a capital.
_LONG_LOWER = re.compile(r"(?<![^\W_])(?=[^\W\d_]{4})[a-zà-ÿа-я]")
# The style that headings are given, and its definition by level; then that of code.
_OUTLINE = "outline"
_CODE = b'<w:pPr><w:pStyle w:val="SourceCode"/></w:pPr>'
_ADDED = "".join(
    f'<w:style w:type="paragraph" w:styleId="{_OUTLINE}{level}"><w:name w:val="heading {level}"/>'
    "</w:style>"
    for level in range(1, 7)
).encode() + (
    b'<w:style w:type="paragraph" w:styleId="SourceCode"><w:name w:val="Source Code"/></w:style>'
)
_UNNUMBERED = frozenset({"bullet", "none"})
_FORMATS = {
    "lowerLetter": "LowerAlpha",
    "upperLetter": "UpperAlpha",
    "lowerRoman": "LowerRoman",
    "upperRoman": "UpperRoman",
}
# What pandoc does not read as Word shows it: the copy of a drawing for older programs, former
# formatting, deleted text, hyphens where a line may end; then tags around text that is shown:
# insertions, bookmarks and fields.
_DROPPED = re.compile(
    rb"<mc:Fallback\b.*?</mc:Fallback>|<w:pPrChange\b.*?</w:pPrChange>"
    rb"|<w:(del|moveFrom)(?:\s[^>]*[^/>])?>.*?</w:\1>"
    rb"|<w:softHyphen\s*/>|<w:fldChar\b[^>]*?(?:/>|>.*?</w:fldChar>)|<w:instrText\b.*?</w:instrText>"
    rb"|</?w:(?:ins|moveTo|customXml|fldSimple|bookmarkStart|bookmarkEnd)\b[^>]*>",
    re.DOTALL,
)
_PARAGRAPH = re.compile(rb"<w:pPr>(.*?)</w:pPr>(?=(.*?)</w:p>)", re.DOTALL)
_VALUES = re.compile(rb"<w:(pStyle|rStyle|numId|ilvl|outlineLvl)\s+w:val=[\"']([^\"']*)[\"']")
_RUN = re.compile(
    rb"<w:r(?:\s[^>]*)?>\s*(?:<w:rPr>(?P<properties>.*?)</w:rPr>)?(?P<content>.*?)</w:r>", re.DOTALL
)
_RUN_FONT = re.compile(rb"<w:rFonts\b[^>]*?w:ascii=[\"']([^\"']*)")
_WITHOUT_PROPERTIES = re.compile(rb"(<w:p(?:\s[^>]*[^/>])?>)(?!\s*<w:pPr>)")
_HIDDEN = re.compile(rb"<w:vanish(?:/>|\s+w:val=[\"'](?:1|true|on)[\"']\s*/>)")
_TRUE = frozenset({"1", "true", "on"})
_INNER_RUN = re.compile(rb"<w:r[\s>]")
_BOX = re.compile(rb"<w:p(?:\s[^>]*[^/>])?>|</w:p>|<w:txbxContent>|</w:txbxContent>")
# Columns that a row of a table leaves out at its start.
_LEFT_OUT = re.compile(rb"<w:gridBefore\s+w:val=[\"'](\d{1,2})[\"']\s*/>.*?</w:trPr>", re.DOTALL)
_PICTURE = re.compile(rb"<(?:pic:pic|v:imagedata)\b")
_TAG = re.compile(rb"<[^>]*>")
_LEVEL_FORMAT = re.compile(rb"(<w:numFmt\s+w:val=[\"'])[^\"']*")


def convert(data: bytes) -> Content:
    """Return the text of the document's body, with its title and language.

    Headings are paragraphs whose style or outline level is one; if there are none, short paragraphs
    in bold. Text boxes follow the paragraph of their anchor. Tables of contents, comments, headers,
    footers, hidden and deleted text are left out.
    """
    archive = Archive(data)
    styles = _Styles(archive)
    edits = {name: styles.write for name in archive.names if _MAIN.fullmatch(name)}
    edits |= dict.fromkeys(_NOTES, _simplified)
    # Numbers are written into the paragraphs; pandoc loses those such as 2.1.
    edits[_NUMBERING] = partial(_LEVEL_FORMAT.sub, rb"\1bullet")
    edits[_STYLES] = lambda part: part.replace(b"</w:styles>", _ADDED + b"</w:styles>")
    found = pandoc.convert(archive.repacked((".xml", ".rels"), edits), "docx")
    core = xml.properties(archive, _CORE)
    comments = archive.read(_COMMENTS).count(b"<w:comment ") if _COMMENTS in archive.names else 0
    return replace(
        found,
        title=found.title or core.get("title", ""),
        language=core.get("language", "") or styles.language,
        notes=pandoc.left_out_notes(
            ("comments", comments),
            ("lines of tables of contents", styles.contents),
            ("pictures", styles.pictures),
            ("charts", styles.charts),
        )
        + found.notes,
    )


def _simplified(part: bytes) -> bytes:
    """Return a part of the file with the text that Word shows."""

    def kept(run: re.Match[bytes]) -> bytes:
        is_hidden = _HIDDEN.search(run["properties"] or b"") and not _INNER_RUN.search(
            run["content"]
        )
        return b"" if is_hidden else run[0]

    part = _DROPPED.sub(b"", part)
    if b"<w:vanish" in part:
        part = _RUN.sub(kept, part)
    part = part.replace(b"<w:gridCol/>", b'<w:gridCol w:w="1"/>')  # without a width it is no column
    if b"<w:gridBefore" in part:
        part = _LEFT_OUT.sub(lambda row: row[0] + b"<w:tc><w:p/></w:tc>" * int(row[1]), part)
    return _without_boxes(part) if b"<w:txbxContent>" in part else part


def _without_boxes(part: bytes) -> bytes:
    """Return a part with the paragraphs of each text box after that of its anchor."""
    out: list[bytes] = []
    boxed: list[bytes] = []
    at = depth = boxes = 0
    for found in _BOX.finditer(part):
        is_box = b"txbx" in found[0]
        (boxed if boxes else out).append(part[at : found.start() if is_box else found.end()])
        at = found.end()
        step = -1 if found[0].startswith(b"</") else 1
        if is_box:
            boxes += step
        elif not boxes:
            depth += step
            if not depth:
                out += boxed
                boxed.clear()
    return b"".join((*out, *boxed, part[at:]))


class _Level(NamedTuple):
    """A level of a list: its first number, the format of its numbers, and the text around them."""

    start: int
    style: str
    text: str
    paragraphs: str  # the style of its paragraphs


class _Style(NamedTuple):
    """A style of paragraphs: its name, base, list, outline level and font."""

    name: str
    based_on: str = ""
    number: str = ""
    level: str = ""
    outline: str = ""
    font: str = ""


@dataclass
class _Styles:
    """The styles and lists of a document, with the numbers of the last items."""

    archive: Archive
    language: str = ""
    contents: int = 0  # lines of tables of contents
    pictures: int = 0
    charts: int = 0
    _styles: dict[str, _Style] = field(default_factory=dict)
    _levels: dict[str, dict[int, _Level]] = field(default_factory=dict)  # by abstract list
    _lists: dict[str, tuple[str, dict[int, int]]] = field(default_factory=dict)
    _last: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    _sentences: Counter[int] = field(default_factory=Counter)  # minus titles, by level
    _started: set[tuple[str, int]] = field(default_factory=set)
    _fonts: Counter[bool] = field(default_factory=Counter)  # bytes of text, by whether it is code
    _hidden: list[str] = field(default_factory=list)  # styles

    def __post_init__(self) -> None:
        numbering = xml.member(self.archive, _NUMBERING)
        for each in numbering.iter("abstractNum"):
            self._levels[each.get("abstractNumId", "")] = _levels(each)
        for each in numbering.iter("num"):
            starts = {
                _number(one.get("ilvl")): _number(_value(one, "startOverride"))
                for one in each.iter("lvlOverride")
                if one.find("startOverride") is not None
            }
            self._lists[each.get("numId", "")] = _value(each, "abstractNumId"), starts
        styles = xml.member(self.archive, _STYLES)
        self._hidden = [
            each.get("styleId", "")
            for each in styles.iter("style")
            if (hidden := each.find("rPr/vanish")) is not None and hidden.get("val", "1") in _TRUE
        ]
        self.language = next((each.get("val", "") for each in styles.iter("lang")), "")
        for each in styles.iter("style"):
            self._styles[each.get("styleId", "")] = _Style(
                _value(each, "name"),
                _value(each, "basedOn"),
                _value(each, "pPr/numPr/numId"),
                _value(each, "pPr/numPr/ilvl"),
                _value(each, "pPr/outlineLvl"),
                _value(each, "rPr/rFonts", "ascii"),
            )

    def write(self, part: bytes) -> bytes:
        """Return a part of the file with a style for each heading, and numbers as text."""
        part = self._without_contents(_simplified(self._without_hidden(part)))
        self.pictures += len(_PICTURE.findall(part))
        self.charts += part.count(b"<c:chart ")
        part = _WITHOUT_PROPERTIES.sub(rb"\1<w:pPr></w:pPr>", part)
        for found in _PARAGRAPH.finditer(part):
            values, chain = self._styled(found)
            if level := b"<w:t" in found[2] and _heading(values.get("outlineLvl", ""), chain):
                self._sentences[level] += 1 if _is_clause(found[2]) else -1
            self._fonts[_is_code(found[2], chain)] += len(_TAG.sub(b"", found[2]))
        return _PARAGRAPH.sub(self._paragraph, part)

    def _without_hidden(self, part: bytes) -> bytes:
        """Return a part without paragraphs of hidden styles, and with such runs as hidden."""
        runs = rf"<w:rStyle\s+w:val=[\"'](?:{_any_of(self._hidden)})[\"']\s*/>"
        part = re.sub(runs.encode(), b"<w:vanish/>", part) if self._hidden else part
        return _without_paragraphs(part, self._hidden)[0]

    def _without_contents(self, part: bytes) -> bytes:
        styles = self._styles.items()
        listed = [key for key, each in styles if _CONTENTS_STYLE.fullmatch(each.name)]
        left, count = _without_paragraphs(part, listed)
        self.contents += count
        return left

    def _styled(self, found: re.Match[bytes]) -> tuple[dict[str, str], list[_Style]]:
        values = {key.decode(): value.decode() for key, value in _VALUES.findall(found[1])}
        return values, self._chain(values.get("pStyle") or values.get("rStyle", ""))

    def _paragraph(self, found: re.Match[bytes]) -> bytes:
        values, chain = self._styled(found)
        if any(_CODE_STYLE.fullmatch(each.name) for each in chain):
            return _CODE
        # Else it is the font of all text.
        if self._fonts[True] <= self._fonts[False] and _is_code(found[2], chain):
            return _CODE
        if not values or b"<w:t" not in found[2]:
            return found[0]
        heading = _heading(values.get("outlineLvl", ""), chain)
        label = self._label(values, chain)
        start = b"<w:pPr/>" if values.get("numId") == "0" else found[0]  # 0: in no list
        if heading and (self._sentences[heading] > 0 or _is_clause(found[2])):
            start = b"<w:pPr/>"
        elif heading:
            start = b'<w:pPr><w:pStyle w:val="%s%d"/></w:pPr>' % (_OUTLINE.encode(), heading)
        run = f'<w:r><w:t xml:space="preserve">{label} </w:t></w:r>'
        return start + (run.encode() if label else b"")

    def _label(self, values: dict[str, str], chain: list[_Style]) -> str:
        """Return the number of a paragraph in its list; "" if it has a bullet or no list."""
        number = values.get("numId") or next((each.number for each in chain if each.number), "")
        levels = self._levels.get(self._lists.get(number, ("", {}))[0], {})
        named = [at for at, each in levels.items() if each.paragraphs == values.get("pStyle", " ")]
        declared = values.get("ilvl") or next((each.level for each in chain if each.level), "")
        level = _number(declared) if declared else min(named, default=0)
        return self._next(number, level, levels) if level in levels else ""

    def _chain(self, style: str) -> list[_Style]:
        """Return a style and those it is based on, nearest first."""
        chain: list[_Style] = []
        while style and len(chain) < _MAX_BASES:
            # The document may not define the style.
            chain.append(self._styles.get(style, _Style(style)))
            style = chain[-1].based_on
        return chain

    def _next(self, number: str, level: int, levels: dict[int, _Level]) -> str:
        """Return the label of the next item of a list; "" if it has a bullet."""
        abstract, starts = self._lists[number]
        last = self._last[abstract]
        found = levels[level]
        if level in starts and (number, level) not in self._started:
            last[level] = starts[level]
        else:
            last[level] = last.get(level, found.start - 1) + 1
        self._started.add((number, level))
        for deeper in range(level + 1, _MAX_LEVELS):
            last.pop(deeper, None)
        if found.style in _UNNUMBERED:
            return ""

        def shown(place: re.Match[str]) -> str:
            at = int(place[1]) - 1
            outer = levels.get(at, found)
            return label_of(last.setdefault(at, outer.start), _FORMATS.get(outer.style, ""))

        return re.sub(r"%([1-9])", shown, found.text).strip()


def _without_paragraphs(part: bytes, styles: list[str]) -> tuple[bytes, int]:
    """Return a part without the paragraphs of some styles, and how many there were."""
    if not styles:
        return part, 0
    style = rf"<w:pStyle\s+w:val=[\"'](?:{_any_of(styles)})[\"']"
    paragraph = rf"<w:p(?:\s[^>]*[^/>])?>\s*<w:pPr>\s*{style}.*?</w:p>"
    return re.subn(paragraph.encode(), b"", part, flags=re.DOTALL)


def _any_of(names: list[str]) -> str:
    return "|".join(map(re.escape, names))


def _is_code(runs: bytes, chain: list[_Style]) -> bool:
    """Return whether all words of a paragraph are in a font for code."""
    font = next((each.font for each in chain if each.font), "")
    fonts = [
        own[1].decode(errors="replace")
        if (own := _RUN_FONT.search(run["properties"] or b""))
        else font
        for run in _RUN.finditer(runs)
        if _TAG.sub(b"", run["content"]).strip()
    ]
    return bool(fonts) and all(map(markdown.CODE_FONT.search, fonts))


def _is_clause(runs: bytes) -> bool:
    text = _TAG.sub(b"", runs).decode(errors="replace").rstrip()
    is_title = text.endswith(":") and _LONG_LOWER.search(text) is None
    return not is_title and _CLAUSE.fullmatch(text) is not None


def _heading(outline: str, chain: list[_Style]) -> int:
    """Return the level of a heading, 1 to 6; 0 for another paragraph."""
    for one in (_Style("", outline=outline), *chain):
        if one.outline:
            level = _number(one.outline)
            return 0 if level >= _BODY_LEVEL else min(level + 1, 6)
        if found := _HEADING_STYLE.fullmatch(one.name.strip()):
            return min(int(found[1] or 1), 6)
    return 0


def _levels(abstract: Element) -> dict[int, _Level]:
    return {
        _number(each.get("ilvl")): _Level(
            _number(_value(each, "start") or "1"),
            _value(each, "numFmt"),
            _value(each, "lvlText").translate({ord("&"): "&amp;", ord("<"): "&lt;"}),
            _value(each, "pStyle"),
        )
        for each in abstract.iter("lvl")
    }


def _value(element: Element, path: str, key: str = "val") -> str:
    """Return the value of an element below another one; "" if there is none."""
    found = element.find(path)
    return "" if found is None else found.get(key, "")


def _number(value: str | None) -> int:
    return int(value) if value and value.isascii() and value.isdecimal() and len(value) < 7 else 0

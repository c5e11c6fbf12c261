"""DOCX to Markdown: headings by style, lists and tables, without deleted text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunking.core.errors import LoadError
from chunking.loading import markdown, xml
from chunking.loading.formats import Content

if TYPE_CHECKING:
    from chunking.loading.archive import Archive

MAX_PARAGRAPHS = 500_000
_BODY = re.compile(r"word/document\d*\.xml")
# Moved or deleted text, former formatting, and the copy of a text box for older programs.
_SKIPPED = frozenset(
    {"del", "moveFrom", "Fallback", "pPrChange", "rPrChange", "tblPrChange", "sectPrChange"}
)
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}
_OFF = frozenset({"0", "false", "off", "none"})
# A short line that does not end as a sentence does.
_LIKE_HEADING = re.compile(r"(?=.*\w).{0,79}[^.,;:\s]")
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
_MAX_BASES = 50  # styles may be based on each other in a circle
_BODY_LEVEL = 9  # outline level of body text
# Names of built-in styles are English in every language of Word; ids are translated.
_HEADING_STYLE = re.compile(r"heading[ _-]?([1-9])", re.IGNORECASE)


def body_of(archive: Archive) -> str:
    """Return the name of the archive member with the text of a DOCX; "" if there is none."""
    return min((name for name in archive.names if _BODY.fullmatch(name)), default="", key=len)


def convert(archive: Archive) -> Content:
    """Return the text of the document's body, with its title and language.

    Headings are paragraphs whose style or outline level is one; if there are none, short paragraphs
    in bold. Footnotes, comments, headers and footers are left out; notes count the footnotes.
    """
    styles = Styles()
    if "word/styles.xml" in archive.names:
        xml.parse(archive.stream("word/styles.xml"), styles, "word/styles.xml")
    core = xml.Properties()
    if "docProps/core.xml" in archive.names:
        xml.parse(archive.stream("docProps/core.xml"), core, "docProps/core.xml")
    body = _Body(styles)
    name = body_of(archive)
    xml.parse(archive.stream(name), body, name)
    body.finish()
    language = core.found.get("language") or styles.language
    notes = tuple(f"{what} are left out: {count}" for what, count in sorted(body.left_out.items()))
    text = "".join(body.out)
    return Content(text, title=core.found.get("title", ""), language=language, notes=notes)


class _Body:
    """Handler of the document's body, which writes paragraphs and tables as they close."""

    def __init__(self, styles: Styles) -> None:
        self.out: list[str] = []
        self.left_out: dict[str, int] = {}
        self._styles = styles
        self._skip = 0  # open elements from a skipped one on
        self._in_text = False
        self._runs = 0
        self._paragraphs: list[tuple[list[str], Style]] = []  # a text box nests paragraphs
        self._tables = 0
        self._rows: list[list[str]] = []
        self._cell: list[str] = []
        self._count = 0
        self._after_item = False
        self._in_bold = False
        self._plain = False  # whether the open paragraph has text that is not bold
        self._has_headings = False
        self._bold: list[tuple[int, str]] = []  # bold paragraphs, with their place in `out`

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skip or name in _SKIPPED:
            self._skip += 1
            return
        if name == "p":
            self._paragraphs.append(([], Style()))
            self._plain = False
        elif name in {"tbl", "tr", "tc"}:
            self._open_in_table(name)
        elif name == "t":
            self._in_text = True
        elif name == "r":
            self._runs += 1
            self._in_bold = False
        elif name == "b" and self._runs:
            self._in_bold = attributes.get("val", "1") not in _OFF
        elif name in _CHARACTERS and self._runs:  # outside of a run it is a tab stop
            self._add(_CHARACTERS[name])
        elif name in _NOTES:
            self.left_out[_NOTES[name]] = self.left_out.get(_NOTES[name], 0) + 1
        elif self._paragraphs:
            self._paragraphs[-1][1].set(name, attributes.get("val", ""))

    def _open_in_table(self, name: str) -> None:
        """Open a table, row or cell; the text of a nested table belongs to the outer cell."""
        self._tables += name == "tbl"
        if self._tables == 1:
            if name == "tbl":
                self._rows = []
            elif name == "tr":
                self._rows.append([])
            else:
                self._cell = []

    def end(self, name: str) -> None:
        if self._skip:
            self._skip -= 1
        elif name == "t":
            self._in_text = False
        elif name == "r":
            self._runs = max(0, self._runs - 1)
        elif name == "p" and self._paragraphs:
            self._paragraph(*self._paragraphs.pop())
        elif name == "tc" and self._tables == 1 and self._rows:
            self._rows[-1].append(" ".join(self._cell))
        elif name == "tbl":
            self._tables = max(0, self._tables - 1)
            if not self._tables:
                self._block(markdown.table(self._rows))

    def text(self, text: str) -> None:
        if self._in_text and not self._skip:
            self._add(text)
            self._plain = self._plain or not (self._in_bold or text.isspace())

    def _add(self, text: str) -> None:
        if self._paragraphs:
            self._paragraphs[-1][0].append(text)

    def _paragraph(self, parts: list[str], style: Style) -> None:
        self._count += 1
        if self._count > MAX_PARAGRAPHS:
            raise LoadError(f"the document has more than {MAX_PARAGRAPHS:,} paragraphs")
        text = "".join(parts).strip(" \n")
        if not text.strip():
            return
        level = self._styles.heading(style)
        depth = self._styles.list_depth(style)
        if self._tables:
            self._cell.append(text)
        elif level:
            self._has_headings = True
            self._block(markdown.heading(level, text))
        elif depth is not None:
            indent = "  " * min(depth, 8)
            lines = markdown.paragraph(text).replace("\n", f"\n{indent}  ")
            self._block(f"{indent}- {lines}", item=True)
        else:
            self._block(markdown.paragraph(text))
            if not self._plain and _LIKE_HEADING.fullmatch(text):
                self._bold.append((len(self.out) - 1, text))

    def finish(self) -> None:
        """Make headings of short bold paragraphs if no style does."""
        for i, text in self._bold if not self._has_headings else ():
            self.out[i] = ("\n\n" if i else "") + markdown.heading(1, text)

    def _block(self, text: str, *, item: bool = False) -> None:
        if text:
            gap = "\n" if item and self._after_item else "\n\n"
            self.out.append(gap + text if self.out else text)
            self._after_item = item


@dataclass(slots=True)
class Style:
    """The properties of a paragraph or a style; None where it has none."""

    name: str = ""
    based_on: str = ""
    outline: int | None = None
    list_depth: int | None = None
    in_list: bool | None = None

    def set(self, tag: str, value: str) -> None:
        """Set the property of an XML element."""
        if tag in {"pStyle", "basedOn"}:
            self.based_on = value
        elif tag == "name":
            self.name = value
        elif tag == "outlineLvl":
            self.outline = _number(value)
        elif tag == "ilvl":
            self.list_depth = _number(value)
        elif tag == "numId":
            self.in_list = value != "0"  # 0 takes a paragraph out of its style's list


class Styles:
    """Handler of word/styles.xml: the styles of a document by id, and its language."""

    def __init__(self) -> None:
        self.language = ""
        self._styles: dict[str, Style] = {}
        self._open: Style | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open a style, or set a property of the open one."""
        if name == "style":
            self._open = self._styles.setdefault(attributes.get("styleId", ""), Style())
        elif self._open is not None:
            self._open.set(name, attributes.get("val", ""))
        elif name == "lang":
            self.language = self.language or attributes.get("val", "")

    def end(self, name: str) -> None:
        """Close a style."""
        if name == "style":
            self._open = None

    def text(self, text: str) -> None:
        """Ignore text."""

    def heading(self, style: Style) -> int:
        """Return the heading level of a paragraph, 1 to 6; 0 if it is none."""
        for one in self._chain(style):
            if one.outline is not None:
                return 0 if one.outline >= _BODY_LEVEL else min(one.outline + 1, 6)
            if level := level_of(one.name):
                return level
        return 0

    def list_depth(self, style: Style) -> int | None:
        """Return the depth of a paragraph in a list, from 0; None outside of lists."""
        chain = self._chain(style)
        in_list = next((one.in_list for one in chain if one.in_list is not None), False)
        depth = next((one.list_depth for one in chain if one.list_depth is not None), 0)
        return depth if in_list else None

    def _chain(self, style: Style) -> list[Style]:
        """Return a style and those it is based on, nearest first."""
        chain = [style]
        while (parent := chain[-1].based_on) and len(chain) < _MAX_BASES:
            # The document may not define the style.
            chain.append(self._styles.get(parent, Style(name=parent)))
        return chain


def level_of(name: str) -> int:
    """Return the heading level in the name of a style: 2 for "heading 2", 1 for "Title", else 0."""
    if name.lower() == "title":
        return 1
    found = _HEADING_STYLE.fullmatch(name.strip())
    return min(int(found[1]), 6) if found else 0


def _number(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else None

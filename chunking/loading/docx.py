"""A DOCX as Markdown: headings by style, lists, tables; what was deleted stays deleted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunking.errors import LoadError
from chunking.loading import markdown, xml
from chunking.loading.content import Content
from chunking.loading.wordstyles import Style, Styles

if TYPE_CHECKING:
    from chunking.loading.archive import Archive

MAX_PARAGRAPHS = 500_000
_BODY = re.compile(r"word/document\d*\.xml")
# Moved-away text, old formatting, and the second copy of a text box for older programs.
_SKIPPED = frozenset(
    {"del", "moveFrom", "Fallback", "pPrChange", "rPrChange", "tblPrChange", "sectPrChange"}
)
_MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}


def body_of(archive: Archive) -> str:
    """The name of the member that holds the text of a DOCX; "" where there is none."""
    return min((name for name in archive.names if _BODY.fullmatch(name)), default="", key=len)


def convert(archive: Archive) -> Content:
    """The text of the document's body, with its title and language.

    Footnotes, comments, headers and footers are left out; the first are noted.
    """
    styles = Styles()
    if "word/styles.xml" in archive.names:
        xml.parse(archive.stream("word/styles.xml"), styles, "word/styles.xml")
    core = _Core()
    if "docProps/core.xml" in archive.names:
        xml.parse(archive.stream("docProps/core.xml"), core, "docProps/core.xml")
    body = _Body(styles)
    name = body_of(archive)
    xml.parse(archive.stream(name), body, name)
    language = core.found.get("language") or styles.language
    notes = tuple(f"{what} are left out: {count}" for what, count in sorted(body.left_out.items()))
    text = "".join(body.out)
    return Content(text, title=core.found.get("title", ""), language=language, notes=notes)


class _Core:
    """Title and language from the document's properties."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._in = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:  # noqa: ARG002
        self._in = name if name in {"title", "language"} else ""

    def end(self, name: str) -> None:  # noqa: ARG002
        self._in = ""

    def text(self, text: str) -> None:
        if self._in:
            self.found[self._in] = self.found.get(self._in, "") + text


class _Body:
    """Paragraphs and tables put down as they close."""

    def __init__(self, styles: Styles) -> None:
        self.out: list[str] = []
        self.left_out: dict[str, int] = {}
        self._styles = styles
        self._skip = 0  # elements open below and including one that is skipped
        self._in_text = False
        self._runs = 0
        self._paragraphs: list[tuple[list[str], Style]] = []  # a text box nests them
        self._tables = 0
        self._rows: list[list[str]] = []
        self._cell: list[str] = []
        self._count = 0
        self._after_item = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skip or name in _SKIPPED:
            self._skip += 1
            return
        if name == "p":
            self._paragraphs.append(([], Style()))
        elif name in {"tbl", "tr", "tc"}:
            self._open_in_table(name)
        elif name == "t":
            self._in_text = True
        elif name == "r":
            self._runs += 1
        elif name in _MARKS and self._runs:  # a tab outside of a run is a tab stop
            self._add(_MARKS[name])
        elif name in _NOTES:
            self.left_out[_NOTES[name]] = self.left_out.get(_NOTES[name], 0) + 1
        elif self._paragraphs:
            self._paragraphs[-1][1].take(name, attributes.get("val", ""))

    def _open_in_table(self, name: str) -> None:
        """A table in a cell has no rows of its own: its text is the cell's."""
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

    def _add(self, text: str) -> None:
        if self._paragraphs:
            self._paragraphs[-1][0].append(text)

    def _paragraph(self, pieces: list[str], style: Style) -> None:
        self._count += 1
        if self._count > MAX_PARAGRAPHS:
            raise LoadError(f"the document has more than {MAX_PARAGRAPHS:,} paragraphs")
        text = "".join(pieces).strip(" \n")
        if not text.strip():
            return
        level = self._styles.heading(style)
        depth = self._styles.list_depth(style)
        if self._tables:
            self._cell.append(text)
        elif level:
            self._block(markdown.heading(level, text))
        elif depth is not None:
            indent = "  " * min(depth, 8)
            lines = markdown.paragraph(text).replace("\n", f"\n{indent}  ")
            self._block(f"{indent}- {lines}", item=True)
        else:
            self._block(markdown.paragraph(text))

    def _block(self, text: str, *, item: bool = False) -> None:
        if text:
            gap = "\n" if item and self._after_item else "\n\n"
            self.out.append(gap + text if self.out else text)
            self._after_item = item

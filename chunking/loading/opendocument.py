"""ODT to Markdown: headings by outline level, lists, tables, code and notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chunking.core.errors import LoadError
from chunking.loading import markdown, xml
from chunking.loading.formats import Content
from chunking.loading.markdown import Blocks, Prefix

if TYPE_CHECKING:
    from chunking.loading.archive import Archive

MIMETYPE = "mimetype"
CONTENT = "content.xml"
_STYLES, _META, _MANIFEST = "styles.xml", "meta.xml", "META-INF/manifest.xml"
# Deleted text, comments, scripts and the shapes of forms.
_SKIPPED = frozenset({"tracked-changes", "annotation", "scripts", "forms", "title", "desc"})
_CHARACTERS = {"tab": "\t", "line-break": "\n"}
_SPACE = re.compile(r"[ \t\r\n]+")
_MAX_SPACES = 1_000
_MAX_REPEATED = 1_000  # empty cells in front of a filled one
_MAX_BASES = 50  # styles may be based on each other in a circle
_PARAGRAPHS = frozenset({"p", "h"})
_TABLES = frozenset({"table", "table-row", "table-cell", "covered-table-cell"})
_ITEMS = frozenset({"list-item", "list-header"})


def check_unprotected(archive: Archive) -> None:
    """Raise an error if the document needs a password."""
    if _MANIFEST in archive.names:
        manifest = _Manifest()
        xml.parse(archive.stream(_MANIFEST), manifest, _MANIFEST)
        if manifest.is_encrypted:
            raise LoadError("the document is protected by a password")


def convert(archive: Archive) -> Content:
    """Return the text of the document's body, with its title and language.

    Footnotes follow their paragraph. Comments, headers and footers are left out.
    """
    check_unprotected(archive)
    styles, meta = Styles(), xml.Properties()
    if _STYLES in archive.names:
        xml.parse(archive.stream(_STYLES), styles, _STYLES)
    if _META in archive.names:
        xml.parse(archive.stream(_META), meta, _META)
    body = _Body(styles)
    xml.parse(archive.stream(CONTENT), body, CONTENT)
    body.finish()
    notes = (f"comments are left out: {body.comments}",) if body.comments else ()
    return Content(
        body.blocks.text,
        title=meta.found.get("title", ""),
        language=meta.found.get("language", "") or styles.language,
        notes=notes,
    )


@dataclass
class _Manifest:
    """Handler of the list of files, which tells whether they are encrypted."""

    is_encrypted: bool = False

    def start(self, name: str, attributes: dict[str, str]) -> None:  # noqa: ARG002
        self.is_encrypted = self.is_encrypted or name == "encryption-data"

    def end(self, name: str) -> None:
        """Ignore the end of elements."""

    def text(self, text: str) -> None:
        """Ignore text."""


@dataclass
class Styles:
    """Handler of styles: their parents by name, and the levels of lists that are numbered."""

    language: str = ""
    parents: dict[str, str] = field(default_factory=dict)
    outlines: dict[str, int] = field(default_factory=dict)
    numbered: set[tuple[str, int]] = field(default_factory=set)
    _list: str = ""
    _default: bool = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open a style, or set a property of the open one."""
        if name == "style":
            style = attributes.get("name", "")
            self.parents[style] = attributes.get("parent-style-name", "")
            if level := _number(attributes.get("default-outline-level")):
                self.outlines[style] = level
        elif name == "default-style":
            self._default = attributes.get("family") == "paragraph"
        elif name == "text-properties" and self._default:
            self.language = self.language or attributes.get("language", "").strip("zx")
        elif name == "list-style":
            self._list = attributes.get("name", "")
        elif name == "list-level-style-number" and attributes.get("num-format"):
            self.numbered.add((self._list, _number(attributes.get("level"))))

    def end(self, name: str) -> None:
        """Close a style."""
        if name == "default-style":
            self._default = False

    def text(self, text: str) -> None:
        """Ignore text."""

    def chain(self, style: str) -> list[str]:
        """Return a style and those it is based on, nearest first."""
        chain = [style]
        while (parent := self.parents.get(chain[-1])) and len(chain) < _MAX_BASES:
            chain.append(parent)
        return chain


@dataclass(slots=True)
class _Paragraph:
    """An open paragraph or heading: its style, level (0 for a paragraph) and text."""

    style: str
    level: int
    parts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _List:
    """An open list: the name of its style, the number of its next item, and its open prefix."""

    style: str
    number: int = 1
    prefix: Prefix | None = None


class _Body:
    """Handler of content.xml, which writes paragraphs and tables as they close."""

    def __init__(self, styles: Styles) -> None:
        self.blocks = Blocks()
        self.comments = 0
        self._styles = styles
        self._skip = 0  # open elements from a skipped one on
        self._in_body = False
        self._paragraphs: list[_Paragraph] = []
        self._lists: list[_List] = []
        self._tables = 0
        self._rows: list[list[str]] = []
        self._cell: list[str] = []
        self._pending = 0  # empty cells
        self._covered = 1
        self._code: list[str] = []
        self._notes: list[list[str]] = []  # texts of open notes
        self._note_count = 0
        self._finished_notes: list[str] = []
        self._in_citation = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skip or name in _SKIPPED:
            self._skip += 1
            self.comments += name == "annotation"
        elif name == "body":
            self._in_body = True
        elif not self._in_body:
            self._styles.start(name, attributes)
        elif name in _PARAGRAPHS:
            level = max(1, _number(attributes.get("outline-level"))) if name == "h" else 0
            self._paragraphs.append(_Paragraph(attributes.get("style-name", ""), level))
        elif name in _TABLES:
            self._open_in_table(name, attributes)
        elif name in _ITEMS or name == "list":
            self._open_in_list(name, attributes)
        elif name == "s":
            self._add(" " * min(_MAX_SPACES, max(1, _number(attributes.get("c")))))
        else:
            self._notes += [[]] if name == "note" else []
            self._in_citation = self._in_citation or name == "note-citation"
            self._add(_CHARACTERS.get(name, ""))

    def _open_in_list(self, name: str, attributes: dict[str, str]) -> None:
        """Open a list or an item."""
        outer = self._lists[-1].style if self._lists else ""
        if name == "list":
            self._lists.append(_List(attributes.get("style-name", outer)))
        if name == "list" or not self._lists:
            return
        opened = self._lists[-1]
        opened.number = _number(attributes.get("start-value")) or opened.number
        mark = "- "
        if (opened.style, len(self._lists)) in self._styles.numbered:
            mark = f"{opened.number}. "
        if name == "list-header":
            mark = "  "
        else:
            opened.number += 1
        opened.prefix = Prefix(mark, " " * len(mark))

    def _open_in_table(self, name: str, attributes: dict[str, str]) -> None:
        """Open a table, row or cell; the text of a nested table belongs to the outer cell."""
        if name == "table":
            self._tables += 1
        if self._tables != 1:
            return
        if name == "table":
            self._end_code()
            self._rows = []
        elif name == "table-row":
            self._rows.append([])
            self._pending = 0
        else:
            self._cell = []
            self._covered = max(1, _number(attributes.get("number-columns-repeated")))

    def end(self, name: str) -> None:
        if self._skip:
            self._skip -= 1
        elif not self._in_body:
            self._styles.end(name)
        elif name in _PARAGRAPHS and self._paragraphs:
            self._paragraph(self._paragraphs.pop())
        elif name in _TABLES:
            self._close_in_table(name)
        elif name == "list" and self._lists:
            self._lists.pop()
        elif name in _ITEMS and self._lists:
            self._lists[-1].prefix = None
        elif name == "note-citation":
            self._in_citation = False
        elif name == "note" and self._notes:
            self._close_note(self._notes.pop())

    def _close_in_table(self, name: str) -> None:
        if name == "table":
            self._tables = max(0, self._tables - 1)
            if not self._tables:
                self._block(markdown.table(self._rows))
                self._rows = []
        elif self._tables == 1 and self._rows and name != "table-row":
            self._close_cell()

    def text(self, text: str) -> None:
        if self._in_body and not self._skip and not self._in_citation:
            self._add(_SPACE.sub(" ", text))

    def finish(self) -> None:
        """Write what is still open."""
        self._end_code()
        self._write_notes()

    def _add(self, text: str) -> None:
        if self._paragraphs:
            self._paragraphs[-1].parts.append(text)

    def _close_cell(self) -> None:
        text = " ".join(self._cell)
        if not text:
            self._pending = min(_MAX_REPEATED, self._pending + self._covered)
            return
        self._rows[-1] += [""] * self._pending + [text]
        self._pending = min(_MAX_REPEATED, self._covered - 1)

    def _close_note(self, texts: list[str]) -> None:
        self._note_count += 1
        self._add(f"[^{self._note_count}]")
        self._finished_notes.append(f"[^{self._note_count}]: " + " ".join(texts))

    def _paragraph(self, paragraph: _Paragraph) -> None:
        text = "".join(paragraph.parts)
        chain = self._styles.chain(paragraph.style)
        is_code = "Preformatted_20_Text" in chain and not self._lists
        if self._notes:
            self._notes[-1].append(text.strip())
        elif self._tables:
            self._cell += [text.strip()] if text.strip() else []
        elif is_code:
            self._code.append(text.rstrip())
        elif text.strip():
            self._end_code()
            self._write(text.strip(" \n"), paragraph.level, chain)
        if not self._tables and not self._paragraphs:
            self._write_notes()

    def _write(self, text: str, level: int, chain: list[str]) -> None:
        if not level:
            level = next((self._styles.outlines[each] for each in chain
                          if each in self._styles.outlines), int("Title" in chain))  # fmt: skip
        if level:
            self._block(markdown.heading(level, text))
        else:
            self._block(markdown.paragraph(text))

    def _write_notes(self) -> None:
        if self._finished_notes and not self._code:
            for note in self._finished_notes:
                self.blocks.add(note)
            self._finished_notes.clear()

    def _end_code(self) -> None:
        code, self._code = "\n".join(self._code), []
        if code.strip():
            self._block(markdown.fence(code.strip("\n")))

    def _block(self, text: str) -> None:
        self.blocks.prefixes = [each.prefix for each in self._lists if each.prefix is not None]
        self.blocks.add(text)
        self.blocks.prefixes = []


def _number(value: str | None) -> int:
    return int(value) if value and value.isascii() and value.isdecimal() and len(value) < 7 else 0

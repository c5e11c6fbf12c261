"""XML with prose to Markdown: TEI, statutes and other vocabularies, by what their elements hold."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chunking.core.errors import LoadError
from chunking.loading import xml
from chunking.loading.formats import Content
from chunking.loading.syntax_tree import NO_ATTRIBUTES, Block, Inline, Writer

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


_HEADINGS = frozenset({"head", "header", "heading", "title", "titel", "subtitle", "caption"})
_NUMBERS = frozenset({"num", "label", "enum", "no", "enbez"})
_NOTES = frozenset({"note", "footnote", "fn"})
_LISTS = frozenset({"list", "ul", "ol", "itemizedlist", "orderedlist"})
_ORDERED = frozenset({"ol", "orderedlist", "ordered", "numbered"})
_SPACE = re.compile(r"\s+")
_ROWS, _CELLS = frozenset({"row", "tr"}), frozenset({"cell", "td", "th", "entry"})
_LINES = frozenset({"l", "line", "v"})
_CODE = frozenset({"eg", "code", "programlisting"})
_QUOTES = frozenset({"quote", "blockquote", "cite", "epigraph"})
# Running headers and the first of two readings in TEI; pictures and what is not text.
_DROPPED = frozenset({"fw", "sic", "orig", "binary", "script", "style", "teiHeader"})
# Of the book, in FB2.
_DESCRIPTION = "description"
# What stands within text but is a part of its own, as the steps of the claim of a patent.
_PARTS = frozenset({"claim-text"})
_TITLES = ("teiHeader//titleStmt/title", "description/title-info/book-title")
_LANGUAGE = "description/title-info/lang"


def convert(data: bytes) -> Content:
    """Return the text of XML in UTF-8, without its tags.

    Elements that stand within text are part of its paragraph. Titles of other elements are
    headings, one level below that of the element around them.

    Raises:
        LoadError: It is damaged, declares entities, or is nested too deeply.
    """
    root = xml.tree([data], "the XML")
    title = next(filter(None, (_plain(root.find(path)) for path in _TITLES)), "")
    language = root.findtext(_LANGUAGE) or ""
    if root.tag == "FictionBook":
        for each in root.findall(_DESCRIPTION):
            root.remove(each)
    has_titles = root.find("body/title") is not None  # the title is in the text of FB2
    writer = Writer()
    try:
        reader = _Reader(_inline_elements(root), _notes_apart(root))
        writer.heading(1, "" if has_titles else title)
        writer.write(reader.blocks(root, 2 if title and not has_titles else 1))
    except RecursionError as error:
        raise LoadError("the XML is nested too deeply") from error
    return Content(writer.finish(), title=title, language=language)


def _notes_apart(root: Element) -> dict[str, Element]:
    """Take the notes of FB2 out of the tree, which stand in a body of their own; return them."""
    notes: dict[str, Element] = {}
    for body in [each for each in root.findall("body") if each.get("name")]:
        root.remove(body)
        for section in body.iter("section"):
            for title in section.findall("title"):
                section.remove(title)  # the number of the note
            notes[f"#{section.get('id')}"] = section
    return notes


def _inline_elements(root: Element) -> set[Element]:
    """Return the elements that are part of a paragraph.

    They have a name that mostly stands within text, and hold no other elements.
    """
    elements = list(root.iter())
    counts, mixed = Counter[str](), Counter[str]()
    for parent in elements:
        texts = [parent.text, *(child.tail for child in parent)]
        names = [child.tag for child in parent if child.tag not in _LISTS | _PARTS]
        counts.update(names)
        mixed.update(names if any(text and text.strip() for text in texts) else ())
    inline: set[Element] = set()
    for each in reversed(elements):  # what an element holds comes before it
        if 2 * mixed[each.tag] > counts[each.tag] and all(child in inline for child in each):
            inline.add(each)
    return inline


def _plain(element: Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def _spaced(text: str | None) -> Inline:
    """Return text whose line ends are spaces, as they have no meaning in XML."""
    return _SPACE.sub(" ", text) if text else ""


def _para(inlines: list[Inline], kind: str = "Para") -> Block:
    return {"t": kind, "c": inlines}


@dataclass(slots=True)
class _Reader:
    """Reader of elements as blocks of a syntax tree; `number` precedes the next text."""

    inline: set[Element]
    notes: dict[str, Element]
    number: list[Inline] = field(default_factory=list)

    def blocks(self, element: Element, level: int) -> list[Block]:
        """Return the content of an element, whose heading has a level."""
        found: list[Block] = []
        inlines = [_spaced(element.text)]
        inner = level + any(
            child.tag in _HEADINGS and child not in self.inline for child in element
        )
        for child in element:
            if child in self.inline:
                inlines += self._inlines(child)
            elif child.tag not in _DROPPED:
                self._end(inlines, found)
                inlines = []
                self._block(child, level, inner, found)
            inlines.append(_spaced(child.tail))
        self._end(inlines, found)
        return found

    def _end(self, inlines: list[Inline], found: list[Block]) -> None:
        """Append running text as a paragraph."""
        if any(not isinstance(each, str) or each.strip() for each in inlines):
            found.append(_para([*self._taken(), *inlines]))

    def _taken(self) -> list[Inline]:
        number, self.number = self.number, []
        return [*number, " "] if number else []

    def _block(self, child: Element, level: int, inner: int, found: list[Block]) -> None:
        name = child.tag
        if name in _HEADINGS:
            text = [*self._taken(), *self._content(child)]
            found.append({"t": "Header", "c": [level, NO_ATTRIBUTES, text]})
        elif name in _NUMBERS:
            self.number = self._content(child)
        elif name in _LINES:
            if not found or found[-1]["t"] != "LineBlock":
                found.append({"t": "LineBlock", "c": []})
            found[-1]["c"].append(self._content(child))
        elif name in _LISTS:
            found.append(self._list(child, inner))
        elif name in _CODE:
            found.append({"t": "CodeBlock", "c": [NO_ATTRIBUTES, "".join(child.itertext())]})
        elif name in _QUOTES:
            found.append({"t": "BlockQuote", "c": self.blocks(child, inner)})
        elif name == "table":
            found += self._table(child)
        else:
            found += self.blocks(child, inner)

    def _list(self, element: Element, level: int) -> Block:
        items: list[list[Block]] = []
        for child in element:
            if child.tag in _NUMBERS:
                self.number = self._content(child)
            else:
                items.append(self.blocks(child, level))
        kind = element.get("type") or element.get("rend") or element.tag
        if kind in _ORDERED:
            return {"t": "OrderedList", "c": [[1, {"t": "Decimal"}, {"t": "Period"}], items]}
        return {"t": "BulletList", "c": items}

    def _table(self, table: Element) -> list[Block]:
        captions = [_para(self._content(each)) for each in table if each.tag in _HEADINGS]
        rows = [self._row(each) for each in table.iter() if each.tag in _ROWS]
        none = [NO_ATTRIBUTES, []]
        return [
            {"t": "Table", "c": [NO_ATTRIBUTES, [None, captions], [], none,
                                 [[NO_ATTRIBUTES, 0, [], rows]], none]}
        ]  # fmt: skip

    def _row(self, row: Element) -> list[Any]:
        cells = [self.blocks(cell, 6) for cell in row if cell.tag in _CELLS]
        return [NO_ATTRIBUTES, [[NO_ATTRIBUTES, "", 1, 1, cell] for cell in cells]]

    def _inlines(self, element: Element) -> list[Inline]:
        """Return an element within text."""
        if element.tag in _NOTES:
            return [{"t": "Note", "c": self.blocks(element, 6)}]
        note = self.notes.get(element.get("href", ""))
        if note is not None:
            return [{"t": "Note", "c": self.blocks(note, 6)}]
        if element.tag in {"lb", "br"}:
            return ["\n"]
        return [] if element.tag in _DROPPED else self._content(element)

    def _content(self, element: Element) -> list[Inline]:
        found = [_spaced(element.text)]
        for child in element:
            found += [*self._inlines(child), _spaced(child.tail)]
        return found

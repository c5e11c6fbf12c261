"""What the styles of a DOCX say: which paragraphs are headings and which are list items."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MAX_CHAIN = 50  # styles based on styles; a circle ends here
_BODY_LEVEL = 9  # Word's outline level of ordinary text
# Word writes the built-in names in English whatever its language; the ids are translated.
_NAME = re.compile(r"heading[ _-]?([1-9])", re.IGNORECASE)


@dataclass(slots=True)
class Style:
    """What a paragraph or a style says of itself; None where it is silent."""

    name: str = ""
    based_on: str = ""
    outline: int | None = None
    list_depth: int | None = None
    in_list: bool | None = None

    def take(self, tag: str, value: str) -> None:
        """One property of it."""
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
    """The styles of a document by id, and its language; it reads word/styles.xml."""

    def __init__(self) -> None:
        self.language = ""
        self._styles: dict[str, Style] = {}
        self._open: Style | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """A style opens, or a property of one."""
        if name == "style":
            self._open = self._styles.setdefault(attributes.get("styleId", ""), Style())
        elif self._open is not None:
            self._open.take(name, attributes.get("val", ""))
        elif name == "lang":
            self.language = self.language or attributes.get("val", "")

    def end(self, name: str) -> None:
        """A style closes."""
        if name == "style":
            self._open = None

    def text(self, text: str) -> None:
        """Styles have no text."""

    def heading(self, style: Style) -> int:
        """The heading level of a paragraph, 1 to 6; 0 for one that is no heading."""
        for one in self._chain(style):
            if one.outline is not None:
                return 0 if one.outline >= _BODY_LEVEL else min(one.outline + 1, 6)
            if level := level_of(one.name):
                return level
        return 0

    def list_depth(self, style: Style) -> int | None:
        """How deep in a list the paragraph stands, from 0; None for one in no list."""
        chain = self._chain(style)
        in_list = next((one.in_list for one in chain if one.in_list is not None), False)
        depth = next((one.list_depth for one in chain if one.list_depth is not None), 0)
        return depth if in_list else None

    def _chain(self, style: Style) -> list[Style]:
        """The style and those it is based on, nearest first."""
        chain = [style]
        while (parent := chain[-1].based_on) and len(chain) < _MAX_CHAIN:
            # A paragraph may name a style that the document does not define.
            chain.append(self._styles.get(parent, Style(name=parent)))
        return chain


def level_of(name: str) -> int:
    """The heading level that a style's name speaks of: "heading 2" is 2, "Title" 1, others 0."""
    if name.lower() == "title":
        return 1
    found = _NAME.fullmatch(name.strip())
    return min(int(found[1]), 6) if found else 0


def _number(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 4 else None

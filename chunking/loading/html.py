"""HTML to Markdown: structure is kept, presentation is not."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from chunking.core.origin import Removed
from chunking.loading import markdown, tags
from chunking.loading.formats import Content
from chunking.loading.markdown import Blocks, Prefix

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPACE = re.compile(r"[ \t\r\n\f]{2,}|[\t\r\n\f]")  # all but a single space, the usual case
_SPACES = re.compile(" {2,}")
_CODE_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|brush)[-:]\s*([\w+#.-]{1,30})")
_MAIN_SHARE = 0.25  # of the text of a page; a smaller main part is no main part
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


def convert(page: str, *, xhtml: bool = False) -> Content:
    """Return the text of a page with headings, lists, tables, quotes and code as Markdown.

    Links and emphasis become their text, images their alternative text. Scripts, styles, templates
    and content for browsers without scripts are left out; navigation, permalinks and what is
    text outside the main content of the page are `removed`.
    """
    from selectolax.lexbor import LexborHTMLParser

    reduced = tags.reduce(page, xhtml=xhtml)
    root = LexborHTMLParser(reduced.page).body
    writer = _Writer()
    if root is not None:
        _write(root, writer)
    writer.flush()
    text = writer.blocks.text
    return Content(
        text,
        title=reduced.title,
        language=reduced.language,
        removed=tuple(replace(each, offset=min(each.offset, len(text))) for each in writer.removed),
    )


def _write(root: Any, writer: _Writer) -> None:  # noqa: ANN401  # nodes have no public type
    """Write a page: its main part, or all of it where none is marked."""
    main = _main(root)
    outside: list[str] = []  # text before or after the main part
    inside = main is None
    for node, opens in _without_navigation(root, writer):
        if main is not None and not node.is_text_node and node.mem_id == main:
            writer.remove(" ".join(outside), "text outside the main content")
            outside.clear()
            inside = opens
        elif not inside:
            outside += (node.text_content or "").split() if node.is_text_node else ()
        elif node.is_text_node:
            writer.text(node.text_content or "")
        elif opens:
            writer.open(node)
        else:
            writer.close(node)
    writer.flush()
    writer.remove(" ".join(outside), "text outside the main content")


def _without_navigation(root: Any, writer: _Writer) -> Iterator[tuple[Any, bool]]:  # noqa: ANN401
    """Yield what `_walk` yields apart from navigation and permalinks, which the writer notes."""
    removed_element: int | None = None
    for node, opens in _walk(root):
        if removed_element is not None:
            if not opens and not node.is_text_node and node.mem_id == removed_element:
                removed_element = None
            continue
        mark = "" if node.is_text_node else node.attributes.get(tags.MARK, "")
        if opens and mark == "navigation":
            writer.flush()
            writer.remove(" ".join(node.text(separator=" ").split()), mark)
            removed_element = node.mem_id
        elif opens and mark == "permalink":
            writer.remove(node.attributes.get("alt") or "", mark)
        else:
            yield node, opens


def _main(root: Any) -> int | None:  # noqa: ANN401
    """Return the id of the main part of a page, if it has one with most of the text."""
    found = list(root.css(f"[{tags.MARK}=main]"))
    if not found:
        return None
    main = max(found, key=lambda node: len(node.text()))
    return main.mem_id if len(main.text()) >= _MAIN_SHARE * len(root.text()) else None


def _walk(root: Any) -> Iterator[tuple[Any, bool]]:  # noqa: ANN401  # nodes have no public type
    """Yield every node below `root` as it opens, and elements again as they close."""
    node, opening = root, True
    while True:
        if opening and node is not root:
            yield node, True
        if opening and (child := node.child) is not None:
            node = child
            continue
        if node is root:
            return
        if not node.is_text_node:
            yield node, False
        if (sibling := node.next) is not None:
            node, opening = sibling, True
        else:
            node, opening = node.parent, False
            if node.mem_id == root.mem_id:
                return


@dataclass(slots=True)
class _Writer:
    """Writer of Markdown, which receives the elements and text of a page in order."""

    blocks: Blocks = field(default_factory=Blocks)
    inline: list[str] = field(default_factory=list)
    lists: list[int | None] = field(default_factory=list)  # the next number, or None for bullets
    tables: list[list[list[str]] | None] = field(default_factory=list)  # None: a table for layout
    pre: list[str] | None = None
    code: list[str] | None = None
    language: str = ""
    removed: list[Removed] = field(default_factory=list)
    permalinks: list[str] = field(default_factory=list)  # in the block that is open

    def remove(self, text: str, reason: str) -> None:
        """Note removed text; a permalink stands at the end of the block that is open."""
        if not text.strip():
            return
        if reason == "permalink":
            self.permalinks.append(text)
        else:
            self.removed.append(Removed(self.blocks.size, text, reason))

    def _place_permalinks(self) -> None:
        for text in self.permalinks:
            self.removed.append(Removed(self.blocks.size, text, "permalink", inline=True))
        self.permalinks.clear()

    def text(self, text: str) -> None:
        """Add text between tags; whitespace is kept only in code."""
        if self.pre is not None:
            self.pre.append(text)
        else:
            (self.inline if self.code is None else self.code).append(_SPACE.sub(" ", text))

    def open(self, node: Any) -> None:  # noqa: ANN401
        """Open an element."""
        name = node.tag
        if name == "br":
            self._break()
        elif name == "img":
            self.text(node.attributes.get("alt") or "")
        elif name == "samp":
            self.language = self.language or _language(node)
            if self.pre is None:
                self.flush_code()
                self.code = []
        elif self.pre is not None:
            self._line_in_code()
        elif self._in_cell():
            self._open_in_cell(name)
        else:
            self._open_block(name, node)

    def close(self, node: Any) -> None:  # noqa: ANN401
        """Close an element."""
        name = node.tag
        if name == "samp":
            self.flush_code()
        elif name == "pre" and self.pre is not None:
            code, self.pre = "".join(self.pre), None
            self.blocks.add(markdown.fence(code, self.language) if code.strip() else "")
            self.language = ""
        elif self.pre is not None:
            self._line_in_code()
        elif name == "table":
            self._close_table()
        elif self._in_cell():
            self._close_in_cell(name)
        elif name in _HEADINGS:
            text = self.take_text()
            self.blocks.add(markdown.heading(_HEADINGS[name], text) if text else "")
            self._place_permalinks()
        elif name not in {"br", "hr", "img"}:
            self.flush()
            if name in {"ul", "ol"} and self.lists:
                self.lists.pop()
            elif name in {"li", "blockquote"} and self.blocks.prefixes:
                self.blocks.prefixes.pop()

    def _open_block(self, name: str, node: Any) -> None:  # noqa: ANN401
        self.flush()
        if name == "pre":
            self.pre, self.language = [], _language(node)
        elif name == "hr":
            self.blocks.add("---")
        elif name in {"ul", "ol"}:
            start = node.attributes.get("start") or "1"
            number = int(start) if start.isdecimal() and len(start) < 7 else 1
            self.lists.append(number if name == "ol" else None)
        elif name == "li":
            bullet = self._bullet()
            self.blocks.prefixes.append(Prefix(bullet, " " * len(bullet)))
        elif name == "blockquote":
            self.blocks.prefixes.append(Prefix("> ", "> "))
        elif name == "table":
            # A table around another one is page layout: its cells become blocks.
            self.tables.append(None if _has_table(node) else [])

    def _bullet(self) -> str:
        number = self.lists[-1] if self.lists else None
        if number is None:
            return "- "
        self.lists[-1] = number + 1
        return f"{number}. "

    def _in_cell(self) -> bool:
        return bool(self.tables) and self.tables[-1] is not None

    def _open_in_cell(self, name: str) -> None:
        rows = self.tables[-1]
        if name in {"tr", "td", "th"} and rows is not None:
            if caption := self.take_text():
                self.blocks.add(markdown.paragraph(caption))
            if name == "tr" or not rows:
                rows.append([])
        self.inline.append(" ")

    def _close_in_cell(self, name: str) -> None:
        rows = self.tables[-1]
        if name in {"td", "th"} and rows:
            rows[-1].append(self.take_text())
        self.inline.append(" ")

    def _close_table(self) -> None:
        left = self.take_text()
        rows = self.tables.pop() if self.tables else None
        self.blocks.add(markdown.table(rows or []))
        self.blocks.add(markdown.paragraph(left))

    def _break(self) -> None:
        (self.inline if self.pre is None else self.pre).append("\n")

    def _line_in_code(self) -> None:
        """End a line of code: some pages have an element for each."""
        if self.pre and not self.pre[-1].endswith("\n"):
            self.pre.append("\n")

    def flush_code(self) -> None:
        """Add the open inline code in backticks."""
        if self.code is not None:
            code, self.code = "".join(self.code).strip(), None
            self.inline.append(markdown.inline_code(code))
            self.language = ""

    def take_text(self) -> str:
        """Return and clear the running text, without spaces at its edges and around line breaks."""
        self.flush_code()
        text, self.inline = "".join(self.inline), []
        lines = _SPACES.sub(" ", text).split("\n")
        return "\n".join(line.strip(" ") for line in lines).strip("\n")

    def flush(self) -> None:
        """Write the running text as a paragraph."""
        if text := self.take_text():
            self.blocks.add(markdown.paragraph(text))
        self._place_permalinks()


def _language(node: Any) -> str:  # noqa: ANN401
    found = _CODE_LANGUAGE.search(node.attributes.get("class") or "")
    return found[1] if found else ""


def _has_table(node: Any) -> bool:  # noqa: ANN401
    return any(inner.mem_id != node.mem_id for inner in node.css("table"))

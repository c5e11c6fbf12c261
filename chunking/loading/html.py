"""HTML to Markdown: structure is kept, presentation is not."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from chunking.core.origin import Removed
from chunking.loading import main_content, markdown, tags
from chunking.loading.formats import Content
from chunking.loading.main_content import MARK, MainContent
from chunking.loading.markdown import Blocks, Prefix
from chunking.loading.syntax_tree import label_of

_SPACE = re.compile(r"[ \t\r\n\f]{2,}|[\t\r\n\f]")  # all but a single space, the usual case
_SPACES = re.compile(" {2,}")
_CODE_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|brush)[-:]\s*([\w+#.-]{1,30})")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_ANY_HEADING = ", ".join(_HEADINGS)
_BLOCKS_IN_CELL = "td p, td ul, td ol, td pre, td blockquote"
_SEVERAL_BLOCKS_IN_CELL = "td p ~ p, td ul, td ol, td blockquote"
_LONGEST_TITLE = 500  # characters; a longer heading is one that is not closed
_LINE_NUMBERS = re.compile(r"\s*(?:\d+(?:\s+\d+)*\s*)?")
# Alternative texts that say nothing: names of files, and labels of icons, as "[Note]".
_NO_WORDS = re.compile(r"\S+\.(?:gif|jpe?g|png|svg|webp)|\[\w[\w ]*\]", re.IGNORECASE)
# Buttons, and notes on the program that made a part of the page.
_NOISE = re.compile(
    r"[×✕✖☰]|powered by .{1,40}|\W*(?:(?:back|go) to )?(?:the )?top(?: of (?:the )?page)?\W*",
    re.IGNORECASE,
)
# A heading of this level or a higher one means that the text is no footer.
_LOWEST_OF_SECTION = 3
_LINE = re.compile(rf".{{1,{main_content.LONGEST_NAVIGATION}}}")
# Links in a line that make a menu.
_FEWEST_LINKS = 3
# The style of a numbered list, by its type or as the classes of AsciiDoc and docutils and CSS name
# it.
_LIST_STYLE = re.compile(r"\b(lower|upper)-?(alpha|latin|roman)\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"\s*(?:[A-Z]-)?(?:\d{1,4}|[ivxl]{1,6})\s*")
_STYLES = {"a": "LowerAlpha", "A": "UpperAlpha", "i": "LowerRoman", "I": "UpperRoman"}
# Empty cells that spans may add to the tables of a page; later spans are ignored.
_MAX_SPANNED = 1_000_000


def convert(page: str, *, marks: frozenset[str] = main_content.MARKS_OF_PAGES) -> Content:
    """Return the text of a page with headings, lists, tables, quotes and code as Markdown.

    Links and emphasis become their text, images their alternative text. Scripts, styles, templates
    and content for browsers without scripts are left out; navigation, permalinks and what is
    text outside the main content of the page are `removed`.

    Args:
        page: The page.
        marks: What elements are looked for, to remove navigation and text outside of them.
    """
    from selectolax.lexbor import LexborHTMLParser

    finds_bold = marks == main_content.MARKS_OF_PAGES
    reduced = tags.reduce(page, finds_bold=finds_bold)
    root = LexborHTMLParser(reduced.page).body
    writer = _Writer(removes_menus="navigation" in marks)
    if root is not None:
        headings = root.css(_ANY_HEADING)
        writer.is_above_heading = finds_bold and bool(headings)
        writer.levels = _levels(root)
        if len(headings) == 1:
            writer.level_of_bold += _HEADINGS[headings[0].tag or "h1"]
        _write(root, writer, main_content.find(_walk(root), marks))
    writer.flush()
    text = writer.without_footer()
    return Content(
        text,
        title=reduced.title,
        language=reduced.language,
        removed=tuple(replace(each, offset=min(each.offset, len(text))) for each in writer.removed),
    )


def _write(root: Any, writer: _Writer, found: MainContent) -> None:  # noqa: ANN401  # no public type
    """Write a page: its main part, or all of it where none is marked."""
    inside = found.main is None
    for node, opens in _without_removed(root, writer, found.removed):
        name = "" if node.is_text_node else node.tag
        if name and node.mem_id == found.main:
            writer.remove_outside()
            inside = opens
        elif name and node.mem_id == found.title:
            writer.write(node, opens=opens)
            inside = opens
        elif inside:
            writer.write(node, opens=opens)
        elif not name:
            writer.outside += (node.text_content or "").split()
    writer.flush()
    writer.remove_outside()


def _without_removed(
    root: Any,  # noqa: ANN401
    writer: _Writer,
    removed: Mapping[int, str],
) -> Iterator[tuple[Any, bool]]:
    """Yield what `_walk` yields apart from removed elements and permalinks, which are noted."""
    removed_element: int | None = None
    text: list[str] = []
    for node, opens in _walk(root):
        if removed_element is not None:
            text.append(node.text_content or "" if node.is_text_node else " " * (node.tag != "img"))
            if not node.is_text_node and not opens and node.mem_id == removed_element:
                writer.flush()
                writer.remove(" ".join("".join(text).split()), removed[removed_element])
                removed_element = None
                text.clear()
        elif node.is_text_node:
            yield node, opens
        elif opens and node.mem_id in removed:
            removed_element = node.mem_id
        elif node.attributes.get(MARK) == "permalink":
            writer.remove(node.attributes.get("alt") or "" if opens else "", "permalink")
        else:
            yield node, opens


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
class _Table:
    """Rows of a table: the columns that a cell spans are empty, rows below repeat a short one."""

    rows: list[list[str]] = field(default_factory=list)
    span: tuple[int, int] = (1, 1)  # columns and rows of the open cell
    column: int = 0
    spans: dict[int, tuple[int, str]] = field(default_factory=dict)  # last row and text, by column
    head: int = 0  # rows at the start of headers alone
    has_data: bool = False
    is_plain: bool = False  # some text is not in bold
    is_unlinked: bool = False  # some text is not in a link

    def add_row(self) -> None:
        """Begin a row."""
        self.rows.append([])
        self.column = 0

    def add_cell(self, text: str, *, is_header: bool) -> int:
        """Add a cell to the last row, below cells that span it; return how many cells it takes."""
        row, last = self.rows[-1], len(self.rows) - 1
        if not self.has_data:
            self.head = last + 1 if is_header else min(self.head, last)
            self.has_data = not is_header
        taken = -len(row)
        while (span := self.spans.get(self.column, (-1, "")))[0] >= last:
            row += [*[""] * (self.column - len(row)), span[1]]
            self.column += 1
        taken += self.column
        row += [*[""] * (self.column - len(row)), text]
        across, down = self.span
        if down > 1:
            texts = [markdown.repeated(text), *[""] * (across - 1)]
            self.spans |= {
                at: (last + down - 1, each) for at, each in enumerate(texts, self.column)
            }
            taken += across
        self.column += across
        return taken


@dataclass(slots=True)
class _Writer:
    """Writer of Markdown, which receives the elements and text of a page in order."""

    removes_menus: bool  # lines and rows of links to other pages
    blocks: Blocks = field(default_factory=Blocks)
    inline: list[str] = field(default_factory=list)
    lists: list[tuple[int, str] | None] = field(default_factory=list)  # next number, its style
    tables: list[_Table | None] = field(default_factory=list)  # None: a table for layout
    spanned: int = _MAX_SPANNED  # cells that spans may still add
    levels: Mapping[int, int] = field(default_factory=dict)  # of headings, by their ids
    title: int | None = None  # the id of the open heading
    pre: list[str] | None = None
    pre_element: int = 0  # its id
    is_fragment: bool = False  # has an element for each line
    code: list[str] | None = None
    is_code_closed: bool = False  # but code right after it may continue it
    language: str = ""
    removed: list[Removed] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)  # words before or after the main part
    permalinks: list[str] = field(default_factory=list)  # in the block that is open
    is_above_heading: bool = False  # the first of a page
    level_of_bold: int = 1  # of headings in bold
    bold: int = 0  # open marks of bold text
    bold_lines: int = 0  # of the open block, before other text
    is_plain: bool = False  # some text of the open block is not in bold
    is_unlinked: bool = False  # some words of it are in no link to another page
    in_link: bool = False
    links: int = 0  # to other pages, in the block
    has_step: bool = False  # a link to the next page or to the top is in the block
    unlinked: int = 0  # letters of the block in no link to another page
    part: str = ""  # of a list of definitions, that the open block is
    has_term: bool = False  # is above
    first: int = 0  # the end of the first heading
    emptied: int = -1  # the end of the blocks above the last navigation
    footer: tuple[int, int, int] = (0, 0, 0)  # below the last rule: its offset, letters, linked

    def remove(self, text: str, reason: str) -> None:
        """Note removed text; a permalink stands at the end of the block that is open."""
        if not text.strip():
            return
        if reason == "permalink":
            self.permalinks.append(text)
        else:
            self.remove_outside()
            title = self.blocks.take_last(markdown.CONTENTS_TITLE) if reason == "navigation" else ""
            self.removed.append(Removed(self.blocks.size, f"{title} {text}".strip(), reason))
            self.emptied = self.blocks.size

    def _remove_emptied(self, level: int) -> None:
        """Remove headings with navigation alone below them, above a heading of a level."""
        deepest = len(_HEADINGS)
        while level <= deepest and self.first < self.blocks.size == self.emptied:
            title = self.blocks.take_last(re.compile(f"#{{{level},{deepest}}} .*"))
            if not title:
                return
            self.emptied, deepest = self.blocks.size, title.index(" ") - 1
            at = bisect_right(self.removed, self.emptied, key=attrgetter("offset"))
            moved = [replace(each, offset=self.emptied) for each in self.removed[at:]]
            self.removed[at:] = [Removed(self.emptied, title, "navigation"), *moved]

    def remove_outside(self) -> None:
        """Note the words outside the main part that were read since the last removed text."""
        if self.outside:
            text, self.outside = " ".join(self.outside), []
            self.removed.append(Removed(self.blocks.size, text, main_content.REASONS["outside"]))

    def _place_permalinks(self) -> None:
        for text in self.permalinks:
            self.removed.append(Removed(self.blocks.size, text, "permalink", inline=True))
        self.permalinks.clear()

    def write(self, node: Any, *, opens: bool) -> None:  # noqa: ANN401
        """Write a text, or open or close an element."""
        if node.is_text_node:
            self.text(node.text_content or "")
        elif opens:
            self.open(node)
        else:
            self.close(node)

    def text(self, text: str) -> None:
        """Add text between tags; whitespace is kept only in code."""
        if self.is_code_closed:
            self.flush_code()
        if not self.is_plain and not self.bold and text.strip():
            self.is_plain = True
            self.bold_lines = "".join(self.inline).lstrip().count("\n")
        letters = sum(map(str.isalpha, text))
        if not self.in_link:
            self.unlinked += letters
            self.is_unlinked = self.is_unlinked or any(map(str.isalnum, text))
        offset, before, linked = self.footer
        self.footer = offset, before + letters, linked + letters * self.in_link
        if self.pre is not None:
            text = text.replace("\n", "").replace("\xa0", " ") if self.is_fragment else text
            self.pre += [text] if text else []
        else:
            (self.inline if self.code is None else self.code).append(_SPACE.sub(" ", text))

    def open(self, node: Any) -> None:  # noqa: ANN401
        """Open an element."""
        name = node.tag
        if name == "br":
            self._break()
        elif name == "img":
            self._image(node.attributes)
        elif name == "samp":
            self.language = self.language or _language(node)
            if self.pre is None:
                self.code, self.is_code_closed = self.code or [], False
        elif self.pre is not None:
            self._line_in_code()
        elif self.title is not None:
            self._part(" ")
        elif (table := self._table) is not None:
            self._open_in_cell(name, node, table)
        else:
            self._open_block(name, node)

    def close(self, node: Any) -> None:  # noqa: ANN401
        """Close an element."""
        name = node.tag
        if name == "img" and node.attributes.get(MARK):
            return
        if name == "samp":
            self.is_code_closed = self.code is not None
        elif self.pre is not None:
            self._close_in_code(node.mem_id, self.pre)
        elif self.title not in {None, node.mem_id}:
            self._part(" ")
        elif name == "table":
            self._close_table()
        elif (table := self._table) is not None:
            self._close_in_cell(name, table)
        elif name in _HEADINGS:
            self._close_heading(self.levels.get(node.mem_id, _HEADINGS[name]))
        elif name not in {"br", "hr", "img"}:
            following = _following(node)
            is_last = following is not None and following.tag == "hr"
            if is_last and _PAGE_NUMBER.fullmatch("".join(self.inline[:3])):
                self.remove(self.take_text(), "page number")
            self._close_block(name, node)

    def _close_heading(self, level: int) -> None:
        self.title, text = None, self.take_text()
        self.is_above_heading = self.is_above_heading and not text
        if text:
            self.footer = (0, 0, 0) if level <= _LOWEST_OF_SECTION else self.footer
            self._remove_emptied(level)
            self.blocks.add(markdown.heading(level, text))
            self.first = self.first or self.blocks.size
        self._place_permalinks()

    def _image(self, attributes: Mapping[str, str | None]) -> None:
        mark, is_apart = attributes.get(MARK), self.tables or self.is_above_heading
        if mark == tags.BOLD:
            self.bold += 1
        elif mark == tags.PLAIN:
            self.bold = max(0, self.bold - 1)
        elif mark in {"link", "step", "back", "unlink"} or (mark == "jump" and is_apart):
            self.in_link = mark != "unlink"
            self.links += self.in_link
            self.has_step |= mark in {"step", "back"}
        elif (text := attributes.get("alt")) and not _NO_WORDS.fullmatch(text):
            before = self.is_unlinked, self.unlinked
            self.text(text)
            if self.is_above_heading:  # it may be a logo next to links
                self.is_unlinked, self.unlinked = before

    def _close_in_code(self, element: int, code: list[str]) -> None:
        if element != self.pre_element:
            self._line_in_code()
            return
        text, self.pre = "".join(code), None
        if self.tables and _LINE_NUMBERS.fullmatch(text):
            self.remove(text, "line numbers")
        else:
            self.blocks.add(markdown.fence(text, self.language) if text.strip() else "")
        self.language = ""

    def _close_block(self, name: str, node: Any) -> None:  # noqa: ANN401
        following = _following(node) if self.part == "term" else None
        if following is not None and following.attributes.get(MARK) == "term":
            return
        self.flush()
        if name in {"ul", "ol"} and self.lists:
            self.lists.pop()
        elif name in {"li", "blockquote"} and self.blocks.prefixes:
            self.blocks.prefixes.pop()

    def _open_block(self, name: str, node: Any) -> None:  # noqa: ANN401
        mark = node.attributes.get(MARK)
        if mark == self.part == "term" and self.inline:  # of one definition
            self._part("\n" if name == "p" else " ")
            return
        self.flush()
        self.is_fragment = mark == "code"
        if mark in main_content.PARTS or name not in {"p", "div"}:
            self.part = mark if mark in main_content.PARTS else ""
        if name == "pre" or self.is_fragment:
            self.pre, self.pre_element, self.language = [], node.mem_id, _language(node)
        elif name == "hr":
            self._rule()
        elif name in {"ul", "ol"}:
            self.lists.append((_number(node, "start", 1), _style(node)) if name == "ol" else None)
        elif name == "li":
            bullet = "" if _is_section(node) else self._bullet(node)
            indent = len(bullet) if bullet[:1].isdecimal() else len("- ") * bool(bullet)
            self.blocks.prefixes.append(Prefix(bullet, " " * indent))
        elif name == "blockquote":
            self.blocks.prefixes.append(Prefix("> ", "> "))
        elif name == "table":
            self.tables.append(None if _is_layout(node) else _Table())
        elif name in _HEADINGS and len(node.text()) <= _LONGEST_TITLE:
            self.title = node.mem_id

    def _rule(self) -> None:
        """Begin what is below a rule; a line above it, before all headings, may be a menu."""
        if self.removes_menus and self.is_above_heading and self._is_mostly_linked:
            self.remove(self.blocks.take_last(_LINE), "navigation")
        self.footer = self.blocks.size, 0, 0
        self.blocks.rule = not self.blocks.prefixes

    @property
    def _is_mostly_linked(self) -> bool:
        _, letters, linked = self.footer
        return 0 < letters <= 2 * linked

    def _bullet(self, item: Any) -> str:  # noqa: ANN401
        following = self.lists[-1] if self.lists else None
        if following is None:
            return "- "
        number = _number(item, "value", following[0])
        self.lists[-1] = number + 1, following[1]
        label = label_of(number, following[1])
        return f"{label}. " if label.isdecimal() else f"- {label}. "

    @property
    def _level_of_bold(self) -> int:
        return 1 if self.is_above_heading else self.level_of_bold

    @property
    def _table(self) -> _Table | None:
        return self.tables[-1] if self.tables else None

    def _open_in_cell(self, name: str, node: Any, table: _Table) -> None:  # noqa: ANN401
        if name in {"tr", "td", "th"}:
            if caption := self.take_text():
                self.blocks.add(markdown.paragraph(caption))
            if name == "tr" or not table.rows:
                table.add_row()
            if name != "tr" and self.spanned > 0:
                table.span = _span(node, "colspan", 1000), _span(node, "rowspan", 65534)
        self._part(" ")

    def _close_in_cell(self, name: str, table: _Table) -> None:
        if name in {"td", "th"} and table.rows:
            table.is_plain |= self.is_plain
            table.is_unlinked |= self.is_unlinked
            if self.spanned > 0:
                self.spanned -= table.add_cell(self.take_text(), is_header=name == "th")
            else:
                table.rows[-1].append(self.take_text())
        self._part(" ")

    def _close_table(self) -> None:
        left = self.take_text()
        table = self.tables.pop() if self.tables else None
        rows, head = (table.rows, table.head) if table else ([], 1)
        is_menu = self.removes_menus and table is not None and not table.is_unlinked
        if is_menu and (len(rows) == 1 or self.is_above_heading):
            self.remove(" ".join(cell for row in rows for cell in row if cell), "navigation")
            rows = []
        title = " ".join(rows[0]) if table and len(rows) == 1 and not table.is_plain else ""
        is_heading = not self.blocks.prefixes and markdown.LIKE_HEADING.fullmatch(title.strip())
        heading = markdown.heading(self._level_of_bold, title)
        self.blocks.add(heading if is_heading else markdown.table(rows, head))
        self.blocks.add(markdown.paragraph(left))

    def _break(self) -> None:
        if self.pre is None:
            self._part("\n")
        else:
            self.pre.append("\n")

    def _part(self, space: str) -> None:
        """Add a space or a line break between words."""
        if self.is_code_closed:
            self.flush_code()
        (self.inline if self.code is None else self.code).append(space)

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
        self.is_code_closed = False

    def take_text(self) -> str:
        """Return and clear the running text, without spaces at its edges and around line breaks."""
        self.flush_code()
        text, self.inline = "".join(self.inline), []
        self.bold = self.bold_lines = 0
        self.is_plain = self.is_unlinked = self.has_step = False
        self.unlinked = self.links = 0
        lines = _SPACES.sub(" ", text).split("\n")
        return "\n".join(map(str.strip, lines)).strip("\n")

    def flush(self) -> None:
        """Write the running text as a paragraph, short lines in bold at its start as a heading."""
        may_be_heading = self.is_unlinked and not self.blocks.prefixes
        bold_lines = 0 if not may_be_heading else self.bold_lines if self.is_plain else None
        has_words = any(map(str.isalpha, "".join(self.inline)))
        leads_away = self.has_step or (self.is_above_heading and has_words)
        is_line = self.links >= _FEWEST_LINKS and not self.blocks.prefixes
        is_menu = not self.unlinked and self.removes_menus
        text = self.take_text()
        leads_away |= is_line and not any(each in text for each in ",\n")
        is_menu &= leads_away
        is_menu |= self.removes_menus and _NOISE.fullmatch(text) is not None
        if text and is_menu:
            self.remove(text, "navigation")
        elif text:
            lines = text.split("\n")
            title = " ".join(lines[:bold_lines])
            if markdown.LIKE_HEADING.fullmatch(title):
                self.blocks.add(markdown.heading(self._level_of_bold, title))
                self.is_above_heading = False
                text = "" if bold_lines is None else "\n".join(lines[bold_lines:])
            self._paragraph(text)
        self._place_permalinks()

    def _paragraph(self, text: str) -> None:
        """Write a paragraph, with a colon before the definition of a term."""
        is_definition = self.part == "definition" and self.has_term
        self.has_term = is_definition or (self.part == "term" and bool(text))
        self.part = ""
        self.blocks.add(": " * is_definition * bool(text) + markdown.paragraph(text))

    def without_footer(self) -> str:
        """Return the text without what is below its last rule if most of that leads elsewhere."""
        text = self.blocks.text
        offset, _, _ = self.footer
        footer = text[offset:].removeprefix("\n\n---").strip()
        is_short = len(footer) <= main_content.LONGEST_NAVIGATION
        if not (self.removes_menus and offset and is_short and self._is_mostly_linked):
            return text
        self.remove(footer, "navigation")
        return text[:offset]


def _levels(root: Any) -> dict[int, int]:  # noqa: ANN401
    """Return the levels of the headings that are below the title of the section around them.

    DocBook has `h2` for chapters and for the sections in them; their titles are in boxes.
    """
    levels: dict[int, int] = {}
    if root.css_first(f"[{MARK}=remark] :is({_ANY_HEADING})") is None:
        return levels
    around = [0]  # the level of the title above, of each open box
    section: int | None = None  # of the open title, its place in `around`
    for node, opens in _walk(root):
        if node.is_text_node:
            continue
        if node.tag == "div" and opens:
            section = len(around) - 1 if node.attributes.get(MARK) == "remark" else section
            around.append(around[-1])
        elif node.tag == "div":
            around.pop()
            section = None if section == len(around) - 1 else section
        elif node.tag in _HEADINGS and opens:
            level = max(_HEADINGS[node.tag], around[-1] + 1)
            levels[node.mem_id] = level
            if section is not None:
                around[section], section = level, None
    return levels


def _following(node: Any) -> Any:  # noqa: ANN401
    """Return the element after another one if only blank text is between; None if there is none."""
    return _element(node.next)


def _element(node: Any) -> Any:  # noqa: ANN401
    """Return a node, or the one after a blank text; None if it is no element."""
    if node is not None and node.is_text_node and not node.text_content.strip():
        node = node.next
    return None if node is None or node.is_text_node else node


def _is_section(item: Any) -> bool:  # noqa: ANN401
    """Return whether an item is a section: it has headings, or is alone and begins with blocks."""
    if item.css_first(_ANY_HEADING) is not None:
        return True
    first = _element(item.child)
    is_block = first is not None and first.tag in {"div", "pre", "table"}
    return is_block and item.parent.css_first("li + li") is None


def _language(node: Any) -> str:  # noqa: ANN401
    found = _CODE_LANGUAGE.search(node.attributes.get("class") or "")
    return found[1] if found else ""


def _number(node: Any, name: str, default: int) -> int:  # noqa: ANN401
    value = node.attributes.get(name) or ""
    return int(value) if value.isdecimal() and len(value) < 7 else default


def _style(node: Any) -> str:  # noqa: ANN401
    """Return how the items of a list are numbered."""
    values = node.attributes
    found = _LIST_STYLE.search(f"{values.get('class') or ''} {values.get('style') or ''}")
    if found is None:
        return _STYLES.get(values.get("type") or "", "Decimal")
    return found[1].capitalize() + ("Roman" if found[2].lower() == "roman" else "Alpha")


def _span(node: Any, name: str, most: int) -> int:  # noqa: ANN401
    """Return how many columns or rows a cell spans, at most as many as HTML allows."""
    value = (node.attributes.get(name) or "").strip()
    if not re.fullmatch("[0-9]{1,6}", value):
        return 1
    return min(int(value), most) or (most if name == "rowspan" else 1)


def _is_layout(node: Any) -> bool:  # noqa: ANN401
    """Return whether the cells of a table are parts of a page rather than data.

    They hold a table, headings above other blocks, or code next to blank cells or its line numbers;
    or they are one column without a header, or one row with a heading or several blocks in a cell.
    """
    if node.attributes.get("role") in {"presentation", "none"}:
        return True
    if any(inner.mem_id != node.mem_id for inner in node.css("table")):
        return True
    if node.css_first(f"td[{MARK}]"):
        return True
    rows, cells = len(node.css("tr")), len(node.css("td"))
    if node.css_first(", ".join(f"td {name}" for name in _HEADINGS)):
        return rows == 1 or node.css_first(_BLOCKS_IN_CELL) is not None
    if node.css_first("th") is None and (
        cells == rows > 1 or (rows == 1 and node.css_first(_SEVERAL_BLOCKS_IN_CELL))
    ):
        return True
    texts = [each for each in node.css("td, th") if not _LINE_NUMBERS.fullmatch(each.text())]
    return len(texts) == 1 and texts[0].css_first("pre") is not None

"""Markdown from the syntax tree of pandoc (pandoc-types 1.23, as JSON)."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias

from chunking.core.errors import LoadError
from chunking.loading import markdown
from chunking.loading.markdown import Blocks, Prefix
from chunking.units.contents_table import number_of

Block: TypeAlias = dict[str, Any]
Inline: TypeAlias = str | dict[str, Any]

MAX_CELLS = 5_000_000
NO_ATTRIBUTES: tuple[str, list[str], list[str]] = ("", [], [])
# A short line that does not end as a sentence does.
_LANGUAGE = re.compile(r"[\w+#-]{1,30}")
_NUMBER = re.compile(r"\d{1,9}[.)]")
_SPACES = re.compile(r" {2,}")
CODE = "\ufdd0"  # around each line of a paragraph that is code; no character of Unicode
_HEADING = re.compile(r"#+ .*")
_NUMBERED = re.compile(r"#+ (?:\d|[^\W\d_]+ (?:\d+\b(?!\.\d)|[IVX]+[.:)])).*")  # or "Chapter 1"
_SERIAL = re.compile(r"([^\W\d_]{3,}|§) [^\W_]\S{0,14}")
_LONGEST_SERIAL, _FEWEST_SERIAL = 6, 3  # inlines of one, and paragraphs
_WITHOUT_MARK = frozenset({"BulletList", "Header", "OrderedList"})  # as an item of a list
_TITLES = (["Para"], ["Plain"])  # the blocks of an item that may be a title
_STYLED = frozenset({"Emph", "SmallCaps", "Underline"})
_LEAVES = {"Space": " ", "SoftBreak": " ", "LineBreak": "\n"}
_DELIMITERS = {"OneParen": "{})", "TwoParens": "({})"}
_LETTERS = 26
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def leaf(found: dict[str, Any]) -> object:
    """Return the text of an element that is one word or space, else the element: a hook for JSON.

    >>> leaf({"t": "Str", "c": "tide"})
    'tide'
    """
    kind = found.get("t")
    return found["c"] if kind == "Str" else _LEAVES.get(kind, found)  # type: ignore[arg-type]


def series(blocks: list[Block]) -> frozenset[str]:
    """Return distinct paragraphs of two words, if at least three begin with the same word.

    >>> sorted(series([{"t": "Para", "c": ["Artigo", " ", word]} for word in "ABC"]))
    ['Artigo A', 'Artigo B', 'Artigo C']
    """
    found = defaultdict[str, list[str]](list)
    for block in blocks:
        inlines = block["c"] if block["t"] in {"Para", "Plain"} else []
        text = "".join(each for each in inlines if isinstance(each, str)).strip()
        if len(inlines) < _LONGEST_SERIAL and (word := _SERIAL.fullmatch(text)):
            found[word[1]].append(text)
    series = (each for each in found.values() if len(each) == len(set(each)) >= _FEWEST_SERIAL)
    return frozenset(chain.from_iterable(series))


@dataclass(slots=True)
class Writer:
    """Writer of blocks as Markdown.

    Footnotes stand at the end of their section. In an office document, a short paragraph in bold is
    a heading: next to others (`has_headings`) only one with a number or in capitals. Without
    `quotes`, a block quote is running text. Headings of blocks are `outer` levels below those in
    the document.

    `anchors` are the offsets of paragraphs that are only an anchor. `series` are paragraphs such as
    "Article 1" and "Article 2", which are headings.
    """

    is_office: bool = False
    has_headings: bool = False
    series: frozenset[str] = frozenset()
    quotes: bool = True
    outer: int = 0
    blocks: Blocks = field(default_factory=Blocks)
    anchors: list[int] = field(default_factory=list)
    struck: int = 0  # struck-out texts, which are left out
    pictures: int = 0  # of which only the alternative texts are read
    _notes: list[tuple[int, list[Block]]] = field(default_factory=list)
    _note_count: int = 0
    _cells: int = 0
    _in_cell: bool = False
    # Lines in bold on one level with nothing between: how many, their level, the end of the last.
    _run: tuple[int, int, int] = (0, 0, 0)
    # The level of the last heading in capitals, else one below the last heading.
    _level: int = 1
    _has_capitals: bool = False

    def finish(self) -> str:
        """Write the last footnotes, and return the text."""
        self._write_notes()
        return self.blocks.text

    def write(self, blocks: list[Block]) -> None:  # noqa: C901, PLR0912 - a case for each kind
        """Write blocks."""
        for block in blocks:
            content: Any = block.get("c")
            match block["t"]:
                case "Para" | "Plain":
                    self._paragraph(content)
                case "Header":
                    self.heading(content[0] + self.outer, self.text(content[2]))
                case "BulletList":
                    self._list([_marked(item) for item in content])
                case "OrderedList":
                    self._list([(_mark(n, *content[0]), item) for n, item in enumerate(content[1])])
                case "DefinitionList":
                    for term, definitions in content:
                        self._add(self.text(term))
                        for definition in definitions:
                            is_text = definition and definition[0]["t"] in {"Para", "Plain"}
                            self._within(Prefix(": " if is_text else "", ""), definition)
                case "Table":
                    self._table(content)
                case "CodeBlock":
                    self._code(*content)
                case "LineBlock":
                    self._add("\n".join(self.text(line) for line in content))
                case "BlockQuote" if self.quotes:
                    self._within(Prefix("> ", "> "), content)
                case "BlockQuote":
                    self.write(content)
                case "Div":
                    self.write(content[1])
                case "Figure":
                    self.write(content[2])
                    self.write(content[1][1])

    def text(self, inlines: list[Inline]) -> str:
        """Return running text, without spaces at the edges of its lines."""
        return _trimmed(self._inlines(inlines))

    def _inlines(self, inlines: list[Inline]) -> str:
        parts: list[str] = []
        for each in inlines:
            part = each if isinstance(each, str) else self._inline(each)
            is_raised = not isinstance(each, str) and each["t"] == "Superscript"
            before = parts[-1] if parts else ""
            parts.append(markdown.raised(part, before) if is_raised else part)
        return "".join(parts)

    def _inline(self, inline: dict[str, Any]) -> str:  # noqa: PLR0911 - as above
        content: Any = inline.get("c")
        match inline["t"]:
            case "Code":
                return markdown.inline_code(content[1])
            case "Math":
                sign = "$$" if content[0]["t"] == "DisplayMath" else "$"
                return f"{sign}{content[1].strip()}{sign}"
            case "Quoted":
                quotes = "‘’" if content[0]["t"] == "SingleQuote" else "“”"
                return quotes[0] + self._inlines(content[1]) + quotes[1]
            case "Image":
                self.pictures += 1
                return f" {self._inlines(content[1])} "  # a picture is no part of a word
            case "Link":
                target = "" if _is_jump(inline) else content[2][0].removeprefix("mailto:")
                return self._inlines(content[1]) or target
            case "Cite" | "Span":
                return self._inlines(content[1])
            case "Note":
                self._note_count += 1
                self._notes.append((self._note_count, content))
                return f"[^{self._note_count}]"
            case "Strikeout":
                self.struck += 1
                return ""
            case "RawInline":
                return ""
        return self._inlines(content)

    def heading(self, level: int, text: str) -> None:
        """Write a heading, after the footnotes of the section that it ends."""
        if self._in_cell or markdown.NO_HEADING.fullmatch(text):
            self._add(text)
            return
        self._write_notes()
        count, _, end = self._run
        if count > 2 and end == self.blocks.size:  # with nothing below the last line
            self._demote()
        self.blocks.take_last(markdown.CONTENTS_TITLE)  # of one that has been left out
        self.blocks.add(markdown.heading(level, text))
        if text.isupper():
            self._level, self._has_capitals = level, True
        elif not self._has_capitals:
            self._level = level + 1

    def _paragraph(self, inlines: list[Inline]) -> None:
        if _is_anchor(inlines):
            self.anchors.append(self.blocks.size)
            return
        text = self._inlines(inlines)
        if text.startswith(CODE):
            self._code(NO_ATTRIBUTES, text.strip(CODE).replace(2 * CODE, "\n"))
            return
        text = _trimmed(text.replace(CODE, ""))
        is_top = not self._in_cell and not self.blocks.prefixes
        number = number_of(text)
        is_marked = bool(number) or text.isupper() or not self.has_headings
        is_title = is_top and self.is_office and is_marked
        level = self._level + number.count(".")
        if is_title and text in self.series:
            self._bold_heading(level + self._has_capitals, text)
            return
        if not is_title or not markdown.LIKE_HEADING.fullmatch(text):
            self._add(text)
        elif _is_bold(inlines) and not all(map(_is_jump, inlines)):
            self._bold_heading(level, text)
        else:
            self._add(text)

    def _bold_heading(self, level: int, text: str) -> None:
        """Write a line in bold as a heading; of several in a row, only the first and the last.

        Those between are lines of a title page or of a table of contents, unless they have numbers.
        """
        count, above, end = self._run
        count = count + 1 if (level, self.blocks.size) == (above, end) else 1
        if count > 2:
            self._demote()
            self._run = 0, 0, 0
        outer = self._level
        self.heading(level, text)
        self._level = outer
        self._run = count, level, self.blocks.size

    def _demote(self) -> None:
        """Make a paragraph of the last heading, unless it has a number."""
        if not self.blocks.ends_with(_NUMBERED):
            line = self.blocks.take_last(_HEADING)
            self.blocks.add(markdown.paragraph(line.lstrip("# ")))

    def _add(self, text: str) -> None:
        self.blocks.add(text if self._in_cell else markdown.paragraph(text))

    def _within(self, prefix: Prefix, blocks: list[Block]) -> None:
        self.blocks.prefixes.append(prefix)
        self.write(blocks)
        self.blocks.prefixes.pop()

    def _list(self, items: list[tuple[str, list[Block]]]) -> None:
        if self.is_office and len(items) == 1 and items[0][0][0].isdigit():
            (mark, blocks), *_ = items
            inlines = blocks[0]["c"] if [each["t"] for each in blocks] in _TITLES else []
            if inlines and _is_bold(inlines):  # a title, as text follows
                self._paragraph([{"t": "Strong", "c": [mark, *inlines]}])
                return
        for mark, blocks in items:
            indent = len(mark) if mark[0].isdigit() else 2
            # In OpenDocument, headings with numbers are items, and an item may be only a list.
            if blocks and blocks[0]["t"] in _WITHOUT_MARK:
                self.write(blocks)
            else:
                self._within(Prefix(mark, " " * indent), blocks)

    def _code(self, attributes: Sequence[Any], code: str) -> None:
        name = next(iter(attributes[1]), "")
        language = name if _LANGUAGE.fullmatch(name) else ""
        code = code.strip("\n")
        if code.strip():
            inline = self._in_cell or (self.blocks.prefixes and "\n" not in code)
            self.blocks.add(
                markdown.inline_code(code) if inline else markdown.fence(code, language)
            )

    def _write_notes(self) -> None:
        prefixes, self.blocks.prefixes = self.blocks.prefixes, []
        for number, blocks in self._notes:  # a note may append another one
            self.blocks.add(f"[^{number}]: {self._flat(blocks)}")
        self._notes.clear()
        self.blocks.prefixes = prefixes

    def _flat(self, blocks: list[Block]) -> str:
        """Return blocks on one line."""
        outer = self.blocks, self._in_cell
        self.blocks, self._in_cell = Blocks(), True
        self.write(blocks)
        text = self.blocks.text
        self.blocks, self._in_cell = outer
        return " ".join(text.split())

    def _table(self, content: list[Any]) -> None:
        _, caption, _, head, bodies, foot = content
        self.write(caption[1])
        rows = head[1] + [row for body in bodies for row in body[2] + body[3]] + foot[1]
        cells = [cell for row in rows for cell in row[1]]
        if len(cells) == 1 and not self._in_cell:
            self.write(cells[0][4])
        elif self._in_cell:
            self.blocks.add(" ".join(filter(None, (self._flat(cell[4]) for cell in cells))))
        else:
            self.blocks.add(markdown.table(self._grid(rows), len(head[1])))

    def _grid(self, rows: list[Any]) -> list[list[str]]:
        """Return the texts of rows; a short one is repeated in all rows that its cell spans."""
        grid: list[list[str]] = []
        spanned: dict[int, tuple[int, str]] = {}  # rows left and the text of cells, by column

        def skip(texts: list[str]) -> None:
            while (left := spanned.get(len(texts), (0, "")))[0] > 0:
                spanned[len(texts)] = left[0] - 1, left[1]
                texts.append(left[1])

        for _, cells in rows:
            texts: list[str] = []
            for _, _, row_span, column_span, blocks in cells:
                skip(texts)
                self._cells += column_span
                if self._cells > MAX_CELLS:
                    raise LoadError(f"the tables have more than {MAX_CELLS:,} cells")
                parts = [self._flat(blocks), *[""] * (column_span - 1)]
                for at, part in enumerate(parts, len(texts)):
                    spanned[at] = row_span - 1, markdown.repeated(part)
                texts += parts
            skip(texts)
            grid.append(texts)
        return grid


def _trimmed(text: str) -> str:
    lines = _SPACES.sub(" ", text).split("\n")
    return "\n".join(line.strip(" ") for line in lines).strip("\n")


def _is_anchor(inlines: list[Inline]) -> bool:
    """Return whether a paragraph is an anchor without text."""
    only = inlines[0] if len(inlines) == 1 else ""
    return isinstance(only, dict) and only["t"] == "Span" and not only["c"][1]


def _is_jump(inline: Inline) -> bool:
    """Return whether it is a link to a place of the document."""
    if isinstance(inline, str) or inline["t"] != "Link":
        return False
    target: str = inline["c"][2][0]
    return target.startswith("#")


def _is_bold(inlines: list[Inline]) -> bool:
    return all(
        not each.strip()
        if isinstance(each, str)
        else each["t"] == "Strong"
        or (each["t"] in _STYLED and _is_bold(each["c"]))
        or _is_jump(each)
        for each in inlines
    )


def _marked(item: list[Block]) -> tuple[str, list[Block]]:
    """Return the mark of an item without a number, and the item: its text may begin with one."""
    inlines = item[0]["c"] if item and item[0]["t"] in {"Para", "Plain"} else []
    if inlines[1:2] == [" "] and isinstance(inlines[0], str) and _NUMBER.fullmatch(inlines[0]):
        return f"{inlines[0]} ", [{**item[0], "c": inlines[2:]}, *item[1:]]
    return "- ", item


def _mark(place: int, start: int, style: dict[str, str], delimiter: dict[str, str]) -> str:
    """Return the mark of an item of a numbered list; Markdown knows digits with a period or `)`."""
    number = start + place
    label = label_of(number, style["t"])
    text = _DELIMITERS.get(delimiter["t"], "{}.").format(label)
    return f"{text} " if text[0].isdigit() and len(label) < 10 else f"- {text} "


def label_of(number: int, style: str) -> str:
    """Return a number as pandoc calls its style, in digits if it is none of letters or Roman.

    >>> label_of(4, "LowerRoman")
    'iv'
    """
    label = str(number)
    if style.endswith("Alpha") and number > 0:
        label = chr(ord("a") + (number - 1) % _LETTERS) * ((number - 1) // _LETTERS + 1)
    elif style.endswith("Roman") and 0 < number < 4000:
        label = ""
        for value, letters in _ROMAN:
            count, number = divmod(number, value)
            label += letters * count
    return label.upper() if style.startswith("Upper") else label

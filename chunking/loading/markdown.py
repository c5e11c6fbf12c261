"""Markdown written from the contents of other formats."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from chunking.core.errors import LoadError
from chunking.units.contents_table import CONTENTS

MAX_TEXT = 200 * 2**20
MAX_BLOCKS = 500_000
_MAX_DEPTH = 20  # lists and quotes nested deeper are not indented further

# The start of a line of running text that Markdown would take for a heading, a fence, an underline
# or raw HTML. The last two may extend to the end of the document.
_BLOCK_START = re.compile(
    r"^(?=#{1,6}(?:[ \t]|$)|`{3}|~{3}|=+[ \t]*$|-+[ \t]*$|</?[A-Za-z][\w-]*(?:[\s/>]|$)|<[!?])",
    re.MULTILINE,
)
# A paragraph in bold that is a heading, not a label or a sentence: a short one, "Ebb tides" or
# "ARTICLE II.", "1.2 Ebb tides.", or a question of an interview, with what leads to it.
LIKE_HEADING = re.compile(
    r"(?![-{☐☑☒□]|\$\$|\(.*\)\Z)(?=.*[^\W_])(?:.{0,99}[^.,;:\s]|.{0,399}\?)"
    r"|[^\W\d_]{4,}+ (?:\d+|[IVXLC]+)\.|\d{1,3}(?:\.\d{1,3})*+[.)]? [^.]{0,99}[.:]"
)
# What is no heading even in the style of one: a line or a field to fill in, a box to check, a phone
# number.
NO_HEADING = re.compile(r"[\W_]*|\{\{[^{}]*\}\}|[☐☑☒□].*|\+?\(?\d{2,}\)[ \d].*\.", re.DOTALL)
# The name of a font for code, in which all characters are equally wide.
CODE_FONT = re.compile(r"\b(?:Consolas|Courier|Lucida Console|Menlo|Monaco|Mono)\b")
# The title of a table of contents, as a heading or a line in bold.
CONTENTS_TITLE = re.compile(rf"(?:#{{1,6}} +)?\W*(?:{CONTENTS})\b[:*_]*[ \t]*", re.IGNORECASE)
# What is a power if it is raised after a base: a number or a variable, unlike "st" in 1st.
POWER = r"(?:[+−-]?\d{1,4}(?:\.\d{1,3})?|\d*[ijkmnpx](?:[+−-]\d)?)"
_POWER, _BASE = re.compile(POWER, re.IGNORECASE), re.compile(r"[\w)\]]\Z")
_LONGEST_REPEATED = 80  # characters of a cell, a line
_BACKTICKS = re.compile("`+")
_HEADING = re.compile("#{1,6} ")
_QUOTE = "> "


def paragraph(text: str) -> str:
    """Return running text, escaped where a line would begin another block."""
    return _BLOCK_START.sub(r"\\", text)


def heading(level: int, text: str) -> str:
    """Return a heading of level 1 to 6, on one line.

    >>> heading(2, "Who goes there?")
    '## Who goes there?'
    """
    return "#" * max(1, min(level, 6)) + " " + " ".join(text.split())


def raised(text: str, before: str) -> str:
    """Return a superscript; a power is parted from what is before it.

    >>> raised("63", "2"), raised("st", "1")
    ('^63', 'st')
    """
    return f"^{text}" if _POWER.fullmatch(text) and _BASE.search(before) else text


def fence(code: str, language: str = "") -> str:
    """Return code in a fence longer than any run of backticks in it."""
    longest = max((len(run) for run in _BACKTICKS.findall(code)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{code.rstrip()}\n{ticks}"


def inline_code(code: str) -> str:
    """Return code between more backticks than any run in it."""
    ticks = "`" * (max((len(run) for run in _BACKTICKS.findall(code)), default=0) + 1)
    pad = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{ticks}{pad}{code}{pad}{ticks}" if code.strip() else ""


def table(rows: Sequence[Sequence[str]], head: int = 1) -> str:
    r"""Return rows as a pipe table, of which the first `head` are its header, and a title above.

    A single cell is a paragraph. Only the header is as wide as the widest row: shorter rows stay
    short, as Markdown allows, so that one wide row does not inflate a long table.

    >>> table([["Tides"], ["Day", "Low"], ["1", "6:10"]]).splitlines()
    ['| Tides |  |', '| Day | Low |', '| --- | --- |', '| 1 | 6:10 |']
    """
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        return ""
    width = max(len(row) for row in rows)
    if len(rows) == 1 and width == 1:
        return paragraph(rows[0][0])
    has_title = len(rows) > 2 and not any(rows[0][1:]) and any(rows[1][1:])
    head = max(head, 1 + has_title)
    header = [_row([*row, *[""] * (width - len(row))]) for row in rows[:head]]
    return "\n".join([*header, _row(["---"] * width), *map(_row, rows[head:])])


def repeated(cell: str) -> str:
    """Return the text to repeat in all rows that a cell spans; empty if it is long."""
    return cell if len(cell) <= _LONGEST_REPEATED else ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


@dataclass(slots=True, eq=False)
class Prefix:
    """What precedes the first line of a list item or a quote, and what precedes the others."""

    first: str
    rest: str


@dataclass(slots=True)
class Blocks:
    r"""Writer of blocks below the prefixes of the open list items and quotes, outermost first.

    >>> blocks = Blocks(prefixes=[Prefix("> ", "> "), Prefix("- ", "  ")])
    >>> blocks.add("one\ntwo")
    >>> blocks.text
    '> - one\n>   two'
    """

    prefixes: list[Prefix] = field(default_factory=list)
    rule: bool = False  # to write before the next block, unless that is a heading
    _out: list[str] = field(default_factory=list)
    _size: int = 0
    _last: tuple[Prefix, ...] = ()

    @property
    def text(self) -> str:
        """The text of all blocks."""
        return "".join(self._out)

    @property
    def size(self) -> int:
        """The number of characters of all blocks."""
        return self._size

    def add(self, text: str) -> None:
        """Append a block, after a blank line unless it continues a list; ignore a blank one.

        Raises:
            LoadError: There are more than 500,000 blocks or 200 MiB of text.
        """
        if not text.strip():
            return
        if self.rule:
            self.rule, opened = False, self.prefixes
            if self._out and not _HEADING.match(text):
                self.prefixes = []
                self.add("---")
                self.prefixes = opened
        prefixes = self.prefixes[:_MAX_DEPTH]
        first = "".join(prefix.first for prefix in prefixes)
        starts_item = any(prefix.first != prefix.rest for prefix in prefixes)
        shared = [a for a, b in zip(prefixes, self._last, strict=False) if a is b]
        # Of a quote alone, a blank line parts the paragraphs.
        blank = "".join(prefix.rest for prefix in shared).rstrip()
        blank = "" if all(prefix.rest == _QUOTE for prefix in shared) else blank
        for prefix in prefixes:
            prefix.first = prefix.rest
        rest = "".join(prefix.rest for prefix in prefixes)
        # No blank line between list items.
        tight = starts_item and bool(self._last) and self._last[-1].rest.isspace()
        gap = ("\n" if tight else f"\n{blank}\n") if self._out else ""
        head, *tail = text.split("\n") if rest else [text]
        block = gap + "\n".join([first + head, *((rest + line).rstrip(" ") for line in tail)])
        self._size += len(block)
        if self._size > MAX_TEXT or len(self._out) >= MAX_BLOCKS:
            raise LoadError(
                f"there are more than {MAX_BLOCKS:,} paragraphs or {MAX_TEXT // 2**20} MiB of text"
            )
        self._out.append(block)
        self._last = tuple(prefixes)

    def take_last(self, pattern: re.Pattern[str]) -> str:
        """Remove the last block if a pattern matches all of it, and return its text."""
        if not self.ends_with(pattern):
            return ""
        last = self._out.pop()
        self._size -= len(last)
        return last.strip()

    def ends_with(self, pattern: re.Pattern[str]) -> bool:
        """Return whether a pattern matches all of the last block."""
        return bool(self._out) and pattern.fullmatch(self._out[-1].strip()) is not None

"""Units of source code without a grammar, by its indentation."""

import re
from array import array
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.document import Document
from chunking.core.layout import Outline, SplitPoints
from chunking.core.units import Units
from chunking.units.code import MAX_DEPTH, Boundaries, CodeLines, assemble
from chunking.units.line_costs import ATTACHED, CLOSING, OPEN, TRAILING_COMMENT

# Media types whose statements end with a semicolon or a brace, others, and files of settings.
_TERMINATED = frozenset(
    ["text/css", *(f"text/x-{kind}" for kind in ("c", "c++", "csharp", "perl", "php", "sql"))]
)
_TOML = "application/toml"
_SETTINGS = frozenset({_TOML, "application/yaml"})
_OTHERS = _SETTINGS | {
    f"text/x-{kind}" for kind in ("haskell", "kotlin", "lua", "r", "ruby", "scala", "sh", "swift")
}
# What begins a comment, of the languages without `#`, `//` and `--`.
_MARKS = {
    **dict.fromkeys(("text/css", "text/x-c", "text/x-c++", "text/x-csharp"), "//"),
    **dict.fromkeys((*_SETTINGS, "text/x-r", "text/x-ruby", "text/x-perl", "text/x-sh"), "#"),
}
_HASKELL, _SHELL = "text/x-haskell", "text/x-sh"
_TYPED_TYPES = frozenset(["text/x-c", "text/x-c++", "text/x-csharp"])
_WITH_HERE = frozenset(f"text/x-{kind}" for kind in ("perl", "php", "ruby", "sh"))

_SHEBANG = re.compile(
    r"\ufeff?#(?:!\s*\S*?/(?:env\s+(?:-S\s+)?)?|.*-\*-[ \t]*(?:mode:[ \t]*)?)"
    r"((?:ba|da|k|z)?sh|perl|ruby|php|lua)(?:ell-script)?[\d.]*(?!\S)"
)

# What ends a statement where all are ended.
_ENDED = re.compile(r"(?:[;{}:]|\*/)\Z")
_LINE_COMMENT = re.compile(r"\s*(//|#(?![\[!])|--(?!-*>))")
_WHOLE_COMMENT = re.compile(r"\s*(?:/\*.*\*/|\{-.*-\})\Z")
# A label of members, or one that `goto` jumps to, which stands at the margin.
_LABEL = re.compile(r"\s*(?!default\b)(?:[A-Za-z_]\w*|(?:public|private|protected) \w+):\s*\Z")
# What opens a comment or a page of a manual, and what closes it.
_BLOCKS = (
    (re.compile(r"\s*/\*(?!.*\*/)"), r"\*/"),
    (re.compile(r"\s*\{-(?!.*-\})"), r"-\}"),
    (re.compile(r"\s*--\[(=*)\[(?!.*\]\1\])"), r"\]=*\]"),
    (re.compile(r"=(?:pod|head\d|over|item|begin|encoding)\b"), r"^=(?:cut\b|end\s*\Z)"),
)
_POD_HEADING = re.compile(r"=head(\d)[ \t]+([^\n]+)")
# A literal text up to a line with a word.
_HERE = re.compile(r"<<<?[-~]?\s?[\"']?([A-Z_][A-Z0-9_]*)\b")

_NAME = r"[\w.:$~`-]*[\w`]"
_WORDS = r"(?:[\w@]+(?:\([^()]*\))?\s+){0,6}?"
_KEY = re.compile(r"\[+([^\[\]]+)\]+\s*(?:#|\Z)|([\w.\"'/-]+):\s*(?:[#&|>]|\Z)")
_CONTAINER = re.compile(
    rf"(?:template\s*<.*>\s*)?{_WORDS}(?:class|struct|union|enum(?:\s+(?:class|struct))?|interface|trait|object|module|namespace|record|protocol"
    rf"|extension|instance|newtype|data|package)\s+(?:[A-Z][A-Z_\d]+\s+)?({_NAME})"
)
_FUNCTION = re.compile(
    rf"{_WORDS}(?:function|func|fun|fn|def|sub)\s+({_NAME}[?!=]?)"
    rf"|(?:local\s+)?({_NAME})\s*(?:<-|=)\s*(?:local\()?function\b"
    r"|create\s+(?:or\s+replace\s+)?(?:(?:temp|temporary|unique|materialized)\s+)?"
    r"(?:table|view|function|procedure|index|trigger|type|schema|domain)\s+"
    r"(?:if\s+not\s+exists\s+)?([\w.\"`\[\]]+)"
    r"|([a-z][\w']*)\s*::\s",
    re.IGNORECASE,
)
_SHELL_FUNCTION = re.compile(r"([\w:.-]+)\s*\(\)\s*[{(]?\s*\Z")
# A function of C and its relatives: a type, a name and parameters.
_TYPED = re.compile(
    r"(?!(?:if|for|while|switch|return|else|catch|foreach|match|unless|until|using|lock|throw|new"
    r"|await|yield|case|delete|require|include|echo|print|my|goto|do|assert|typedef)\b)"
    r"(?:[\w:<>,~?\[\]]+[ \t*&]+){0,6}?((?:operator\s*[^\w\s(]{1,3}|[\w:~]+))\s*\([^;]*\Z"
)
_LONGEST_NAME, _LONGEST_LINE = 80, 300


def indented_type(document: Document) -> str:
    r"""Return the media type of code read by its indentation; "" for other documents.

    It is that of the document, or follows from the `#!` line.

    >>> indented_type(Document("#!/bin/sh\necho", media_type="text/plain"))
    'text/x-sh'
    """
    if document.media_type in _TERMINATED | _OTHERS:
        return document.media_type
    shebang = _SHEBANG.match(document.text)
    return f"text/x-{'sh' if shebang[1].endswith('sh') else shebang[1]}" if shebang else ""


def indented_code(text: str, media_type: str) -> tuple[Units, tuple[SplitPoints, ...], Outline]:
    r"""Return the units of code, the points where it may be split, and its outline.

    As `code`, for languages without a grammar: the depth of a statement is that of its indentation,
    and lines that close or continue one begin none.

    >>> indented_code("f() {\n  a\n}\n\ng() {\n  b\n}\n", "text/x-sh")[2].path_at(14)
    ('g',)
    """
    readable = text.replace("\r\n", " \n").replace("\r", "\n")
    lines = CodeLines(readable)
    names: dict[tuple[str, ...], int] = {(): -1}
    found = _Rows()
    # The lines around a line, the row of each, and whether all up to it have members.
    enclosing: list[tuple[_Line, int, bool]] = []
    after_definition = False
    for line in _Reader(readable.split("\n"), media_type).statements():
        while enclosing and enclosing[-1][0].column >= line.column:
            found.ends[enclosing.pop()[1]] = lines.starts[line.row]
        preferred = bool(line.names) or after_definition or lines.is_below_blank(line.row)
        is_member = not enclosing or enclosing[-1][2]
        below_header = line.is_first and not line.names
        name = names.setdefault(line.names, len(names) - 1)
        enclosing.append((line, len(found.ends), is_member and line.has_members))
        found.add(line.row, len(text), len(enclosing) - 1 + below_header, name)
        found.preferred.append(preferred)
        found.starts_unit.append(is_member and preferred)
        after_definition = bool(line.names) and not line.has_members
    del names[()]
    return assemble(text, found.boundaries(lines.starts), tuple(names))


class _Rows:
    """The columns of boundaries, one after the other."""

    def __init__(self) -> None:
        self.lines, self.ends, self.names = array("q"), array("q"), array("q")
        self.depths, self.preferred, self.starts_unit = bytearray(), bytearray(), bytearray()

    def add(self, line: int, end: int, depth: int, name: int) -> None:
        """Add a boundary before a line."""
        self.lines.append(line)
        self.ends.append(end)
        self.depths.append(min(depth, MAX_DEPTH))
        self.names.append(name)

    def boundaries(self, starts: Ints) -> Boundaries:
        """Return the boundaries above `MAX_DEPTH`, from the starts of all lines."""
        depths = np.frombuffer(self.depths, np.uint8)
        kept = depths < MAX_DEPTH
        lines, ends, names = (
            np.frombuffer(each, np.int64)[kept] for each in (self.lines, self.ends, self.names)
        )
        preferred, starts_unit = (
            np.frombuffer(each, np.bool_)[kept] for each in (self.preferred, self.starts_unit)
        )
        return Boundaries(starts[lines], ends, depths[kept], preferred, starts_unit, names)


class _Line(NamedTuple):
    """A line that begins a statement: its number, its column and what is known of it.

    `row` is that of the comments and attributes above it, `is_first` whether it is the first one
    below a header; `names` are that of what it defines, or the titles of a page of a manual.
    """

    row: int
    column: int
    is_first: bool = False
    names: tuple[str, ...] = ()
    has_members: bool = False


class _Reader:
    """Finds the lines that begin a statement."""

    def __init__(self, rows: list[str], media_type: str) -> None:
        self._rows, self._media_type = rows, media_type
        self._is_terminated = media_type in _TERMINATED
        self._ends = {row.strip().rstrip(";") for row in rows} if media_type in _WITH_HERE else ()
        self._found: list[_Line] = []
        # The line above that is no comment, its column, and whether a blank one is in between.
        self._above, self._above_column, self._is_blank = "", -1, True
        # The first line of the comments above, and of the attributes; -1 for none.
        self._comment, self._comment_column, self._attached = -1, -1, -1
        self._closing: re.Pattern[str] | None = None
        # The titles around a line of a page of a manual, and whether one is right above.
        self._titles: list[str] = []
        self._is_below_title = False

    def statements(self) -> list[_Line]:
        """Return the lines, in order."""
        for row, source in enumerate(self._rows):
            line = source.rstrip()
            if self._closing is not None:
                self._add_page(row, line)
                self._closing = None if self._closing.search(line) else self._closing
            elif not line:
                self._end_license()
                self._is_blank = True
            elif not self._takes_comment(row, line):
                self._take(row, line)
                self._comment, self._is_blank = -1, False
        return self._found

    def _end_license(self) -> None:
        """Let the comments at the start of the text be a statement."""
        if self._comment >= 0 and not self._found and self._attached < 0 and not self._above:
            self._found.append(_Line(self._comment, self._comment_column))
            self._comment = -1

    def _add_page(self, row: int, line: str) -> None:
        """Add a heading of a page of a manual amid code."""
        if heading := _POD_HEADING.match(line):
            self._titles[int(heading[1]) - 1 :] = [heading[2][:_LONGEST_NAME].rstrip()]
            row = self._found.pop().row if self._is_below_title else row
            self._found.append(_Line(row, 0, names=tuple(self._titles)))
            self._comment, self._above = -1, ""
        self._is_below_title = heading is not None or (self._is_below_title and not line)

    def _takes_comment(self, row: int, line: str) -> bool:
        opening = next((end for start, end in _BLOCKS if start.match(line)), None)
        if not opening and not _is_comment(line, self._media_type):
            return False
        column = _column(line)
        if self._comment < 0 or column != self._comment_column:
            self._comment, self._comment_column = row, column
        self._closing = re.compile(opening) if opening else None
        self._is_blank = False
        self._add_page(row, line)
        return True

    def _take(self, row: int, line: str) -> None:
        """Add a line if it begins a statement."""
        above, column = self._above, _column(line)
        if self._media_type == _TOML and line.startswith("["):
            column = -1  # its lines are not indented
        here = _HERE.search(line[:_LONGEST_LINE]) if self._ends else None
        if here and here[1] in self._ends:
            self._closing = re.compile(rf"\s*{here[1]}\b")
        begins = self._is_blank or self._comment >= 0 or not above
        begins |= not self._is_terminated or _ENDED.search(above) is not None
        begins &= self._is_blank or self._comment >= 0 or not OPEN.search(above)
        if self._media_type == _HASKELL and self._found:
            # The cases of a function follow its signature.
            name = self._found[-1].names
            begins &= not (name and line.startswith(f"{name[0]} "))
        if not begins or CLOSING.match(line):
            # Attributes may have conditions, but a variable such as `@tide` above an end is none.
            is_condition = line.startswith("#") and self._attached >= 0
            is_condition = is_condition and self._rows[self._attached].lstrip()[:1] != "#"
            self._above = "" if is_condition else _code_of(line)
            self._attached = self._attached if is_condition else -1
            self._above_column = column if begins else self._above_column
            return
        # Conditions of the preprocessor stand at the margin.
        is_below = self._comment_column == column or line.startswith("#")
        has_comment = self._comment >= 0 and is_below
        start = self._comment if has_comment else row
        start = self._attached if self._attached >= 0 else start
        is_label = self._media_type in _TYPED_TYPES and _LABEL.match(line) is not None
        if above.endswith("{") and column <= self._above_column and self._found and not is_label:
            start = self._found.pop().row  # its content is not indented
        if is_label or ATTACHED.match(line):
            self._attached, self._above = start, ""
            return
        is_first = 0 <= self._above_column < column
        definition = _definition(line[:_LONGEST_LINE].strip(), self._media_type)
        self._found.append(_Line(start, column, is_first, *definition))
        self._above, self._above_column, self._attached = _code_of(line), column, -1


def _column(line: str) -> int:
    # Where blanks and tabs are mixed, a tab is eight columns wide, as editors of Unix show it.
    return len(line[: len(line) - len(line.lstrip())].expandtabs())


def _code_of(line: str) -> str:
    """Return the end of a line without a comment."""
    return TRAILING_COMMENT.sub("", line[-_LONGEST_LINE:]).rstrip()


def _is_comment(line: str, media_type: str) -> bool:
    if _WHOLE_COMMENT.match(line):
        return True
    mark = _LINE_COMMENT.match(line)
    return mark is not None and mark[1] in _MARKS.get(media_type, "# // --")


def _definition(source: str, media_type: str) -> tuple[tuple[str, ...], bool]:
    """Return the name of what a line defines, if anything, and whether it has members."""
    if media_type in _SETTINGS:
        key = _KEY.match(source)
        return ((key[1] or key[2])[:_LONGEST_NAME],) if key else (), key is not None
    if container := None if source.endswith(";") else _CONTAINER.match(source):
        return (container[1][:_LONGEST_NAME],), True
    function = _FUNCTION.match(source)
    if function is None and media_type in _TYPED_TYPES:
        function = _TYPED.match(source)
    elif function is None and media_type == _SHELL:
        function = _SHELL_FUNCTION.match(source)
    name = next(filter(None, function.groups()), "") if function else ""
    return (name[:_LONGEST_NAME],) if name else (), False

"""Headings of plain text: numbered, underlined, and in capitals."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.core.layout import Layout, Outline
from chunking.units.dialogue import turn_share
from chunking.units.insertion import Heading, insert_headings, with_line_feeds
from chunking.units.paragraphs import paragraphs_and_lists
from chunking.units.plain_tables import plain_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunking.core.units import Units

# Maximum characters of a heading, of one in capitals, of an underlined one, and words of a
# numbered one.
_LONGEST, _LONGEST_CAPITALS, _LONGEST_UNDERLINED, _MOST_WORDS = 80, 60, 160, 12
# Headings of one kind that a text must have, and how far numbers may skip ahead.
_FEWEST, _LARGEST_STEP = 3, 3
# The share of the numbers of headings before which one is missing, at most.
_SKIPPED_SHARE = 0.25
# Characters per heading of a text whose numbers have one level, and of one with capitals.
_TEXT_PER_NUMBER, _TEXT_PER_CAPITALS = 200, 150
_MAX_INDENT = 8
# A text with this share of turns is a transcript or a play, judged by so many characters.
_SPOKEN_SHARE, _SPOKEN_SAMPLE = 0.3, 8_000

# Levels: the ranks of keywords, then underlines, capitals above numbers, and numbers by depth.
_RANKS = {
    **dict.fromkeys(("part", "book", "volume", "teil", "partie"), 1),
    **dict.fromkeys(("chapter", "kapitel", "chapitre"), 2),
    **dict.fromkeys(("appendix", "annex", "exhibit", "schedule"), 2),
    **dict.fromkeys(("article", "artikel"), 3),
    **dict.fromkeys(("section", "abschnitt", "§"), 4),
}
_LETTERED = frozenset({"appendix", "annex", "exhibit", "schedule"})
_UNDERLINED, _ABOVE_NUMBERS, _NUMBERED = 20, 30, 39
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_UNDERLINE = re.compile(r"\n([ ]*+)(([=\-~*^\"#+])\3{2,}+)[^\S\n]*+(?=\n|\Z)")
_ROW = re.compile(r"([=\-~*^\"#+])\1*")
# Parts of a line far apart, dot leaders, or a page number at the end.
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S|\.{4,}|(?:\. ){3,}|\S {2,}\d+$|\|")
# A line with none of these has no columns.
_COLUMN_MARKS = ("  ", "\t", "...", ". .", "|")
# After a number of several levels, the title may be a path or a command.
_SIGNS = "/~<`$-"
_NUMBER = re.compile(
    rf"((?!0\d)\d{{1,3}}(?:\.\d{{1,3}}){{0,5}})(\.?)\s+(?=[^\W\d_]|[\"'“‘«({_SIGNS}])(.+)"
)
# A chapter, section or part in Chinese or Japanese: its number, then what it is.
_IDEOGRAPHIC = re.compile(
    r"第\s?(\d{1,3}|[一二三四五六七八九十百]{1,5})\s?([部篇卷編编章回節节])(?:[\s:：、]+|\Z)(.*)"
)
_IDEOGRAPHIC_RANKS = (
    dict.fromkeys("部篇卷編编", 1) | dict.fromkeys("章回", 2) | dict.fromkeys("節节", 4)
)
_IDEOGRAPHS = {sign: value for value, sign in enumerate("一二三四五六七八九", 1)}
_KEYWORD = re.compile(
    rf"({'|'.join(_RANKS)})(?:\s|(?<=§))\s?"
    rf"(?:(\d{{1,3}}(?:\.\d{{1,3}}){{0,3}})|((?-i:[IVXLC]{{1,8}}))|((?-i:[A-Z]))|({'|'.join(_WORDS)}))"
    r"(?![^\W_])[.:]?(?:\s*[-–—:]\s*|\s+|\Z)(.*)",
    re.IGNORECASE,
)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
# Lower-case words of a title that ends with a full stop are short.
_LONG_LOWER = re.compile(r"(?<![^\W_])[^\W\d_]{5}")
# Capitals as in a title, not as in code, formulas and columns.
_CAPITALS = re.compile(r"[^\W\d_](?:(?: (?! )|[^\W_]|[.,:'’\"“”&/()+–—-])){0,100}")
_LONG_WORD = re.compile(r"[^\W\d_]{3}")


class _Numbered(NamedTuple):
    """A numbered line that is a paragraph: `row` is its block, `depth` orders levels.

    `keyword` is that before the number or empty; `style` must be the same for all lines of a
    numbering.
    """

    row: int
    keyword: str
    number: tuple[int, ...]
    depth: int
    style: tuple[int, bool, bool]


def plain_text(text: str) -> tuple[Units, Outline]:
    """Return the blocks and the outline of plain text, whose tables are those of `plain_tables`.

    Headings are underlined lines; lines with numbers that ascend, and lines in capitals, if at
    least three are paragraphs that text follows. Transcripts and plays have only underlined ones,
    and no tables.
    """
    blocks = paragraphs_and_lists(text)
    finder = _Finder(text, blocks)
    headings, tables = finder.headings(), plain_tables(finder.lines)
    if tables and finder.is_spoken:
        tables = []
    return insert_headings(text, blocks, headings, title, tables=tables)


def title(source: str) -> str:
    r"""Return the title of a heading without the rows above and below it.

    >>> title("1. Terms\n--------")
    '1. Terms'
    """
    lines = [line.strip() for line in source.splitlines()]
    return next((line for line in lines if not _ROW.fullmatch(line)), lines[0])


class _Finder:
    """Finds the headings of one text."""

    def __init__(self, text: str, blocks: Units) -> None:
        self.lines = with_line_feeds(text)
        self.blocks = blocks
        self.starts, self.ends = blocks.starts.data, blocks.ends.data

    def headings(self) -> list[Heading]:
        """Return the headings in reading order."""
        found = {heading.start: heading for heading in self._underlined()}
        short = self._short_lines(found)
        numbered = self._numbered(short)
        levels = self._levels(numbered)
        levels |= self._in_capitals(short, levels)
        if levels and self.is_spoken:
            levels = {}
        for row, level in levels.items():
            start = self.starts[row]
            found[start] = Heading(start, self.ends[row], level)
        return sorted(found.values())

    @cached_property
    def is_spoken(self) -> bool:
        """Whether the text is a transcript or a play."""
        begin = max(0, (len(self.lines) - _SPOKEN_SAMPLE) // 2)
        text, none = self.lines[begin : begin + _SPOKEN_SAMPLE], np.zeros(0, np.int64)
        blocks = paragraphs_and_lists(text)
        return turn_share(text, Layout(blocks, Outline(none, ()), none, none)) > _SPOKEN_SHARE

    # ---- underlines ----------------------------------------------------------------------------

    def _underlined(self) -> Iterator[Heading]:
        lines, levels = self.lines, dict[tuple[str, bool], int]()
        last = self.ends[-1] if len(self.ends) else 0
        for underline in _UNDERLINE.finditer(lines):
            row, end = underline[2], underline.end(2)
            begin = lines.rfind("\n", 0, underline.start()) + 1
            line = lines[begin : underline.start()].rstrip()
            if not _is_title_above(line, underline[1], row) or end >= last:
                continue
            above = lines.rfind("\n", 0, max(0, begin - 1)) + 1
            overlined = begin > 0 and lines[above:begin].strip() == row
            if overlined:
                begin, above = above, lines.rfind("\n", 0, max(0, above - 1)) + 1
            if begin > 0 and lines[above:begin].strip():
                continue
            rank = levels.setdefault((row[0], overlined), len(levels))
            yield Heading(begin, end, min(_UNDERLINED + rank, _ABOVE_NUMBERS - 1))

    # ---- lines that are paragraphs -------------------------------------------------------------

    def _short_lines(self, headings: dict[int, Heading]) -> dict[int, str]:
        """Return the short lines that are paragraphs, by block; never the last block."""
        lengths = self.blocks.ends - self.blocks.starts
        starts, ends, lines = self.starts, self.ends, self.lines
        found: dict[int, str] = {}
        for row in np.flatnonzero(lengths[:-1] <= _LONGEST).tolist():
            start = starts[row]
            line = lines[start : ends[row]]
            if (
                "\n" in line
                or start in headings
                or lines.count("\n", ends[row], starts[row + 1]) < 2
            ):
                continue
            if row == 0 or lines.count("\n", ends[row - 1], start) > 1:
                found[row] = line
        return found

    def _numbered(self, short: dict[int, str]) -> list[_Numbered]:
        found = []
        for row, line in short.items():
            text = line.lstrip(" ")
            if text[0].isdigit() or text[0] in "§第" or text.split(None, 1)[0].lower() in _RANKS:
                numbered = _numbered_line(row, len(line) - len(text), text)
                if numbered is not None:
                    found.append(numbered)
        return _without_lists(found)

    def _levels(self, numbered: Sequence[_Numbered]) -> dict[int, int]:
        """Return the levels of numbered headings by block; none where there are too few."""
        keywords = _in_order([line for line in numbered if line.keyword])
        bare = [line for line in numbered if not line.keyword and line.style[0] <= _MAX_INDENT]
        styles = dict.fromkeys(line.style for line in bare)
        chains = [_longest_chain(list(_of_style(bare, style))) for style in styles]
        chain = max(chains, key=len, default=[])
        if len(chain) < _FEWEST or self._is_list(chain):
            chain = []
        levels = {line.row: line.depth for line in [*keywords, *chain]}
        return levels if len(levels) >= _FEWEST else {}

    def _is_list(self, chain: Sequence[_Numbered]) -> bool:
        """Whether numbers are missing, or those of one level have too little text between."""
        missing = sum(_skips(after.number, line.number) for line, after in pairwise(chain))
        if missing > _SKIPPED_SHARE * len(chain):
            return True
        if any(len(line.number) > 1 for line in chain):
            return False
        starts = self.blocks.starts[[line.row for line in chain]]
        return bool(np.median(np.diff(starts)) < _TEXT_PER_NUMBER)

    # ---- capitals ------------------------------------------------------------------------------

    def _in_capitals(self, short: dict[int, str], levels: dict[int, int]) -> dict[int, int]:
        """Return the levels of headings in capitals by block, given those of numbered ones."""
        lines = {row: line.strip() for row, line in short.items() if line.isupper()}
        lines = {row: line for row, line in lines.items() if row not in levels and _is_name(line)}
        counts = Counter(lines.values())
        rows = [
            row
            for row, line in lines.items()
            if counts[line] == 1 and (row + 1 in levels or self._is_text(row + 1))
        ]
        if len(rows) < _FEWEST or len(rows) * 2 < len(lines):
            rows = [row for row in rows if row + 1 in levels]
        if not rows or len(self.lines) < _TEXT_PER_CAPITALS * len(rows):
            return {}
        encloses = any(levels.get(row + 1, 0) > _NUMBERED for row in rows)
        return dict.fromkeys(rows, _ABOVE_NUMBERS if encloses else _NUMBERED + 1)

    def _is_text(self, row: int) -> bool:
        text = self.lines[self.starts[row] : self.ends[row]]
        return not text.isupper() and _LONG_WORD.search(text) is not None


def _is_title_above(line: str, indent: str, row: str) -> bool:
    """Whether a line is the title above an underline."""
    name = line.strip()
    if not name or len(name) > _LONGEST_UNDERLINED or len(line) - len(name) != len(indent):
        return False
    if abs(len(row) - len(name)) > 3 or name.endswith((",", ";")):
        return False
    return _LONG_WORD.search(name) is not None and not _has_columns(name)


def _has_columns(line: str) -> bool:
    """Whether a line is a row of a table or of a table of contents."""
    return any(mark in line for mark in _COLUMN_MARKS) and _COLUMNS.search(line) is not None


def _is_name(line: str) -> bool:
    """Whether a line in capitals may be a heading."""
    if len(line) > _LONGEST_CAPITALS or line.endswith(tuple(".,;:!?)")):
        return False
    return bool(_LONG_WORD.search(line)) and _CAPITALS.fullmatch(line) is not None


def _numbered_line(row: int, indent: int, text: str) -> _Numbered | None:
    """Return the numbered line that a text may be."""
    if text[0].isdigit():
        return _bare_line(row, indent, text)
    if text[0] == "第":
        return _ideographic_line(row, indent, text)
    found = _KEYWORD.match(text)
    if found is None or text[0].islower() or found[6][:1].islower():
        return None
    if not _is_short_title(found[6]):
        return None
    keyword = found[1].lower()
    number = _value(found, keyword)
    depth = _RANKS[keyword] + len(number) - 1
    return _Numbered(row, keyword, number, depth, (indent, False, False))


def _bare_line(row: int, indent: int, text: str) -> _Numbered | None:
    found = _NUMBER.match(text)
    if found is None or not _is_short_title(found[3]):
        return None
    number = tuple(map(int, found[1].split(".")))
    if len(number) == 1 and (found[3][0].islower() or found[3][0] in _SIGNS):
        return None
    dotted = bool(found[2]) and len(number) == 1
    style = indent, dotted, found[3].endswith(".")
    return _Numbered(row, "", number, _NUMBERED + len(number), style)


def _ideographic_line(row: int, indent: int, text: str) -> _Numbered | None:
    found = _IDEOGRAPHIC.match(text)
    if found is None or found[3].endswith(tuple("，。；、")):
        return None
    number = int(found[1]) if found[1].isdecimal() else _ideographic_number(found[1])
    return _Numbered(row, found[2], (number,), _IDEOGRAPHIC_RANKS[found[2]], (indent, False, False))


def _ideographic_number(text: str) -> int:
    """Return the value of a number below 1,000.

    >>> _ideographic_number("一百二十三")
    123
    """
    value = 0
    rest = text
    for sign, factor in (("百", 100), ("十", 10)):
        before, found, after = rest.rpartition(sign)
        if found:
            value += factor * _IDEOGRAPHS.get(before, 1)
            rest = after
    return value + _IDEOGRAPHS.get(rest, 0)


def _is_short_title(text: str) -> bool:
    if len(text.split()) > _MOST_WORDS or text.endswith((",", ";", ":", "!")):
        return False
    if text.endswith(".") and any(word[0].islower() for word in _LONG_LOWER.findall(text)):
        return False
    return not _has_columns(text)


def _value(found: re.Match[str], keyword: str) -> tuple[int, ...]:
    """Return the number after a keyword, in digits, Roman numerals, letters or words."""
    digits, roman, letter, word = found[2], found[3], found[4], found[5]
    if digits:
        return tuple(map(int, digits.split(".")))
    if word:
        return (_WORDS.index(word.casefold()) + 1,)
    name = roman or letter
    if letter or (keyword in _LETTERED and len(name) == 1 and name not in {"I", "V", "X"}):
        return (ord(name) - ord("A") + 1,)
    values = [_ROMAN[sign] for sign in name]
    steps = zip(values, [*values[1:], 0], strict=True)
    return (sum(-value if value < after else value for value, after in steps),)


def _without_lists(lines: Sequence[_Numbered]) -> list[_Numbered]:
    """Return numbered lines without those of lists and tables of contents.

    In these most lines follow one another with no text between.
    """
    found: list[_Numbered] = []
    run: list[_Numbered] = []
    for line in lines:
        if run and line.row != run[-1].row + 1:
            found += _contents_removed(run)
            run = []
        run.append(line)
    return found + _contents_removed(run)


def _contents_removed(run: Sequence[_Numbered]) -> list[_Numbered]:
    pairs = list(pairwise(run))
    empty = sum(
        line.keyword == after.keyword and after.depth <= line.depth for line, after in pairs
    )
    if empty * 2 <= len(pairs):
        return list(run)
    # A section may start directly below the table of contents.
    restarts = run[-1].number < run[-2].number and run[-1].keyword == run[-2].keyword
    return [run[-1]] if restarts else []


def _of_style(lines: Sequence[_Numbered], style: tuple[int, bool, bool]) -> Iterator[_Numbered]:
    """Yield the lines of a style, and those of lower levels that are indented further."""
    indent, _, stopped = style
    for line in lines:
        below = len(line.number) - 1
        inside = indent <= line.style[0] <= indent + 2 * below and line.style[2] == stopped
        if line.style == style or (below and inside):
            yield line


def _follows(number: tuple[int, ...], before: tuple[int, ...]) -> bool:
    """Whether a number may be the next one after another."""
    for i, value in enumerate(number):
        if i >= len(before):
            return max(number[i:]) <= 1
        if value != before[i]:
            return 0 < value - before[i] <= _LARGEST_STEP and max(number[i + 1 :], default=0) <= 1
    return False


def _skips(number: tuple[int, ...], before: tuple[int, ...]) -> bool:
    """Whether numbers are missing between two of a numbering."""
    steps = (value - other for value, other in zip(number, before, strict=False) if value != other)
    return next(steps, 1) > 1


def _is_first(number: tuple[int, ...]) -> bool:
    """Whether a number may be the first one; that of a section may start in a later chapter."""
    return max(number[1:], default=0) <= 1 and number[0] <= (_LARGEST_STEP if number[1:] else 1)


def _longest_chain(lines: Sequence[_Numbered]) -> list[_Numbered]:
    """Return the longer of the first numbering and one that starts again; the later of equals."""
    chain: list[_Numbered] = []
    rival: list[_Numbered] = []
    for line in lines:
        if chain and _follows(line.number, chain[-1].number):
            chain.append(line)
        elif rival and _follows(line.number, rival[-1].number):
            rival.append(line)
        elif _is_first(line.number):
            chain, rival = (max(rival, chain, key=len), [line]) if chain else ([line], [])
    return chain if len(chain) > len(rival) else rival


def _in_order(lines: Sequence[_Numbered]) -> list[_Numbered]:
    """Return the lines with keywords whose numbers ascend; they may restart below another one."""
    found: list[_Numbered] = []
    last: dict[str, _Numbered] = {}
    for line in lines:
        before = last.get(line.keyword)
        row = before.row if before else -1
        restarts = before is None or any(
            other.depth < line.depth and other.row > row for other in last.values()
        )
        follows = before is not None and _follows(line.number, before.number)
        if follows or (restarts and line.number[-1] <= 1):
            found.append(line)
            last[line.keyword] = line
    return found

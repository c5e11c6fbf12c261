"""Headings of plain text: numbered, underlined, and in capitals."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from chunking.core.layout import Layout, Outline
from chunking.core.units import UnitKind, Units
from chunking.units.contents_table import is_contents
from chunking.units.conversation import turn_share
from chunking.units.insertion import Heading, broken, insert, insert_headings, with_line_feeds
from chunking.units.numbered_lines import (
    NUMBERED,
    NumberedLine,
    has_columns,
    in_order,
    longest_chain,
    numbered_line,
    of_style,
)
from chunking.units.paragraphs import (
    paragraph_starts,
    paragraphs,
    paragraphs_and_lists,
    record_starts,
)
from chunking.units.plain_tables import plain_tables
from chunking.units.title_lines import is_title, title_lines

# Maximum characters of a heading, and of one in capitals.
_LONGEST, _LONGEST_CAPITALS = 80, 60
# Headings of one kind that a text must have.
_FEWEST = 3
_MAX_INDENT = 8
# A text with this share of turns is a transcript or a play.
_SPOKEN_SHARE = 0.3

# Levels between those of keywords and those of numbers.
_UNDERLINED, _ABOVE_NUMBERS = 20, 30

_UNDERLINE = re.compile(r"\n([ ]*+)(([=\-~*^\"#+.])\3{2,}+)[^\S\n]*+(?=\n|\Z)")
# Long rows between blank lines above a line, and the share of equal ones that must be above titles.
_RULES = re.compile(
    r"\n[ \t]*\n(?=((?:[ \t]*([=\-~*_#])\2{19,}[ \t]*\n)+)(?:[ \t]*\n)+([^\n]+)(\n[ \t]*\n)?)"
)
_RULED_SHARE = 0.75
_SIGNS = "*=-"
_RULE = re.compile(r"\s*|\s*[=\-~*_#]{3}[=\-~*_#\s]*|\s*\*\s[*\s]*")
_ROW = re.compile(r"([=\-~*^\"#+._])\1*")
# Capitals as in a title, not as in code, formulas and columns.
_CAPITALS = re.compile(r"[^\W\d_](?:(?: (?! )|[^\W_]|[.,:'’\"“”&/()+–—-])){0,100}")
# A line as a heading of Markdown, and any line that begins as one.
_HASHES = re.compile(r"(#{1,6}) +\S")
_HASH_LINES = re.compile(r"(?m)^#")
_WIKI = re.compile(
    r"(?m)^(={1,6}) +(?=[^\n]*[^\W\d_]{2})[^\s=][^\n=]{0,80}(?<=\S) +={1,6}(?=[ \t]*$)"
)
_MARKS = re.compile(r"^#{1,6} +| +#+$|^(?:\*|=|[*=~-]{2,}) +| +(?:=|[*=~-]{2,})$")
# The number of a title, whose text alone may be underlined.
_NUMBER = re.compile(
    r" *(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]?|[A-Z](?:\.\d{1,2}){1,3}|[A-Z]{1,4}[.)]) +"
)
# The number of a chapter alone, such as "Book IV", is a heading where no other one is.
_CHAPTER = re.compile(r"\s*[^\W\d_]+\.? (?:\d+|[A-Z]+)[.:]?\s*")
# The date of a document below its title.
_DATED = re.compile(r"(?i)[^\W\d_]+ date: .*\d{4}")
_LONG_WORD = re.compile(r"[^\W\d_]{3}|[\u3400-\u9fff]{2}")
_VERSION = re.compile(r"\[?(?:v\.? ?\d+\.\d|\d+\.\d+\.\d)")
# The last line of a paragraph may be a title with a number.
_LAST_LINE = re.compile(r"(?<=[^\n,;])\n( *(?:\d|[A-Z]\.|§)[^\n]{0,78})(?=\n[ \t]*\n)")

# A title with a number at the start of a paragraph: its first line, above text that begins a
# sentence, or a short first sentence.
_FIRST_LINE = re.compile(
    r"\n(?<=\n\n)( {0,8}\d{1,2}(?:\.\d{1,2}){0,3}[.)]? *[^\W\d_a-z][^\n]{0,77})"
    r"(?=\n *((\S+)[^\n]*))"
)
_FIRST_SENTENCE = re.compile(
    r"\n(?<=\n\n)( {0,8}\d{1,2}[.)] +[^\W\d_a-z][^\n.;:?!]{2,58}\.)"
    r"(?=(?: +|\n *)[\"“„«]?[^\W\d_a-z])"
)


def plain_text(text: str) -> tuple[Units, Outline]:
    """Return the blocks and the outline of plain text, whose tables are those of `plain_tables`.

    Headings are underlined lines; lines with numbers that ascend, marked lines such as `## Title`
    and `*** Title ***`, and lines in capitals, if at least three are paragraphs that text follows;
    and those of `title_lines`. Records of `record_starts` are separate blocks without headings and
    tables; transcripts and plays have no tables.
    """
    lines = with_line_feeds(text)
    records = record_starts(lines)
    starts = np.union1d(records, paragraph_starts(lines))
    blocks = broken(text, paragraphs_and_lists(text), starts.tolist())
    finder = _Finder(text, blocks)
    headings = [] if len(records) else finder.headings()
    tables, none = plain_tables(finder.lines), np.zeros(0, np.int64)
    structure = Layout(blocks, Outline(none, ()), none, none)
    if tables and (len(records) or turn_share(text, structure) > _SPOKEN_SHARE):
        tables = []
    return insert_headings(text, blocks, headings, title, tables=tables)


def title(source: str) -> str:
    r"""Return the title of a heading without the rows above and below it.

    >>> title("1. Terms\n--------")
    '1. Terms'
    """
    lines = [line.strip() for line in source.splitlines()]
    named = [
        line for line in lines if not _RULE.fullmatch(line) and not _ROW.fullmatch(line)
    ] or lines[:1]
    return " ".join(_MARKS.sub("", " ".join(named)).split())


# Where an underlined title starts and ends; its sign, whether it is overlined, and its indent.
_Underlined: TypeAlias = tuple[int, int, tuple[str, bool, int]]


class _Finder:
    """Finds the headings of one text."""

    def __init__(self, text: str, blocks: Units) -> None:
        self.lines = with_line_feeds(text)
        last = dict(line.span(1) for line in _LAST_LINE.finditer(self.lines))
        first = dict(line.span(1) for line in _FIRST_SENTENCE.finditer(self.lines))
        first |= dict(line.span(1) for line in _FIRST_LINE.finditer(self.lines) if _is_above(line))
        # Where titles end above a blank line, and above or amid text.
        self.last_lines, self.above_text = last.keys(), first.keys() - last.keys()
        spans = sorted((first | last).items())
        found = [(*span, UnitKind.PARAGRAPH, False) for span in spans]
        self.blocks = insert(text, blocks, Units.of(found))
        self.starts, self.ends = self.blocks.starts.data, self.blocks.ends.data

    def headings(self) -> list[Heading]:
        """Return the headings in reading order."""
        found = {heading.start: heading for heading in _ranked(self._underlined())}
        wiki = [
            Heading(*each.span(), NUMBERED + len(each[1])) for each in _WIKI.finditer(self.lines)
        ]
        found |= {each.start: each for each in wiki} if len(wiki) >= _FEWEST else {}
        found |= {each.start: each for each in self._ruled()}
        short = self._short_lines(found)
        levels = self._levels(self._numbered(short), short)
        if not levels and self.above_text:
            above = self._short_lines(found, above_text=True)
            levels = self._levels(self._numbered(above), above)
            short |= {row: above[row] for row in levels}
        levels |= self._marked(short)
        levels |= self._in_capitals(short, levels)
        known = dict.fromkeys(found, 0) | {self.starts[row]: each for row, each in levels.items()}
        titles = title_lines(self.lines, paragraphs(self.lines), known)
        for row, level in levels.items():
            start = self.starts[row]
            found[start] = Heading(start, self.ends[row], level)
        for start, end, depth in titles:
            found[start] = Heading(start, end, NUMBERED + depth if depth else _ABOVE_NUMBERS)
        headings = _without_overlaps([self._with_rows(found[start]) for start in sorted(found)])
        for i, (each, after) in enumerate(pairwise(headings)):
            # A table of contents encloses nothing, as it would in a style of its own.
            named = is_contents(title(self.lines[each.start : each.end]))
            if named and sum(other.level <= each.level for other in headings) == 1:
                headings[i] = each._replace(level=max(each.level, after.level))
        return headings

    def _with_rows(self, heading: Heading) -> Heading:
        """Return a heading with the blocks of signs above it."""
        row, start = int(np.searchsorted(self.blocks.starts, heading.start)), heading.start
        while row > 0 and _RULE.fullmatch(self.lines, self.starts[row - 1], start):
            row, start = row - 1, self.starts[row - 1]
        return heading._replace(start=start)

    # ---- underlines ----------------------------------------------------------------------------

    def _underlined(self) -> list[_Underlined]:
        """Return underlined titles; right below text only those in the style of three others."""
        found, apart = list[_Underlined](), dict[int, tuple[str, bool, int]]()
        lines = self.lines
        last = self.ends[-1] if len(self.ends) else 0
        for underline in _UNDERLINE.finditer(lines):
            row, end = underline[2], underline.end(2)
            begin = lines.rfind("\n", 0, underline.start()) + 1
            line = lines[begin : underline.start()].rstrip()
            above = lines.rfind("\n", 0, max(0, begin - 1)) + 1
            over = lines[above : max(0, begin - 1)].strip()
            # The row above may have another sign; that of the title above is none.
            overlined = len(over) == len(row) and _ROW.fullmatch(over) is not None
            if overlined and found and above < found[-1][1]:
                continue
            is_title = _is_title_above(line, underline[1], row, is_framed=overlined)
            if not is_title or end >= last:
                continue
            # A long row right above a line that is no longer is that of a table.
            below = lines[underline.end() + 1 : lines.find("\n", underline.end() + 1)]
            is_long = len(row) > len(line.strip()) + 3 and not overlined
            if is_long and 0 < len(below.strip()) <= len(row):
                continue
            if overlined:
                begin, above = above, lines.rfind("\n", 0, max(0, above - 1)) + 1
            # A long title with a number has two lines.
            top = lines.rfind("\n", 0, max(0, above - 1)) + 1
            if _NUMBER.match(lines, above, begin) and not lines[top:above].strip():
                begin, above = above, top
            # Titles in the middle of lines have one style.
            style = row[0], overlined, min(len(underline[1]), _MAX_INDENT + 1)
            is_apart = begin == 0 or _RULE.fullmatch(lines, above, begin) is not None
            if is_apart or (row[0] in _SIGNS[:2] and not is_long):
                found.append((begin, end, style))
                apart |= {begin: style} if is_apart else {}
        styles = Counter(apart.values())
        return [each for each in found if each[0] in apart or styles[each[2]] >= _FEWEST]

    def _ruled(self) -> Iterator[Heading]:
        """Yield the titles below rows, if most equal rows have one: they are outermost."""
        found = list(_RULES.finditer(self.lines))
        counts = Counter(each[1] for each in found)
        found = [each for each in found if each[4] and is_title(each[3].strip().capitalize())]
        titles = Counter(each[1] for each in found)
        for each in found:
            if titles[each[1]] >= max(_FEWEST, _RULED_SHARE * counts[each[1]]):
                yield Heading(*each.span(3), 0)

    # ---- lines that are paragraphs -------------------------------------------------------------

    def _short_lines(
        self, headings: dict[int, Heading], *, above_text: bool = False
    ) -> dict[int, str]:
        """Return the short lines that are paragraphs, by block; never the last block.

        A title with the number of a chapter or section may have two lines, which are joined. With
        `above_text`, also those that paragraphs begin with, and all without a full stop.
        """
        lengths = self.blocks.ends - self.blocks.starts
        starts, ends, lines = self.starts, self.ends, self.lines
        found: dict[int, str] = {}
        for row in np.flatnonzero(lengths[:-1] <= 2 * _LONGEST).tolist():
            start = starts[row]
            line = _title_of(lines[start : ends[row]])
            if not line or start in headings:
                continue
            if start in self.above_text:
                if above_text:
                    found[row] = line.removesuffix(".")
                continue
            is_apart = row == 0 or lines.count("\n", ends[row - 1], start) > 1
            is_apart &= lines.count("\n", ends[row], starts[row + 1]) > 1
            if is_apart or start in self.last_lines:
                found[row] = (
                    line.removesuffix(".") if above_text and numbered_line(row, line) else line
                )
        return found

    def _numbered(self, short: dict[int, str]) -> list[NumberedLine]:
        lines = (numbered_line(row, line) for row, line in short.items())
        return list(filter(None, lines))

    def _levels(self, numbered: Sequence[NumberedLine], short: Mapping[int, str]) -> dict[int, int]:
        """Return the levels of numbered headings by block; none where there are too few.

        The numbering may start again, with titles that recur.
        """
        worded = [line for line in numbered if line.keyword]
        # The text may be a single chapter, or a single act with its scenes.
        keywords = in_order(worded)
        if worded[:1] != keywords[:1] and all(line.depth > worded[0].depth for line in keywords):
            keywords = [worded[0], *keywords]
        bare = [line for line in numbered if not line.keyword]
        styles = dict.fromkeys(line.style for line in bare)
        chains = [longest_chain(list(of_style(bare, style))) for style in styles]
        chain = max(chains, key=len, default=[])
        # Sections may be numbered below the keywords of chapters alone.
        below = [line for line in (*bare, *keywords) if line.keyword or line.number[1:]]
        if len(chain) < _FEWEST and len(keywords) >= _FEWEST and len(below) > len(keywords):
            chain = longest_chain(sorted(below))
        if len(chain) < _FEWEST:
            chain = []
        if chain:
            # A text in two languages has the numbering twice.
            in_style = of_style(bare, chain[0].style)
            above = longest_chain([line for line in in_style if line.row < chain[0].row])
            chain += above if len(above) == len(chain) else []
            same = [line for line in bare if line.style == chain[0].style and not line.number[1:]]
            titles = Counter(_words(short[line.row]) for line in same)
            chain += [line for line in same if titles[_words(short[line.row])] >= _FEWEST]
        levels = {line.row: line.depth for line in [*keywords, *chain]}
        is_chapter = any(_CHAPTER.fullmatch(short[line.row]) for line in keywords)
        return levels if len(levels) >= _FEWEST or 0 in levels or is_chapter else {}

    # ---- marks ---------------------------------------------------------------------------------

    def _marked(self, short: dict[int, str]) -> dict[int, int]:
        """Return the levels of lines with number signs by block.

        Number signs of most other lines are those of comments.
        """
        hashes = {row: found for row, line in short.items() if (found := _HASHES.match(line))}
        if len(hashes) < _FEWEST or 2 * len(hashes) <= len(_HASH_LINES.findall(self.lines)):
            return {}
        return {row: _UNDERLINED + len(found[1]) for row, found in hashes.items()}

    # ---- capitals ------------------------------------------------------------------------------

    def _in_capitals(self, short: dict[int, str], levels: dict[int, int]) -> dict[int, int]:
        """Return the levels of headings in capitals by block, given those of numbered ones."""
        lines = {row: line.strip() for row, line in short.items() if line.isupper()}
        counts = Counter(lines.values())  # the names of speakers recur
        names = {
            row: line
            for row, line in lines.items()
            if counts[line] == 1 and row not in levels and _is_name(line)
        }
        rows = [row for row in names if row + 1 in levels or self._is_text(row + 1)]
        if len(rows) < _FEWEST:
            rows = [row for row in rows if row + 1 in levels]
        encloses = any(levels.get(row + 1, 0) > NUMBERED for row in rows)
        return dict.fromkeys(rows, _ABOVE_NUMBERS if encloses else NUMBERED + 1)

    def _is_text(self, row: int) -> bool:
        text = self._text(row)
        return not text.isupper() and _LONG_WORD.search(text) is not None

    def _text(self, row: int) -> str:
        return self.lines[self.starts[row] : self.ends[row]]


def _ranked(found: Sequence[_Underlined]) -> Iterator[Heading]:
    """Yield underlined headings with the levels of their styles, in the order of first use.

    Of the first two, unless the first is the title, stars are above equals signs above hyphens.
    """
    counts = Counter(style for _, _, style in found)
    styles = list(counts)
    if len(styles) > 1 and counts[styles[0]] > 1 and styles[0][1:] == styles[1][1:]:
        signs = [_SIGNS.find(style[0]) for style in styles[:2]]
        if 0 <= signs[1] < signs[0]:
            styles[:2] = reversed(styles[:2])
    for start, end, style in found:
        level = min(_UNDERLINED + styles.index(style), _ABOVE_NUMBERS - 1)
        yield Heading(start, end, level)


def _without_overlaps(headings: Sequence[Heading]) -> list[Heading]:
    """Return headings in order without those that begin inside the one before."""
    found: list[Heading] = []
    for heading in headings:
        if not found or heading.start >= found[-1].end:
            found.append(heading)
    return found


def _title_of(source: str) -> str:
    """Return a short line, or two joined if they have the number of a section; "" for others."""
    if "\n" not in source:
        return source if len(source) <= _LONGEST else ""
    line = " ".join(source.split())
    found = numbered_line(0, line.removesuffix("."))
    return line if found and found.keyword else ""


def _is_above(line: re.Match[str]) -> bool:
    """Whether the first line of a paragraph ends although the next word would fit."""
    _, title, below, word = line.group(0, 1, 2, 3)
    return not word[0].islower() and len(title) + 1 + len(word) <= len(below)


def _words(line: str) -> str:
    """Return a numbered line without its number, for comparisons."""
    return " ".join(line.casefold().split()[1:])


def _is_title_above(line: str, indent: str, row: str, *, is_framed: bool) -> bool:
    """Whether a line is the title above an underline, or between two rows."""
    name = line.strip()
    numbered = _NUMBER.match(line)
    column = len(line) - len(name)
    is_below = is_framed or abs(len(indent) - column) <= 1
    is_below |= numbered is not None and len(indent) == numbered.end()
    if not name or _DATED.fullmatch(name) or not is_below:
        return False
    is_as_long = abs(len(row) - len(name)) <= 3
    # A row of another length is often a rule below a sentence.
    ends = tuple(",;" if is_as_long else ",;." if is_framed else ",;.:!")
    if 2 * len(row) < len(name) or name.endswith(ends):
        return False
    if not (numbered or _LONG_WORD.search(name) or _VERSION.match(name)):
        return False
    return not has_columns(_NUMBER.sub("", name, 1))


def _is_name(line: str) -> bool:
    """Whether a line in capitals may be a heading."""
    if len(line) > _LONGEST_CAPITALS or line.endswith(tuple(".,;:!?)")):
        return False
    return bool(_LONG_WORD.search(line)) and _CAPITALS.fullmatch(line) is not None

"""Headings of plain text without numbers: by a table of contents, by layout, below a row."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from chunking.core.units import Units
from chunking.units.contents_table import (
    LONGEST_ENTRY,
    Title,
    indent_of,
    listed_titles,
    number_of,
)
from chunking.units.numbered_lines import has_columns

_LONGEST = 80
# Characters of a title right above its text.
_LONGEST_ABOVE = 40
# One title at least for so many lines of a level of an outline, the others of which are items.
_TITLES_PER_ITEM = 3
# Headings of one kind that a text must have.
_FEWEST = 3
# The share of the text that is indented where titles stand out to the left of it.
_HANGING_SHARE = 0.6
# The share of the text below two blank lines that must be titles.
_APART_SHARE = 0.5

# The share of the lines that are at most as long as the width of the text.
_WIDTH_SHARE = 0.9

_BLANKS = (" ", "\t")
# A name and its version, which may be in lower case; a title with a version may have a colon.
_VERSION_WORDS = 6
_VERSION = re.compile(r"\S{2,} \(?v?\d")
_STOPS = tuple(".,;:!?…\\{}(=<|。，、；：")
# What no title has: a copyright, and the end of a sentence or a clause before another one.
_WITHIN_SENTENCES = re.compile(r"©|(?:[?!…] \S.*){2}|[，。；！？].")
# A title below a row; the length of a row at the start of a paragraph, and of others.
_ROW = re.compile(r"\n(([=\-~*_#])\2{3,}[ \t]*\n(?=[^\n]*[^\W\d_]{2})[^\n]+)(?=\n[ \t]*\n)")
_LONG_ROW, _LONGEST_ROW = 20, 60
# An appendix without a number, and the end of what it follows.
_APPENDIX = re.compile(
    r"\n\n( *(?:(?:ADDENDUM|APPENDIX|ANNEX|EXHIBIT): [^\n]{3,80}|END OF [A-Z ]{4,60}))"
    r"(?=\n[ \t]*\n)"
)
# How far a centered line is from the margin at least, and its middle from that of the text; the
# lines of a centered title.
_LEAST_INDENT, _OFF_CENTER, _MOST_CENTERED = 8, 6, 3
# A commit, and a question of Usenet's lists of them.
_COMMIT = re.compile(
    r"\n\n(commit [0-9a-f]{7,40}(?=[^\n]{0,60}\n)|Subject: [^\n]{3,80}(?=\n[ \t]*\n))"
)
# A release: words and its version, or its version and its date.
_RELEASE = re.compile(
    r"\n\n((?!Figure|Table|Listing|Example|Section|Chapter|Appendix|Part)"
    r"(?:[A-Z][\w'-]*(?: [\w'-]+){0,3} v?\d+\.\d+[\w.]*"
    r"(?:[ ,(–-]+[^\n]{0,30}\b(?:19|20)\d\d\b[^\n]{0,30}(?<![.;]))?"
    r"|-? ?v?\d+\.\d+[\w.]*[ |,(]+\d{4}-\d\d-\d\d\)?):?)(?=\n[ \t]*\n)"
)
# A release above its text: words, versions and a colon; or its date, a summary and a row.
_RELEASE_ABOVE = re.compile(
    r"\n\n((?!Figure|Table|Listing|Example|Section|Chapter|Appendix|Part)(?:[A-Z][\w'-]*"
    r"(?: [\w'-]+){0,5}? v?\d+\.\d+[\w.]*(?: (?:and|to|since|-|–) v?\d+\.\d+[\w.]*)?"
    r"(?: \([^()\n]{1,60}\))?:"
    r"|Date:? [^\n]{0,20}\d[^\n]{0,20}(?:\n[A-Z][a-z]+: [^\n]{1,80})?(?:\n[-=~]{5,})?))"
    r"(?=[ \t]*\n)"
)
# A line with a version, and one of the kind above a list.
_VERSION_LINE = re.compile(r"(?m)^([A-Z][\w'-]*[^\d\n]{0,60}?)v?\d+\.\d[^\n]{0,80}(?<![.;,])$")
_LISTED_BELOW = re.compile(r"\n[ \t]*[-*+•o][ \t]")
# A line of Emacs' outlines, and one of a release. One star may be a list.
_STARS = re.compile(r"(?m)^(\*{1,6})  ?(?!BEGIN |END (?!OF ))\S[^\n]*")
_STAR_RELEASE = re.compile(
    r"\*{1,6} (?:(?:\w+ ){0,3}(?:[Cc]hanges (?:in|since|from|for) (?:\S+ ){0,2}?"
    r"|[Rr]elease |[Vv]ersion )|\S+ )v?\d+\.\d+[\w.-]*(?: \([^()]*\))?(?: \[\S+\])?:?\s*"
)


def title_lines(lines: str, blocks: Units, taken: Mapping[int, int]) -> list[Title]:
    """Return the titles of a text that a table of contents or its layout shows.

    Titles are what a table of contents lists, at most three lines each; centered lines; lines
    below a row of at least twenty signs; lines that begin with stars, in several levels; commits;
    lines to the left of a text that is mostly indented; and lines that alone have two blank lines
    above them.

    Args:
        lines: The text, whose lines end with line feeds.
        blocks: Its paragraphs, which blank lines separate.
        taken: The levels of headings that are known, by offset.
    """
    return _Titles(lines, blocks, taken).find()


class _Titles:
    def __init__(self, lines: str, blocks: Units, taken: Mapping[int, int]) -> None:
        self.lines = lines
        self.starts, self.ends = blocks.starts.tolist(), blocks.ends.tolist()
        self.taken = taken

    def find(self) -> list[Title]:
        """Return the titles in reading order."""
        found = {title.start: title for title in self._by_pattern()}
        listed = listed_titles(self.lines)
        found |= {title.start: title for title in self._centered()}
        others = self._hanging()
        # Releases are above what changed in each.
        are_above = sum(title.start in found for title in others) < 2
        below = int(are_above and any(title.depth for title in found.values()))
        others = [found.get(t.start, t._replace(depth=t.depth + below)) for t in others]
        apart = self._apart() if not listed else []
        if len(others) < _FEWEST and not listed:
            others = apart
        elif not {title.start for title in apart} & {title.start for title in others}:
            # Terms above their text are below the titles of sections.
            deepest = max((title.depth for title in apart), default=0)
            others = apart + [t._replace(depth=t.depth + deepest) for t in others]
        # Titles that are not listed are below those that are.
        deepest = max((title.depth for title in listed), default=0)
        found |= {t.start: t._replace(depth=t.depth + deepest) for t in others}
        found |= {title.start: title for title in listed}
        return [found[start] for start in sorted(found.keys() - self.taken.keys())]

    def _by_pattern(self) -> Iterator[Title]:
        # A literal prefix is found faster than the start of a line.
        lines = f"\n\n{self.lines}".replace("\f", "\n")
        rows, commits, releases, above = (
            [each.span(1) for each in pattern.finditer(lines)]
            for pattern in (_ROW, _COMMIT, _RELEASE, _RELEASE_ABOVE)
        )
        above = above if len(above) >= _FEWEST else list(_above_lists(lines))
        rows = [(start, end) for start, end in rows if _is_above_title(lines, start, end)]
        found = [(*span, 0) for span in rows] if len(rows) >= _FEWEST else []
        for spans in (above, commits, releases):
            found += [(*span, 1) for span in spans] if len(spans) >= _FEWEST else []
        found += [(*each.span(1), 1) for each in _APPENDIX.finditer(lines)]
        for start, end, depth in found:
            yield Title(start - 2, end - 2, depth)
        below = int(max(len(above), len(releases)) >= _FEWEST)
        for title in self._outline():
            yield title._replace(depth=title.depth + below)

    def _outline(self) -> list[Title]:
        """Return the lines with stars above text or others with more stars, and releases.

        Those of a level few of which have either, or are longer than a line, are items. What the
        text begins with is outermost.
        """
        if any(self.lines.startswith("=", start) for start in self.taken):
            return []  # in a text with titles of a wiki, they are items
        found = list(_STARS.finditer(self.lines))
        begun = Counter(len(each[1]) for each in found)
        releases = [each for each in found if _STAR_RELEASE.fullmatch(each[0])]
        if len(begun) < 2 and len(releases) < _FEWEST:
            return []
        first, fewest = len(found[0][1]), min(begun)
        apart = [each for each in found if self._is_apart(each)]
        after = dict(zip_longest(found, found[1:]))
        single = [each for each in apart if not self._continues(each)]
        above = Counter(len(each[1]) for each in single if self._has_more(each, after[each], first))
        levels = {level for level in begun if _TITLES_PER_ITEM * above[level] >= begun[level]}
        # The text of an outermost title may stand right below.
        single += [
            each for each in apart if len(each[1]) == fewest and len(each[0]) <= _LONGEST_ABOVE
        ]
        titles = {
            each.start(): Title(each.start(), each.end(), _star_depth(each, first))
            for each in sorted({*releases, *single}, key=re.Match.start)
            if each in releases or len(each[1]) in levels
        }
        return list(titles.values()) if len(titles) >= _FEWEST else []

    def _is_apart(self, line: re.Match[str]) -> bool:
        """Whether a blank line, a line with stars or nothing is above a line."""
        start = self.lines.rfind("\n", 0, max(0, line.start() - 1)) + 1
        above = self.lines[start : line.start()]
        return not above.strip() or _STARS.match(above) is not None

    def _continues(self, line: re.Match[str]) -> bool:
        """Whether the next line continues one with stars."""
        after = self.lines[line.end() + 1 : line.end() + 2]
        if not after.strip("\n*"):
            return False
        return after in _BLANKS or len(line[0]) > LONGEST_ENTRY

    def _has_more(self, line: re.Match[str], after: re.Match[str] | None, first: int) -> bool:
        """Whether text or a line of a lower level is below one with stars."""
        end = after.start() if after else len(self.lines)
        if self.lines[line.end() : end].strip():
            return True
        # What the text begins with is above all others.
        is_first = len(line[1]) == first
        return (
            after is not None and len(line[1]) != len(after[1]) and (is_first or line[1] < after[1])
        )

    # ---- layout --------------------------------------------------------------------------------

    def _centered(self) -> list[Title]:
        """Return up to three lines in the middle of the text, above a paragraph at the margin.

        At least half of the single lines that are indented as far are some.
        """
        widths = sorted(len(line.expandtabs()) for line in self.lines.splitlines() if line.strip())
        middle = widths[int(_WIDTH_SHARE * (len(widths) - 1))] / 2 if widths else 0
        found, others = list[Title](), 0
        for row, (start, end) in enumerate(zip(self.starts[:-1], self.ends, strict=False)):
            rows = self.lines[start:end].expandtabs().split("\n")
            if len(rows) > _MOST_CENTERED or indent_of(rows[0]) < _LEAST_INDENT:
                continue
            following = self.lines[self.starts[row + 1] : self.ends[row + 1]]
            off = max(abs((indent_of(line) + len(line.rstrip())) / 2 - middle) for line in rows)
            is_above = indent_of(following) < _LEAST_INDENT and "\n" in following
            if off <= _OFF_CENTER and is_above and all(map(is_title, rows)):
                found.append(Title(start, end, 0))
            else:
                others += len(rows) == 1
        return found if len(found) >= max(_FEWEST, others) else []

    def _hanging(self) -> list[Title]:
        """Return the lines to the left of a text most of which is indented."""
        lines, starts, ends = self.lines, self.starts, self.ends
        sizes: Counter[int] = Counter()
        total = 0
        for start, end in zip(starts, ends, strict=True):
            second = lines.find("\n", start, end) + 1 or start
            total += end - start
            if lines.startswith(_BLANKS, second):
                sizes[indent_of(lines[second : second + _LONGEST])] += end - start
        if not total or sizes.total() < _HANGING_SHARE * total:
            return []
        body = sizes.most_common(1)[0][0]
        found = []
        for row, start in enumerate(starts):
            line, _, rest = lines[start : ends[row]].partition("\n")
            end = start + len(line.rstrip())
            # A title in capitals may have two lines.
            if line.isupper() and rest.isupper() and "\n" not in rest:
                end, rest = ends[row], ""
            after = rest or (
                lines[starts[row + 1] : ends[row + 1]] if row + 1 < len(starts) else ""
            )
            # A longer line is the first one of an item whose others are indented, unless it is a
            # question, or has the date and the address of the author of a change.
            name = line.rstrip()
            is_short = not rest or len(line) <= _LONGEST_ABOVE or name.endswith(("?", ">"))
            is_left = indent_of(line) < min(indent_of(after), body)
            if is_short and is_left and is_title(name.removesuffix("?")):
                found.append((start, end, indent_of(line)))
        levels = sorted({indent for _, _, indent in found})
        return [Title(start, end, levels.index(indent) + 1) for start, end, indent in found]

    def _apart(self) -> list[Title]:
        """Return the single lines below two blank lines or more, above text or another one.

        Where the first one is above another one, and later ones are, those enclose the next ones.
        """
        gaps = [
            self.lines.count("\n", end, start) if start - end > 2 else 0
            for end, start in zip(self.ends[:-1], self.starts[1:], strict=True)
        ]
        below = [
            row for row, gap in enumerate(gaps, 1) if gap > 2 and self.starts[row] not in self.taken
        ]
        indents = {0, *(indent_of(self.lines[start : start + _LONGEST]) for start in self.taken)}
        found = {
            row
            for row in below
            if row < len(gaps)
            and gaps[row] <= gaps[row - 1]
            and "\n" not in (line := self.lines[self.starts[row] : self.ends[row]])
            and indent_of(line) in indents
            and is_title(line.rstrip(".!?") if line.isupper() else line)
        }
        # A line amid two equal gaps is a title only above one.
        found -= {row for row in found if 2 < gaps[row] == gaps[row - 1] and row + 1 not in found}
        others = [row for row in below if row - 1 not in found]
        if len(found) < 2 or len(found) < _APART_SHARE * len(found.union(others)):
            return []
        outer = {row for row in found if row + 1 in found}
        encloses = min(found) in outer and len({row for row in outer if row - 1 not in outer}) > 1
        return [
            Title(self.starts[row], self.ends[row], 1 + (encloses and row not in outer))
            for row in sorted(found)
        ]


def _above_lists(lines: str) -> Iterator[tuple[int, int]]:
    """Yield the lines with versions that begin with the same words, most of them above a list."""
    found = [each for each in _VERSION_LINE.finditer(lines) if not has_columns(each[0])]
    counts = Counter(each[1] for each in found)
    listed = Counter(each[1] for each in found if _LISTED_BELOW.match(lines, each.end()))
    for line in found:
        if listed[line[1]] >= max(_FEWEST, counts[line[1]] / 2):
            yield line.span()


def _is_above_title(lines: str, start: int, end: int) -> bool:
    """Whether a row is as long as the line below it, or long and begins a paragraph."""
    row, title = map(str.rstrip, lines[start:end].split("\n"))
    if len(row) == len(title):
        return row[0] == "_" or lines[start - 2] == "\n"
    return len(row) >= (_LONG_ROW if lines[start - 2] == "\n" else _LONGEST_ROW)


def _star_depth(line: re.Match[str], first: int) -> int:
    """Return the depth of a line with stars, given how many the first one has."""
    return 1 if len(line[1]) == first else len(line[1]) + 1


def is_title(line: str) -> bool:
    """Whether a line is short and begins, ends and looks as a title."""
    name = line.strip().removesuffix(" etc.")
    if not name or len(name) > _LONGEST or not name[0].isalnum() or number_of(name):
        return False
    if _WITHIN_SENTENCES.search(name):
        return False
    if name[0].islower() and not _VERSION.match(name):
        return False
    if any(map(str.isdecimal, name)) and len(name.split()) <= _VERSION_WORDS:
        name = name.removesuffix(":")
    if name.endswith(">") and "@" not in name:
        return False
    return not name.endswith(_STOPS) and not has_columns(name)

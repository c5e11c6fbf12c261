"""Running headers, running footers and page numbers: lines that repeat from page to page."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from chunking.loading.pdf.contents import Page

Edge: TypeAlias = Literal["top", "bottom"]

# How many rows of each edge may be furniture, and one more if they are close to one another; how
# far from the edge as a share of the page, and on how many pages a row must repeat.
_ROWS = 2
_MARGIN = {"top": 0.15, "bottom": 0.2}  # LaTeX sets page numbers at 0.17 to 0.19 of A4 pages
_PAGES = 3
_APART = 1.6  # times the size of the text, from the row to the next inside of it
_SAME = 3.0  # points between the heights of one row on two pages
# What is set larger than the text by more than this is furniture on most pages only, as titles of
# slides repeat too.
_LARGEST = 1.15
_LINE_NUMBERS = 10  # in the margins of all pages, at least
_LINE_NUMBER = re.compile(r"\d{1,5}")
_LINK, _LINKS = re.compile(r"\[[^\W\d_]+\]"), 3  # as "[edit]" of a wiki, and how many
_NUMBER = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")
_PAGE_NUMBER = re.compile(r"(?<![\w.])(?:\d{1,5}|[ivxlcIVXLC]{1,7})(?![\w.])")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def furniture(pages: Sequence[Page], body_size: float) -> dict[int, dict[int, str]]:
    """Return for each page, by its number, the reason to remove a line, by its index.

    A row at the edge of a page, apart from the text, is removed if it repeats on other pages at the
    same height, but for its numbers, or if it holds the page's number, counted as on other pages.
    The text of some pages may come close to one of most pages.
    """
    rows = [each for page in pages for each in _edge_rows(page, body_size)]
    needed = min(_PAGES, max(2, len(pages) // 2))
    repeated = _recurring(rows, needed, lambda row: {row.pattern} if row.is_apart else set())
    repeated = {i for i in repeated if not rows[i].is_large and _LETTER.search(rows[i].text)}
    most = max(_PAGES, len(pages) // 2 + 1)
    on_most = _recurring(rows, most, lambda row: {row.pattern} - {""})
    apart = {(rows[i].edge, rows[i].pattern) for i in on_most if rows[i].is_apart}
    repeated |= {i for i in on_most if (rows[i].edge, rows[i].pattern) in apart}
    repeated |= _in_their_place(rows, repeated)
    numbered = _recurring(rows, needed, lambda row: row.page_offsets)
    places = {(rows[i].edge, round(rows[i].y / _SAME)) for i in numbered}
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for i, row in enumerate(rows):
        is_at_same_height = row.is_apart and (row.edge, round(row.y / _SAME)) in places
        if _is_number(row.text) and (i in numbered or is_at_same_height):
            reason = "page number"
        elif i in repeated or i in numbered:
            reason = "running header" if row.edge == "top" else "running footer"
        else:
            continue
        found[row.page].update(dict.fromkeys(row.lines, reason))
    return found


def line_numbers_and_links(pages: Sequence[Page]) -> dict[int, dict[int, str]]:
    """Return the reason to remove a line number or a link of a title, by page and index of line.

    Numbers are in the left margin, at the same distance of each other; links as "[edit]" recur
    where lines end.
    """
    found: dict[int, dict[int, str]] = defaultdict(dict)
    numbers = {page.number: _margin_numbers(page) for page in pages}
    if sum(map(len, numbers.values())) >= _LINE_NUMBERS:
        for number, indexes in numbers.items():
            found[number] = dict.fromkeys(indexes, "line number")
    links: dict[object, list[tuple[int, int]]] = defaultdict(list)
    for page in pages:
        for i, line in enumerate(page.lines):
            if _LINK.fullmatch(line.text) and line.left > page.width / 2:
                links[line.text, round(line.left)].append((page.number, i))
    for places in links.values():
        for number, i in places if len(places) >= _LINKS else ():
            found[number][i] = "edit link"
    return found


def _margin_numbers(page: Page) -> list[int]:
    numbers = {i for i, line in enumerate(page.lines) if _LINE_NUMBER.fullmatch(line.text)}
    others = (line.left for i, line in enumerate(page.lines) if i not in numbers)
    left = min(others, default=0.0)
    outside = [i for i in numbers if page.lines[i].right < left]
    found = sorted(outside, key=lambda i: -page.lines[i].y)
    steps = {int(page.lines[b].text) - int(page.lines[a].text) for a, b in pairwise(found)}
    return found if len(steps) == 1 and min(steps) > 0 else []


@dataclass(frozen=True, slots=True)
class _Row:
    """Lines of one height at an edge of a page."""

    page: int
    edge: Edge
    y: float
    lines: list[int]
    text: str
    is_large: bool  # set larger than the text
    is_apart: bool  # from the text
    fonts: frozenset[str]

    @property
    def pattern(self) -> str:
        """The text without its spaces and the values of its numbers, if anything else is in it."""
        return " ".join(_NUMBER.sub("#", self.text).split()).casefold().strip(" #")

    @property
    def page_offsets(self) -> set[tuple[str, int]]:
        """Of each number in it, how far it is from that of the page, in its notation."""
        if not self.is_apart or (self.is_large and not _is_number(self.text)):
            return set()
        return {(notation, number - self.page) for notation, number in _numbers(self.text)}


def _edge_rows(page: Page, body_size: float) -> Iterator[_Row]:
    for turn in sorted({line.turn for line in page.lines}):
        yield from _turned_edge_rows(page, turn, body_size)


def _turned_edge_rows(page: Page, turn: int, body_size: float) -> Iterator[_Row]:
    by_height: dict[int, list[int]] = defaultdict(list)
    for i, line in enumerate(page.lines):
        if line.turn == turn and not line.rotated:
            by_height[round(line.y)].append(i)
    heights = sorted(by_height, reverse=True)
    edges: tuple[tuple[Edge, list[int]], ...] = (("top", heights), ("bottom", heights[::-1]))
    for edge, found in edges:
        gaps = [abs(y - after) for y, after in pairwise(found[: _ROWS + 2])]
        apart = [i for i, gap in enumerate(gaps, 1) if gap > _APART * body_size]
        near = [i for i in apart if i <= _ROWS] or apart
        outer = max(near, default=0) if gaps else len(found)
        for i, y in enumerate(found):
            lines = by_height[y]
            height = page.height_for(page.lines[lines[0]])
            from_edge = height - y if edge == "top" else y
            size = max(page.lines[each].size for each in lines)
            if from_edge <= _MARGIN[edge] * height:
                text = " ".join(page.lines[each].text for each in lines)
                is_large = size > _LARGEST * body_size
                fonts = frozenset().union(*(page.lines[each].fonts for each in lines))
                yield _Row(page.number, edge, y, lines, text, is_large, i < outer, fonts)


def _recurring(
    rows: Sequence[_Row], needed: int, keys: Callable[[_Row], Iterable[object]]
) -> set[int]:
    """Return the rows that share a key, edge and height with rows of enough pages."""
    groups: dict[object, list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        for key in keys(row):
            groups[row.edge, key].append(i)
    found: set[int] = set()
    for group in groups.values():
        if len({rows[i].page for i in group}) < needed:
            continue
        heights = Counter(round(rows[i].y / _SAME) for i in group)
        for i in group:
            level = round(rows[i].y / _SAME)
            if sum(heights[level + near] for near in (-1, 0, 1)) >= needed:
                found.add(i)
    return found


def _in_their_place(rows: Sequence[_Row], repeated: set[int]) -> set[int]:
    """Return rows at the height and in the font of most repeated ones, as titles of sections."""
    groups: dict[object, list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        if row.edge == "top" and row.is_apart and not row.is_large:
            groups[round(row.y), row.fonts].append(i)
    return {
        i
        for group in groups.values()
        if len(group) > _PAGES and 2 * len(repeated.intersection(group)) > len(group)
        for i in group
    }


def _is_number(text: str) -> bool:
    """Return whether a text is a page number, alone or with the number of pages."""
    left = _PAGE_NUMBER.sub("", text).casefold()
    return not left.replace("page", "").replace("of", "").strip(" -–—|/·.[]()")


def _numbers(text: str) -> Iterator[tuple[str, int]]:
    """Yield the numbers that may be those of a page: the first and the last of the row."""
    found = _PAGE_NUMBER.findall(text)
    for word in {*found[:1], *found[-1:]}:
        yield ("arabic", int(word)) if word.isdigit() else ("roman", roman(word.casefold()))


def roman(word: str) -> int:
    """Return the value of a Roman numeral.

    >>> roman("xiv")
    14
    """
    values = [_ROMAN[letter] for letter in word]
    return sum(
        -value if value < after else value
        for value, after in zip(values, [*values[1:], 0], strict=True)
    )

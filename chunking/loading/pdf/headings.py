"""Headings of a PDF: titles of bookmarks, larger lines, and lines apart from the text above."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import TypeAlias

from chunking.loading.pdf.contents import Bookmark, Line, Page
from chunking.loading.pdf.furniture import roman
from chunking.loading.pdf.patterns import (
    BULLET,
    CAPTION,
    ENDED,
    FULL,
    INDENT,
    ITEM,
    LEADING,
    PART,
    SHORTEST_LINE,
    is_entry,
)

_HEADING_SIZE = 1.12  # sizes of the text
_LARGER = 1.05  # of a line apart from others
_SMALLER = 0.12  # as small capitals are
_TITLE_SIZES = 0.1  # between titles of a level, as of Latin and Chinese letters
_LONGEST_HEADING = 150  # characters
_LONGEST_TITLE = 80  # of one that is hardly larger than the text
_SHORTEST_TEXT = 50  # characters of a line of text, which names of authors do not reach
_CELLS = 3  # of a row that heads a table; a heading may have a gap behind its number
_MAX_LEVEL = 6
# The title of a remark, which is no section.
_REMARK = re.compile(
    r"(?:Note|Tip|Hint|Warning|Caution|Important|Hinweis|Tipp|Warnung|Achtung|Remarque|Nota)s?\s?[:!]?"
)
# The number of a title: 2.1, a Roman numeral or a letter.
_LABEL = re.compile(
    r"(?:(\d{1,2}(?:\.\d{1,2})*)(?:[.．:]?\s+|．)|(?:([IVX]{1,6})|([A-Z]))[.．:]\s+)\W*"
)
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+\S")
_LETTERS = re.compile(r"[^\W\d_]{2}|[\u3400-\u9fff]")  # two, as an accent may be one
_TEXT_SHARE = 0.1  # of all characters, in a style of text
_UNTITLED = re.compile(r"[,;:]$")
# The date of a document on its first page.
_DATE = re.compile(
    r"(?:\d{1,2}\.?\s(?:de\s)?[^\W\d_]{3,12}\.?,?\s(?:de\s)?|[^\W\d_]{3,12}\.?\s\d{1,2},?\s)(?:19|20)\d\d$"
    r"|\d{4}-\d\d-\d\d$|\d{1,2}[./]\d{1,2}[./]\d{4}$"
)
_WORD = re.compile(r"\W+")
_WORDS = re.compile(r"[^\W\d_a-z][^<>(){}\[\]=|\\/+*]+")  # no signs of code and formulas
_FEW_TITLES = 3  # in one style, and how many of the lines in it: one of three

# The number of a page and the index of a line in it; a size of font, and whether it is bold.
_Place: TypeAlias = tuple[int, int]
_Style: TypeAlias = tuple[float, bool]
# Of the number of a title: its kind, the numbers above, and the last number.
_Label: TypeAlias = tuple[str, tuple[int, ...], int]


def heading_levels(
    pages: Sequence[Page], bookmarks: Sequence[Bookmark], size: float, leading: float
) -> dict[_Place, int]:
    """Return the levels of the lines that are headings, by number of page and index of line."""
    by_number = {page.number: page for page in pages}
    lines = {(page.number, i): line for page in pages for i, line in enumerate(page.lines)}
    marked = _bookmarked(pages, bookmarks)
    title_page = _before_text(pages, size)
    apart = _titles_apart(pages, size, leading)
    named = {at: lines[at] for at in marked}
    larger = [line for line in named.values() if line.size >= _LARGER * size]
    usual = _in_title_style(apart, lines, larger) if marked else set()
    kept = _without_text(apart, lines).keys() | _in_sequence(apart | named) | usual
    apart = {at: line for at, line in apart.items() if at in kept or not _is_distinct(line, size)}
    large = _large_lines(pages, lines, title_page, size) | _slide_titles(pages, size)
    if not marked:
        large |= {at: line for at, line in apart.items() if line.size >= _LARGER * size}
    found = _levels_of_large(dict(sorted(large.items())), named, marked, title_page)
    numbered = _in_sequence(apart | named | large)
    small = [
        at
        for at, line in apart.items()
        if not (marked or found)
        or (at not in title_page and marked and line.bold and at in numbered)
        or (at not in title_page and at in usual and _is_above_text(by_number[at[0]], at[1]))
        or (at not in title_page and not marked and _is_title(apart, at, by_number[at[0]]))
    ]
    deepest = min(max((found | marked).values(), default=0) + 1, _MAX_LEVEL)
    return _levels_of_numbers(dict.fromkeys(small, deepest) | found | marked, lines) | marked


def _levels_of_large(
    large: dict[_Place, Line],
    named: dict[_Place, Line],
    marked: dict[_Place, int],
    title_page: AbstractSet[_Place],
) -> dict[_Place, int]:
    """Return the levels of larger lines by style; on a title page, of the largest lines only."""
    styles: dict[_Style, Counter[int]] = defaultdict(Counter)
    for at, level in marked.items():
        styles[named[at].size, named[at].bold][level] += 1
    levels = _levels_of_styles(
        {style: found.most_common(1)[0][0] for style, found in styles.items()},
        [(line.size, line.bold) for line in large.values()],
    )
    largest = max((large[at].size for at in title_page & large.keys()), default=0.0)
    return {
        at: 1 if at in title_page else levels[line.size, line.bold]
        for at, line in large.items()
        if at not in title_page or line.size == largest
    }


def _is_title(titles: dict[_Place, Line], at: _Place, page: Page) -> bool:
    """Return whether text follows a title, or another one if it has a number."""
    is_part = (at[0], at[1] + 1) in titles and _label(titles[at].text) is not None
    return is_part or _is_above_text(page, at[1])


def _slide_titles(pages: Sequence[Page], size: float) -> dict[_Place, Line]:
    """Return the lines of the titles at the top of pages, if most of them are wide and have one."""
    found: dict[_Place, Line] = {}
    titled = 0
    for page in pages:
        lines = page.lines
        title = next(iter(lines), None)
        if title is None or page.width <= page.height or not _may_be_heading(title, size):
            continue
        if title.size < max(line.size for line in lines if not line.is_drawn):
            continue
        after = 1
        while after < len(lines) and _continues_title(lines[after - 1], lines[after]):
            after += 1
        titled += 1
        found |= {(page.number, i): lines[i] for i in range(after)}
    return found if 2 * titled > len(pages) and len(pages) > 1 else {}


def _large_lines(
    pages: Sequence[Page], lines: dict[_Place, Line], title_page: AbstractSet[_Place], size: float
) -> dict[_Place, Line]:
    """Return the lines that may be headings by their size: no captions, dates and text.

    Labels recur on a page.
    """
    captions, by_number = _captions(lines), {page.number: page for page in pages}
    large = {
        at: line
        for at, line in lines.items()
        if at not in captions
        and _may_be_heading(line, size)
        and not ((at[0] == pages[0].number or at in title_page) and _DATE.match(line.text))
        and not (_UNTITLED.search(line.text) and _is_alone(by_number[at[0]], at[1]))
        and (at in title_page or not _is_of_three(by_number[at[0]], at[1]))
    }
    on_page = Counter((number, line.text) for (number, _), line in large.items())
    unique = {at: line for at, line in large.items() if on_page[at[0], line.text] == 1}
    return _without_text(unique, lines)


def _is_of_three(page: Page, index: int) -> bool:
    """Return whether a line is one of three right below each other in one style."""
    starts = range(max(0, index - 2), min(index, len(page.lines) - 3) + 1)
    runs = (page.lines[start : start + 3] for start in starts)
    return any(all(_continues_title(*pair) for pair in pairwise(run)) for run in runs)


def _is_alone(page: Page, index: int) -> bool:
    """Return whether a line is followed by neither running text nor another line of its style."""
    line, *below = page.lines[index : index + 2]
    goes_on = any(_continues_title(line, each) for each in below)
    return not goes_on and not _is_above_text(page, index)


def _is_above_text(page: Page, index: int) -> bool:
    """Return whether a line of running text follows a title, or the second line of it."""
    line, *below = page.lines[index : index + 3]
    if len(below) > 1 and below[0].bold and _continues_title(line, below[0]):
        line, *below = below
    return any(
        not each.bold and not each.monospaced and each.turn == line.turn
        and len(each.text) >= SHORTEST_LINE and line.y - each.y > 0
        for each in below[:1]
    )  # fmt: skip


def _without_text(large: dict[_Place, Line], lines: dict[_Place, Line]) -> dict[_Place, Line]:
    """Return larger lines without those in a style of much of the text."""
    characters: Counter[tuple[float, bool]] = Counter()
    for line in lines.values():
        characters[line.size, line.bold] += len(line.text)
    most = _TEXT_SHARE * characters.total()
    few = 2 * _LONGEST_HEADING  # a title alone may be a large share of a short text
    return {
        place: line
        for place, line in large.items()
        if characters[line.size, line.bold] <= max(few, most)
    }


def _before_text(pages: Sequence[Page], size: float) -> set[_Place]:
    """Return the lines of the first page above its text: title, authors and dates.

    One word in bold below the title is a heading of the text, and so is a numbered line.
    """
    page = pages[0]
    largest = max((line.size for line in page.lines), default=0.0)
    found: set[_Place] = set()
    for i, line in enumerate(page.lines):
        is_text = abs(line.size - size) <= 0.15 * size and len(line.text) > _SHORTEST_TEXT
        if is_text or (line.bold and line.text.isalpha() and line.size < largest):
            break
        if not _label(line.text):
            found.add((page.number, i))
    return found


def _may_be_heading(line: Line, size: float) -> bool:
    """Return whether a line that is larger than the text may be a title."""
    return line.size >= _HEADING_SIZE * size and _may_be_title(line, _LONGEST_HEADING)


def _may_be_title(line: Line, longest: int) -> bool:
    return (
        len(line.text) <= longest
        and _LETTERS.search(line.text) is not None
        and not is_entry(line)
        and not BULLET.match(line.text)
        and not line.monospaced
        and not line.is_drawn
    )


def _captions(lines: dict[_Place, Line]) -> dict[_Place, Line]:
    """Return the lines of captions and the titles of remarks."""
    found: dict[_Place, Line] = {}
    for (page, i), line in lines.items():
        before = found.get((page, i - 1))
        if _is_label(line) or (before and _continues_title(before, line)):
            found[page, i] = line
    return found


def _is_label(line: Line) -> bool:
    return bool(CAPTION.match(line.text) or _REMARK.fullmatch(line.text))


def _continues_title(before: Line, line: Line) -> bool:
    """Return whether a line is right below another one and in its style."""
    is_same = (line.size, line.bold, line.turn) == (before.size, before.bold, before.turn)
    return is_same and 0 < before.y - line.y <= LEADING * LEADING * line.size


def _levels_of_styles(known: dict[_Style, int], used: Sequence[_Style]) -> dict[_Style, int]:
    """Return a level for each style: that of bookmarks, else how deep it usually is.

    Args:
        known: The levels of styles that bookmarks name.
        used: The styles of the headings in their order.
    """
    levels: dict[_Style, int] = {}
    if known:
        level = 0
        for style in sorted(known.keys() | set(used), reverse=True):
            level = known.get(style, min(level + 1, _MAX_LEVEL))
            levels[style] = level
        return levels
    depths: dict[_Style, Counter[int]] = defaultdict(Counter)
    open_styles: list[_Style] = []
    for style in used:
        while open_styles and open_styles[-1] <= style:
            open_styles.pop()
        open_styles.append(style)
        depths[style][len(open_styles)] += 1
    return {style: min(found.most_common(1)[0][0], _MAX_LEVEL) for style, found in depths.items()}


def _bookmarked(pages: Sequence[Page], bookmarks: Sequence[Bookmark]) -> dict[tuple[int, int], int]:
    """Return the levels of the lines that bookmarks name."""
    by_number = {page.number: page for page in pages}
    found: dict[tuple[int, int], int] = {}
    for mark in bookmarks:
        page = by_number.get(mark.page)
        run = _lines_of_title(page, mark, found) if page and mark.title else None
        if page is None or run is None:
            continue
        first = run.start
        if first and PART.match(page.lines[first - 1].text):  # "Chapter 1" over its title
            run = range(first - 1, run.stop)
        found.update({(mark.page, i): min(mark.level, _MAX_LEVEL) for i in run})
    return found


def _lines_of_title(page: Page, mark: Bookmark, taken: dict[tuple[int, int], int]) -> range | None:
    """Return the lines that hold the title of a bookmark: those next below its place."""
    title = _letters(mark.title)
    best: tuple[float, range] | None = None
    for first, line in enumerate(page.lines):
        if (page.number, first) in taken or not title:
            continue
        letters = ""
        for last in range(first, min(first + 4, len(page.lines))):
            letters += _letters(page.lines[last].text)
            extra = len(letters) - len(title)
            if extra > 12:
                break
            # The number of a section may be missing in either; the end of a text is none.
            is_above = extra >= len(_letters(line.text)) and _LETTERS.search(line.text)
            if letters == title or (extra > 0 and not is_above and letters.endswith(title)) or (
                extra < 0 and title.endswith(letters) and -extra <= 6 and len(letters) > 3
            ):  # fmt: skip
                away = 0.0 if mark.y is None else abs(mark.y - line.y - line.size)
                if best is None or away < best[0]:
                    best = (away, range(first, last + 1))
                break
    return best[1] if best else None


def _letters(text: str) -> str:
    return _WORD.sub("", text).casefold()


def _titles_apart(pages: Sequence[Page], size: float, leading: float) -> dict[_Place, Line]:
    """Return short lines apart from the text above them that may be titles of the text below.

    They are bold, larger than the text or in capitals, or their numbers follow one another.
    """
    apart = {
        (page.number, i): line
        for page in pages
        for i, line in enumerate(page.lines)
        if _may_be_apart(line, size) and _is_apart(page, i, leading)
    }
    by_number = {page.number: page for page in pages}
    bold = {
        at: line
        for at, line in apart.items()
        if line.bold and (not line.text.endswith(".") or _NUMBERED.match(line.text))
    }
    bold |= {
        (number, i + 1): after
        for number, i in bold
        for after in by_number[number].lines[i + 1 : i + 2]
        if after.bold and _continues_title(apart[number, i], after)
        if _is_above_text(by_number[number], i)
    }
    others = {
        at: line
        for at, line in apart.items()
        if not line.bold
        and not ENDED.search(line.text)
        and _is_over(by_number[at[0]], at[1], size, apart)
    }
    numbered = _in_sequence(bold | others)
    texts = Counter(line.text for page in pages for line in page.lines)
    kept = bold.keys() | {
        at
        for at, line in others.items()
        if at in numbered
        or _is_distinct(line, size)
        or (line.text.isupper() and texts[line.text] == 1)
    }
    return {at: (apart | bold)[at] for at in sorted(kept)}


def _in_title_style(
    titles: dict[_Place, Line], lines: dict[_Place, Line], named: Sequence[Line]
) -> set[_Place]:
    """Return the titles that do not recur, in the style of named ones.

    Those in words may also be in another style that is often used for titles.
    """
    texts = Counter(line.text for line in lines.values())
    styles = Counter((each.fonts, each.size) for each in lines.values() if texts[each.text] == 1)
    groups: dict[tuple[frozenset[str], float], list[_Place]] = defaultdict(list)
    for at, line in titles.items():
        if texts[line.text] == 1:
            groups[line.fonts, line.size].append(at)
    found: set[_Place] = set()
    for style, group in groups.items():
        in_words = {at for at in group if _WORDS.fullmatch(titles[at].text)}
        if any(style == (line.fonts, line.size) for line in named):
            found |= {*group}
        elif len(in_words) >= _FEW_TITLES and _FEW_TITLES * len(in_words) >= styles[style]:
            found |= in_words
    return found


def _is_distinct(line: Line, size: float) -> bool:
    """Return whether a line is bold or larger than the text."""
    return line.bold or line.size >= _LARGER * size


def _may_be_apart(line: Line, size: float) -> bool:
    """Return whether a line that is hardly larger than the text may be a title."""
    return (
        (1 - _SMALLER) * size <= line.size < _HEADING_SIZE * size
        and _may_be_title(line, _LONGEST_TITLE)
        and not _UNTITLED.search(line.text)
        and not _is_label(line)
        and (not line.cells or (len(line.cells) < _CELLS and _label(line.text) is not None))
    )


def _is_apart(page: Page, index: int, leading: float) -> bool:
    """Return whether a line is farther from the one above than lines of text are."""
    if not index or page.lines[index - 1].turn != page.lines[index].turn:
        return True
    above = page.lines[index - 1].y - page.lines[index].y
    return above > LEADING * leading or above < 0


def _is_over(page: Page, index: int, size: float, apart: dict[_Place, Line]) -> bool:
    """Return whether a title is above text, which is no item nor indented, or above a part of it.

    Below the mark of an item and below a term, two lines are indented.
    """
    line, *below = page.lines[index : index + 3]
    after = apart.get((page.number, index + 1))
    if after and (label := _label(line.text)) and (part := _label(after.text)):
        return label[:2] != part[:2]
    if not _is_above_text(page, index) or ITEM.match(below[0].text):
        return False
    width = max(each.right for each in below) - min(each.left for each in below)
    is_hanging = all(each.left > line.left + INDENT * size for each in below)
    return line.right - line.left < FULL * width and not is_hanging


def _in_sequence(titles: dict[_Place, Line]) -> set[_Place]:
    """Return the places of titles whose number is next to that of another one."""
    labels = {at: label for at, line in titles.items() if (label := _label(line.text))}
    places: dict[_Label, list[_Place]] = defaultdict(list)
    for at, label in labels.items():
        places[label].append(at)
    return {
        at
        for at, (kind, above, number) in labels.items()
        if any(each < at for each in places[kind, above, number - 1])
        or any(each > at for each in places[kind, above, number + 1])
    }


def _label(text: str) -> _Label | None:
    """Return the kind, the numbers above and the last number of a label, as of "2.1 Tides".

    >>> _label("2.1 Tides"), _label("IV. Tides"), _label("B. Tides")
    (('1', (2,), 1), ('I', (), 4), ('A', (), 2))
    """
    found = _LABEL.match(text)
    if not found or text[found.end() : found.end() + 1].islower() or found.end() == len(text):
        return None
    if found[1]:
        *above, last = map(int, found[1].split("."))
        return "1", tuple(above), last
    if found[2]:
        return "I", (), roman(found[2].casefold())
    return "A", (), ord(found[3]) - ord("A") + 1


def _levels_of_numbers(found: dict[_Place, int], lines: dict[_Place, Line]) -> dict[_Place, int]:
    """Return levels of headings where one with the next number is as deep, and parts are deeper."""
    labels = {at: label for at in found if (label := _label(lines[at].text))}
    kinds = {labels[at][0] for at in _in_sequence({at: lines[at] for at in labels})}
    levels: dict[_Place, int] = {}
    latest: dict[_Label, tuple[int, float]] = {}
    outer = 0  # the latest level of a Roman numeral
    for at, own in sorted(found.items()):
        before, line = (at[0], at[1] - 1), lines[at]
        levels[at] = own
        if found.get(before) == own and _continues_title(lines[before], line):
            levels[at] = levels[before]
        elif PART.match(line.text):  # "Chapter 1" is over its title
            levels[at] = min(own, found.get((at[0], at[1] + 1), own))
        elif at in labels and labels[at][0] in kinds:
            kind, above, number = labels[at]
            sibling, size = latest.get((kind, above, number - 1), (0, 0.0))
            if above:
                parent, _ = latest.get((kind, above[:-1], above[-1]), (own - 1, 0.0))
                levels[at] = min(parent + 1, _MAX_LEVEL)
            elif sibling and abs(size - line.size) < _TITLE_SIZES * size:
                levels[at] = sibling
            elif kind != "I" and outer:
                levels[at] = min(max(own, outer + 1), _MAX_LEVEL)
            latest[labels[at]] = levels[at], line.size
            outer = levels[at] if kind == "I" else outer
    return levels

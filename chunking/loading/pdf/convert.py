"""Markdown of a PDF, with the page of each offset and what was removed."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from chunking.core.errors import LoadError
from chunking.core.origin import Locations, Removed
from chunking.core.text.numbers import count_of
from chunking.loading import markdown
from chunking.loading.formats import Content
from chunking.loading.pdf import lines as reading
from chunking.loading.pdf.blocks import Block, BlockKind, Columns, blocks, body_size
from chunking.loading.pdf.columns import cells_of
from chunking.loading.pdf.contents import Line, Page
from chunking.loading.pdf.contents_table import contents_tables
from chunking.loading.pdf.drawings import marks_of_plots, with_drawings, with_formulas
from chunking.loading.pdf.furniture import furniture, line_numbers_and_links
from chunking.loading.pdf.patterns import BULLET, ITEM, UNSPACED

_MAX_LISTED = 20
_NESTED = 1.0  # sizes of the font that an item is indented, at least; numbers may be less apart
_FEWEST_ROWS = 3  # of a table, with its header
_NUMBER = re.compile(r"[-+−]?\d[\d.,]*\s?%?")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
# The dots between a title and its page number, not the blank behind them.
_LEADER = re.compile(r"(?:[ ]?\.){6,}")
_ADDRESS = re.compile(r"(?:://|@|www\.)\S*$")  # keeps its hyphens: `http://spring-tide.example`
_LAST = re.compile(r"[^\W\d_]+$")
_OPEN_RANGE = re.compile(r"(?:[\d%][-‐‑–]|\w/)$")
_UNSPACED = re.compile(f"[{UNSPACED}]{{2}}")
# Abbreviations, and words with one more hyphen: `PDF-viewer`, `c'est-à-dire`.
_COMPOUND = re.compile(r"[A-Z]{2,}-|[^\W\d_]+-[^\W\d_]+-[^\W\d_]")
_FIRST = re.compile(r"^[^\W\d_]+")


def convert(data: bytes, on_page: Callable[[], None] = lambda: None) -> Content:
    """Return the text of a PDF as Markdown.

    Headings are those of the bookmarks, or lines in a larger font. Lines of a paragraph are joined
    by a space, and rows with a header are a table; running headers, page numbers, numbers of lines,
    tables of contents, line-end hyphens and dot leaders are removed.

    Raises:
        LoadError: No page has text, the file is damaged, or it needs a password.
    """
    found = reading.read(data, on_page)
    removals = _Removals()
    pages = _readable(found.pages)
    pages = removals.without(pages, line_numbers_and_links(pages))
    pages = removals.without(pages, furniture(pages, body_size(pages)))
    pages = removals.without(pages, {page.number: _marks(page) for page in pages})
    pages = removals.without(pages, contents_tables(pages))
    pages = [replace(each, lines=with_formulas(with_drawings(each))) for each in pages]
    writer = _Writer(pages, removals)
    for block in blocks(pages, found.bookmarks):
        writer.add(block)
    content = writer.content()
    return Content(
        content.text,
        "text/markdown",
        title=found.title,
        notes=_notes(found.pages),
        locations=content.locations,
        removed=content.removed,
    )


def _readable(pages: Sequence[Page | None]) -> list[Page]:
    """Return the pages with text.

    Raises:
        LoadError: There are none.
    """
    total = count_of(len(pages), "page")
    if not pages:
        raise LoadError("the PDF has no pages")
    found = [page for page in pages if page and page.lines and page.readable]
    if found:
        return found
    if any(page is None for page in pages):
        raise LoadError(f"{reading.DAMAGED}: none of its {total} can be read")
    if any(page and not page.readable for page in pages):
        raise LoadError(f"the fonts of the PDF map no characters to Unicode ({total}, needs OCR)")
    raise LoadError(f"none of the PDF's {total} has text (scanned pages need OCR)")


def _notes(pages: Sequence[Page | None]) -> tuple[str, ...]:
    total = count_of(len(pages), "page")
    groups = (
        ("has no text", "have no text", "scanned pages need OCR",
         [i for i, page in enumerate(pages, 1) if page and not page.lines]),
        ("has fonts without a Unicode mapping", "have fonts without a Unicode mapping", "needs OCR",
         [i for i, page in enumerate(pages, 1) if page and page.lines and not page.readable]),
        ("cannot be read", "cannot be read", "",
         [i for i, page in enumerate(pages, 1) if page is None]),
    )  # fmt: skip
    notes = []
    for one, several, remedy, numbers in groups:
        if numbers:
            shown = ", ".join(map(str, numbers[:_MAX_LISTED]))
            shown += ", …" if len(numbers) > _MAX_LISTED else ""
            what = one if len(numbers) == 1 else several
            ending = f" ({remedy})" if remedy else ""
            notes.append(f"{len(numbers)} of {total} {what}: {shown}{ending}")
    return tuple(notes)


class _Removals:
    """Texts that are removed from pages, each with the reason."""

    def __init__(self) -> None:
        self._above: dict[int, list[tuple[str, str]]] = {}
        self._below: dict[int, list[tuple[str, str]]] = {}

    def without(
        self, pages: Sequence[Page], reasons: Mapping[int, Mapping[int, str]]
    ) -> list[Page]:
        """Return pages without the lines that have a reason, by number of page and index."""
        found = []
        for page in pages:
            removed = reasons.get(page.number, {})
            kept = [line for i, line in enumerate(page.lines) if i not in removed]
            found.append(replace(page, lines=kept))
            for i, reason in sorted(removed.items()):
                line = page.lines[i]
                side = self._above if line.y > page.height_for(line) / 2 else self._below
                side.setdefault(page.number, []).append((line.text, reason))
        return found

    def between(self, page: int, after: int) -> list[tuple[str, str]]:
        """Take what is below the text of a page, and up to that of a later one."""
        found = []
        for number in range(page, after + 1):
            found += self._above.pop(number, [])
            found += self._below.pop(number, []) if number < after else []
        return found


class _Writer:
    """The text as it grows, the offsets at which pages begin, and what was removed."""

    def __init__(self, pages: Sequence[Page], removals: _Removals) -> None:
        self._words = _words(pages)
        self._columns = {page.number: Columns(page.lines) for page in pages}
        self._removals = removals
        self._out: list[str] = []
        self._size = 0
        self._page = 0
        self._end = pages[-1].number + 1
        self._starts: list[int] = []
        self._numbers: list[int] = []
        self._removed: list[Removed] = []
        self._last: BlockKind | None = None
        self._items: list[Block] = []  # those that may contain the next item

    def content(self) -> Content:
        """Return text, pages and removed text."""
        self._note_removed(self._end)
        locations = Locations("pages", self._starts, self._numbers) if self._numbers else None
        return Content("".join(self._out), locations=locations, removed=tuple(self._removed))

    def add(self, block: Block) -> None:
        """Append a block."""
        if self._last is not None:
            is_list = block.kind is self._last is BlockKind.ITEM
            is_below = block.is_caption and self._last is BlockKind.DRAWING
            self._append("\n" if is_list or is_below else "\n\n")
        indentation = self._indentation(block)
        self._last = block.kind
        self._begin(block.pages[0])
        if block.kind is BlockKind.CODE:
            if block.is_term:
                self._append(markdown.inline_code(block.lines[0].text))
            else:
                self._code(block)
            return
        if rows := _table(block):
            self._append(markdown.table(rows))
            return
        if block.kind is BlockKind.HEADING:
            self._append("#" * block.level + " ")
        is_lined = block.kind in {BlockKind.LINES, BlockKind.DRAWING}
        for i, (line, page) in enumerate(zip(block.lines, block.pages, strict=True)):
            goes_on = line.is_more or block.lines[i - 1].hyphenated
            is_first = i == 0 or (is_lined and not goes_on)
            if i and is_first:
                self._append("\n")
            elif i:
                self._join(block.lines[i - 1], block.pages[i - 1], line.text)
            self._begin(page)
            text = indentation + _markdown(line.text, block) if is_first else line.text
            self._append_without_leaders(text)

    def _indentation(self, block: Block) -> str:
        """Return the blanks before an item, which is of those above that begin farther left."""
        if block.kind is not BlockKind.ITEM:
            self._items.clear()
            return ""
        line, page = block.lines[0], block.pages[0]
        last = self._items[-1] if self._items else block
        if last.pages[0] != page or last.lines[0].y < line.y:  # of another page or column
            shifts = [abs(each.lines[0].left - line.left) for each in self._items]
            if min(shifts) > _NESTED * line.size:
                self._items.clear()
        while self._items and line.left - self._items[-1].lines[0].left < _NESTED * line.size:
            self._items.pop()
        indentation = " " * sum(map(_mark_width, self._items))
        self._items.append(block)
        return indentation

    def _append_without_leaders(self, text: str) -> None:
        end = 0
        for leader in _LEADER.finditer(text):
            self._append(text[end : leader.start()])
            self._removed.append(Removed(self._size, leader[0], "dot leader", inline=True))
            end = leader.end()
            if text[end : end + 1].strip():
                self._append(" ")
        self._append(text[end:])

    def _code(self, block: Block) -> None:
        left = min(line.left for line in block.lines)
        cells = [each for line in block.lines for each in cells_of(line)]
        # The letters of a word are narrower than the places they have.
        width = max(1.0, *((each.right - each.left) / max(1, len(each.text)) for each in cells))
        ticks = markdown.fence("\n".join(line.text for line in block.lines)).partition("\n")[0]
        self._append(ticks)
        gaps = [before.y - line.y for before, line in pairwise(block.lines)]
        # Lines of a formula may be hardly apart.
        apart = (
            gap for gap, line in zip(gaps, block.lines[1:], strict=True) if gap > line.size / 2
        )
        usual = min(apart, default=float("inf"))
        right, column = float("inf"), 0
        for line, page, gap in zip(block.lines, block.pages, [0.0, *gaps], strict=True):
            if abs(gap) > line.size / 2 or line.left < right:  # else in the same row
                self._append("\n" * max(1, round(gap / usual)))
                column = 0
            self._begin(page)
            hyphen = "-" if line.hyphenated else ""
            text = _aligned(line, left, width, column) + hyphen
            self._append(text)
            right, column = line.right, column + len(text)
        self._append(f"\n{ticks}")

    def _begin(self, page: int) -> None:
        """Begin a page, if it is another one."""
        if page > self._page:
            self._note_removed(page)
            self._page = page
            self._starts.append(self._size)
            self._numbers.append(page)

    def _note_removed(self, page: int) -> None:
        """Note what is removed since the page before: below its text, and above that of `page`."""
        found = self._removals.between(self._page, page)
        self._removed += [Removed(self._size, text, reason) for text, reason in found]

    def _join(self, before: Line, page: int, text: str) -> None:
        """Append what joins two lines: a space, a hyphen, or nothing for a removed hyphen."""
        if not before.hyphenated:
            # A hyphen behind a number, as in 1998-2004 and 32-bit, splits no word, nor a slash.
            is_range = _OPEN_RANGE.search(before.text) and text[:1].isalnum()
            is_unspaced = _UNSPACED.match(before.text[-1:] + text[:1])
            is_word = is_unspaced and self._columns[page].is_full(before)
            self._append("" if is_range or is_word else " ")
            return
        head, tail = _LAST.search(before.text), _FIRST.search(text)
        if head and tail and not _ADDRESS.search(before.text):
            word = (head[0] + tail[0]).casefold()
            compound = f"{head[0]}-{tail[0]}".casefold()
            is_compound = _COMPOUND.match(f"{head[0]}-{text}")
            needed = self._words[compound] + bool(is_compound)
            if self._words[word] >= needed and tail[0][:1].islower():
                self._removed.append(Removed(self._size, "-", "line-end hyphen", inline=True))
                return
        self._append("-")

    def _append(self, text: str) -> None:
        self._out.append(text)
        self._size += len(text)


def _aligned(line: Line, left: float, width: float, column: int) -> str:
    """Return what follows a column in a row of code, with its cells where they are on the page."""
    text = ""
    for cell in cells_of(line):
        at = round((cell.left - left) / width) - column
        text = text.ljust(max(at, len(text) + 1) if column or text else at) + cell.text
    return text


def _markdown(text: str, block: Block) -> str:
    """Return the text of a line that begins one in the output."""
    mark = BULLET.match(text)
    if block.kind is BlockKind.HEADING:
        return text
    if block.kind is BlockKind.ITEM:
        return "- " + markdown.paragraph(text[mark.end() :]) if mark else text
    return "\n".join(map(markdown.paragraph, text.split("\n")))


def _table(block: Block) -> list[list[str]]:
    """Return the cells of lines that are a table with a header; empty if they are none.

    The header is in another font than the row below, or has no digits above a column of numbers.
    """
    rows = [[each.text for each in line.cells] for line in block.lines if line.is_row]
    is_whole = len(rows) == len(block.lines) and len(set(map(len, rows))) == 1
    if len(rows) < _FEWEST_ROWS or not is_whole or len(set(block.pages)) > 1:
        return []
    header, first = block.lines[:2]
    columns = zip(*rows[1:], strict=True)
    has_numbers = any(all(map(_NUMBER.fullmatch, column)) for column in columns)
    has_words = not any(letter.isdigit() for letter in header.text)
    return rows if (has_numbers and has_words) or not header.fonts & first.fonts else []


def _mark_width(item: Block) -> int:
    """Return how many characters are before the text of an item in Markdown."""
    text = item.lines[0].text
    mark = ITEM.match(text)
    return len(mark[0]) if mark and not BULLET.match(text) else len("- ")


def _marks(page: Page) -> dict[int, str]:
    """Return the reasons to remove lines of a page that are no text."""
    return {
        **dict.fromkeys(_oblique(page), "rotated text"),
        **dict.fromkeys(marks_of_plots(page), "mark of a plot"),
    }


def _oblique(page: Page) -> list[int]:
    """Return the oblique lines of a page, as of a watermark; none if they are most of its text."""
    found = [i for i, line in enumerate(page.lines) if line.rotated]
    size = sum(len(line.text) for line in page.lines)
    return found if 2 * sum(len(page.lines[i].text) for i in found) <= size else []


def _words(pages: Sequence[Page]) -> Counter[str]:
    """Return how often words occur, which decides whether a line-end hyphen is part of one."""
    found: Counter[str] = Counter()
    for page in pages:
        for line in page.lines:
            found.update(word.casefold() for word in _WORD.findall(line.text))
    return found

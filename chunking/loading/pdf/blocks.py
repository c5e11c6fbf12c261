"""Blocks of the pages of a PDF: headings, paragraphs, list items, code and footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from chunking.loading.pdf.contents import Bookmark, Line, Page
from chunking.loading.pdf.headings import heading_levels
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
    UNSPACED,
    is_entry,
)

_FOOTNOTE_SIZE = 0.93  # sizes of the text
_LOOSE_LEADING = 2.6  # usual distances of two lines, of code and of tables of contents
_COLUMN = 3.0  # sizes of the font from the end of a column up to the next one, at least
_CODE = re.compile(r"[{}\[\];=<>←]|//|[#%]")  # in most lines of code and before comments
_PROMPT = re.compile(r"\$ [A-Za-z./~]")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_MARK = re.compile(r"[•‣➢➤■-◿]\s")  # of an item also in the font of code
_SMALLER = 0.9  # sizes of the text; Chinese next to Latin letters has 0.92
_MIDDLE = 1.0  # points from the middle of a centered line to that of another, at most
_FLOATS = 40  # blocks of floats and footnotes between two parts of a paragraph, at most
_NOTE = re.compile(r"(\d{1,3})(?=\s?[^\W\d_])|[∗*†‡§¶]")  # the mark of a footnote


class BlockKind(StrEnum):
    """Kinds of blocks; LINES and DRAWING keep their line breaks."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    LINES = "lines"
    CODE = "code"
    FOOTNOTE = "footnote"
    DRAWING = "drawing"  # also a formula


@dataclass(slots=True)
class Block:
    """Lines that belong together, each with the number of its page; `level` is of headings."""

    kind: BlockKind
    lines: list[Line]
    pages: list[int]
    level: int = 0

    def extend(self, block: Block) -> None:
        """Append the lines of another block."""
        self.lines += block.lines
        self.pages += block.pages

    @property
    def is_term(self) -> bool:
        """Whether it is one word of code, as a term above its definition."""
        is_word = len(self.lines) == 1 and " " not in self.lines[0].text
        return is_word and self.kind is BlockKind.CODE

    @property
    def is_caption(self) -> bool:
        """Whether it begins as a caption does."""
        return CAPTION.match(self.lines[0].text) is not None

    @property
    def is_float(self) -> bool:
        """Whether text before and after it may be of one paragraph."""
        return self.kind in {BlockKind.FOOTNOTE, BlockKind.DRAWING} or self.is_caption


def body_size(pages: Sequence[Page]) -> float:
    """Return the size of font of most characters, in points."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            if not line.is_drawn:
                sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def blocks(pages: Sequence[Page], bookmarks: Sequence[Bookmark]) -> list[Block]:
    """Return the blocks of all pages in order; a paragraph goes on across columns and pages."""
    layout = _Layout(pages, bookmarks)
    found: list[Block] = []
    for page in pages:
        height = float("inf")
        is_open = True  # from the top of a column to its first text
        for block in layout.blocks_of(page):
            is_open |= block.lines[0].y > height + _COLUMN * layout.size
            height = block.lines[-1].y
            is_code = is_open and _append_code(found, block, layout)
            is_after = is_open or found[-1].is_caption
            goes_on = is_code or (is_after and _append_continuation(found, block, layout))
            if not (goes_on or _append_title(found, block)):
                found.insert(_place(found, block), block)
            is_open &= block.is_float
    return found


def _place(found: Sequence[Block], block: Block) -> int:
    """Return where to insert a block: that of a list above the footnotes between its items."""
    after = len(found)
    while after and found[after - 1].kind is BlockKind.FOOTNOTE:
        after -= 1
    is_list = after and found[after - 1].kind is block.kind is BlockKind.ITEM
    is_next_page = after < len(found) and found[-1].pages[-1] < block.pages[0]
    return after if is_list and is_next_page else len(found)


def _append_title(found: Sequence[Block], block: Block) -> bool:
    """Append a title to the heading before it, which holds its number or begins the document."""
    if not found or not found[-1].kind is block.kind is BlockKind.HEADING:
        return False
    last = found[-1]
    is_part = len(last.lines) == 1 and PART.match(last.lines[0].text)
    is_first = all(each.kind is not BlockKind.HEADING for each in found[:-1])
    is_first &= last.pages[0] == block.pages[0] and last.level == block.level
    if is_part or (is_first and last.lines[0].size == block.lines[0].size):
        last.extend(block)
        return True
    return False


class _Layout:
    """What the pages have in common: sizes, distances, and the lines that are headings."""

    def __init__(self, pages: Sequence[Page], bookmarks: Sequence[Bookmark]) -> None:
        self.size = body_size(pages)
        self.leading = self._leading(pages)
        self.levels = heading_levels(pages, bookmarks, self.size, self.leading)
        self._columns = {page.number: Columns(page.lines) for page in pages}
        self._lefts: tuple[Counter[int], Counter[int]] = Counter(), Counter()
        for page in pages:
            text = [line for line in page.lines if line.size == self.size and not line.monospaced]
            self._lefts[page.number % 2].update(round(line.left) for line in text)

    def left_edge(self, block: Block) -> float:
        """Return where the column of a block begins; pages on the left have other margins."""
        lefts = self._lefts[block.pages[0] % 2]
        most = max(lefts.values(), default=0)
        left = min(line.left for line in block.lines)
        edges = [each for each, count in lefts.items() if each <= left + 1 and 2 * count >= most]
        return max(edges, default=left)

    def is_full(self, line: Line, page: int) -> bool:
        """Return whether a line of a page reaches the right edge of its column."""
        return self._columns[page].is_full(line)

    def is_open(self, block: Block) -> bool:
        """Return whether a paragraph ends with a full line of text that ends no sentence."""
        line, page = block.lines[-1], block.pages[-1]
        is_text = block.kind is BlockKind.PARAGRAPH and len(line.text) >= SHORTEST_LINE
        is_full = line.hyphenated or self.is_full(line, page)
        return is_text and is_full and not ENDED.search(line.text)

    def _leading(self, pages: Sequence[Page]) -> float:
        gaps: Counter[float] = Counter()
        for page in pages:
            for before, line in pairwise(page.lines):
                gap = before.y - line.y
                is_text = before.size == line.size == self.size and before.turn == line.turn
                if is_text and 0 < gap < 3 * self.size:
                    gaps[round(gap, 1)] += 1
        return gaps.most_common(1)[0][0] if gaps else 1.2 * self.size

    def blocks_of(self, page: Page) -> list[Block]:
        """Return the blocks of a page in the order of its lines."""
        found: list[Block] = []
        for block in self._parts_of(page):
            *_, before, between = (None, None, *found)
            if before and between and self._is_code(before, between, block):
                before.extend(found.pop())
                before.extend(block)
            else:
                found.append(block)
        return found

    def _is_code(self, before: Block, between: Block, after: Block) -> bool:
        """Return whether lines right between those of code are of it, by their signs or fonts."""
        lines = [before.lines[-1], *between.lines, after.lines[0]]
        # A definition below a term is indented, and may have code in it.
        is_indented = lines[1].left > max(lines[0].left, lines[-1].left) + 1
        fonts = frozenset() if is_indented else lines[0].fonts - {""}
        return (
            before.kind is after.kind is BlockKind.CODE
            and between.kind not in {BlockKind.HEADING, BlockKind.DRAWING}
            and all(self._is_near(*pair) for pair in pairwise(lines))
            and all(
                _CODE.search(line.text) or line.text.isdecimal() or line.fonts & fonts
                for line in between.lines
            )
            and len({line.turn for line in lines}) == 1
        )

    def _parts_of(self, page: Page) -> Iterator[Block]:
        columns = self._columns[page.number]
        block: Block | None = None
        for i, line in enumerate(page.lines):
            level = self.levels.get((page.number, i), 0)
            kind = self._kind(line, level)
            is_turned = block is not None and block.lines[-1].turn != line.turn
            new = Block(kind, [line], [page.number], level)
            if block and not is_turned and self._goes_on(block, line, kind, level, columns):
                block.extend(new)
                continue
            if block:
                yield self._finished(block, columns)
            block = new
        if block:
            yield self._finished(block, columns)

    def _kind(self, line: Line, level: int) -> BlockKind:
        if line.is_drawn or level:
            return BlockKind.HEADING if level else BlockKind.DRAWING
        if line.monospaced and not _MARK.match(line.text):
            return BlockKind.CODE
        if line.is_row or line.is_more or is_entry(line):
            return BlockKind.LINES
        if _PROMPT.match(line.text):
            return BlockKind.CODE
        if line.size <= _FOOTNOTE_SIZE * self.size and not BULLET.match(line.text):
            return BlockKind.FOOTNOTE
        return BlockKind.ITEM if ITEM.match(line.text) else BlockKind.PARAGRAPH

    def _goes_on(
        self, block: Block, line: Line, kind: BlockKind, level: int, columns: Columns
    ) -> bool:
        """Return whether a line belongs to the block of the line before it."""
        before = block.lines[-1]
        gap = before.y - line.y
        if {kind, block.kind} & {BlockKind.HEADING, BlockKind.DRAWING}:
            return kind is block.kind and level == block.level and self._is_near(before, line)
        if BlockKind.LINES in {kind, block.kind} or kind is block.kind is BlockKind.CODE:
            return kind is block.kind and 0 <= gap <= _LOOSE_LEADING * self.leading
        is_caption = CAPTION.match(line.text)
        if block.kind is BlockKind.CODE or (before.hyphenated and not is_caption):
            is_note = kind is BlockKind.FOOTNOTE and kind is not block.kind
            goes_on = self._is_near(before, line) or not is_note
            return block.kind is not BlockKind.CODE and goes_on
        if kind is BlockKind.CODE and (
            not columns.is_full(before)
            or ENDED.search(before.text)
            or abs(line.left - before.left) > _COLUMN * self.size
        ):
            return False  # else a line of a paragraph that holds nothing but code
        ended = ENDED.search(before.text)
        is_apart = (
            not self._is_near(before, line)
            or kind is BlockKind.ITEM
            or (kind is BlockKind.FOOTNOTE and _is_next_note(block, line))
            or abs(line.size - before.size) > 0.15 * self.size
            or (is_caption and (ended or before.hyphenated or not columns.is_full(before)))
        )
        return not is_apart and not self._begins(block, before, line, columns)

    def _is_near(self, before: Line, line: Line) -> bool:
        leading = max(self.leading, 1.2 * max(before.size, line.size))
        return -0.5 * before.size <= before.y - line.y <= LEADING * leading

    def _begins(self, block: Block, before: Line, line: Line, columns: Columns) -> bool:
        """Return whether a line at the usual distance begins a paragraph, by its indentation."""
        shift = (line.left - before.left) / self.size
        is_full = columns.is_full(before)
        ended = bool(ENDED.search(before.text))
        if block.kind is BlockKind.ITEM:
            edge = block.lines[0].left - 1  # of lines indented below the mark, or only it is
            is_rest = is_full and not ended and line.text[:1].islower() and not line.monospaced
            if is_rest and all(each.left < edge for each in block.lines[1:]):
                return False
            return line.left < edge or (shift < -INDENT and ended)
        if _is_centered(before, line):
            return ended
        if shift > INDENT:
            return ended or not is_full or abs(line.left - block.lines[0].left) < 1
        if shift < -INDENT:
            # A first line is full, but a term above its definition is not.
            return not is_full or (ended and len(block.lines) > 1)
        return not is_full and ended and not line.text[:1].islower()

    def _finished(self, block: Block, columns: Columns) -> Block:
        """Return the block with its final kind."""
        if block.kind in {BlockKind.PARAGRAPH, BlockKind.FOOTNOTE} and len(block.lines) > 1:
            *others, _ = block.lines
            pairs = pairwise(block.lines)
            is_centered = not block.is_caption and all(_is_centered(*pair) for pair in pairs)
            short = sum(not columns.is_full(line) and not line.hyphenated for line in others)
            if short > len(others) / 2 or is_centered:
                block.kind = BlockKind.LINES
        return block


def _is_centered(before: Line, line: Line) -> bool:
    """Return whether two lines that begin at different places have the same middle."""
    is_apart = abs(line.left - before.left) > INDENT * line.size
    return is_apart and abs(line.left + line.right - before.left - before.right) < 2 * _MIDDLE


def _is_next_note(block: Block, line: Line) -> bool:
    """Return whether a line of a footnote begins with a sign, or the number after the last one."""
    *_, last = (None, *(found[1] for each in block.lines if (found := _NOTE.match(each.text))))
    mark = _NOTE.match(line.text)
    return mark is not None and (not mark[1] or int(mark[1]) == int(last or 0) + 1 > 1)


class Columns:
    """How far lines reach to the right, by where they begin."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._right: dict[tuple[int, int], float] = {}

    def is_full(self, line: Line) -> bool:
        """Return whether a line reaches the right edge of its column."""
        at = (line.turn, round(line.left / 30))
        if at not in self._right:
            near = sorted(
                each.right for each in self._lines if each.left < line.right
                and each.right > line.left and abs(each.left - line.left) < 60
                and each.turn == line.turn
            )  # fmt: skip
            # None if the line has no width, or its last letter is left of its first.
            self._right[at] = near[int(0.8 * (len(near) - 1))] if near else line.right
        right = self._right[at]
        return line.right >= line.left + FULL * (right - line.left)


# ---- paragraphs across columns and pages ---------------------------------------------------------


def _append_code(found: Sequence[Block], block: Block, layout: _Layout) -> bool:
    """Append code to lines of code that the column before ends with, as far from the left edge."""
    last = next((each for each in reversed(found) if not each.is_float), None)
    if not last or not last.kind is block.kind is BlockKind.CODE or last.is_term:
        return False
    if last.pages[-1] == block.pages[0]:
        shift = min(line.left for line in last.lines) - min(line.left for line in block.lines)
    else:
        shift = layout.left_edge(last) - layout.left_edge(block)
    block.lines = [_shifted(line, shift) for line in block.lines]
    last.extend(block)
    return True


def _shifted(line: Line, shift: float) -> Line:
    cells = [replace(each, left=each.left + shift, right=each.right + shift) for each in line.cells]
    return replace(line, left=line.left + shift, right=line.right + shift, cells=tuple(cells))


def _append_continuation(found: Sequence[Block], block: Block, layout: _Layout) -> bool:
    """Append a block to the paragraph that the column before leaves open, if there is one."""
    last = _open_block(found, block, layout)
    running = {BlockKind.PARAGRAPH, BlockKind.LINES, BlockKind.ITEM}
    if last is None or last.kind not in running or block.kind not in running - {BlockKind.ITEM}:
        return False
    before, line = last.lines[-1], block.lines[0]
    is_full = layout.is_full(before, last.pages[-1])
    may_be_label = found[-1].is_caption and not (is_full and len(last.lines) > 1)
    is_after = not block.is_caption and (block.kind is not BlockKind.LINES or found[-1] is last)
    if not is_after or block.pages[0] > last.pages[-1] + 1 or before.turn != line.turn:
        return False
    is_open = not ENDED.search(before.text) and abs(before.size - line.size) < 0.1 * before.size
    if not before.hyphenated and not (
        is_open
        and (
            (line.text[:1].islower() and not may_be_label)
            or before.text.endswith(",")
            or (is_full and _is_rest(last, block, layout))
        )
    ):
        return False
    if last.kind is not BlockKind.ITEM:
        last.kind = max(last, block, key=lambda each: len(each.lines)).kind
    last.extend(block)
    return True


def _is_rest(last: Block, block: Block, layout: _Layout) -> bool:
    """Return whether a block may be the rest of another with a full last line, by its place."""
    before, line = last.lines[-1], block.lines[0]
    if line.left > min(each.left for each in block.lines) + INDENT * line.size:
        return False
    if _UNSPACED.match(line.text):
        return True
    is_below = last.kind is BlockKind.ITEM and abs(before.left - line.left) < 1
    is_long = len(block.lines) > 1 and layout.is_full(line, block.pages[0])
    is_text = {last.kind, block.kind} <= {BlockKind.PARAGRAPH, BlockKind.ITEM}
    is_alike = before.bold == line.bold and before.size == line.size
    return len(last.lines) > 1 and is_text and is_alike and (is_below or is_long)


def _open_block(found: Sequence[Block], block: Block, layout: _Layout) -> Block | None:
    """Return the block that another may continue, before floats and smaller text.

    Behind a caption, it is a paragraph that does not end, else the last block of the page before,
    as all between may be of the float.
    """
    text = [
        each
        for each in found[-_FLOATS:]
        if not each.is_float and not _is_smaller(each, layout.size)
    ]
    if text and found[-1].is_caption and not layout.is_open(text[-1]):
        before = [each for each in text if each.pages[-1] < block.pages[0]]
        between = text[len(before) :]
        if before and all(each.kind is not BlockKind.HEADING for each in between):
            text = before
    return text[-1] if text else None


def _is_smaller(block: Block, size: float) -> bool:
    is_smaller = block.lines[-1].size <= _SMALLER * size
    return is_smaller and block.kind in {BlockKind.ITEM, BlockKind.LINES, BlockKind.PARAGRAPH}

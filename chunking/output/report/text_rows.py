"""The text of a document in rows, with the chunks of each lane next to it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from chunking.analysis.explain import labels
from chunking.analysis.metrics.sizes import truncations
from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS
from chunking.output.comparison import Comparison
from chunking.output.lane import Lane
from chunking.output.reason_styles import REASON_STYLES

# Characters of a piece: a browser skips the layout of pieces that are not in view.
_LONGEST = 4_000

_LINE_END = re.compile(r"\r\n?")


def line_feeds(text: str) -> str:
    """Return the text with CR LF and CR as LF, as a parser of HTML reads them."""
    return _LINE_END.sub("\n", text) if "\r" in text else text


def pieces(text: str, longest: int = _LONGEST) -> Iterator[str]:
    r"""Yield parts of at most `longest` characters that end with a line, or else with a word.

    >>> list(pieces("one two\nthree four", 12))
    ['one two\n', 'three four']
    """
    start = 0
    while len(text) - start > longest:
        end = text.rfind("\n", start, start + longest) + 1
        end = end or text.rfind(" ", start, start + longest) + 1 or start + longest
        yield text[start:end]
        start = end
    yield text[start:]


# In place of the number of a chunk, where a lane has none.
_OUTSIDE = -1

# A block is laid out at once: a few screens of text.
_BLOCK_CHARACTERS, _BLOCK_ROWS = 8_000, 40
# An estimate of its height until it is in view, in CSS pixels.
_LINE_CHARACTERS, _LINE_HEIGHT = 90, 23


class Cell(NamedTuple):
    """A piece of a chunk in the gutter of a lane.

    `number` counts chunks from 1; 0 where the lane has none. `tokens` is the size, -1 after the
    first row of the chunk.
    """

    number: int
    tokens: int
    truncated: bool


class Boundary(NamedTuple):
    """Why a lane has a boundary."""

    lane: int
    letter: str
    glyph: str
    label: str


@dataclass(frozen=True, slots=True)
class TextRow:
    """A span of text without boundaries inside.

    `start` is its offset in the document, -1 if it continues the row before. `boundaries` are those
    at its start, `shared` whether all of several lanes have one there.
    """

    text: str
    cells: tuple[Cell, ...]
    start: int = -1
    boundaries: tuple[Boundary, ...] = ()
    shared: bool = False


class TextBlock(NamedTuple):
    """Rows that are laid out at once, and an estimate of their height in CSS pixels."""

    rows: list[TextRow]
    height: int


def text_blocks(comparison: Comparison) -> list[TextBlock]:
    """Return the whole text in blocks of a few screens."""
    blocks: list[TextBlock] = []
    rows: list[TextRow] = []
    for row in _rows(comparison):
        if rows and (
            len(rows) >= _BLOCK_ROWS
            or sum(len(each.text) for each in rows) + len(row.text) > _BLOCK_CHARACTERS
        ):
            blocks.append(TextBlock(rows, _height(rows)))
            rows = []
        rows.append(row)
    return [*blocks, TextBlock(rows, _height(rows))]


def _height(rows: Sequence[TextRow]) -> int:
    lines = (len(row.text) // _LINE_CHARACTERS + row.text.count("\n") + 1 for row in rows)
    return sum(lines) * _LINE_HEIGHT


def _rows(comparison: Comparison) -> Iterator[TextRow]:
    text, lanes = comparison.document.text, comparison.lanes
    starts = _starts(comparison)
    ends = [*starts[1:].tolist(), len(text)]
    columns = [_cells(lane, starts) for lane in lanes]
    boundaries = [_boundaries(number, lane) for number, lane in enumerate(lanes)]
    for row, (start, end) in enumerate(zip(starts.tolist(), ends, strict=True)):
        found = tuple(lane[start] for lane in boundaries if start in lane)
        # The LF of a CR LF that is split here belongs to the row before.
        begin = start + (text[start - 1 : start + 1] == "\r\n")
        first, *others = pieces(line_feeds(text[begin:end]))
        cells = tuple(column[row] for column in columns)
        yield TextRow(first, cells, start, found, shared=len(found) == len(lanes) > 1)
        continued = tuple(cell._replace(tokens=-1) for cell in cells)
        yield from (TextRow(piece, continued) for piece in others)


def _starts(comparison: Comparison) -> Ints:
    """Return the offsets where a chunk of any lane starts, or ends before text in no chunk."""
    edges = [np.zeros(1, dtype=np.int64)]
    for lane in comparison.lanes:
        edges += [lane.chunking.start.astype(np.int64), _ends_before_text(lane.chunking)]
    starts = np.unique(np.concatenate(edges))
    return starts[starts < max(1, len(comparison.document.text))]


def _ends_before_text(chunking: Chunking) -> Ints:
    """Return the ends of chunks that text in no chunk follows, blank space aside."""
    text = chunking.document.text
    after = np.append(chunking.start, len(text))[1:].astype(np.int64)
    found = [
        end
        for end, start in zip(chunking.end.tolist(), after.tolist(), strict=True)
        if end < start and text[end:start].strip()
    ]
    return np.array(found, dtype=np.int64)


def _chunk_at(chunking: Chunking, starts: Ints) -> Ints:
    """Return the index of the chunk at each offset; `_OUTSIDE` where there is none."""
    if len(chunking) == 0:
        return np.full(len(starts), _OUTSIDE, dtype=np.int64)
    chunk = np.searchsorted(chunking.start, starts, side="right") - 1
    return np.where(starts < chunking.end[np.maximum(chunk, 0)], chunk, _OUTSIDE)


def _cells(lane: Lane, starts: Ints) -> list[Cell]:
    """Return the cell of each row."""
    chunking = lane.chunking
    chunks = _chunk_at(chunking, starts)
    begins = np.diff(chunks, prepend=_OUTSIDE - 1) != 0
    rows = [] if lane.tokens is None else truncations(chunking, lane.tokens)[0].tolist()
    truncated = set(rows)
    tokens = [*lane.sizes.tolist(), -1]
    return [
        Cell(chunk + 1, tokens[chunk] if first else -1, chunk in truncated)
        for chunk, first in zip(chunks.tolist(), begins.tolist(), strict=True)
    ]


def _boundaries(number: int, lane: Lane) -> dict[int, Boundary]:
    """Return the boundaries of a lane by offset."""
    chunking = lane.chunking
    offsets, codes = chunking.boundaries.tolist(), chunking.reason[:-1].tolist()
    glyphs = [REASON_STYLES[REASONS[code]].glyph for code in codes]
    return {
        offset: Boundary(number, lane.letter, glyph, label)
        for offset, glyph, label in zip(
            offsets, glyphs, labels(chunking, lane.prepared), strict=True
        )
    }

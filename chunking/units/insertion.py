"""Headings, literal blocks and tables inserted into the paragraphs of a text."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import contains
from chunking.core.layout import Outline, OutlinePaths
from chunking.core.text.whitespace import chunk_start, trimmed_end, trimmed_ends
from chunking.core.units import UnitKind, Units


class Heading(NamedTuple):
    """A heading at `[start, end)`; a lower `level` encloses a higher one."""

    start: int
    end: int
    level: int


def insert_headings(
    text: str,
    blocks: Units,
    headings: Sequence[Heading],
    title: Callable[[str], str],
    *,
    fences: Sequence[tuple[int, int]] = (),
    tables: Sequence[tuple[int, int]] = (),
) -> tuple[Units, Outline]:
    """Return blocks with headings, fences and tables as separate ones, and the outline.

    Args:
        text: The whole text.
        blocks: Its paragraphs and list items.
        headings: In reading order; levels are at most 255.
        title: Extracts the title from the text of a heading.
        fences: Literal blocks as half-open spans, in reading order, which overlap no heading.
        tables: Half-open spans in reading order. One below a heading starts behind it; others that
            overlap a heading or a fence are left out.
    """
    rows = [(start, end, UnitKind.HEADING, False) for start, end, _ in headings]
    rows += [(start, end, UnitKind.FENCE, True) for start, end in fences]
    if tables:
        spans = without_overlaps(text, tables, [(start, end) for start, end, *_ in rows])
        rows += [(start, end, UnitKind.TABLE, True) for start, end in spans]
    starts = np.array([heading.start for heading in headings], np.int64)
    ends = np.array([heading.end for heading in headings], np.int64)
    levels = bytearray(heading.level for heading in headings)
    outline = Outline(starts, OutlinePaths(text, starts, ends, levels, title))
    return insert(text, blocks, Units.of(sorted(rows))), outline


def insert(text: str, blocks: Units, inserted: Units) -> Units:
    """Return blocks in which the inserted ones replace what they cover.

    What follows an inserted block in a paragraph is a paragraph.
    """
    if len(inserted) == 0:
        return blocks
    span = np.searchsorted(inserted.starts, blocks.starts, side="right") - 1
    kept = (span < 0) | (blocks.starts >= inserted.ends[span])
    owners = np.searchsorted(blocks.starts, inserted.ends) - 1
    divided = np.flatnonzero(blocks.ends[owners] > inserted.ends)
    rests = [chunk_start(text, end) for end in inserted.ends[divided].tolist()]
    rest_starts = np.array(rests, np.int64)
    separate = ~contains(inserted.starts, rest_starts) & ~contains(blocks.starts, rest_starts)
    rest_starts, owners = rest_starts[separate], owners[divided[separate]]
    prose = np.full(len(rest_starts), UnitKind.PARAGRAPH.code, np.uint8)
    starts = np.concatenate([blocks.starts[kept], inserted.starts, rest_starts])
    ends = np.concatenate([blocks.ends[kept], inserted.ends, blocks.ends[owners]])
    kinds = np.concatenate([blocks.kinds[kept], inserted.kinds, prose])
    atomic = np.concatenate([blocks.atomic[kept], inserted.atomic, np.zeros(len(prose), np.bool_)])
    order = np.argsort(starts, kind="stable")
    starts, ends = starts[order], ends[order]
    for i in np.flatnonzero(ends[:-1] > starts[1:]).tolist():
        ends[i] = trimmed_end(text, int(starts[i]), int(starts[i + 1]))
    # Of a paragraph, only its indentation may be left before an inserted block.
    filled = starts < ends
    return Units(starts[filled], ends[filled], kinds[order][filled], atomic[order][filled])


def broken(text: str, blocks: Units, offsets: Iterable[int]) -> Units:
    """Return blocks of which those that contain one of the offsets end there.

    What follows is a paragraph; offsets ascend.
    """
    inner = np.setdiff1d(np.fromiter(offsets, np.int64), blocks.starts)
    owners = np.searchsorted(blocks.starts, inner, side="right") - 1
    inside = (owners >= 0) & (inner < blocks.ends[owners])
    inner, owners = inner[inside], owners[inside]
    stops = np.minimum(np.append(inner[1:], len(text)), blocks.ends[owners])
    ends = trimmed_ends(text, inner, stops)
    return insert(text, blocks, Units.of_kind(inner, ends, UnitKind.PARAGRAPH))


def without_overlaps(
    text: str, spans: Sequence[tuple[int, int]], taken: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield the spans that overlap none taken before; of one that begins in such, the rest."""
    taken = sorted(taken)
    for start, end in spans:
        i = bisect_right(taken, start, key=itemgetter(0))
        begin = chunk_start(text, taken[i - 1][1]) if i and taken[i - 1][1] > start else start
        if begin < end and (i == len(taken) or taken[i][0] >= end):
            yield begin, end


def with_line_feeds(text: str) -> str:
    """Return a text of the same length whose lines end with line feeds."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text

"""The document once, with the boundaries of all lanes and the chunks of each in a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.explain import label, labels
from chunking.marks import MARKS
from chunking.report.markup import element, escaped
from chunking.types import REASONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.chunks import Chunking
    from chunking.comparison import Comparison, Lane
    from chunking.types import Ints

# In a column, where a lane has no chunk.
_OUTSIDE = -1


def text(found: Comparison) -> str:
    """A row for each stretch between two boundaries of any lane; a column a lane, the text last."""
    whole = found.document.text
    starts = _starts(found)
    ends = np.append(starts[1:], len(whole))
    held = [_holders(lane.chunking, starts) for lane in found.lanes]
    columns = [
        _cells(lane.chunking, chunks) for lane, chunks in zip(found.lanes, held, strict=True)
    ]
    said = [_labels(lane) for lane in found.lanes]
    lines = []
    for row, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        cells = "".join(column[row] for column in columns)
        why = _why(found.lanes, said, [int(chunks[row]) for chunks in held], start)
        words = element("div", escaped(whole[start:end]), class_="words", dir="auto")
        lines.append(element("tr", cells + element("td", why + words)))
    head = "".join(
        element("th", escaped(lane.letter), scope="col") for lane in found.lanes
    ) + element("th", "", scope="col")
    return element("table", element("tr", head) + "\n".join(lines), class_="text")


def _starts(found: Comparison) -> Ints:
    """Where a chunk of any lane starts, or one ends and none follows at once."""
    edges = [np.zeros(1, dtype=np.int64)]
    for lane in found.lanes:
        edges += [lane.chunking.start.astype(np.int64), _ends_before_text(lane.chunking)]
    starts = np.unique(np.concatenate(edges))
    return starts[starts < max(1, len(found.document.text))]


def _ends_before_text(chunking: Chunking) -> Ints:
    """The ends of chunks that are followed by text of no chunk, and not by blank space alone."""
    whole = chunking.document.text
    after = np.append(chunking.start, len(whole))[1:].astype(np.int64)
    found = [
        end
        for end, start in zip(chunking.end.tolist(), after.tolist(), strict=True)
        if end < start and whole[end:start].strip()
    ]
    return np.array(found, dtype=np.int64)


def _holders(chunking: Chunking, starts: Ints) -> Ints:
    """The chunk that holds each stretch; -1 where there is none."""
    if len(chunking) == 0:
        return np.full(len(starts), _OUTSIDE, dtype=np.int64)
    held = np.searchsorted(chunking.start, starts, side="right") - 1
    return np.where(starts < chunking.end[np.maximum(held, 0)], held, _OUTSIDE)


def _cells(chunking: Chunking, held: Ints) -> list[str]:
    """A lane's column, one string a row: a chunk is one cell beside all of its rows."""
    cells = [""] * len(held)
    firsts = np.flatnonzero(np.diff(held, prepend=-2))
    spans = np.diff(np.append(firsts, len(held)))
    for first, rows in zip(firsts.tolist(), spans.tolist(), strict=True):
        chunk = int(held[first])
        if chunk == _OUTSIDE:
            cells[first] = element("td", class_="lane outside", rowspan=rows)
            continue
        number = element("b", f"{chunk + 1:,}") + f"<br>{int(chunking.tokens[chunk]):,}"
        cells[first] = element("td", number, class_=f"lane tint{chunk % 2}", rowspan=rows)
    return cells


def _why(
    lanes: Sequence[Lane], said: Sequence[Sequence[str]], held: Sequence[int], start: int
) -> str:
    """Which lanes cut here, each with its reason."""
    parts = []
    for at, (lane, chunk) in enumerate(zip(lanes, held, strict=True)):
        if chunk < 1 or int(lane.chunking.start[chunk]) != start:
            continue
        reason = REASONS[lane.chunking.reason[chunk - 1]]
        glyph = element("b", MARKS[reason].glyph, class_=reason.value)
        parts.append(
            element("span", f"{escaped(lane.letter)} {glyph} {escaped(said[at][chunk - 1])}")
        )
    return element("div", "".join(parts), class_="why") if parts else ""


def _labels(lane: Lane) -> list[str]:
    """The label of each boundary of a lane; without what it was made of, as far as is known."""
    if lane.prepared is not None:
        return labels(lane.chunking, lane.prepared)
    return [label(lane.chunking, i) for i in range(len(lane.chunking.boundaries))]

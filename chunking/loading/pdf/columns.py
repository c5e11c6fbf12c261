"""Columns of a page whose lines are set across them, from left to right."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from chunking.loading.pdf.contents import Cell, Line
from chunking.loading.pdf.patterns import BULLET

# Sizes of the font: the width of a gap between columns, and the distance of two lines of one.
GAP = 1.0
_LEADING = 2.5
# Parts of a row differ by less in height, in sizes of the font.
_SAME_HEIGHT = 0.2
# Lines that share a gap, of columns and of a table; fewer may share one by chance.
_FEWEST = 3
# Characters of a line of a column in the median: the cells of tables have fewer.
_LINE = 15
_WIDE = 0.7  # share of the width of a column that lines of text have in the median


def by_columns(lines: Sequence[Line]) -> list[Line]:
    """Return lines in which columns of text follow one another, and rows of tables are marked.

    Columns are lines, one below the other, that share a gap. Where their parts are short, they are
    the rows of a table.
    """
    lines = _whole_rows(lines)
    found: list[Line] = []
    first = 0
    while first < len(lines):
        after, gaps = _run(lines, first)
        rows = [each for each in lines[first:after] if each.cells]
        if len(rows) < _FEWEST:
            found.append(lines[first])
            first += 1
            continue
        columns = _columns(lines[first:after], gaps)
        is_text = all(map(_is_text, columns)) and all(map(_is_even, columns[:-1]))
        if is_text and not _has_labels(columns):
            found += [each for column in columns for each in column]
        else:
            found += _rows(lines[first:after], columns)
        first = after
    return found


def _whole_rows(lines: Sequence[Line]) -> list[Line]:
    """Return lines with the parts of a row, which PDFium splits at some gaps, as its cells.

    The row before or after has a gap at the same place.
    """
    found = list(lines[:1])
    for i, line in enumerate(lines[1:], 1):
        before = found[-1]
        gap = (before.right, line.left)
        is_same_row = (
            abs(before.y - line.y) < _SAME_HEIGHT * line.size
            and (before.turn, before.rotated, before.size) == (line.turn, line.rotated, line.size)
            and gap[1] - gap[0] >= GAP * line.size
        )
        near = [*found[-2:-1], *lines[i + 1 : i + 2]] if is_same_row else []
        if any(_shared([gap], _gaps(each.cells), GAP * line.size) for each in near):
            cells = (*cells_of(before), *cells_of(line))
            text = f"{before.text} {line.text}"
            found[-1] = replace(line, text=text, left=before.left, cells=cells)
        else:
            found.append(line)
    return found


def cells_of(line: Line) -> tuple[Cell, ...]:
    """Return the cells of a line, which is one if it has no wide gap."""
    return line.cells or (Cell(line.text, line.left, line.right),)


def _rows(lines: Sequence[Line], columns: Sequence[Sequence[Line]]) -> Iterator[Line]:
    """Yield lines of a table, and mark those that continue a full cell of the row above."""
    rights = [max(each.right for each in column) for column in columns]
    lefts = [min(each.left for each in column) for column in columns]
    above: Sequence[Cell | Line] = ()
    is_split = False  # the word at the end of the line before
    for line in lines:
        if line.cells:
            above, is_split = line.cells, line.hyphenated
            yield replace(line, is_row=True)
            continue
        *_, right = (each for left, each in zip(lefts, rights, strict=True) if left <= line.left)
        cell = next(
            (each for each in above[1:] if abs(each.left - line.left) < line.size / 2), None
        )
        first = line.text.partition(" ")[0]
        needed = (line.right - line.left) * (len(first) + 1) / len(line.text)
        is_more = cell is not None and (is_split or cell.right + needed > right)
        above, is_split = ([*above[:1], line] if is_more else ()), line.hyphenated
        yield replace(line, is_more=is_more)


def _has_labels(columns: Sequence[Sequence[Line]]) -> bool:
    """Return whether marks of items are before all lines of the first column and no others."""
    marked = [[bool(BULLET.match(line.text)) for line in column] for column in columns]
    return all(marked[0]) and not any(map(any, marked[1:]))


def _is_text(column: Sequence[Line]) -> bool:
    return median(len(each.text) for each in column) >= _LINE


def _is_even(column: Sequence[Line]) -> bool:
    """Return whether lines are nearly as wide as the column, as cells of a table are not."""
    width = max(each.right for each in column) - min(each.left for each in column)
    return median(each.right - each.left for each in column) >= _WIDE * width


def _run(lines: Sequence[Line], first: int) -> tuple[int, list[tuple[float, float]]]:
    """Return the end of the run of lines that share gaps from `first` on, and these gaps."""
    line = lines[first]
    gaps = _gaps(line.cells)
    after = first + 1
    while gaps and after < len(lines):
        before, line = lines[after - 1], lines[after]
        if line.turn != before.turn or line.rotated or abs(line.size - before.size) > 1:
            break
        if not 0 < before.y - line.y <= _LEADING * line.size:
            break
        shared = _shared(gaps, _gaps(line.cells), GAP * line.size) if line.cells else gaps
        if not shared or _crosses(line, shared):
            break
        gaps = shared
        after += 1
    return after, gaps


def _gaps(cells: Sequence[Cell]) -> list[tuple[float, float]]:
    return [(a.right, b.left) for a, b in pairwise(cells)]


def _shared(
    gaps: list[tuple[float, float]], others: list[tuple[float, float]], width: float
) -> list[tuple[float, float]]:
    """Return the parts that are blank in both and at least so wide."""
    both = ((max(a, c), min(b, d)) for a, b in gaps for c, d in others)
    return [(left, right) for left, right in both if right - left >= width]


def _crosses(line: Line, gaps: list[tuple[float, float]]) -> bool:
    """Return whether a part of a line reaches across one of the gaps."""
    return any(
        each.left < left and each.right > right for each in cells_of(line) for left, right in gaps
    )


def _columns(lines: Sequence[Line], gaps: list[tuple[float, float]]) -> list[list[Line]]:
    """Return the parts of lines between the gaps, column by column."""
    columns: list[list[Line]] = [[] for _ in range(len(gaps) + 1)]
    edges = sorted((left + right) / 2 for left, right in gaps)
    for line in lines:
        for part, column in _parts(line, edges):
            columns[column].append(part)
    return [column for column in columns if column]


def _parts(line: Line, edges: Sequence[float]) -> Iterator[tuple[Line, int]]:
    """Yield the parts of a line in the columns between edges, each with its column."""
    if not line.cells:
        yield line, sum(line.left > edge for edge in edges)
        return
    groups: dict[int, list[Cell]] = {}
    for cell in line.cells:
        groups.setdefault(sum(cell.left > edge for edge in edges), []).append(cell)
    last = max(groups)
    for column, cells in groups.items():
        yield (
            replace(
                line,
                text=" ".join(each.text for each in cells),
                left=cells[0].left,
                right=cells[-1].right,
                hyphenated=line.hyphenated and column == last,
                cells=(),
            ),
            column,
        )

"""Reading order of the lines of a page and of its form fields."""

import heapq
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from chunking.loading.pdf.contents import Line

# Pages with more lines keep the order of their content, as all pairs are compared.
_MOST = 2_000
# Share of the shorter of two lines that the other is above; columns whose edges touch have less.
_OVERLAP = 0.5
# Sizes of the font between the baselines of two lines, at least; exponents and accents have less.
_APART = 0.6
# Brackets alone on a line of code, and how many sizes of the font they are taken to be wide, of
# which the lines that they enclose share half if indented by eight characters, as the most are.
_BRACKETS = re.compile(r"[\[\](){}][\[\](){},;]*")
_INDENTATION = 10.0


def reading_order(lines: Sequence[Line]) -> list[Line]:
    """Return lines so that each comes after those above it, else in the order of the content.

    A line is above another if they share a part of their width (Breuel, 2003, "High performance
    document layout analysis"). Lines next to one another keep their order.
    """
    if not 1 < len(lines) <= _MOST:
        return list(lines)
    above = _above(lines)
    waiting = above.sum(axis=0)
    ready = [int(i) for i in np.flatnonzero(waiting == 0)]
    heapq.heapify(ready)
    found: list[Line] = []
    while ready:
        first = heapq.heappop(ready)
        found.append(lines[first])
        below = np.flatnonzero(above[first])
        waiting[below] -= 1
        for i in below[waiting[below] == 0]:
            heapq.heappush(ready, int(i))
    return found


def with_fields(lines: Sequence[Line], fields: Sequence[Line]) -> list[Line]:
    """Return lines of a page with each value of a form field behind its label, and as large.

    The label is the nearest line to the left of it, or else the nearest above.
    """
    if not 0 < len(lines) <= _MOST:
        return [*lines, *fields]
    places: dict[int, list[Line]] = {}
    for field in fields:
        label = min(range(len(lines)), key=lambda i: _distance(lines[i], field))
        places.setdefault(label, []).append(replace(field, size=lines[label].size))
    found = []
    for i, line in enumerate(lines):
        found += [line, *places.get(i, ())]
    return found


def _distance(label: Line, field: Line) -> tuple[bool, bool, float]:
    """Return how far a label is from a field; one to its left is nearer than any above."""
    is_left = label.left <= field.left and abs(label.y - field.y) < max(label.size, field.size)
    if is_left:
        return False, False, field.left - label.left
    is_above = label.y > field.y and label.left <= field.right and field.left <= label.right
    return True, not is_above, abs(label.y - field.y)


def _right(line: Line) -> float:
    if line.monospaced and _BRACKETS.fullmatch(line.text):
        return line.left + _INDENTATION * line.size
    return line.right


def _above(lines: Sequence[Line]) -> np.ndarray:
    """Return whether line i must come before line j, as a matrix without cycles."""
    left = np.array([line.left for line in lines])
    right = np.maximum(left, [_right(line) for line in lines])
    y = np.array([line.y for line in lines])
    size = np.array([line.size for line in lines])
    turn = np.array([line.turn if not line.rotated else -1 for line in lines])
    shared = np.minimum(right[:, None], right) - np.maximum(left[:, None], left)
    width = np.minimum(right[:, None] - left[:, None], right - left)
    gap = y[:, None] - y
    found: np.ndarray = (
        (shared > 0)
        & (shared >= _OVERLAP * width)
        & (gap > _APART * np.minimum(size[:, None], size))
        & (turn[:, None] == turn)
        & (turn >= 0)
    )
    return found

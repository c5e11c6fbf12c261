"""Drawings of a page and formulas, whose labels and parts become one line each."""

import ctypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from pypdfium2 import raw

from chunking.loading.pdf.blocks import body_size
from chunking.loading.pdf.columns import cells_of
from chunking.loading.pdf.contents import Box, Line, Page, Part, turned
from chunking.loading.pdf.glyphs import Handle
from chunking.loading.pdf.patterns import BULLET, CAPTION

# Of pages with more objects, at most so many are looked at, as plots may have many points.
_MOST_OBJECTS = 2_000
# Pages with more lines keep them, as all pairs are compared.
_MOST_LINES = 2_000
_BACKGROUND = 0.6  # share of the page that backgrounds and frames around its text exceed
_SEGMENTS = 8  # of a path that are looked at
_SLOPE = 0.05  # of a line that is not parallel to an edge of the page
_FEWEST = 4  # parts of a drawing; boxes and rules around text have fewer
_FEWEST_LABELS = 2
_MOST_DRAWINGS = 50  # of a page; so many are ornaments
_ROUNDS = 3  # labels of an axis, its title, and a unit below that
_ROWS = 8  # lines of a formula that may overlap with the next one
_DRAWN = 0.2  # share of parts that are ticks of an axis or no rules and rectangles, as of a form
# Sizes of the font: what a drawing is larger than, its parts and labels are apart, and a tick of an
# axis is shorter than.
_LARGE, _NEAR, _TICK = 3.0, 1.5, 1.0
# Width of a line of running text, at least, and the share of it in a frame or a form.
_TEXT, _RUNNING = 15.0, 0.25
_LABEL_SIZE = 1.12  # times the size of the text: titles next to a drawing are larger
_THIN = 3.0  # points of a rule, with its edges
# Sizes of the font: parts of a formula are closer, also those as wide as text, and parts in a row.
_LEADING, _OVERLAP, _ROW = 1.3, 0.75, 0.3
# A mark of an item: at most so large, and so far left of its text.
_MARK, _MARK_GAP = 0.8, 2.0
# Words but names in formulas, and but those of the operators of LaTeX.
_WORD = re.compile(
    r"\b(?!(?:log|exp|max|min|sup|inf|lim|sin|cos|tan|det|arg)\b)[^\W\d_]{3,}|[\u3040-\u9fff]"
)
# The marks of a plot whose marks are letters of a font, and at how many places from the left.
_SHAPE, _SCATTERED = re.compile("[\u25a0-\u25ff]"), 10
_BLANKS = re.compile(r"[\s.]+")  # also the dots between a title and its page


def parts_of(page: Handle) -> list[Part]:
    """Return the paths and the inserted drawings of a page, without pictures and backgrounds."""
    count = raw.FPDFPage_CountObjects(page)
    width, height = page.get_size()
    found = []
    for i in range(0, count, 1 + count // _MOST_OBJECTS):
        each = raw.FPDFPage_GetObject(page, i)
        kind = raw.FPDFPageObj_GetType(each)
        if kind not in {raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_FORM, raw.FPDF_PAGEOBJ_IMAGE}:
            continue
        sides = [ctypes.c_float() for _ in range(4)]
        raw.FPDFPageObj_GetBounds(each, *sides)
        left, bottom, right, top = (side.value for side in sides)
        if (right - left) * (top - bottom) <= _BACKGROUND * width * height:
            is_form = kind == raw.FPDF_PAGEOBJ_FORM
            size = raw.FPDFFormObj_CountObjects(each) if is_form else 1
            found.append(Part((left, bottom, right, top), is_form or _is_drawn(each), size))
    return found


def _is_drawn(path: Handle) -> bool:
    """Return whether a path has a curve or an oblique line."""
    before = 0.0, 0.0
    for i in range(min(_SEGMENTS, raw.FPDFPath_CountSegments(path))):
        segment = raw.FPDFPath_GetPathSegment(path, i)
        kind = raw.FPDFPathSegment_GetType(segment)
        x, y = ctypes.c_float(), ctypes.c_float()
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = x.value, y.value
        if kind == raw.FPDF_SEGMENT_BEZIERTO:
            return True
        short, long = sorted(abs(a - b) for a, b in zip(point, before, strict=True))
        if kind == raw.FPDF_SEGMENT_LINETO and short > _SLOPE * long:
            return True
        before = point
    return False


def marks_of_plots(page: Page) -> list[int]:
    """Return the lines of a page that are one shape each, if they are scattered from the left."""
    found = [i for i, line in enumerate(page.lines) if _SHAPE.fullmatch(line.text)]
    return found if len({page.lines[i].left for i in found}) >= _SCATTERED else []


def with_drawings(page: Page) -> list[Line]:
    """Return the lines of a page, the labels of a drawing as one, and with drawn marks of items."""
    lines, parts = page.lines, page.parts
    if not parts or not 0 < len(lines) <= _MOST_LINES:
        return lines
    size = body_size([page])
    largest = _BACKGROUND * page.width * page.height
    placed = [_upright(line, page) for line in lines]
    found: list[Line | None] = list(lines)
    drawings = list(_drawings(parts, size))
    for box in drawings if len(drawings) <= _MOST_DRAWINGS else ():
        if (box[2] - box[0]) * (box[3] - box[1]) > largest:
            continue
        labels = [i for i in _labels(placed, box, size) if found[i] is not None]
        if len(labels) < _FEWEST_LABELS:
            continue
        for i in labels:
            found[i] = None
        last = max((i for i in labels if not lines[i].turn), default=labels[-1])
        found[last] = _whole([placed[i] for i in labels])
    marks = [each.box for each in parts if _is_mark(each.box, size)]
    return [_marked(line, marks, size) for line in found if line is not None]


def _upright(line: Line, page: Page) -> Line:
    """Return a line that is set sideways as an upright one at its place on the page."""
    if not line.turn:
        return line
    size = (page.height, page.width) if line.turn % 2 else (page.width, page.height)
    corners = (line.left, line.y), (line.right, line.y + line.size)
    (left, bottom), (right, top) = (turned(each, -line.turn % 4, size) for each in corners)
    left, right = sorted((left, right))
    return replace(line, left=left, right=right, y=(bottom + top) / 2, turn=0)


def _drawings(parts: Sequence[Part], size: float) -> Iterator[Box]:
    """Yield the boxes of parts that are close to one another and make a drawing."""
    groups: list[list[Part]] = []
    boxes = np.empty((0, 4))
    near = _NEAR * size
    for part in parts:
        left, bottom, right, top = part.box
        touched = (
            (boxes[:, 0] <= right + near) & (boxes[:, 2] >= left - near)
            & (boxes[:, 1] <= top + near) & (boxes[:, 3] >= bottom - near)
        )  # fmt: skip
        members = [part]
        for i in np.flatnonzero(touched):
            members += groups[i]
        groups = [group for group, is_in in zip(groups, touched, strict=True) if not is_in]
        groups.append(members)
        whole = np.vstack([boxes[touched], [part.box]])
        box = [*whole[:, :2].min(axis=0), *whole[:, 2:].max(axis=0)]
        boxes = np.vstack([boxes[~touched], [box]])
    for group, (left, bottom, right, top) in zip(groups, boxes, strict=True):
        is_large = min(right - left, top - bottom) >= _LARGE * size
        drawn = sum(part.is_drawn or _is_tick(part.box, size) for part in group)
        is_drawn = drawn >= _DRAWN * len(group) and sum(part.count for part in group) >= _FEWEST
        if is_large and is_drawn:
            yield left, bottom, right, top


def _is_tick(box: Box, size: float) -> bool:
    left, bottom, right, top = box
    short, long = sorted((right - left, top - bottom))
    return short < _THIN and long < _TICK * size


def _labels(lines: Sequence[Line], box: Box, size: float) -> list[int]:
    """Return the lines in a box and the labels around it; none if there is running text in it."""
    inside = [i for i, line in enumerate(lines) if _is_free(line) and _distance(line, box) <= 0]
    texts = [lines[i] for i in inside]
    running = sum(len(each.text) for each in texts if _is_wide(each) or each.monospaced)
    if running > _RUNNING * sum(len(each.text) for each in texts):
        return []
    found = set(inside)
    for _ in range(_ROUNDS):
        more = {
            i
            for i, line in enumerate(lines)
            if i not in found
            and _is_free(line)
            and not _is_wide(line)
            and not line.monospaced
            and line.size <= _LABEL_SIZE * size
            and _distance(line, box) <= _NEAR * line.size
            and not _is_by_text(lines, i)
        }
        found |= more
        for line in (lines[i] for i in more):
            box = (
                min(box[0], line.left), min(box[1], line.y),
                max(box[2], line.right), max(box[3], line.y + line.size),
            )  # fmt: skip
    return sorted(found)


def _is_wide(line: Line) -> bool:
    return max(each.right - each.left for each in cells_of(line)) >= _TEXT * line.size


def _is_free(line: Line) -> bool:
    return not line.rotated and not CAPTION.match(line.text)


def _distance(line: Line, box: Box) -> float:
    """Return how far a line is from a box, 0 or less if its middle is inside."""
    left, bottom, right, top = box
    middle = line.y + line.size / 3
    return max(left - line.right, line.left - right, bottom - middle, middle - top)


def _is_by_text(lines: Sequence[Line], index: int) -> bool:
    """Return whether a line is right above or below one of running text."""
    line = lines[index]
    return any(
        _is_wide(each)
        and abs(each.y - line.y) <= _NEAR * line.size
        and each.left < line.right
        and line.left < each.right
        for each in (*lines[max(0, index - 1) : index], *lines[index + 1 : index + 2])
    )


def _whole(lines: Sequence[Line]) -> Line:
    """Return one line with the texts of several, on a line each if not next to one another."""
    text = lines[0].text
    for before, line in pairwise(lines):
        is_beside = abs(before.y - line.y) <= _ROW * line.size and line.left > before.left
        text += (" " if is_beside else "\n") + line.text
    return replace(
        lines[-1],
        text=text,
        left=min(each.left for each in lines),
        right=max(each.right for each in lines),
        y=(max(each.y for each in lines) + min(each.y for each in lines)) / 2,
        size=min(each.size for each in lines),
        bold=False,
        monospaced=False,
        hyphenated=False,
        cells=(),
        is_drawn=True,
    )


def with_formulas(lines: Sequence[Line]) -> list[Line]:
    """Return lines in which those without words that overlap are one, as of a formula."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and _is_of_formula(groups[-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_whole(_by_row(group)) if len(group) > 1 else group[0] for group in groups]


def _is_of_formula(group: Sequence[Line], line: Line) -> bool:
    """Return whether a line without running text overlaps with one of others without."""
    apart = min(abs(each.y - line.y) / max(each.size, line.size) for each in group[-_ROWS:])
    farthest = _OVERLAP if _is_wide(group[-1]) and _is_wide(line) else _LEADING
    return apart < farthest and _may_be_formula(group[-1]) and _may_be_formula(line)


def _may_be_formula(line: Line) -> bool:
    if line.turn or line.rotated or line.is_drawn or line.is_row or line.monospaced or line.bold:
        return False
    words = sum(map(len, _WORD.findall(line.text)))
    return not BULLET.match(line.text) and 2 * words < len(_BLANKS.sub("", line.text))


def _by_row(lines: Sequence[Line]) -> list[Line]:
    """Return lines from the top, and from the left in each row."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda each: -each.y):
        if rows and rows[-1][0].y - line.y <= _ROW * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [each for row in rows for each in sorted(row, key=lambda each: each.left)]


def _is_mark(box: Box, size: float) -> bool:
    left, bottom, right, top = box
    width, height = right - left, top - bottom
    return size / 5 <= min(width, height) and max(width, height) <= _MARK * size


def _marked(line: Line, marks: Sequence[Box], size: float) -> Line:
    """Return a line with a bullet if the mark of an item is drawn to the left of it."""
    if line.is_drawn or line.turn or line.rotated or not _WORD.search(line.text):
        return line
    for left, bottom, right, top in marks:
        is_left = right < line.left and line.left - left <= _MARK_GAP * size + right - left
        if is_left and line.y - size / 4 <= (bottom + top) / 2 <= line.y + line.size:
            return replace(line, text=f"• {line.text}")
    return line

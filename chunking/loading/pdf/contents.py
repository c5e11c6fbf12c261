"""What is read of a PDF: its pages, the lines on them, and its bookmarks."""

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a line between wide gaps."""

    text: str
    left: float
    right: float


@dataclass(slots=True)
class Line:
    """One line of a page: its text, its place in points, and its font.

    `y` is the baseline from the bottom of the page. `turn` counts the clockwise quarter turns of
    the line, and its place is that on a page turned back by them; one that is `rotated` by another
    angle is not turned back. `hyphenated` tells that a hyphen at its end, which is not in `text`,
    splits a word. `cells` are its parts where wide gaps are in it; if `is_row`, it is a table's,
    and if `is_more`, it goes on with a cell of the row above. If `is_drawn`, it has all labels of a
    drawing or all parts of a formula, a row on each line of it. A font is `heavy` by the thickness
    of its stems, `bold` also by its name. `fonts` are the names of those in it.
    """

    text: str
    left: float
    right: float
    y: float
    size: float
    bold: bool
    monospaced: bool
    rotated: bool = False
    hyphenated: bool = False
    turn: int = 0
    cells: tuple[Cell, ...] = ()
    is_row: bool = False
    is_more: bool = False
    is_drawn: bool = False
    heavy: bool = False
    fonts: frozenset[str] = frozenset()


Box: TypeAlias = tuple[float, float, float, float]  # left, bottom, right, top


@dataclass(frozen=True, slots=True)
class Part:
    """An object of a page that is no text, of `count` paths.

    `is_drawn` tells that it is more than a rule or a rectangle.
    """

    box: Box
    is_drawn: bool
    count: int = 1


@dataclass(slots=True)
class Page:
    """The lines of a page in the order of its content; `readable` is False for unknown letters.

    Lines in the direction of most of the text come first. The size is that before any turn.
    `parts` are its objects that are no text.
    """

    number: int
    height: float
    lines: list[Line]
    readable: bool = True
    width: float = 0.0
    parts: list[Part] = field(default_factory=list)

    def height_for(self, line: Line) -> float:
        """Return the height of the page when turned so that the line is upright."""
        return self.width if line.turn % 2 else self.height


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline: its level from 1, title, page from 1, and height if it has one."""

    level: int
    title: str
    page: int
    y: float | None


@dataclass(slots=True)
class Reading:
    """Contents of a PDF: title, pages (None if damaged) and bookmarks."""

    title: str
    pages: list[Page | None] = field(default_factory=list)
    bookmarks: list[Bookmark] = field(default_factory=list)


def turned(place: tuple[float, float], turn: int, size: tuple[float, float]) -> tuple[float, float]:
    """Return a place on a page of this size that is turned back by clockwise quarter turns."""
    (x, y), (width, height) = place, size
    if turn == 0:
        return x, y
    if turn == 1:
        return height - y, x
    if turn == 2:
        return width - x, height - y
    return y, width - x

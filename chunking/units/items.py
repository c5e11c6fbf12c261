"""List items that consist of several blocks."""

import re
from array import array

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.units import UnitKind, Units

_MARKER = re.compile(
    r"[ \t>]*+(?:[-+*•‣▪◦–—]|(?<=[ \t])o|\(?\d{1,9}(?:\.\d{1,3}){0,5}[.)])(?=\s|\Z)"
)
# A marker of an item that is a paragraph: in plain text and LaTeX.
_LETTER = re.compile(r"[ \t]*+(?:\\item\b|\([a-z]{1,4}\)\s|[a-z][.)]\s)")
_INDENTATION = re.compile(r"[ \t>]*+")
_MARKERS = {
    UnitKind.LIST_ITEM.code: _MARKER,
    UnitKind.FENCE.code: _MARKER,
    UnitKind.PARAGRAPH.code: _LETTER,
}
# Kinds of blocks that belong to no item, however far they are indented.
_NEVER_INSIDE = frozenset({UnitKind.HEADING.code, UnitKind.FRONT_MATTER.code})


def item_numbers(text: str, blocks: Units) -> Ints:
    """Return the number of the innermost list item that each block belongs to, -1 for none, (n,).

    A block belongs to the item above if it is indented further than the marker of that item. A
    block below a nested item belongs to none, since the outer item is split there.
    """
    numbers = array("q", [-1]) * len(blocks)
    starts, ends, kinds = blocks.starts.data, blocks.ends.data, blocks.kinds.tobytes()
    number, column = -1, 0
    for row, kind in enumerate(kinds):
        start, end = starts[row], ends[row]
        pattern = _MARKERS.get(kind)
        if pattern is not None and pattern.match(text, start, end):
            number, column = row, _indent(text, start, end)
        elif number >= 0 and (kind in _NEVER_INSIDE or _indent(text, start, end) <= column):
            number = -1
        numbers[row] = number
    return np.frombuffer(numbers, np.int64)


def _indent(text: str, start: int, end: int) -> int:
    """Return the column of the first character of a block after blanks and quote markers."""
    indentation = _INDENTATION.match(text, start, end)
    return len(indentation[0].expandtabs(4)) if indentation else 0

"""List items that consist of several blocks."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from chunking.types import UnitKind

if TYPE_CHECKING:
    from chunking.arrays import Ints
    from chunking.types import Units

_MARKER = re.compile(r"[ \t>]*+(?:[-+*•‣▪◦–—]|\(?\d{1,9}[.)]|\\item\b)(?=\s|\[|\Z)")
_INDENTATION = re.compile(r"[ \t>]*+")
_LIST_ITEM = UnitKind.LIST_ITEM.code
# Kinds of blocks that never belong to an item, however far they are indented.
_NEVER_IN_ITEMS = frozenset({UnitKind.HEADING.code, UnitKind.FRONT_MATTER.code})


def item_numbers(text: str, blocks: Units) -> Ints:
    """Return the number of the innermost list item that each block belongs to, -1 for none, (n,).

    A block belongs to the item before it if it is indented further than the marker of that item. A
    block after an inner item belongs to none, as the outer one is split there.
    """
    found = np.full(len(blocks), -1, np.int64)
    listed = np.flatnonzero(blocks.kinds == _LIST_ITEM).tolist()
    starts, ends, kinds = blocks.starts.data, blocks.ends.data, blocks.kinds.tobytes()
    numbers = array("q", found.tobytes())
    row, number, column = 0, 0, -1
    while True:
        if column < 0:
            i = bisect_left(listed, row)
            if i == len(listed):
                break
            row = listed[i]
        elif row == len(starts):
            break
        start, end = starts[row], ends[row]
        is_item = kinds[row] == _LIST_ITEM
        marker = _MARKER.match(text, start, end)
        if marker and (is_item or kinds[row] == UnitKind.FENCE.code):
            number, column = row, _indent(text, start, end)
        elif column < 0 or kinds[row] in _NEVER_IN_ITEMS or _indent(text, start, end) <= column:
            column = -1
            row += 1
            continue
        numbers[row] = number
        row += 1
    return np.frombuffer(numbers, np.int64)


def _indent(text: str, start: int, end: int) -> int:
    """Return the column of the first character of a block that is no blank or quote marker."""
    indentation = _INDENTATION.match(text, start, end)
    return len(indentation[0].expandtabs(4)) if indentation else 0

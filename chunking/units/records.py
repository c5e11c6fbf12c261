"""Records of a JSON document: the elements of its array, or the values of its object."""

import re
from array import array
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Bools, Codes, Ints
from chunking.core.layout import SplitPoints
from chunking.core.text.whitespace import chunk_start, next_non_space, trimmed_ends
from chunking.core.units import UnitKind, Units

JSON = "application/json"

_STRING = r'"(?:[^"\\]++|\\[\s\S])*+"'
_SPACE = r"[ \t\r\n]*+"
# A key, a value or the brackets around values, and the comma after it. Empty groups mark them.
_TOKEN = re.compile(
    rf"{_SPACE}(?:{_STRING}{_SPACE}:{_SPACE}())?+"
    rf"(?:(?:{_STRING}|-?\d[\d.eE+-]*+|true|false|null)|(\[++|\{{)|(\]++|\}}++))"
    rf"(?:{_SPACE},())?+"
)
# What may follow: a value, the first value of an array, a member, the first member of an object,
# the end of either, nothing.
_VALUE, _FIRST_VALUE, _MEMBER, _FIRST_MEMBER, _END, _DONE = range(6)
# The states in which a value may follow, without and with a key.
_KEYED = ((_VALUE, _FIRST_VALUE), (_MEMBER, _FIRST_MEMBER))
_ENDS = (_FIRST_VALUE, _FIRST_MEMBER, _END)
# Levels at which records are split; the last one holds all deeper points.
_LEVELS = 8


class _Elements(NamedTuple):
    """Elements of arrays and members of objects but the first of each, in order, (n,).

    `depths` is the number of brackets around each, at most `_LEVELS`.
    """

    starts: Ints
    depths: Codes
    in_array: Bools


def records(text: str) -> tuple[Units, tuple[SplitPoints, ...]] | None:
    """Return the records of JSON and the points at which large ones are split; None for other text.

    The records are the elements of the outermost array or the members of the outermost object. Of
    a member with most of the text, such as the data after a header, they are those inside it. A
    key stays with its value. Split points are starts of elements, those of the outermost first.

    >>> records('{"n": 2, "data": [{"a": 1}, {"a": 2}]}')[0].starts.tolist()
    [0, 9, 28]
    """
    elements = _elements(text)
    if elements is None:
        return None
    begin = int(np.min(elements.starts, initial=len(text)))
    first = chunk_start(text, 0) if begin else 0
    starts = np.append(np.int64(first), _record_starts(elements, len(text)))
    ends = trimmed_ends(text, starts, np.append(starts[1:], len(text)))
    units = Units.of_kind(starts, ends, UnitKind.CODE)
    levels = [elements.starts[elements.depths == depth] for depth in range(1, _LEVELS + 1)]
    points = [SplitPoints(each, np.ones(len(each), np.bool_)) for each in levels if len(each)]
    return units, tuple(points)


def _elements(text: str) -> _Elements | None:
    """Return the elements of a JSON text; None for other text."""
    reader = _Reader(text)
    tokens = iter(_TOKEN.scanner(text).match, None)  # type: ignore[attr-defined]  # undocumented
    at = 0
    for token in tokens:
        if not reader.read(token):
            return None
        at = token.end()
    if reader.state != _DONE or next_non_space(text, at) < len(text):
        return None
    return _Elements(
        np.frombuffer(reader.starts, np.int64),
        np.frombuffer(reader.depths, np.uint8),
        np.frombuffer(reader.in_array, np.bool_),
    )


class _Reader:
    """The elements read so far, and what may follow. `arrays` are the open brackets, 1 for `[`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts, self.depths, self.in_array = array("q"), bytearray(), bytearray()
        self.arrays = bytearray()
        self.state = _VALUE
        self.after_comma = -1

    def read(self, token: re.Match[str]) -> bool:
        """Read a value, or brackets around values; return whether it may stand there."""
        key, opening, closing, comma = token.groups()
        if closing is not None:
            valid = key is None and self._close(closing)
        else:
            valid = self.state in _KEYED[key is not None]
            if valid and self.after_comma >= 0:
                self.starts.append(_element_start(self.text, self.after_comma))
                self.depths.append(min(len(self.arrays), _LEVELS))
                self.in_array.append(self.arrays[-1])
        self.after_comma = -1
        if opening is not None:
            is_array = opening[0] == "["
            self.arrays += (b"\1" if is_array else b"\0") * len(opening)
            self.state = _FIRST_VALUE if is_array else _FIRST_MEMBER
            return valid and comma is None
        if comma is None:
            self.state = _END if self.arrays else _DONE
            return valid
        if not (valid and self.arrays):
            return False
        self.after_comma = token.end()
        self.state = _VALUE if self.arrays[-1] else _MEMBER
        return True

    def _close(self, closing: str) -> bool:
        """Close brackets; return whether they may be closed."""
        brackets = (b"\1" if closing[0] == "]" else b"\0") * len(closing)
        if self.state not in _ENDS or self.arrays[-len(brackets) :] != brackets:
            return False
        del self.arrays[-len(brackets) :]
        return True


def _element_start(text: str, after_comma: int) -> int:
    """Return where an element begins with the indentation of its line."""
    return chunk_start(text, after_comma) if text[after_comma] in " \t\r\n" else after_comma


def _record_starts(elements: _Elements, length: int) -> Ints:
    """Return where records start, but the first."""
    found: list[Ints] = []
    begin, end = 0, length
    for depth in range(1, _LEVELS):
        rows = slice(*np.searchsorted(elements.starts, [begin + 1, end]).tolist())
        here = elements.depths[rows] == depth
        starts = elements.starts[rows][here]
        found.append(starts)
        if len(starts) and elements.in_array[rows][here][0]:
            break
        edges = np.concatenate([[begin], starts, [end]])
        largest = int(np.argmax(np.diff(edges)))
        if 2 * (edges[largest + 1] - edges[largest]) <= end - begin:
            break
        begin, end = int(edges[largest]), int(edges[largest + 1])
    return np.sort(np.concatenate(found))

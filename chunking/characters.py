"""The characters of a text as numbers side by side, to look at many of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from chunking.types import Bools

Characters: TypeAlias = NDArray[np.unsignedinteger]

# By code point: a table of characters holds these; nothing above is in one.
_TABLE = 0x10000


def characters(text: str) -> Characters:
    """The code point of each character, (len(text),), in as few bytes each as all of them need.

    >>> characters("aé").tolist(), characters("字").dtype.itemsize
    ([97, 233], 2)
    """
    try:
        return np.frombuffer(text.encode("latin-1"), np.uint8)
    except UnicodeEncodeError:
        pairs = text.encode("utf-16-le", "surrogatepass")
    if len(pairs) == 2 * len(text):
        return np.frombuffer(pairs, np.dtype("<u2"))
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.dtype("<u4"))


def table(*ranges: str) -> Bools:
    """Which code points lie in the ranges: each one character, or the first and the last."""
    found = np.zeros(_TABLE, np.bool_)
    for each in ranges:
        found[ord(each[0]) : ord(each[-1]) + 1] = True
    return found


# The blank space of `str.isspace` that takes more than a byte in UTF-8, and all there is.
WIDE_BLANKS = (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
BLANKS = table("\t\r", "\x1c ", *WIDE_BLANKS)


def among(codes: Characters, known: Bools) -> Bools:
    """Which of the characters are in a table, same shape."""
    found: Bools = known.take(codes, mode="clip")
    return found

"""Code points of a text as an array, and tables of characters to look them up in."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from chunking.core.arrays import Bools

CodePoints: TypeAlias = NDArray[np.unsignedinteger]

# Tables cover the Basic Multilingual Plane; no code point above it is in one.
_TABLE_SIZE = 0x10000


def code_points(text: str) -> CodePoints:
    """Return the code point of each character, (len(text),), in the smallest type that fits.

    >>> code_points("aé").tolist(), code_points("字").dtype.itemsize
    ([97, 233], 2)
    """
    try:
        return np.frombuffer(text.encode("latin-1"), np.uint8)
    except UnicodeEncodeError:
        utf_16 = text.encode("utf-16-le", "surrogatepass")
    if len(utf_16) == 2 * len(text):
        return np.frombuffer(utf_16, np.dtype("<u2"))
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.dtype("<u4"))


def character_table(*ranges: str) -> Bools:
    """Return a table that marks the characters in the ranges: "a" is one, "az" is 26."""
    table = np.zeros(_TABLE_SIZE, np.bool_)
    for each in ranges:
        table[ord(each[0]) : ord(each[-1]) + 1] = True
    return table


def in_table(codes: CodePoints, table: Bools) -> Bools:
    """Return which code points a table marks, same shape."""
    marked: Bools = table.take(codes, mode="clip")
    return marked


# Whitespace as in `str.isspace`; first the characters that take more than one byte in UTF-8.
WIDE_WHITESPACE = (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
WHITESPACE = character_table("\t\r", "\x1c ", *WIDE_WHITESPACE)

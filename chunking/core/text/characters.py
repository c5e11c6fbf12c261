"""Code points of a text as an array, and tables of characters to look them up in."""

from bisect import bisect_left
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import regex
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


_CLUSTER = regex.compile(r"\X")
_FLAG_LETTER = regex.compile(r"\p{Grapheme_Cluster_Break=Regional_Indicator}")
# Runs of flag letters from this length on are indexed once instead of read back at every offset.
_LONG_RUN = 256
_FLAG_LETTERS_BEFORE = regex.compile(
    rf"(?r)\p{{Grapheme_Cluster_Break=Regional_Indicator}}{{1,{_LONG_RUN}}}+"
)
_LONG_RUNS = regex.compile(rf"\p{{Grapheme_Cluster_Break=Regional_Indicator}}{{{_LONG_RUN},}}+")
# Characters that may join with one further back, across the marks in between.
_JOINS_BACKWARDS = regex.compile(
    r"[\p{Extended_Pictographic}\p{Indic_Syllabic_Category=Consonant}]"
)
_MARK = regex.compile(r"[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=ZWJ}]")


def is_boundary(text: str, offset: int) -> bool:
    """Return whether neither a grapheme cluster nor a CR LF spans `offset`."""
    if offset <= 0 or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if before.isascii() and after.isascii():
        return not (before == "\r" and after == "\n")
    if _is_one_cluster(text, offset - 1, offset + 1):
        return bool(_FLAG_LETTER.match(after)) and _flag_letters_are_paired(text, offset)
    if not (_JOINS_BACKWARDS.match(after) and _MARK.match(before)):
        return True
    base = offset - 1
    while base > 0 and _MARK.match(text, base):
        base -= 1
    return not _is_one_cluster(text, base, offset + 1)


def last_boundary(text: str, start: int, limit: int) -> int:
    """Return the last boundary in `(start, limit]`, or `start` if there is none."""
    offset = min(limit, len(text))
    while offset > start and not is_boundary(text, offset):
        offset -= 1
    return max(offset, start)


def next_boundary(text: str, start: int) -> int:
    """Return the end of the grapheme cluster that begins at `start`."""
    if _FLAG_LETTER.match(text, start):
        end = start + 1
        while not is_boundary(text, end):
            end += 1
        return end
    cluster = _CLUSTER.match(text, start)
    return cluster.end() if cluster else min(start + 1, len(text))


def _is_one_cluster(text: str, start: int, end: int) -> bool:
    # A slice, since `regex` reads the text itself back to the start of a run of flag letters.
    return _CLUSTER.match(text[start:end]).end() == end - start  # type: ignore[no-any-return]  # regex has no types


def _flag_letters_are_paired(text: str, offset: int) -> bool:
    """Return whether the number of flag letters just before `offset` is even."""
    run = _FLAG_LETTERS_BEFORE.match(text, 0, offset)
    if run is None:
        return False
    start: int = run.start()
    if offset - start == _LONG_RUN:
        runs = _long_run_starts(text)
        start = runs[bisect_left(runs, offset) - 1]
    return (offset - start) % 2 == 0


@lru_cache(maxsize=1)
def _long_run_starts(text: str) -> list[int]:
    """Return where the long runs of flag letters start, ascending."""
    return [run.start() for run in _LONG_RUNS.finditer(text)]

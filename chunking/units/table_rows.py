"""Rows of CSV and TSV, and records of JSON Lines."""

import re
from array import array
from itertools import chain

import numpy as np

from chunking.core.text.whitespace import trimmed_end
from chunking.core.units import UnitKind, Units

RECORDS = "application/x-ndjson"
ROWS = frozenset({"text/csv", "text/tab-separated-values", RECORDS})

_LINE_END = re.compile(r"(\r\n?|\n)")
# A quoted field, which may hold line ends, or the end of a row. Another quote is a character.
_QUOTED_OR_LINE_END = re.compile(
    r'(?<![^,;\t\r\n])"(?:[^"]++|"")*+"(?![^,;\t\r\n])|(\r\n?|\n)',
)


def rows(text: str, media_type: str) -> Units:
    r"""Return the rows of a table, or the lines of JSON Lines, as units of code.

    A quoted field may contain line ends. Blank rows are left out, and trailing whitespace.

    >>> rows('a,b\n"1\n2",3\n', "text/csv").starts.tolist()
    [0, 4]
    """
    starts, ends = array("q"), array("q")
    start = 0
    pattern = _LINE_END if media_type == RECORDS else _QUOTED_OR_LINE_END
    found = ((each.start(), each.end()) for each in pattern.finditer(text) if each[1])
    for edge, after in chain(found, [(len(text), len(text))]):
        end = trimmed_end(text, start, edge)
        if start < end:
            starts.append(start)
            ends.append(end)
        start = after
    columns = np.frombuffer(starts, np.int64), np.frombuffer(ends, np.int64)
    return Units.of_kind(*columns, UnitKind.CODE)

"""How much text is stored more than once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.metrics.measure import Measure, Reading

if TYPE_CHECKING:
    from chunking.types import Bools

_LAST_BLANK = 0x3000


def _blank_codes() -> Bools:
    """Whether each code point up to the last blank one is blank; the one after it is not."""
    return np.array([chr(code).isspace() for code in range(_LAST_BLANK + 2)])


_BLANK = _blank_codes()


def _redundancy(reading: Reading) -> float:
    """Blank space does not count, so that lines dropped at the edges of a core are no saving."""
    chunking = reading.chunking
    text = chunking.document.text
    data = text.encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(data, "<u4")
    blanks = np.flatnonzero(np.take(_BLANK, codes, mode="clip"))
    ink = len(text) - len(blanks)
    if ink == 0:
        return float("nan")
    begins = chunking.start - chunking.overlap
    blank = np.searchsorted(blanks, chunking.end) - np.searchsorted(blanks, begins)
    return float((chunking.end - begins - blank).sum()) / ink


REDUNDANCY = Measure(
    "redundancy",
    "Redundancy",
    "The characters of all chunks for each character of the document, blank space aside.",
    _redundancy,
    better="lower",
    unit="times",
)

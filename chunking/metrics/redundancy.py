"""How much text is stored more than once."""

from __future__ import annotations

import numpy as np

from chunking.metrics.measure import Measure, Reading
from chunking.metrics.shared import blank_offsets


def _redundancy(reading: Reading) -> float:
    """Blank space does not count, so that lines dropped at the edges of a core are no saving."""
    chunking = reading.chunking
    text = chunking.document.text
    blanks = blank_offsets(text) if reading.shared is None else reading.shared.blanks
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

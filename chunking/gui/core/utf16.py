"""Offsets in UTF-16 code units, which the browser counts, instead of code points."""

import numpy as np
from numpy.typing import NDArray


class Utf16:
    """Code-point offsets of one text, turned into UTF-16 offsets.

    A character beyond the basic plane (an emoji, a rare Han character) is two units in
    the browser and one in Python, so every offset after it is one larger there:

    >>> Utf16("a😀b")(np.array([0, 1, 2, 3])).tolist()
    [0, 1, 3, 4]
    """

    def __init__(self, text: str) -> None:
        # Most texts have none; asking the string is far cheaper than looking at each character.
        if text.isascii() or max(text) <= "\uffff":
            self._astral = np.zeros(0, dtype=np.int64)
        else:
            points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
            self._astral = np.flatnonzero(points > 0xFFFF).astype(np.int64)

    def __call__(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The same places, shape kept: `offsets` plus the astral characters before each."""
        if not len(self._astral):
            return offsets
        return offsets + np.searchsorted(self._astral, offsets, side="left")

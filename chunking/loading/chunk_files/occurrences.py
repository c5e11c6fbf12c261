"""Occurrences of passages in a text, in time linear in both.

Passages that occur in order are found by searches that together read the text about once. A
passage that does not occur costs a search to the end; after a few of these, the occurrences of all
passages are computed at once.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from chunking.core.arrays import Ints

Codes64 = NDArray[np.uint64]

# How often searches may read the text before all occurrences are computed.
_MAX_READS = 16

# Odd multipliers of a multiplicative hash (Steele & Vigna 2022).
_LEFT, _RIGHT = np.uint64(0xD1342543DE82EF95), np.uint64(0xAF251AF3B0F025B5)
_SHIFT = np.uint64(29)


class Occurrences:
    """The occurrences of non-empty passages in a text."""

    def __init__(self, text: str, passages: Iterable[str]) -> None:
        self.text = text
        self._passages = passages
        self._budget = _MAX_READS * len(text)
        self._offsets: dict[str, Ints] | None = None

    def first(self, passage: str, start: int = 0) -> int:
        """Return the first occurrence of a passage from `start` on; -1 if there is none."""
        if self._offsets is None and self._budget > 0:
            found = self.text.find(passage, start)
            self._budget -= (found if found >= 0 else len(self.text)) - start
            return found
        if self._offsets is None:
            self._offsets = candidate_offsets(self.text, list(dict.fromkeys(self._passages)))
        offsets = self._offsets[passage]
        later = offsets[int(offsets.searchsorted(start)) :]
        # Hashes may collide, though not before some 2**32 windows on average.
        return next((int(i) for i in later if self.text.startswith(passage, int(i))), -1)


def candidate_offsets(text: str, passages: Sequence[str]) -> dict[str, Ints]:
    """Return all occurrences of each passage, ascending, with rare false ones.

    Passages are distinct and not empty. Every window of 1, 2, 4, … characters gets a hash made of
    those of its two halves (Karp, Miller & Rosenberg 1972). A passage occurs where the hashes of
    the longest such windows at its start and at its end both match.
    """
    # One string, so that equal windows of the text and of the passages get equal hashes.
    lengths = np.array([len(passage) for passage in passages], dtype=np.int64)
    begins = len(text) + np.cumsum(lengths) - lengths
    joined = "".join((text, *passages)).encode("utf-32-le", "surrogatepass")
    hashes = _mix(np.frombuffer(joined, np.uint32).astype(np.uint64))
    found: dict[str, Ints] = {}
    width, longest = 1, int(lengths.max(initial=0))
    while width <= longest:
        rows = np.flatnonzero((lengths >= width) & (lengths < 2 * width))
        for row, offsets in _of_width(text, hashes, width, begins[rows], lengths[rows]):
            found[passages[rows[row]]] = offsets
        hashes = _mix(hashes[:-width] * _LEFT + hashes[width:] * _RIGHT)
        width *= 2
    return found


def _of_width(
    text: str, hashes: Codes64, width: int, begins: Ints, lengths: Ints
) -> Iterable[tuple[int, Ints]]:
    """Yield the row and the offsets of each passage, which are one to two widths long."""
    if len(begins) == 0:
        return
    heads = hashes[begins]
    distinct = np.unique(heads)
    inside = hashes[: max(0, len(text) - width + 1)]
    which = np.minimum(np.searchsorted(distinct, inside), len(distinct) - 1)
    at = np.flatnonzero(distinct[which] == inside)
    order = np.argsort(which[at], kind="stable")
    at = at[order]
    edges = np.searchsorted(which[at], np.arange(len(distinct) + 1))
    for row, (begin, length) in enumerate(zip(begins.tolist(), lengths.tolist(), strict=True)):
        group = int(np.searchsorted(distinct, heads[row]))
        offsets = at[edges[group] : edges[group + 1]]
        offsets = offsets[: int(offsets.searchsorted(len(text) - length, side="right"))]
        tail = length - width
        yield row, offsets[hashes[offsets + tail] == hashes[begin + tail]]


def _mix(hashes: Codes64) -> Codes64:
    """Return hashes with mixed bits, so that sums of them rarely collide."""
    mixed = hashes * _LEFT
    mixed ^= mixed >> _SHIFT
    mixed *= _RIGHT
    mixed ^= mixed >> _SHIFT
    return mixed

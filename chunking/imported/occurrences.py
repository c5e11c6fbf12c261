"""Where passages stand in a text, in time that grows with both and not with their product.

A passage that is there is found by searching on from the one before, and all those searches
together read the text about once. One that is not there costs a search to the end, so only a few
of these are paid for: after that the places of all passages are found at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from chunking.types import Ints

    Codes64 = NDArray[np.uint64]

# How often the text may be read by searching before the places of all passages are found at once.
_SEARCHES = 16

# Odd multipliers of a multiplicative hash (Steele & Vigna 2022).
_LEFT, _RIGHT = np.uint64(0xD1342543DE82EF95), np.uint64(0xAF251AF3B0F025B5)
_SHIFT = np.uint64(29)


class Occurrences:
    """The places of `passages` in `text`, none of them empty."""

    def __init__(self, text: str, passages: Iterable[str]) -> None:
        self.text = text
        self._passages = passages
        self._credit = _SEARCHES * len(text)
        self._places: dict[str, Ints] | None = None

    def first(self, passage: str, start: int = 0) -> int:
        """Where a passage stands first from `start` on; -1 if nowhere."""
        if self._places is None and self._credit > 0:
            found = self.text.find(passage, start)
            self._credit -= (found if found >= 0 else len(self.text)) - start
            return found
        if self._places is None:
            self._places = places(self.text, list(dict.fromkeys(self._passages)))
        known = self._places[passage]
        later = known[int(known.searchsorted(start)) :]
        # Two windows may have one number by chance, though it takes 2**32 of them to expect that.
        return next((int(i) for i in later if self.text.startswith(passage, int(i))), -1)


def places(text: str, passages: Sequence[str]) -> dict[str, Ints]:
    """The likely places of each passage in the text, ascending, and with them all that are sure.

    Passages are distinct and not empty.

    Every window of 1, 2, 4, … characters gets a number that is the same for the same characters,
    made of the numbers of its two halves (Karp, Miller & Rosenberg 1972). A passage stands where
    the longest such window it begins with and the one it ends with stand at their distance.
    """
    # All in one string, so that equal windows of the text and of the passages get equal numbers.
    lengths = np.array([len(passage) for passage in passages], dtype=np.int64)
    begins = len(text) + np.cumsum(lengths) - lengths
    joined = "".join((text, *passages)).encode("utf-32-le", "surrogatepass")
    numbers = _mixed(np.frombuffer(joined, np.uint32).astype(np.uint64))
    found: dict[str, Ints] = {}
    width, longest = 1, int(lengths.max(initial=0))
    while width <= longest:
        rows = np.flatnonzero((lengths >= width) & (lengths < 2 * width))
        for row, known in _of_width(text, numbers, width, begins[rows], lengths[rows]):
            found[passages[rows[row]]] = known
        numbers = _mixed(numbers[:-width] * _LEFT + numbers[width:] * _RIGHT)
        width *= 2
    return found


def _of_width(
    text: str, numbers: Codes64, width: int, begins: Ints, lengths: Ints
) -> Iterable[tuple[int, Ints]]:
    """The likely places of the passages at `begins`, which are of one to two widths."""
    if len(begins) == 0:
        return
    heads = numbers[begins]
    distinct = np.unique(heads)
    inside = numbers[: max(0, len(text) - width + 1)]
    which = np.minimum(np.searchsorted(distinct, inside), len(distinct) - 1)
    at = np.flatnonzero(distinct[which] == inside)
    order = np.argsort(which[at], kind="stable")
    at = at[order]
    edges = np.searchsorted(which[at], np.arange(len(distinct) + 1))
    for row, (begin, length) in enumerate(zip(begins.tolist(), lengths.tolist(), strict=True)):
        group = int(np.searchsorted(distinct, heads[row]))
        known = at[edges[group] : edges[group + 1]]
        known = known[: int(known.searchsorted(len(text) - length, side="right"))]
        tail = length - width
        yield row, known[numbers[known + tail] == numbers[begin + tail]]


def _mixed(numbers: Codes64) -> Codes64:
    """Numbers whose bits depend on one another, so that sums of them seldom agree."""
    mixed = numbers * _LEFT
    mixed ^= mixed >> _SHIFT
    mixed *= _RIGHT
    mixed ^= mixed >> _SHIFT
    return mixed

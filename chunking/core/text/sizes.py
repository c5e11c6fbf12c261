"""Sizes of spans of a text, in tokens."""

import re
from collections.abc import Callable, Sized
from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of any span of one text, which was tokenized once as a whole.

    A token is `per` ticks, rounded up. A tick is one token where `token_starts` are known, else one
    character or, with `tick_sums`, what these count. Ticks are subtracted first and divided last,
    since neither rounding nor a tokenizer is additive.

    Args:
        length: Characters of the text.
        per: Ticks per token.
        token_starts: Offsets at which tokens start, ascending, (t,).
        tick_sums: Ticks before each offset, increasing, (length + 1,).
    """

    length: int
    per: int = 1
    token_starts: Ints | None = None
    tick_sums: Ints | None = None

    def ticks(self, offsets: Ints) -> Ints:
        """Return the number of ticks before each offset, same shape."""
        if self.tick_sums is not None:
            return self.tick_sums[offsets]
        if self.token_starts is None:
            return offsets
        return np.searchsorted(self.token_starts, offsets).astype(np.int64)

    def tick(self, offset: int) -> int:
        """Return the number of ticks before one offset."""
        if self.tick_sums is not None:
            return int(self.tick_sums[offset])
        return offset if self.token_starts is None else int(self.token_starts.searchsorted(offset))

    def token_counts(self, starts: Ints, ends: Ints) -> Ints:
        """Return the tokens of each `[start, end)`, same shape."""
        return -((self.ticks(starts) - self.ticks(ends)) // self.per)

    def tokens(self, start: int, end: int) -> int:
        """Return the tokens of `[start, end)`."""
        return -((self.tick(start) - self.tick(end)) // self.per)

    def max_end(self, start: int, tokens: int) -> int:
        """Return the largest end for which `[start, end)` holds at most `tokens`."""
        last = self.tick(start) + tokens * self.per
        if self.tick_sums is not None:
            return int(self.tick_sums.searchsorted(last, side="right")) - 1
        if self.token_starts is None:
            return min(last, self.length)
        return int(self.token_starts[last]) if last < len(self.token_starts) else self.length

    def min_end(self, start: int, tokens: int) -> int:
        """Return the smallest end for which `[start, end)` holds `tokens`, or one past the text."""
        if tokens <= 0:
            return start
        last = self.tick(start) + (tokens - 1) * self.per
        if self.tick_sums is not None:
            return int(self.tick_sums.searchsorted(last, side="right"))
        if self.token_starts is None:
            return last + 1
        inside = last < len(self.token_starts)
        return (int(self.token_starts[last]) if inside else self.length) + 1

    def min_start(self, end: int, tokens: int) -> int:
        """Return the smallest start for which `[start, end)` holds at most `tokens`."""
        first = self.tick(end) - tokens * self.per
        if first <= 0:
            return 0
        if self.tick_sums is not None:
            return int(self.tick_sums.searchsorted(first))
        return first if self.token_starts is None else int(self.token_starts[first - 1]) + 1

    def min_starts(self, ends: Ints, tokens: Ints) -> Ints:
        """Return `min_start` of each end and number of tokens, same shape."""
        first: Ints = np.maximum(self.ticks(ends) - tokens * self.per, 0)
        if self.tick_sums is not None:
            return np.searchsorted(self.tick_sums, first).astype(np.int64)
        known = self.token_starts
        if known is None or not len(known):
            return first
        found: Ints = np.where(first > 0, known[np.maximum(first, 1) - 1] + 1, 0)
        return found


# A word or line breaks, with the blanks before them; those at the end of the text do not count.
_PIECE = re.compile(r"[^\S\r\n]*(\S+|[\r\n]+)")


def counted_sizes(text: str, function: Callable[[str], int | Sized]) -> Sizes:
    """Return the sizes of a text by a function that returns its tokens or their number."""
    counts: dict[str, int] = {}
    rows = []
    for piece in _PIECE.finditer(text):
        content = piece[0]
        if content not in counts:
            counts[content] = _count(function, content)
        rows.append((piece.start(1), piece.end() - piece.start(1), counts[content]))
    first, length, count = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    number = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    starts = np.repeat(first, count) + number * np.repeat(length, count) // np.repeat(count, count)
    return Sizes(len(text), token_starts=starts)


def _count(function: Callable[[str], int | Sized], text: str) -> int:
    answer = function(text)
    count = len(answer) if isinstance(answer, Sized) else answer
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 0:
        raise SettingsError(
            "a tokenizer function must return the number of tokens of a text, or one item per "
            f"token, got {answer!r:.80}"
        )
    return int(count)

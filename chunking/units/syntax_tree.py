"""Syntax trees of source code, with limits on the work of the parser.

The error recovery of tree-sitter takes quadratic time or more: a few kilobytes of repeated
punctuation keep it busy for minutes.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from chunking.core.errors import ChunkingError

if TYPE_CHECKING:
    from tree_sitter import Parser, Point, Tree

# A step of the parser is 100 operations, or a block that is read, also again. Code in which each
# character is a token takes one for 10 bytes, error recovery that goes over the same bytes again
# and again three or more for each byte. It may take as many steps as this without progress, which
# are half a second.
_FREE_STEPS = 4000
_BYTES_PER_STEP = 4
_BLOCK = 4096
# Single operations may take minutes too, at the end of a text; hence a limit in processor time.
# Most of the densest code takes a second for 1,000,000 bytes.
_FREE_SECONDS = 0.5
_BYTES_PER_SECOND = 200_000


class ParseLimitError(ChunkingError):
    """The parser does not get through a text with a reasonable amount of work."""


def parse(parser: Parser, data: bytes) -> Tree:
    """Return the syntax tree of a text; its nodes have no `text`.

    The limits cannot stop an operation: parse the first half of a text before all of it.

    Raises:
        ParseLimitError: The text takes too much work.
    """
    source = _Source(data)
    try:
        tree = parser.parse(source.read, progress_callback=source.exceeds_limit)
    except ValueError:
        parser.reset()
        raise ParseLimitError from None
    if source.exceeds_time():
        raise ParseLimitError
    return tree


class _Source:
    """The bytes of a text for the parser, and how much work it may still do."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._end = len(data.rstrip())
        # The binding never releases what `read` returns, so that is the same object each time.
        self._block = bytearray()
        self._steps_left = float(_FREE_STEPS)
        self._passed = 0
        self._begin = time.thread_time()

    def read(self, offset: int, _: Point) -> bytearray:
        """Return the bytes at an offset, none at the end."""
        self._steps_left -= 1
        self._block[:] = self._data[offset : offset + _BLOCK]
        return self._block

    def exceeds_limit(self, offset: int, _: bool) -> bool:  # noqa: FBT001 - passed by position
        """Return whether the parser, now at an offset, must stop."""
        passed = max(0, offset - self._passed)
        self._passed += passed
        # At the end it balances the tree, in more steps the longer the text is.
        steps = offset < self._end
        self._steps_left = min(_FREE_STEPS, self._steps_left + passed / _BYTES_PER_STEP) - steps
        return self._steps_left < 0 or self.exceeds_time()

    def exceeds_time(self) -> bool:
        """Return whether the parser has taken too much processor time."""
        seconds = time.thread_time() - self._begin
        return seconds > _FREE_SECONDS + self._passed / _BYTES_PER_SECOND

"""Syntax trees of source code, with limits on the work of the parser.

The error recovery of tree-sitter takes quadratic time or more: a few kilobytes of repeated
punctuation keep it busy for minutes.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from chunking.core.errors import ChunkingError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Point, Tree

# The parser may take so many steps, and one more for so many bytes that it has passed. A step is
# 100 operations, or a block that is read, also again. Source files, with and without errors, take
# a quarter of this at most.
_FREE_STEPS = 4000
_BYTES_PER_STEP = 25
_BLOCK = 4096
# A last resort where single operations are slow, in processor time. Source files take a fifth of
# it on a busy machine, so that the limit is the same on any machine for all but hostile texts.
_FREE_SECONDS = 10.0
_BYTES_PER_SECOND = 50_000
# Where errors are so dense, a single operation at the end of the text may take minutes. Samples of
# source files have half as many at most, those from the middle of a comment or a string included.
_SAMPLE = 2048
_MOST_ERRORS = 480


class ParseLimitError(ChunkingError):
    """The parser does not get through a text with a reasonable amount of work."""


def check_samples(parser: Parser, data: bytes) -> None:
    """Parse samples from the start, the middle and the end of a text.

    Raises:
        ParseLimitError: They hold hardly anything but errors.
    """
    last = len(data) - _SAMPLE
    if last > 0 and all(
        _count_errors(parse(parser, data[begin : begin + _SAMPLE]).root_node) > _MOST_ERRORS
        for begin in (0, last // 2, last)
    ):
        raise ParseLimitError


def parse(parser: Parser, data: bytes) -> Tree:
    """Return the syntax tree of a text; its nodes have no `text`.

    Raises:
        ParseLimitError: The text takes too much work.
    """
    source = _Source(data)
    try:
        return parser.parse(source.read, progress_callback=source.exceeds_limit)
    except ValueError:
        parser.reset()
        raise ParseLimitError from None


class _Source:
    """The bytes of a text for the parser, and how much work it has done."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        # The binding never releases what `read` returns, so that is the same object each time.
        self._block = bytearray()
        self._steps = 0
        self._passed = 0
        self._begin = time.thread_time()

    def read(self, offset: int, _: Point) -> bytearray:
        """Return the bytes at an offset, none at the end."""
        self._steps += 1
        self._block[:] = self._data[offset : offset + _BLOCK]
        return self._block

    def exceeds_limit(self, offset: int, _: bool) -> bool:  # noqa: FBT001 - passed by position
        """Return whether the parser, now at an offset, must stop."""
        self._steps += 1
        self._passed = max(self._passed, offset)
        seconds = time.thread_time() - self._begin
        return (
            self._steps > _FREE_STEPS + self._passed / _BYTES_PER_STEP
            or seconds > _FREE_SECONDS + self._passed / _BYTES_PER_SECOND
        )


def _count_errors(root: Node) -> int:
    """Return how many nodes are errors or missing."""
    cursor = root.walk()
    count = 0
    while (node := cursor.node) is not None:
        count += node.is_error or node.is_missing
        if node.has_error and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return count
    return count

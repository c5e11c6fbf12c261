"""The order in which texts go to a model: like lengths together, in slices of like cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TEXTS = 256
MOST_CHARACTERS = 32_768
# What a core has in work at once stays near it: measured, 256 and 512 are fastest, 4,096 half.
MOST_PIECES = 512


def by_length(
    texts: Sequence[str],
    *,
    most_texts: int = MOST_TEXTS,
    most_characters: int = MOST_CHARACTERS,
) -> list[list[int]]:
    """The indices of `texts` in slices that hold texts of about one length.

    A model pads each text to the longest of its batch, so like lengths waste nothing. A
    slice is small enough (about a second on two cores) for progress and stopping. Long and
    short slices take turns, so that the number of texts done tells how much time is left.
    """
    slices: list[list[int]] = []
    room = 0
    for index in sorted(range(len(texts)), key=lambda i: len(texts[i])):
        if not slices or len(slices[-1]) == most_texts or len(texts[index]) > room:
            slices.append([])
            room = most_characters
        slices[-1].append(index)
        room -= len(texts[index])
    turns = [slices.pop(-1 if turn % 2 else 0) for turn in range(len(slices))]
    return turns  # noqa: RET504 - the name says what the order is


def by_pieces(counts: Sequence[int], *, most_pieces: int = MOST_PIECES) -> list[list[int]]:
    """The indices of texts of so many word pieces in batches, the longest first.

    A batch has at most `most_pieces` with its padding, which goes up to its longest text; a
    text that is longer has one of its own.
    """
    batches: list[list[int]] = []
    room = 0
    for index in sorted(range(len(counts)), key=lambda i: -counts[i]):
        if not room:
            batches.append([])
            room = max(1, most_pieces // max(1, counts[index]))
        batches[-1].append(index)
        room -= 1
    return batches

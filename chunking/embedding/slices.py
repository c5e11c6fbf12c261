"""The order in which texts go to a model: like lengths together, in slices of like cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TEXTS = 256
MOST_CHARACTERS = 32_768


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

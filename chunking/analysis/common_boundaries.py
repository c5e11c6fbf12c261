"""Boundaries that several chunkings of one document have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.core.text.characters import WHITESPACE, code_points, in_table


@dataclass(frozen=True, slots=True, eq=False)
class CommonBoundaries:
    """The offsets of boundaries that all chunkings have, and of those that any has, ascending."""

    all: Ints
    any: Ints


def common_boundaries(chunkings: Sequence[Chunking]) -> CommonBoundaries:
    """Compare the boundaries of at least one chunking of one document.

    Boundaries are equal if the text continues at the same character that is not blank; its offset
    stands for them.
    """
    text = chunkings[0].document.text
    inked = np.flatnonzero(~in_table(code_points(text), WHITESPACE))
    ink = np.append(inked, len(text)).astype(np.int64)
    sets = [np.unique(ink[np.searchsorted(ink, each.boundaries)]) for each in chunkings]
    return CommonBoundaries(reduce(np.intersect1d, sets), np.unique(np.concatenate(sets)))

"""What all readings of one document share, found once where many are measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.characters import BLANKS, among, characters

if TYPE_CHECKING:
    from chunking.types import Floats, Ints, Prepared


@dataclass(frozen=True, eq=False, slots=True)
class Shared:
    """Sums and places in one document.

    `sums[i]` is the sum of the vectors of the first i sentences, (s + 1, d) float64, or None
    without vectors: the mean of sentences [a, b) is `(sums[b] - sums[a]) / (b - a)`. `blanks` are
    the offsets of its blank characters, ascending.
    """

    sums: Floats | None
    blanks: Ints

    @classmethod
    def of(cls, sentences: Prepared) -> Shared:
        """Of a document that is prepared with units "sentences"."""
        vectors, sums = sentences.vectors, None
        if vectors is not None and len(vectors):
            sums = np.zeros((len(vectors) + 1, vectors.shape[1]))
            np.cumsum(vectors, axis=0, dtype=np.float64, out=sums[1:])
        return cls(sums, blank_offsets(sentences.document.text))


def blank_offsets(text: str) -> Ints:
    """The offsets of the blank characters of a text, ascending."""
    return np.flatnonzero(among(characters(text), BLANKS)).astype(np.int64, copy=False)

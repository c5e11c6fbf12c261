"""What the embedding model would never see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.metrics.measure import Measure, Reading

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.types import Ints, Sizes

# One that opens and one that closes every text a BERT model reads.
SPECIAL_TOKENS = 2


def unread(chunking: Chunking, pieces: Sizes, window: int) -> tuple[Ints, Ints, Ints]:
    """What a model leaves out that reads `window` word pieces, its two special ones included.

    The rows of the chunks that are longer, the offset in the document at which the model stops
    reading each, and how many pieces of it follow; all (k,). A chunk is read as it would be
    embedded, its overlap first. `pieces` counts the word pieces of the text (`per` 1).
    """
    begins = chunking.start - chunking.overlap
    left = pieces.between(begins, chunking.end) - (window - SPECIAL_TOKENS)
    rows = np.flatnonzero(left > 0)
    ends = [pieces.reach(int(begin), window - SPECIAL_TOKENS) for begin in begins[rows]]
    return rows, np.array(ends, dtype=np.int64), left[rows]


def truncated(chunking: Chunking, pieces: Sizes, window: int) -> int:
    """How many chunks are longer than such a model reads, as in `unread`."""
    held = pieces.between(chunking.start - chunking.overlap, chunking.end)
    return int(np.count_nonzero(held > window - SPECIAL_TOKENS))


def _truncated(reading: Reading) -> float:
    if reading.pieces is None:
        return float("nan")
    return float(truncated(reading.chunking, reading.pieces, reading.window))


TRUNCATED = Measure(
    "truncated",
    "Longer than the model reads",
    "Chunks with more word pieces than the embedding model reads; it never sees their rest.",
    _truncated,
    better="lower",
    unit="chunks",
    decimals=0,
)

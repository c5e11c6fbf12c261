"""What the embedding model would never see."""

from __future__ import annotations

import numpy as np

from chunking.metrics.measure import Measure, Reading

# One that opens and one that closes every text a BERT model reads.
SPECIAL_TOKENS = 2


def _truncated(reading: Reading) -> float:
    if reading.pieces is None:
        return float("nan")
    chunking = reading.chunking
    pieces = reading.pieces.between(chunking.start - chunking.overlap, chunking.end)
    return float(np.count_nonzero(pieces > reading.window - SPECIAL_TOKENS))


TRUNCATED = Measure(
    "truncated",
    "Truncated by the model",
    "Chunks with more word pieces than the embedding model reads; it never sees their rest.",
    _truncated,
    better="lower",
    unit="chunks",
)

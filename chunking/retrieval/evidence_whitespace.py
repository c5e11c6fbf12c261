"""Evidence without the whitespace that chunks leave out between them."""

import numpy as np

from chunking.core.arrays import Ints


def without_uncovered_whitespace(text: str, starts: Ints, ends: Ints, evidence: Ints) -> Ints:
    """Return evidence without whitespace that no chunk contains: it cannot be retrieved.

    Args:
        text: The text of the document.
        starts: Where the texts of its chunks start, ascending, (n,).
        ends: Where they end, ascending, (n,).
        evidence: Half-open spans of at least one character, (m, 2).

    Returns:
        Spans in order, which neither overlap nor touch, (k, 2); the evidence itself where it is
        nothing but such whitespace.
    """
    first, length = int(evidence.min()), int(evidence.max() - evidence.min())
    counted = _covered(evidence - first, length)
    near = (ends > first) & (starts < first + length)
    chunks = np.stack([starts[near], ends[near]], axis=1) - first
    outside = np.flatnonzero(counted & ~_covered(chunks.clip(0, length), length))
    blank = [place for place in outside.tolist() if text[first + place].isspace()]
    counted[blank] = False
    if not counted.any():
        return evidence
    edges = np.flatnonzero(np.diff(counted.astype(np.int8), prepend=0, append=0)) + first
    found: Ints = edges.reshape(-1, 2)
    return found


def trimmed_spans(text: str, evidence: Ints) -> Ints:
    """Return the spans of evidence without whitespace at their ends, (m, 2).

    A span of nothing but whitespace stays.
    """
    found = evidence.copy()
    for row, (start, end) in enumerate(evidence.tolist()):
        quote = text[start:end]
        if not quote.isspace():
            found[row] = end - len(quote.lstrip()), start + len(quote.rstrip())
    return found


def _covered(spans: Ints, length: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return whether each of some characters is in one of the spans, (length,)."""
    steps = np.zeros(length + 1, np.int64)
    np.add.at(steps, spans[:, 0], 1)
    np.add.at(steps, spans[:, 1], -1)
    return np.cumsum(steps)[:length] > 0

"""Recall, precision, IoU and PrecisionΩ as Smith and Troynikov (2024) computed them.

The differences from `metrics_of`: a chunk that only touches a passage counts as one with evidence
in PrecisionΩ, which also unites overlapping chunks; and where passages overlap, their common text
counts once as found but twice as evidence.
"""

from collections.abc import Iterable

import numpy as np

from chunking.core.arrays import Ints
from chunking.retrieval.evidence_metrics import IOU, PRECISION, PRECISION_OMEGA, RECALL, Retrieved

# Chunks that are retrieved per question in the published tables.
PUBLISHED_CHUNKS = 5


def published_metrics(retrieved: Retrieved, evidence: Ints) -> dict[str, float]:
    """Return the four published metrics for one question, by name.

    Args:
        retrieved: The retrieved chunks, all read whole.
        evidence: Spans of at least one character, (m, 2).
    """
    passages = _spans(evidence[:, 0], evidence[:, 1])
    total = sum(end - start for start, end in passages)
    starts = retrieved.starts[retrieved.rows]
    chunks = _spans(starts, retrieved.stops)
    found = _length(_intersections(chunks, passages))
    read = sum(end - start for start, end in chunks) + retrieved.elsewhere
    touching = [
        (start, end)
        for start, end in _spans(retrieved.starts, retrieved.ends, evidence)
        if any(start <= last and first <= end for first, last in passages)
    ]
    all_found = _length(_intersections(touching, passages))
    missed = [gap for passage in passages for gap in _uncovered(passage, touching)]
    return {
        RECALL.name: found / total,
        PRECISION.name: found / max(1, read),
        IOU.name: found / (read + _missed(passages, chunks)),
        PRECISION_OMEGA.name: all_found / _length([*touching, *missed]),
    }


def _spans(starts: Ints, ends: Ints, near: Ints | None = None) -> list[tuple[int, int]]:
    """Return columns as spans; with `near`, only those within its range."""
    if near is not None:
        kept = np.flatnonzero((starts <= near.max()) & (ends >= near.min()))
        starts, ends = starts[kept], ends[kept]
    return list(zip(starts.tolist(), ends.tolist(), strict=True))


def _intersections(
    chunks: Iterable[tuple[int, int]], passages: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    pairs = [
        (max(start, first), min(end, last)) for start, end in chunks for first, last in passages
    ]
    return [(start, end) for start, end in pairs if start < end]


def _length(spans: Iterable[tuple[int, int]]) -> int:
    """Return the number of characters in any of the spans."""
    length, reached = 0, 0
    for start, end in sorted(spans):
        length += max(0, end - max(start, reached))
        reached = max(reached, end)
    return length


def _missed(passages: list[tuple[int, int]], chunks: list[tuple[int, int]]) -> int:
    """Return the characters of each passage in no chunk, added up over the passages."""
    return sum(end - start for passage in passages for start, end in _uncovered(passage, chunks))


def _uncovered(
    passage: tuple[int, int], chunks: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the parts of a passage that are in no chunk."""
    found, (reached, last) = [], passage
    for start, end in sorted(chunks):
        if start > reached:
            found.append((reached, min(start, last)))
        reached = max(reached, end)
        if reached >= last:
            return found
    return [*found, (reached, last)]

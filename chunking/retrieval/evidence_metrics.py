"""How well ranked chunks answer a question, in characters of its evidence.

Spans are half-open. Texts of chunks may overlap; what two chunks repeat is found once, but
retrieved twice.
"""

from dataclasses import dataclass

import numpy as np

from chunking.analysis.metrics.metric import MetricInfo
from chunking.core.arrays import Floats, Ints

RECALL = MetricInfo(
    "recall", "Recall", "Share of the evidence in the retrieved text.",
    better="higher", unit="share", decimals=1, high=1,
)  # fmt: skip
PRECISION = MetricInfo(
    "precision", "Precision", "Share of the retrieved text that is evidence.",
    better="higher", unit="share", decimals=1, high=1,
)  # fmt: skip
IOU = MetricInfo(
    "iou", "IoU", "Found evidence over the retrieved text and the missed evidence.",
    better="higher", unit="share", decimals=1, high=1,
)  # fmt: skip
PRECISION_OMEGA = MetricInfo(
    "precision_omega", "PrecisionΩ", "IoU if exactly the chunks with evidence were retrieved.",
    better="higher", unit="share", decimals=1, high=1,
)  # fmt: skip
MRR = MetricInfo(
    "mrr", "MRR", "Reciprocal rank of the first chunk with evidence.", better="higher", high=1
)
NDCG = MetricInfo(
    "ndcg", "nDCG", "Evidence in the retrieved chunks, discounted by rank.",
    better="higher", high=1,
)  # fmt: skip
SPLIT = MetricInfo(
    "split_evidence", "Split evidence", "Share of the evidence spans that no chunk contains whole.",
    better="lower", unit="share", decimals=1, high=1,
)  # fmt: skip

RETRIEVAL_METRICS = (RECALL, PRECISION, IOU, PRECISION_OMEGA, MRR, NDCG, SPLIT)


@dataclass(frozen=True, slots=True, eq=False)
class Retrieved:
    """Retrieved parts of the texts of a document's chunks.

    Attributes:
        starts: Where the text of each chunk of the document starts, (n,).
        ends: Where it ends, (n,).
        rows: The retrieved chunks of the document, the best first, (k,).
        ranks: Their ranks among the retrieved chunks of all documents, from 1, (k,).
        stops: Where what is retrieved of each ends, (k,): the last one may be cut off.
        elsewhere: Characters retrieved from other documents.
        count: Number of retrieved chunks of all documents.
    """

    starts: Ints
    ends: Ints
    rows: Ints
    ranks: Ints
    stops: Ints
    elsewhere: int
    count: int


def metrics_of(retrieved: Retrieved, evidence: Ints) -> dict[str, float]:
    """Return every metric of `RETRIEVAL_METRICS` for one question, by name.

    Args:
        evidence: Half-open spans of at least one character, (m, 2).
    """
    # Offsets from the first passage on keep the mask short in a long document.
    first = int(evidence.min())
    begins, ends, stops = (
        np.maximum(each - first, 0) for each in (retrieved.starts, retrieved.ends, retrieved.stops)
    )
    is_evidence = _mask(evidence - first)
    total = int(is_evidence.sum())
    starts = retrieved.starts[retrieved.rows]
    found = _found(is_evidence, begins[retrieved.rows], stops)
    read = int((retrieved.stops - starts).sum()) + retrieved.elsewhere
    shares = evidence_in(is_evidence, begins, ends) / total
    touching = np.flatnonzero(shares > 0)
    all_found = _found(is_evidence, begins[touching], ends[touching])
    all_read = int((retrieved.ends[touching] - retrieved.starts[touching]).sum())
    hits = np.flatnonzero(shares[retrieved.rows] > 0)
    return {
        RECALL.name: found / total,
        PRECISION.name: found / max(1, read),
        IOU.name: found / (read + total - found),
        PRECISION_OMEGA.name: all_found / (all_read + total - all_found),
        MRR.name: 1 / float(retrieved.ranks[hits[0]]) if len(hits) else 0.0,
        NDCG.name: _ndcg(shares, retrieved),
        SPLIT.name: split_share(retrieved.starts, retrieved.ends, evidence),
    }


def missed_spans(retrieved: Retrieved, evidence: Ints) -> tuple[tuple[int, int], ...]:
    """Return the spans of the evidence that were not retrieved, in order.

    Args:
        evidence: Half-open spans of at least one character, (m, 2).
    """
    first = int(evidence.min())
    is_missed = _mask(evidence - first)
    for start, stop in zip(retrieved.starts[retrieved.rows], retrieved.stops, strict=True):
        is_missed[max(0, start - first) : max(0, stop - first)] = 0
    edges = np.flatnonzero(np.diff(is_missed, prepend=0, append=0)) + first
    return tuple(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def evidence_in(is_evidence: Floats | Ints, starts: Ints, ends: Ints) -> Ints:
    """Return how many characters of the evidence are in each span, (n,).

    Args:
        is_evidence: 1 for each character of the evidence, 0 for others, (last end,).
        starts: Starts of the spans, (n,).
        ends: Their ends, (n,).
    """
    before = np.concatenate([[0], np.cumsum(is_evidence)])
    clipped = [np.minimum(each, len(is_evidence)) for each in (starts, ends)]
    found: Ints = before[clipped[1]] - before[clipped[0]]
    return found


def split_share(starts: Ints, ends: Ints, evidence: Ints) -> float:
    """Return the share of evidence spans that no chunk contains whole."""
    whole = (starts[:, None] <= evidence[:, 0]) & (ends[:, None] >= evidence[:, 1])
    return float(1 - whole.any(axis=0).mean()) if len(starts) else 1.0


def _mask(evidence: Ints) -> Ints:
    """Return 1 for each character of the evidence, 0 for those between, (last end,)."""
    steps = np.zeros(int(evidence.max()) + 1, np.int64)
    np.add.at(steps, evidence[:, 0], 1)
    np.add.at(steps, evidence[:, 1], -1)
    found: Ints = (np.cumsum(steps)[:-1] > 0).astype(np.int64)
    return found


def _found(is_evidence: Ints, starts: Ints, ends: Ints) -> int:
    """Return how many characters of the evidence are in any of some spans."""
    steps = np.zeros(len(is_evidence) + 1, np.int64)
    np.add.at(steps, np.minimum(starts, len(is_evidence)), 1)
    np.add.at(steps, np.minimum(ends, len(is_evidence)), -1)
    return int(is_evidence[np.cumsum(steps)[:-1] > 0].sum())


def _ndcg(shares: Floats, retrieved: Retrieved) -> float:
    """Return the discounted sum of the evidence in each chunk over the best possible one."""
    best = np.sort(shares)[::-1][: retrieved.count]
    ideal = float((best / np.log2(np.arange(2, len(best) + 2))).sum())
    gain = float((shares[retrieved.rows] / np.log2(retrieved.ranks + 1)).sum())
    return gain / ideal if ideal else 0.0

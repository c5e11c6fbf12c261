"""The span of a text that answers a question, and whether a chunk contains it whole."""

from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.units import UnitKind, Units


def without_uncovered_whitespace(text: str, starts: Ints, ends: Ints, evidence: Ints) -> Ints:
    """Return evidence without whitespace that no chunk contains: it cannot be retrieved.

    Args:
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


# Sentences on each side of the best one, and the share of its score that they need.
_NEIGHBORS, _SHARE = 2, 0.5

# Characters of a sentence that counts half, about three words: one that hardly says more than a
# name is similar to every question with that name. On 472 questions the answer overlaps the
# evidence for 57% with it and 53% without; 8 and 24 do about as well.
_HALF_LENGTH = 16


@dataclass(frozen=True, slots=True)
class AnswerPlacement:
    """Which chunk has an answer, or where a boundary splits it.

    Attributes:
        rank: Rank from 1 of the best chunk that contains the answer whole, or else of the best one
            with a part of it; None if no chunk has any of it.
        row: That chunk; -1 without one.
        split: Where the answer is split first; None if a chunk contains it whole.
    """

    rank: int | None
    row: int
    split: int | None = None

    @property
    def whole(self) -> bool:
        """Whether a chunk contains the answer whole."""
        return self.rank is not None and self.split is None


def sentence_relevance(
    lengths: Ints, similarities: Floats | None, word_scores: Floats | None
) -> Floats:
    """Return the relevance of sentences to a question as a share of the highest one, (n,).

    Short sentences count less. With both scores it is the mean of both shares; 0 is the lowest.

    Args:
        lengths: Characters of each sentence, (n,).
        similarities: Similarity of each sentence to the question, (n,).
        word_scores: Its BM25 score, (n,); at least one of both.
    """
    weights = lengths / (lengths + _HALF_LENGTH)
    found = [_shares(weights * each) for each in (similarities, word_scores) if each is not None]
    relevance: Floats = np.mean(found, axis=0)
    return relevance


def _shares(scores: Floats) -> Floats:
    highest = float(scores.max(initial=0))
    return np.maximum(scores, 0) / highest if highest > 0 else np.zeros(len(scores))


def find_passage(units: Units, scores: Floats) -> tuple[int, int] | None:
    """Return the span of the sentences that answer a question; None if none scores above 0.

    It is the best sentence, with up to two sentences on each side as long as each scores at least
    half as much. The span does not go past a heading, but may start with one.

    Args:
        units: n sentences in reading order.
        scores: Their relevance to the question, (n,).
    """
    if not len(units):
        return None
    best = int(scores.argmax())
    if scores[best] <= 0:
        return None
    heads = units.kinds == UnitKind.HEADING.code
    least = _SHARE * scores[best]
    first = last = best
    while first > max(0, best - _NEIGHBORS) and not heads[first] and scores[first - 1] >= least:
        first -= 1
    most = min(len(units) - 1, best + _NEIGHBORS)
    while last < most and not heads[last + 1] and scores[last + 1] >= least:
        last += 1
    return int(units.starts[first]), int(units.ends[last])


def locate_answer(chunking: Chunking, order: Ints, passage: tuple[int, int]) -> AnswerPlacement:
    """Return which chunk has an answer; the overlap of a chunk belongs to its text.

    Args:
        order: Their rows from the best one, (n,).
        passage: Half-open span of at least one character.
    """
    start, end = passage
    begins, ends = chunking.start - chunking.overlap, chunking.end
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(1, len(order) + 1)
    whole = np.flatnonzero((begins <= start) & (ends >= end))
    if len(whole):
        row = int(whole[ranks[whole].argmin()])
        return AnswerPlacement(int(ranks[row]), row)
    parts = np.flatnonzero((begins < end) & (ends > start))
    if not len(parts):
        return AnswerPlacement(None, -1, start)
    row = int(parts[ranks[parts].argmin()])
    return AnswerPlacement(int(ranks[row]), row, split_offset(chunking, passage))


def split_offset(chunking: Chunking, passage: tuple[int, int]) -> int | None:
    """Return where a boundary first divides a passage; None if a chunk contains it whole.

    Whitespace at its ends does not count. It is the start of the passage if no chunk has a part of
    it.
    """
    start, end = map(int, trimmed_spans(chunking.document.text, np.array([passage]))[0])
    begins, ends = chunking.start - chunking.overlap, chunking.end
    if ((begins <= start) & (ends >= end)).any():
        return None
    parts = np.flatnonzero((begins < end) & (ends > start))
    if not len(parts):
        return start
    # Chunks made elsewhere may leave out text: then the passage is split where one ends.
    starts = chunking.start[parts]
    inside = starts[starts > start]
    if not len(inside):
        inside = ends[parts][ends[parts] < end]
    return int(inside.min())

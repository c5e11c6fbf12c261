"""Sizes of chunks, repeated text, and text beyond the model limit."""

import math
from collections.abc import Callable

import numpy as np

from chunking.analysis.metrics.metric import Evaluation, Metric, blank_offsets
from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.embedding import ModelTokens


def _share_inside_limits(evaluation: Evaluation) -> float:
    low, high = evaluation.limits
    tokens = evaluation.chunking.tokens
    inside = np.count_nonzero((tokens >= low) & (tokens <= high))
    return float(inside / len(tokens)) if len(tokens) else float("nan")


CHUNKS = Metric(
    "chunks",
    "Chunks",
    "The number of chunks.",
    lambda evaluation: float(len(evaluation.chunking)),
    unit="chunks",
    decimals=0,
)


def median_size(tokens: Ints) -> float:
    """Return the median in whole tokens, a half rounded up; nan without chunks."""
    return float(math.floor(np.median(tokens) + 0.5)) if len(tokens) else float("nan")


def _of_tokens(name: str, title: str, statistic: Callable[[Ints], float]) -> Metric:
    """Return a statistic of the sizes as a metric."""

    def compute(evaluation: Evaluation) -> float:
        tokens = evaluation.shown_tokens
        return float(statistic(tokens)) if len(tokens) else float("nan")

    chunk = title.replace(" size", " chunk size") if " " in title else f"{title} chunk"
    meaning = f"{chunk}, overlap included."
    return Metric(name, title, meaning, compute, unit="tokens", decimals=0)


TOKENS_MEDIAN = _of_tokens("tokens_median", "Median size", median_size)
TOKENS_MIN = _of_tokens("tokens_min", "Smallest", np.min)
TOKENS_MAX = _of_tokens("tokens_max", "Largest", np.max)
INSIDE_LIMITS = Metric(
    "inside_limits",
    "Within limits",
    "The share of chunks between min tokens and max tokens.",
    _share_inside_limits,
    better="higher",
    unit="share",
    decimals=1,
    high=1,
)


def _redundancy(evaluation: Evaluation) -> float:
    """Return the characters of all chunks per character of the document.

    Blank space is ignored: blank lines dropped at the edges of a core are not a saving.
    """
    chunking = evaluation.chunking
    text = chunking.document.text
    blanks = (
        blank_offsets(text) if evaluation.precomputed is None else evaluation.precomputed.blanks
    )
    ink = len(text) - len(blanks)
    if ink == 0:
        return float("nan")
    begins = chunking.start - chunking.overlap
    blank = np.searchsorted(blanks, chunking.end) - np.searchsorted(blanks, begins)
    return float((chunking.end - begins - blank).sum()) / ink


REDUNDANCY = Metric(
    "redundancy",
    "Redundancy",
    "Characters of all chunks per character of the document, without blank space.",
    _redundancy,
    better="lower",
    unit="times",
)


def truncations(chunking: Chunking, tokens: ModelTokens) -> tuple[Ints, Ints, Ints]:
    """Return the chunks that exceed the model limit, overlap included.

    Returns:
        The rows of these chunks, the offset at which each reaches the limit, and the number of
        tokens after it, all (k,).
    """
    rows, excess = _beyond_limit(chunking, tokens)
    begins = (chunking.start - chunking.overlap)[rows].tolist()
    ends = [tokens.sizes.max_end(begin, tokens.limit or 0) for begin in begins]
    return rows, np.array(ends, dtype=np.int64), excess


def truncated(chunking: Chunking, tokens: ModelTokens) -> int:
    """Return the number of chunks that exceed the model limit, as in `truncations`."""
    return len(_beyond_limit(chunking, tokens)[0])


def _beyond_limit(chunking: Chunking, tokens: ModelTokens) -> tuple[Ints, Ints]:
    """Return the rows of the chunks above the limit, and the tokens beyond it, both (k,)."""
    if tokens.limit is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    excess = tokens.sizes.token_counts(chunking.start - chunking.overlap, chunking.end)
    excess -= tokens.limit
    rows = np.flatnonzero(excess > 0)
    return rows, excess[rows]


def _truncated(evaluation: Evaluation) -> float:
    if evaluation.tokens is None:
        return float("nan")
    return float(truncated(evaluation.chunking, evaluation.tokens))


TRUNCATED = Metric(
    "truncated",
    "Over the model limit",
    "Chunks that exceed the model limit.",
    _truncated,
    better="lower",
    unit="chunks",
    decimals=0,
)

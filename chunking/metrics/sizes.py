"""How many chunks there are, and how large."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.metrics.measure import Measure, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.types import Ints


def _of_tokens(reading: Reading, how: Callable[[Ints], np.generic]) -> float:
    tokens = reading.chunking.tokens
    return float(how(tokens)) if len(tokens) else float("nan")


def _inside(reading: Reading) -> float:
    low, high = reading.limits
    tokens = reading.chunking.tokens
    inside = np.count_nonzero((tokens >= low) & (tokens <= high))
    return float(inside / len(tokens)) if len(tokens) else float("nan")


CHUNKS = Measure(
    "chunks",
    "Chunks",
    "How many chunks the document is cut into.",
    lambda reading: float(len(reading.chunking)),
    unit="chunks",
    decimals=0,
)
TOKENS_MEDIAN = Measure(
    "tokens_median",
    "Median size",
    "Half of the chunks are smaller and half larger, overlap included.",
    lambda reading: _of_tokens(reading, np.median),
    unit="tokens",
    decimals=1,
)
TOKENS_MIN = Measure(
    "tokens_min",
    "Smallest",
    "The size of the smallest chunk, overlap included.",
    lambda reading: _of_tokens(reading, np.min),
    unit="tokens",
    decimals=0,
)
TOKENS_MAX = Measure(
    "tokens_max",
    "Largest",
    "The size of the largest chunk, overlap included.",
    lambda reading: _of_tokens(reading, np.max),
    unit="tokens",
    decimals=0,
)
INSIDE_LIMITS = Measure(
    "inside_limits",
    "Inside the limits",
    "The share of chunks that are neither below the minimum nor above the maximum.",
    _inside,
    better="higher",
    unit="share",
    decimals=1,
    high=1,
)

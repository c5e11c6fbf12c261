"""Summary statistics of one strategy on many documents."""

from dataclasses import dataclass

import numpy as np

from chunking.analysis.metrics.sizes import median_size, truncated
from chunking.analysis.metrics.structure import broken_blocks
from chunking.core.arrays import Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.prepared import Signal
from chunking.core.units import Units
from chunking.embedding import ModelTokens
from chunking.strategies.signals.quantiles import share_below

# What a box plot shows: whiskers, quartiles and the median.
_QUANTILES = (0.02, 0.25, 0.5, 0.75, 0.98)


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """Statistics of the chunks of one document.

    Attributes:
        tokens: Sizes of the chunks, (n,).
        inside: The share of chunks within the limits of the strategy.
        below: The share of gaps below the threshold; nan without one.
        broken: Fenced code blocks, tables and list items with a boundary inside; nan if unknown.
        truncated: Chunks over the model limit; nan if unknown.
    """

    tokens: Ints
    inside: float
    below: float
    broken: float
    truncated: float

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return len(self.tokens)

    @property
    def median(self) -> float:
        """The median chunk size, as in `median_size`."""
        return median_size(self.tokens)

    @property
    def largest(self) -> int:
        """The largest chunk size in tokens; 0 without chunks."""
        return int(self.tokens.max()) if len(self.tokens) else 0


def profile(
    chunking: Chunking,
    limits: tuple[int, int],
    *,
    signal: Signal | None = None,
    threshold: float | None = None,
    blocks: Units | None = None,
    model_tokens: ModelTokens | None = None,
) -> Profile:
    """Return the profile of a chunking."""
    low, high = limits
    tokens = chunking.tokens
    scores = np.zeros(0) if signal is None else signal.scores
    return Profile(
        tokens=tokens,
        inside=float(np.mean((tokens >= low) & (tokens <= high))) if len(tokens) else float("nan"),
        below=float("nan") if threshold is None else share_below(scores, threshold),
        broken=float("nan") if blocks is None else broken_blocks(chunking, blocks),
        truncated=float("nan") if model_tokens is None else truncated(chunking, model_tokens),
    )


def box_quantiles(scores: Floats) -> Floats:
    """Return the whiskers, quartiles and median of similarities in rising order; none without any.

    The whiskers are at 2% and 98%, so that single gaps do not move them.
    """
    known = scores[np.isfinite(scores)]
    found: Floats = np.quantile(known, _QUANTILES) if len(known) else np.zeros(0)
    return found

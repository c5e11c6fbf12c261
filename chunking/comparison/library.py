"""One strategy on many documents: what it makes of each, so that they can be set side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.explain import counted_reasons, position
from chunking.metrics.structure import broken_blocks
from chunking.metrics.truncation import truncated
from chunking.numerals import in_full

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunking.chunks import Chunking
    from chunking.types import Floats, Ints, Signal, Sizes, Units


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What one strategy made of one document.

    `tokens` are the sizes of the chunks, (n,), and `inside` is the share of them within the
    strategy's limits. `reasons` count the cuts by their reason. `scores` are the similarities that
    it was cut by, (g,); `below` is the share of gaps below the threshold, and `suggested`
    the threshold that was chosen for this document alone. Both are nan where there is none.
    `broken` counts the fenced code blocks, tables and list items with a cut inside, `longer` the
    chunks that are longer than a model reads, nan where that is not known.
    """

    source: str
    tokens: Ints
    inside: float
    reasons: Mapping[str, int]
    scores: Floats
    below: float
    suggested: float
    broken: float
    longer: float

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return len(self.tokens)

    @property
    def median(self) -> float:
        """The median size of a chunk, in tokens; nan without chunks."""
        return float(np.median(self.tokens)) if len(self.tokens) else float("nan")

    @property
    def largest(self) -> int:
        """The size of the largest chunk, in tokens; 0 without chunks."""
        return int(self.tokens.max()) if len(self.tokens) else 0


def profile(
    chunking: Chunking,
    limits: tuple[int, int],
    *,
    signal: Signal | None = None,
    threshold: float | None = None,
    suggested: float | None = None,
    blocks: Units | None = None,
    pieces: Sizes | None = None,
    window: int = 256,
) -> Profile:
    """The profile of a chunking whose chunks should hold `limits` tokens, lowest and highest.

    `signal` and `threshold` are what it was cut by, if it was; `suggested` is what a selector of
    thresholds chose for this document. `blocks` are those of its layout; `pieces` counts its word
    pieces, of which a model reads `window`.
    """
    low, high = limits
    tokens = chunking.tokens
    place = None if threshold is None else position(signal, threshold)
    return Profile(
        source=chunking.document.source,
        tokens=tokens,
        inside=float(np.mean((tokens >= low) & (tokens <= high))) if len(tokens) else float("nan"),
        reasons=counted_reasons(chunking),
        scores=np.zeros(0) if signal is None else signal.scores,
        below=float("nan") if place is None else place.share_below,
        suggested=float("nan") if suggested is None else suggested,
        broken=float("nan") if blocks is None else broken_blocks(chunking, blocks),
        longer=float("nan") if pieces is None else truncated(chunking, pieces, window),
    )


def spread(profiles: Sequence[Profile]) -> str:
    """One sentence on how differently one threshold falls on these documents; else empty.

    It names no document: their names are text of others.
    """
    below = [each.below for each in profiles if not np.isnan(each.below)]
    own = [each.suggested for each in profiles if not np.isnan(each.suggested)]
    if len(below) < 2:
        return ""
    said = f"The threshold lies above {min(below):.0%} to {max(below):.0%} of the gaps, by document"
    if len(own) < 2:
        return f"{said}."
    return (
        f"{said}; own thresholds, each chosen for its document alone, go from "
        f"{in_full(min(own))} to {in_full(max(own))}."
    )

"""Segmentation of existing units: utterances, subtitles, paragraphs, messages."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING

import numpy as np

from chunking.core.errors import SettingsError, expect_each
from chunking.core.text.numbers import count_of
from chunking.strategies.optimal.constants import LEVELS, Level
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.dynamic_programming import (
    optimal_boundaries_for_count,
)
from chunking.strategies.optimal.expected_loss import expected_losses
from chunking.strategies.optimal.posterior import Posterior

if TYPE_CHECKING:
    from chunking.embedding import Embedder

# Weight of words in the cost of a segment, against vectors.
_LEXICAL_WEIGHT = 0.5


def segment(
    units: Iterable[str],
    *,
    count: int | None = None,
    level: Level = "medium",
    embedder: Embedder | None = None,
    model: str | None = None,
) -> list[int]:
    """Return the indices of the units that begin a new segment, ascending, without 0.

    The optimum of the strategy `optimal` without size limits. Memory limits a segment to
    max(64, 8,000,000 // n) of n units: to all of them up to n = 2,828.

    >>> segment([])
    []

    Args:
        units: Texts in reading order.
        count: Number of boundaries; None for those of the level, possibly none.
        level: "coarse", "medium" or "fine"; the boundaries of one are all among those of the next.
        model: Name of the model; the bundled one by default.

    Raises:
        SettingsError: `units` is not a sequence of texts, `count` is out of range, or there is no
            such level.
        ModelError: The model cannot be loaded, `embedder` is not one, or its vectors are not of
            norm 1.
    """
    from chunking.embedding import DEFAULT_MODEL, check_embedder, check_vectors, get_embedder

    units = expect_each(units, str, "units must be a sequence of texts")
    gaps = max(0, len(units) - 1)
    if count is not None and not (isinstance(count, Integral) and 0 <= count <= gaps):
        raise SettingsError(
            f"count must be a whole number between 0 and the number of gaps ({gaps}), got {count}"
        )
    if level not in LEVELS:
        raise SettingsError(f"level must be one of {', '.join(LEVELS)}, got {level!r:.60}")
    if gaps == 0 or count == 0:
        return []
    if embedder is None:
        embedder = get_embedder(model or DEFAULT_MODEL)
    check_embedder(embedder)
    vectors = check_vectors(embedder.encode(units), len(units))
    costs = SegmentCosts(units, vectors)
    if count is None:
        evidence = costs.evidence(len(units), _LEXICAL_WEIGHT)
        distributions = Posterior(evidence, np.zeros(len(units)), costs.word_count)
        found = np.zeros(0, np.int64)
        for each in LEVELS[: LEVELS.index(level) + 1]:
            found = expected_losses(distributions.at(each)).optimal_boundaries(required=found)
        return [int(boundary) for boundary in found]
    segment_costs = costs.segment_costs(len(units), _LEXICAL_WEIGHT)
    width = segment_costs.shape[1]
    min_count = -(-len(units) // width) - 1
    if count < min_count:
        raise SettingsError(
            f"count must be at least {min_count:,}, as a segment holds at most {width:,} of "
            f"{count_of(len(units), 'unit')}; got {count:,}"
        )
    found = optimal_boundaries_for_count(segment_costs, -costs.boundary_bonuses(), count + 1)
    return [int(boundary) for boundary in found]
